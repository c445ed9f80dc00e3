/** Who plays, how they stand, who is here and whose turn it is. */

import type { SeatView } from "../protocol.ts";
import type { TableState } from "../state/table.ts";
import { BotMark, RemoveBot, SeatName } from "./bots.tsx";

interface SeatProps {
  seat: SeatView;
  state: TableState;
  onRemoveBot(seat: number): void;
}

function Seat({ seat, state, onRemoveBot }: SeatProps) {
  const { view } = state;
  const isMe = seat.seat === state.seat;
  const isBot = seat.bot !== null;
  const isOnline = isBot || state.online.includes(seat.seat);
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
      <RemoveBot seat={seat} state={state} onRemove={onRemoveBot} />
    </li>
  );
}

interface ScoresProps {
  state: TableState;
  onRemoveBot(seat: number): void;
}

export function Scores({ state, onRemoveBot }: ScoresProps) {
  const { view, watching } = state;
  if (!view) return null;
  return (
    <section class="scores" aria-label="Scores">
      <ol>
        {view.seats.map((seat) => (
          <Seat key={seat.seat} seat={seat} state={state} onRemoveBot={onRemoveBot} />
        ))}
      </ol>
      {watching > 0 && <p class="watching">{watching} watching</p>}
    </section>
  );
}
