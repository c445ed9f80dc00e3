/** Calling before one claims: the button, and what holds one up above the cards. */

import { rich, t } from "../language/language.ts";
import { lockedUntil, mustCall } from "../state/choose.ts";
import { isSeated, type TableState } from "../state/table.ts";
import { nameOf } from "../state/words.ts";
import { Countdown, useServerNow } from "./clock.tsx";

interface CallButtonProps {
  state: TableState;
  onCall(): void;
}

/** A ring that runs out with the time after a call. */
function Ring({ left, seconds }: { left: number; seconds: number }) {
  return (
    <svg class="ring" viewBox="0 0 36 36" aria-hidden="true">
      <circle class="track" cx="18" cy="18" r="15" />
      <circle
        class="rest"
        cx="18"
        cy="18"
        r="15"
        pathLength={100}
        style={{
          animationDuration: `${1000 * seconds}ms`,
          animationDelay: `${Math.min(0, left - 1000 * seconds)}ms`,
        }}
      />
    </svg>
  );
}

export function CallButton({ state, onCall }: CallButtonProps) {
  const { view, seat } = state;
  const isRunning = (view?.call ?? null) !== null;
  const now = useServerNow(state, isRunning);
  if (!view || !mustCall(state) || !isSeated(state)) return null;
  const { call, options } = view;
  const isMine = call !== null && call.seat === seat;
  const left = call ? Math.max(0, call.until - (view.paused ?? now)) : 0;
  return (
    <button
      type="button"
      class="button primary call-button"
      data-testid="call"
      data-running={isRunning || undefined}
      data-mine={isMine || undefined}
      disabled={(call !== null && !isMine) || view.paused !== null}
      aria-keyshortcuts="Space"
      onClick={onCall}
    >
      {call === null ? (
        t("SET!")
      ) : (
        <>
          <Ring key={call.until} left={left} seconds={options.call_seconds} />
          <span class="whose" translate={false}>{isMine ? t("Pick") : nameOf(view, call.seat)}</span>
          <b data-testid="call-countdown">{Math.ceil(left / 1000)}</b>
        </>
      )}
    </button>
  );
}

/** Why the reader cannot claim now, over the upper edge of the cards and without moving them. */
export function HoldNotice({ state }: { state: TableState }) {
  const { view, seat } = state;
  const isPossible = seat !== null && (view?.seats[seat]?.locked_until ?? null) !== null;
  const now = useServerNow(state, isPossible);
  if (!view || view.phase !== "playing" || view.paused !== null) return null;
  const locked = lockedUntil(state, now);
  if (locked !== null) {
    return (
      <p class="hold locked" data-testid="locked">
        {t("Locked out")} <Countdown state={state} until={locked} />
      </p>
    );
  }
  if (!view.call || view.call.seat === seat) return null;
  return (
    <p
      class="hold"
      data-testid="called"
      style={{ "--seat": `var(--seat-${view.call.seat % 12})` }}
    >
      {rich("{name} has called", {
        name: <span class="whose" translate={false}>{nameOf(view, view.call.seat)}</span>,
      })}
      <Countdown
        state={state}
        until={view.call.until}
        most={1000 * view.options.call_seconds}
      />
    </p>
  );
}
