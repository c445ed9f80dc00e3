/** The choice of who may come to a table. */

import { t } from "../language/language.ts";
import type { Access } from "../net/api.ts";
import { Field } from "./field.tsx";
import { LONGEST_PASSCODE } from "./passcode.tsx";

const answers = (): readonly { key: Access; title: string; sentence: string }[] => [
  {
    key: "link",
    title: t("By link"),
    sentence: t("Who has the link comes; the lobby does not list it."),
  },
  {
    key: "public",
    title: t("Open to all"),
    sentence: t("The lobby lists it, and all can sit or watch."),
  },
  {
    key: "passcode",
    title: t("With a passcode"),
    sentence: t("The lobby lists it, and asks for a word that you choose."),
  },
];

interface AccessChoiceProps {
  access: Access;
  passcode: string;
  /** What is wrong with the passcode, empty for nothing. */
  problem: string;
  onAccess(access: Access): void;
  onPasscode(passcode: string): void;
}

export function AccessChoice(props: AccessChoiceProps) {
  const { access, passcode, problem, onAccess, onPasscode } = props;
  return (
    <fieldset class="axis">
      <legend>{t("Who may come?")}</legend>
      <div class="answers">
        {answers().map(({ key, title, sentence }) => (
          <label key={key} class="answer" data-testid={`access-${key}`}>
            <input
              type="radio"
              name="access"
              value={key}
              checked={key === access}
              onChange={() => onAccess(key)}
            />
            <b>{title}</b>
            <span class="sentence">{sentence}</span>
          </label>
        ))}
      </div>
      {access === "passcode" && (
        <Field
          label={t("Passcode")}
          testid="new-passcode"
          maxLength={LONGEST_PASSCODE}
          value={passcode}
          onValue={onPasscode}
          problem={problem}
          note={t("You tell it to those who may come. Nobody can look it up later.")}
        />
      )}
    </fieldset>
  );
}
