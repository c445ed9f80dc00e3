/** The door of a table that asks for a passcode. */

import { useEffect, useState } from "preact/hooks";
import { t } from "../language/language.ts";
import { ApiError, enterTable, say } from "../net/api.ts";
import { Field } from "./field.tsx";

/** Longest passcode that the server takes. */
export const LONGEST_PASSCODE = 64;

interface PasscodeFormProps {
  table: string;
  /** The passcode was right: from now on the table can be seen. */
  onEntered(): void;
}

export function PasscodeForm({ table, onEntered }: PasscodeFormProps) {
  const [passcode, setPasscode] = useState("");
  const [problem, setProblem] = useState("");
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    document.title = `${t("This table has a passcode")} · thirdcard`;
  }, []);
  const enter = async (): Promise<void> => {
    setAsking(true);
    try {
      await enterTable(table, passcode);
      onEntered();
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      setProblem(isGone ? t("This table has been closed in the meantime.") : say(error));
      setAsking(false);
    }
  };
  return (
    <main class="apology" data-testid="passcode-page">
      <form
        class="sheet passcode-form"
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <h1>{t("This table has a passcode")}</h1>
        <p>{t("Ask whoever invited you for it.")}</p>
        <Field
          label={t("Passcode")}
          testid="passcode"
          maxLength={LONGEST_PASSCODE}
          isFirst
          value={passcode}
          problem={problem}
          onValue={(text) => {
            setPasscode(text);
            setProblem("");
          }}
        />
        <button class="button primary" data-testid="enter" disabled={!passcode || isAsking}>
          {t("Come to the table")}
        </button>
        <a class="button" href="/">
          {t("Start page")}
        </a>
      </form>
    </main>
  );
}
