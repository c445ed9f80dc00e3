/** Who plays, how they stand, who is here and whose turn it is. */

import type { SeatView } from "../protocol.ts";
import type { TableState } from "../state/table.ts";
import { isLaidOnce } from "../state/view.ts";
import { BotMark, RemoveBot, SeatName } from "./bots.tsx";
import { useServerNow } from "./clock.tsx";
import { type HostActions, SeatMenu } from "./host.tsx";

interface SeatProps {
  seat: SeatView;
  state: TableState;
  host: HostActions;
  onRemoveBot(seat: number): void;
}

/** The round trip of a person's messages: the fewer bars, the longer. */
function Trip({ milliseconds }: { milliseconds: number }) {
  const bars = milliseconds < 80 ? 3 : milliseconds < 250 ? 2 : 1;
  const words = `round trip ${milliseconds} ms`;
  return (
    <span class="trip" data-testid="trip" data-bars={bars} title={words} aria-label={words}>
      <i />
      <i />
      <i />
      <small aria-hidden="true">{milliseconds} ms</small>
    </span>
  );
}

/** How long a wrong claim locks a seat out. */
function Lock({ until, state }: { until: number; state: TableState }) {
  const now = useServerNow(state, true);
  const left = Math.ceil((until - (state.view?.paused ?? now)) / 1000);
  if (left <= 0) return null;
  return (
    <span class="tag lock" data-testid="lock" title="locked out">
      {left} s
    </span>
  );
}

function Seat({ seat, state, host, onRemoveBot }: SeatProps) {
  const { view } = state;
  const isMe = seat.seat === state.seat;
  const isBot = seat.bot !== null;
  const isOnline = isBot || state.online.includes(seat.seat);
  const isTurn = view?.turn === seat.seat;
  const isRace = view !== null && !isLaidOnce(view);
  const isFirst = isRace && seat.score > 0 && view.ranking[0] === seat.seat;
  const presence = !seat.present ? "left" : isOnline && !seat.away ? "online" : "away";
  const trip = isOnline ? (state.trips[state.online.indexOf(seat.seat)] ?? null) : null;
  const fine = state.fine?.seat === seat.seat ? state.fine : null;
  return (
    <li
      class="seat"
      data-seat={seat.seat}
      data-me={isMe || undefined}
      data-turn={isTurn || undefined}
      data-first={isFirst || undefined}
      data-bot={seat.bot ?? undefined}
      data-presence={presence}
      style={{ "--seat": `var(--seat-${seat.seat % 12})` }}
    >
      {isBot ? (
        <BotMark />
      ) : (
        <span class="dot" role="img" aria-label={presence} title={presence} />
      )}
      <SeatName seat={seat} />
      {isMe && !isTurn && <span class="tag">you</span>}
      {isTurn && <span class="tag turn">{isMe ? "your turn" : "turn"}</span>}
      {!seat.present && <span class="tag">left</span>}
      {seat.present && seat.away && (
        <span class="tag away" data-testid="away">
          away
        </span>
      )}
      {seat.muted && <span class="tag">muted</span>}
      {seat.locked_until !== null && view?.phase === "playing" && (
        <Lock until={seat.locked_until} state={state} />
      )}
      {trip !== null && <Trip milliseconds={trip} />}
      {seat.refusals > 0 && (
        <span class="refusals" title="wrong claims" aria-label={`${seat.refusals} wrong claims`}>
          {seat.refusals}✗
        </span>
      )}
      <b class="score" data-score={seat.score}>
        {seat.score}
        {fine && (
          <span key={fine.key} class="fine" data-testid="fine" aria-hidden="true">
            −{fine.cost}
          </span>
        )}
      </b>
      <SeatMenu seat={seat} state={state} actions={host} />
      <RemoveBot seat={seat} state={state} onRemove={onRemoveBot} />
    </li>
  );
}

interface ScoresProps {
  state: TableState;
  host: HostActions;
  onRemoveBot(seat: number): void;
}

export function Scores({ state, host, onRemoveBot }: ScoresProps) {
  const { view, watching } = state;
  if (!view) return null;
  return (
    <section class="scores" aria-label="Scores">
      <ol>
        {view.seats.map((seat) => (
          <Seat key={seat.seat} seat={seat} state={state} host={host} onRemoveBot={onRemoveBot} />
        ))}
      </ol>
      {watching > 0 && <p class="watching">{watching} watching</p>}
    </section>
  );
}
