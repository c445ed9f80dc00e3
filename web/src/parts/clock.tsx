/** The server's clock, for what is over at a time. */

import { useEffect, useState } from "preact/hooks";
import type { TableState } from "../state/table.ts";
import { describeDuration } from "../state/words.ts";

/** Return the server's clock, kept up to date while something needs it. */
export function useServerNow({ clockLead }: TableState, isNeeded: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isNeeded) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now + clockLead;
}

interface CountdownProps {
  state: TableState;
  /** When it is over, by the server's clock. */
  until: number;
  /** What it can show at most: a clock that was put right a moment ago must not show more. */
  most?: number;
  testid?: string;
}

/** The time that is left, in minutes and seconds; it stands still while the game is paused. */
export function Countdown({ state, until, most = Infinity, testid }: CountdownProps) {
  const paused = state.view?.paused ?? null;
  const now = useServerNow(state, paused === null);
  const left = Math.min(until - (paused ?? now), most);
  return (
    <span class="countdown" data-testid={testid} aria-hidden="true">
      {describeDuration(Math.max(0, left))}
    </span>
  );
}
