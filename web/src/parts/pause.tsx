/** The pause: it hides the cards, for nobody shall search them while no time runs. */

import { t } from "../language/language.ts";
import type { Subject } from "../protocol.ts";
import { isSeated, type TableState } from "../state/table.ts";
import { votersOf } from "../state/view.ts";
import { AskButton } from "./votes.tsx";

interface PauseProps {
  state: TableState;
  onVote(subject: Subject, agrees: boolean): void;
}

export function PauseSheet({ state, onVote }: PauseProps) {
  const { view } = state;
  if (!view || view.paused === null || view.phase !== "playing") return null;
  const agreed = view.votes.find(({ subject }) => subject === "continue")?.seats ?? [];
  const missing = votersOf(view).filter(({ seat }) => !agreed.includes(seat));
  return (
    <section class="pause" data-testid="paused" aria-label={t("The game is paused")}>
      <h2>{t("Paused")}</h2>
      <p class="aside">{t("The cards are hidden, and no time runs.")}</p>
      {agreed.length > 0 && (
        <p class="aside" data-testid="awaited">
          {t("Waiting for {names}", { names: missing.map(({ name }) => name).join(", ") })}
        </p>
      )}
      {isSeated(state) && <AskButton state={state} subject="continue" primary onVote={onVote} />}
    </section>
  );
}
