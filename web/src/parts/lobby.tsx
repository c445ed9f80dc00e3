/** A table before its game: who is here, a seat to take, an invitation, and the start. */

import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../language/language.ts";
import type { TableState } from "../state/table.ts";
import { isSeated } from "../state/table.ts";
import { titleOf } from "../state/words.ts";
import { BotMark, type BotActions, Bots, RemoveBot } from "./bots.tsx";
import { CopyLink } from "./copy.tsx";
import { type HostActions, OptionsDialog, SeatMenu } from "./host.tsx";
import { Sentences, useVariant } from "./rules.tsx";
import { Seal } from "./seal.tsx";
import { SitForm } from "./sit.tsx";

interface LobbyProps {
  state: TableState;
  bots: BotActions;
  host: HostActions;
  onSit(name: string): void;
  onStart(): void;
}

/** Starts the game, once: who presses again meanwhile need not be told that it has begun. */
function StartButton({ state, onStart }: Pick<LobbyProps, "state" | "onStart">) {
  const [isAsked, setAsked] = useState(false);
  // Whatever is told next is the answer, or another reason to try again.
  const newest = state.notices[0]?.key;
  useEffect(() => setAsked(false), [newest, state.link]);
  return (
    <button
      type="button"
      class="button primary"
      data-testid="start"
      disabled={isAsked}
      onClick={() => {
        setAsked(true);
        onStart();
      }}
    >
      {t("Start the game")}
    </button>
  );
}

export function Lobby({ state, bots, host, onSit, onStart }: LobbyProps) {
  const { view, online, watching } = state;
  const info = useVariant(view?.variant ?? null);
  if (!view) return null;
  const present = view.seats.filter((seat) => seat.present);
  return (
    <section class="lobby sheet" aria-label={t("Before the game")}>
      <div class="lobby-rules">
        <h2>{titleOf(view)}</h2>
        <Sentences info={info} />
        {view.sentences.length > 0 && (
          <>
            <h3>{t("At this table")}</h3>
            <ul class="sentences" data-testid="option-sentences">
              {view.sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </>
        )}
        <OptionsDialog state={state} onConfigure={host.configure} />
        <Seal view={view} />
      </div>
      <div class="lobby-seats">
        <h3>
          {t("At the table")}
          <span class="tally" data-testid="seat-count">
            {tn("{taken} of {count} seat", "{taken} of {count} seats", view.max_seats, {
              taken: present.length,
            })}
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
              <span class="name" translate={false} title={seat.name}>
                {seat.name}
              </span>
              {seat.seat === state.seat && <span class="tag">{t("you")}</span>}
              {seat.seat === view.host && (
                <span class="tag" data-testid="host" title={t("chooses the options, keeps order")}>
                  {t("host")}
                </span>
              )}
              {seat.muted && <span class="tag">{t("muted")}</span>}
              <SeatMenu seat={seat} state={state} actions={host} />
              <RemoveBot seat={seat} state={state} onRemove={bots.removeBot} />
            </li>
          ))}
          {present.length === 0 && <li class="nobody">{t("Nobody yet.")}</li>}
        </ol>
        {watching > 0 && (
          <p class="watching">{tn("{count} watching", "{count} watching", watching)}</p>
        )}
        {isSeated(state) ? (
          <>
            <Bots state={state} actions={bots} label={t("Add a bot")} />
            <StartButton state={state} onStart={onStart} />
          </>
        ) : (
          <>
            <SitForm onSit={onSit} />
            <p class="aside">{t("Or stay and watch: who has a seat starts the game.")}</p>
          </>
        )}
      </div>
      <div class="invitation">
        <h3>{t("Invite others")}</h3>
        <code data-testid="invitation" translate={false} tabIndex={0}>
          {window.location.href}
        </code>
        <CopyLink>{t("Copy link")}</CopyLink>
      </div>
    </section>
  );
}
