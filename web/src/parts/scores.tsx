/** Who plays, how they stand, who is here and whose turn it is. */

import type { SeatView } from "../protocol.ts";
import type { TableState } from "../state/table.ts";

function Seat({ seat, state }: { seat: SeatView; state: TableState }) {
  const { view } = state;
  const isMe = seat.seat === state.seat;
  const isOnline = seat.present && state.online.includes(seat.seat);
  const isTurn = view?.turn === seat.seat;
  const isFirst = seat.score > 0 && view?.ranking[0] === seat.seat;
  const presence = !seat.present ? "left" : isOnline ? "online" : "away";
  return (
    <li
      class="seat"
      data-seat={seat.seat}
      data-me={isMe || undefined}
      data-turn={isTurn || undefined}
      data-first={isFirst || undefined}
      data-presence={presence}
      style={{ "--seat": `var(--seat-${seat.seat % 12})` }}
    >
      <span class="dot" role="img" aria-label={presence} title={presence} />
      <span class="name" title={seat.name}>
        {seat.name}
      </span>
      {isMe && <span class="tag">you</span>}
      {isTurn && <span class="tag turn">{isMe ? "your turn" : "turn"}</span>}
      {!seat.present && <span class="tag">left</span>}
      {seat.refusals > 0 && (
        <span class="refusals" title="wrong claims" aria-label={`${seat.refusals} wrong claims`}>
          {seat.refusals}✗
        </span>
      )}
      <b class="score" data-score={seat.score}>
        {seat.score}
      </b>
    </li>
  );
}

export function Scores({ state }: { state: TableState }) {
  const { view, watching } = state;
  if (!view) return null;
  return (
    <section class="scores" aria-label="Scores">
      <ol>
        {view.seats.map((seat) => (
          <Seat key={seat.seat} seat={seat} state={state} />
        ))}
      </ol>
      {watching > 0 && <p class="watching">{watching} watching</p>}
    </section>
  );
}
