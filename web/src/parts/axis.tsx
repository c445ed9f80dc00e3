/** One of the questions that a variant answers, as a row of radio cards. */

import type { Axis } from "../net/api.ts";

interface AxisProps {
  axis: Axis;
  /** Key of the answer that is chosen. */
  chosen: string;
  /** Why an answer cannot go with the other axes' answers, null if it can. */
  conflictOf(key: string): string | null;
  onChoose(key: string): void;
}

export function AxisChoice({ axis, chosen, conflictOf, onChoose }: AxisProps) {
  return (
    <fieldset class="axis">
      <legend>{axis.question}</legend>
      <div class="answers">
        {axis.values.map(({ key, title, sentence }) => {
          const conflict = conflictOf(key);
          return (
            <label key={key} class="answer" data-testid={`variant-${axis.key}-${key}`}>
              <input
                type="radio"
                name={axis.key}
                value={key}
                checked={key === chosen}
                disabled={conflict !== null}
                onChange={() => onChoose(key)}
              />
              <b>{title}</b>
              {conflict ? (
                <span class="conflict">{conflict}</span>
              ) : (
                <span class="sentence">{sentence}</span>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
