/** Who plays, how they stand, who is here and whose turn it is. */

import { t, tn } from "../language/language.ts";
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
  const words = t("round trip {milliseconds} ms", { milliseconds });
  return (
    <span
      class="trip"
      data-testid="trip"
      data-bars={bars}
      title={words}
      role="img"
      aria-label={words}
    >
      <i />
      <i />
      <i />
      <small aria-hidden="true">{t("{milliseconds} ms", { milliseconds })}</small>
    </span>
  );
}

/** How long a wrong claim locks a seat out. */
function Lock({ until, state }: { until: number; state: TableState }) {
  const now = useServerNow(state, true);
  const left = Math.ceil((until - (state.view?.paused ?? now)) / 1000);
  if (left <= 0) return null;
  return (
    <span class="tag lock" data-testid="lock" title={t("locked out")}>
      {t("{seconds} s", { seconds: left })}
    </span>
  );
}

type Presence = "left" | "online" | "away";

function sayPresence(presence: Presence): string {
  switch (presence) {
    case "left":
      return t("left");
    case "online":
      return t("online");
    case "away":
      return t("away");
  }
}

function Seat({ seat, state, host, onRemoveBot }: SeatProps) {
  const { view } = state;
  const isMe = seat.seat === state.seat;
  const isBot = seat.bot !== null;
  const isOnline = isBot || state.online.includes(seat.seat);
  const isTurn = view?.turn === seat.seat;
  const isRace = view !== null && !isLaidOnce(view);
  const isFirst = isRace && seat.score > 0 && view.ranking[0] === seat.seat;
  const presence: Presence = !seat.present ? "left" : isOnline && !seat.away ? "online" : "away";
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
        <span
          class="dot"
          role="img"
          aria-label={sayPresence(presence)}
          title={sayPresence(presence)}
        />
      )}
      <SeatName seat={seat} />
      {isMe && !isTurn && <span class="tag">{t("you")}</span>}
      {isTurn && <span class="tag turn">{isMe ? t("your turn") : t("turn")}</span>}
      {!seat.present && <span class="tag">{t("left")}</span>}
      {seat.present && seat.away && (
        <span class="tag away" data-testid="away">
          {t("away")}
        </span>
      )}
      {seat.muted && <span class="tag">{t("muted")}</span>}
      {seat.locked_until !== null && view?.phase === "playing" && (
        <Lock until={seat.locked_until} state={state} />
      )}
      {trip !== null && <Trip milliseconds={trip} />}
      {seat.refusals > 0 && (
        <span
          class="refusals"
          title={t("wrong claims")}
          role="img"
          aria-label={tn("{count} wrong claim", "{count} wrong claims", seat.refusals)}
        >
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
    <section class="scores" aria-label={t("Scores")}>
      <ol>
        {view.seats.map((seat) => (
          <Seat key={seat.seat} seat={seat} state={state} host={host} onRemoveBot={onRemoveBot} />
        ))}
      </ol>
      {watching > 0 && (
        <p class="watching">{tn("{count} watching", "{count} watching", watching)}</p>
      )}
    </section>
  );
}
