/** A table before its game: who is here, a seat to take, an invitation, and the start. */

import type { TableState } from "../state/table.ts";
import { isSeated } from "../state/table.ts";
import { BotMark, type BotActions, Bots, RemoveBot } from "./bots.tsx";
import { CopyLink } from "./copy.tsx";
import { Sentences, useVariant } from "./rules.tsx";
import { SitForm } from "./sit.tsx";

interface LobbyProps {
  state: TableState;
  bots: BotActions;
  onSit(name: string): void;
  onStart(): void;
}

export function Lobby({ state, bots, onSit, onStart }: LobbyProps) {
  const { view, online, watching } = state;
  const info = useVariant(view?.variant ?? null);
  if (!view) return null;
  const present = view.seats.filter((seat) => seat.present);
  return (
    <section class="lobby sheet" aria-label="Before the game">
      <div class="lobby-rules">
        <h2>{view.title}</h2>
        <Sentences info={info} />
      </div>
      <div class="lobby-seats">
        <h3>
          At the table
          <span class="tally" data-testid="seat-count">
            {present.length} of {view.max_seats} seats
          </span>
        </h3>
        <ol class="seats">
          {present.map((seat) => (
            <li
              key={seat.seat}
              class="seat"
              data-seat={seat.seat}
              data-me={seat.seat === state.seat || undefined}
              data-bot={seat.bot ?? undefined}
              data-presence={seat.bot !== null || online.includes(seat.seat) ? "online" : "away"}
              style={{ "--seat": `var(--seat-${seat.seat % 12})` }}
            >
              {seat.bot === null ? <span class="dot" /> : <BotMark />}
              <span class="name" title={seat.name}>
                {seat.name}
              </span>
              {seat.seat === state.seat && <span class="tag">you</span>}
              <RemoveBot seat={seat} state={state} onRemove={bots.removeBot} />
            </li>
          ))}
          {present.length === 0 && <li class="nobody">Nobody yet.</li>}
        </ol>
        {watching > 0 && <p class="watching">{watching} watching</p>}
        {isSeated(state) ? (
          <>
            <Bots state={state} actions={bots} label="Add a bot" />
            <button type="button" class="button primary" data-testid="start" onClick={onStart}>
              Start the game
            </button>
          </>
        ) : (
          <>
            <SitForm onSit={onSit} />
            <p class="aside">Or stay and watch: who has a seat starts the game.</p>
          </>
        )}
      </div>
      <div class="invitation">
        <h3>Invite others</h3>
        <code data-testid="invitation">{window.location.href}</code>
        <CopyLink>Copy link</CopyLink>
      </div>
    </section>
  );
}
