/** How far all have come together, against what is possible; and taking the last claim back. */

import { rich, t } from "../language/language.ts";
import { isSeated, type TableState } from "../state/table.ts";
import { countShared, describeOptimum } from "../state/words.ts";

interface ContestProps {
  state: TableState;
  onTakeBack(): void;
}

/** The result so far; its room is kept from the start, so that nothing moves the cards. */
export function SharedResult({ state, onTakeBack }: ContestProps) {
  const { view } = state;
  if (!view?.contest.is_shared || view.phase !== "playing") return null;
  const taken = countShared(view);
  return (
    <div class="shared-result" data-testid="shared-result">
      <p>
        {rich("{count} taken", { count: <b data-testid="taken">{taken}</b> })}
        <span class="optimum" data-testid="optimum">
          {describeOptimum(view) || t("counting…")}
        </span>
      </p>
      {view.contest.takes_back && isSeated(state) && (
        <button
          type="button"
          class="button"
          data-testid="take-back"
          disabled={taken === 0 || view.paused !== null}
          onClick={onTakeBack}
        >
          {t("Take back")}
        </button>
      )}
    </div>
  );
}
