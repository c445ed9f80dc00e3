/** Whose turn it is, and for how long. */

import { useEffect, useState } from "preact/hooks";
import type { TableState } from "../state/table.ts";
import { turnEnd } from "../state/view.ts";
import { describeDuration } from "../state/words.ts";

/** Return the reader's clock, kept up to date while something needs it. */
function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isNeeded) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}

export function TurnBanner({ state }: { state: TableState }) {
  const { view, seat } = state;
  const end = view && turnEnd(view, state.turnAt);
  const now = useNow(end !== null);
  if (!view || view.turn === null) return null;
  const isMine = view.turn === seat;
  // A clock that was put right a moment ago must not show more than a turn has.
  const left = end && Math.min(end - now - state.clockLead, 1000 * view.turn_seconds);
  return (
    <p class="turn-banner" data-testid="turn" data-mine={isMine || undefined}>
      {isMine ? "Your turn" : `${view.seats[view.turn]?.name}’s turn`}
      {left !== null && (
        <span class="countdown" data-testid="countdown" aria-hidden="true">
          {describeDuration(Math.max(0, left))}
        </span>
      )}
    </p>
  );
}
