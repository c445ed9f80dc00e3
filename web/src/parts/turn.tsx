/** Whose turn it is, and for how long. */

import { t } from "../language/language.ts";
import type { TableState } from "../state/table.ts";
import { turnEnd } from "../state/view.ts";
import { nameOf } from "../state/words.ts";
import { Countdown } from "./clock.tsx";

export function TurnBanner({ state }: { state: TableState }) {
  const { view, seat } = state;
  if (!view || view.turn === null) return null;
  const end = turnEnd(view, state.turnAt);
  const isMine = view.turn === seat;
  return (
    <p class="turn-banner" data-testid="turn" data-mine={isMine || undefined}>
      <span class="whose">
        {isMine ? t("Your turn") : t("{name}’s turn", { name: nameOf(view, view.turn) })}
      </span>
      {end !== null && (
        <Countdown state={state} until={end} most={1000 * view.turn_seconds} testid="countdown" />
      )}
    </p>
  );
}
