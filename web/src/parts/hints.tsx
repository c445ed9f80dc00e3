/** Hints: asking for the next one, and what the newest one says. */

import { t } from "../language/language.ts";
import type { Subject } from "../protocol.ts";
import { hintOf } from "../state/choose.ts";
import { isSeated, type TableState } from "../state/table.ts";
import { AskButton } from "./votes.tsx";

interface HintProps {
  state: TableState;
  onHint(): void;
  onVote(subject: Subject, agrees: boolean): void;
}

/** Return what the newest hint says. */
function sayHint(state: TableState): string {
  const hint = hintOf(state);
  if (!hint || !state.view) return "";
  const { there, cards } = hint;
  const claim = state.view.claim_noun;
  if (!there) return t("There is nothing to claim.");
  if (cards.length === 0) return t("There is {claim}.", { claim });
  if (cards.length === 1) return t("There is {claim} with the outlined card.", { claim });
  return t("Which card goes with the outlined ones?");
}

export function HintButton({ state, onHint, onVote }: HintProps) {
  const { view } = state;
  if (!view || view.phase !== "playing" || !isSeated(state)) return null;
  const { hints } = view.options;
  if (hints === "off") return null;
  if (hints === "vote") return <AskButton state={state} subject="hint" onVote={onVote} />;
  const stage = hintOf(state)?.stage ?? 0;
  return (
    <button
      type="button"
      class="button"
      data-testid="hint"
      disabled={stage >= 3 || view.paused !== null}
      onClick={onHint}
    >
      {stage === 0 ? t("Hint") : t("More hint")}
    </button>
  );
}

/** What the hint says; the room is kept where there are hints, so that nothing moves the cards. */
export function HintText({ state }: { state: TableState }) {
  const { view } = state;
  if (!view || view.phase !== "playing" || view.options.hints === "off") return null;
  return (
    <p class="hint-text" data-testid="hint-text">
      {sayHint(state)}
    </p>
  );
}
