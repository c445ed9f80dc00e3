/** A table to be written down, or pasted: its game, its cards, a claim to be continued. */

import { useEffect, useState } from "preact/hooks";
import { rich, t } from "../language/language.ts";
import { navigate, studyPath, type Written } from "../net/address.ts";
import type { Axes } from "../net/api.ts";
import { type Choice, expressionOf, findConflict, readExpression } from "../state/variant.ts";
import { useAxes } from "./axes.tsx";
import { Field } from "./field.tsx";

/** A table with a few Sets. */
const EXAMPLE = "/t/2GOO-3GOO-2GOD-1PHS-2RHD-1POO-1RHO-3GHO-2RSO-1GSD-3PSS-3RHO";

interface StudyFormProps {
  /** What stands in it at first. */
  written: Written;
}

interface GamePickerProps {
  axes: Axes;
  variant: string;
  onVariant(variant: string): void;
}

/** A choice on each axis. */
function GamePicker({ axes, variant, onVariant }: GamePickerProps) {
  const choice: Choice = readExpression(axes, variant);
  return (
    <>
      {axes.axes.map((axis) => (
        <label key={axis.key}>
          <span class="label">{axis.question}</span>
          <select
            data-testid={`study-${axis.key}`}
            value={choice[axis.key]}
            onChange={({ currentTarget }) =>
              onVariant(expressionOf(axes, { ...choice, [axis.key]: currentTarget.value }))
            }
          >
            {axis.values.map(({ key, title, sentence }) => (
              <option
                key={key}
                value={key}
                title={sentence}
                disabled={findConflict(axes, choice, axis.key, key) !== null}
              >
                {title}
              </option>
            ))}
          </select>
        </label>
      ))}
    </>
  );
}

export function StudyForm({ written }: StudyFormProps) {
  const [axes, unknown] = useAxes();
  const [entered, setEntered] = useState(written);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => setEntered(written), [written.variant, written.cards, written.previous]);
  const enter = (change: Partial<Written>): void => {
    setMissing(false);
    setEntered({ ...entered, ...change });
  };
  return (
    <form
      class="study-form sheet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (entered.cards.trim()) navigate(studyPath(entered));
        else setMissing(true);
      }}
    >
      <div class="choices">
        {axes ? (
          <GamePicker
            axes={axes}
            variant={entered.variant}
            onVariant={(variant) => enter({ variant })}
          />
        ) : (
          <p class="loading">{unknown || t("One moment…")}</p>
        )}
      </div>
      <Field
        label={t("Cards")}
        testid="study-cards"
        rows={4}
        value={entered.cards}
        problem={isMissing ? t("The cards are missing.") : ""}
        note={t("Codes such as 2RHO, or words; a stroke / between groups, a point for a gap.")}
        onValue={(cards) => enter({ cards })}
      />
      <details open={entered.previous !== ""}>
        <summary>{t("A claim to be continued")}</summary>
        <Field
          label={t("Cards of the claim before")}
          testid="study-previous"
          rows={1}
          value={entered.previous}
          note={t("Only where claims form a chain; without it, as for a first claim.")}
          onValue={(previous) => enter({ previous })}
        />
      </details>
      <button class="button primary" data-testid="study-open">
        {t("Open the table")}
      </button>
      <p class="aside">
        {rich("For instance: {example}", { example: <a href={EXAMPLE}>{t("twelve cards")}</a> })}
      </p>
    </form>
  );
}
