/** The bar above a table: which game this is, how many cards are left, and what one can do. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { rich, t, tn } from "../language/language.ts";
import type { Subject } from "../protocol.ts";
import type { TableState } from "../state/table.ts";
import { isLaidOnce } from "../state/view.ts";
import { titleOf } from "../state/words.ts";
import { type BotActions, Bots } from "./bots.tsx";
import { ChatButton } from "./chat.tsx";
import { Countdown } from "./clock.tsx";
import { CopyLink } from "./copy.tsx";
import { Rules } from "./rules.tsx";
import { SettingsButton } from "./settings-button.tsx";
import { AskButton } from "./votes.tsx";

function sayLink(link: TableState["link"]): string {
  switch (link) {
    case "connecting":
      return t("connecting…");
    case "open":
      return t("connected");
    case "broken":
      return t("reconnecting…");
    default:
      return t("closed");
  }
}

export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect x="4" y="9" width="13" height="19" rx="2.5" transform="rotate(-14 10 18)" />
      <rect x="9.5" y="6" width="13" height="19" rx="2.5" />
      <rect x="15" y="9" width="13" height="19" rx="2.5" transform="rotate(14 22 18)" />
    </svg>
  );
}

interface TopBarProps {
  state: TableState;
  /** Null while there is no table to change. */
  bots: BotActions | null;
  onChat(isOpen: boolean): void;
  onVote(subject: Subject, agrees: boolean): void;
  onLeave(): void;
  /** More that one can do. */
  children?: ComponentChildren;
}

/** What ends the game, where that is not the last card: a time, a score. */
function Goal({ state }: { state: TableState }) {
  const { view } = state;
  if (view?.phase !== "playing") return null;
  const { end_score } = view.options;
  return (
    <>
      {view.ends_at !== null && (
        <span class="goal" title={t("time left")}>
          <Countdown state={state} until={view.ends_at} testid="time-left" />
        </span>
      )}
      {end_score > 0 && (
        <span
          class="goal"
          data-testid="end-score"
          title={tn("The game ends at {count} point", "The game ends at {count} points", end_score)}
        >
          <span class="wide-only">{rich("first to {score}", { score: <b>{end_score}</b> })}</span>
          <span class="narrow-only">{rich("to {score}", { score: <b>{end_score}</b> })}</span>
        </span>
      )}
    </>
  );
}

export function TopBar({ state, bots, onChat, onVote, onLeave, children }: TopBarProps) {
  const [isOpen, setOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const { view, link } = state;
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ target }: Event): void => {
      if (!(target instanceof Node && bar.current?.contains(target))) setOpen(false);
    };
    window.addEventListener("pointerdown", close);
    return () => window.removeEventListener("pointerdown", close);
  }, [isOpen]);
  return (
    <header class="top-bar" ref={bar}>
      <a class="home" href="/" aria-label={t("Start page")} title={t("Start page")}>
        <Logo />
      </a>
      <h1 title={view ? titleOf(view) : undefined}>{view ? titleOf(view) : "thirdcard"}</h1>
      {view && view.phase !== "waiting" && !isLaidOnce(view) && (
        <span class="undealt" title={t("cards left in the deck")}>
          {rich("{count} {cards} left", {
            count: <b data-testid="undealt">{view.undealt}</b>,
            cards: <span class="wide-only">{tn("card", "cards", view.undealt)}</span>,
          })}
        </span>
      )}
      <Goal state={state} />
      <span class="connection" data-testid="connection" data-link={link}>
        <span class="dot" /> <span class="words">{sayLink(link)}</span>
      </span>
      {view && <ChatButton state={state} onOpen={onChat} />}
      <button
        type="button"
        class="button menu-button"
        data-testid="menu"
        aria-expanded={isOpen}
        aria-label={t("Menu")}
        onClick={() => setOpen(!isOpen)}
      >
        ⋯
      </button>
      <div class="tools" data-open={isOpen || undefined}>
        {view && <Rules view={view} />}
        {bots && view?.phase === "playing" && (
          <Bots state={state} actions={bots} label={t("Bots")} />
        )}
        {view?.phase === "playing" && view.paused === null && (
          <AskButton state={state} subject="pause" onVote={onVote} />
        )}
        <CopyLink>{t("Copy link")}</CopyLink>
        <SettingsButton />
        {children}
        <button type="button" class="button" data-testid="leave" onClick={onLeave}>
          {t("Leave")}
        </button>
      </div>
    </header>
  );
}
