/** The bar above a table: which game this is, how many cards are left, and what one can do. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Subject } from "../protocol.ts";
import type { TableState } from "../state/table.ts";
import { isLaidOnce } from "../state/view.ts";
import { titleOf } from "../state/words.ts";
import { type BotActions, Bots } from "./bots.tsx";
import { ChatButton } from "./chat.tsx";
import { Countdown } from "./clock.tsx";
import { CopyLink } from "./copy.tsx";
import { Rules } from "./rules.tsx";
import { ThemePicker } from "./theme.tsx";
import { AskButton } from "./votes.tsx";

const LINK_WORDS = {
  connecting: "connecting…",
  open: "connected",
  broken: "reconnecting…",
  missing: "closed",
  outdated: "closed",
  passcode: "closed",
  banned: "closed",
} as const;

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
}

/** What ends the game, where that is not the last card: a time, a score. */
function Goal({ state }: { state: TableState }) {
  const { view } = state;
  if (view?.phase !== "playing") return null;
  const { end_score } = view.options;
  return (
    <>
      {view.ends_at !== null && (
        <span class="goal" title="time left">
          <Countdown state={state} until={view.ends_at} testid="time-left" />
        </span>
      )}
      {end_score > 0 && (
        <span class="goal" data-testid="end-score" title={`The game ends at ${end_score} points`}>
          <span class="wide-only">first </span>to <b>{end_score}</b>
        </span>
      )}
    </>
  );
}

export function TopBar({ state, bots, onChat, onVote, onLeave }: TopBarProps) {
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
      <a class="home" href="/" aria-label="Start page" title="Start page">
        <Logo />
      </a>
      <h1 title={view ? titleOf(view) : undefined}>{view ? titleOf(view) : "thirdcard"}</h1>
      {view && view.phase !== "waiting" && !isLaidOnce(view) && (
        <span class="undealt" title="cards left in the deck">
          <b data-testid="undealt">{view.undealt}</b> <span class="wide-only">cards</span> left
        </span>
      )}
      <Goal state={state} />
      <span class="connection" data-testid="connection" data-link={link} role="status">
        <span class="dot" /> <span class="words">{LINK_WORDS[link]}</span>
      </span>
      {view && <ChatButton state={state} onOpen={onChat} />}
      <button
        type="button"
        class="button menu-button"
        data-testid="menu"
        aria-expanded={isOpen}
        aria-label="Menu"
        onClick={() => setOpen(!isOpen)}
      >
        ⋯
      </button>
      <div class="tools" data-open={isOpen || undefined}>
        {view && <Rules view={view} />}
        {bots && view?.phase === "playing" && <Bots state={state} actions={bots} label="Bots" />}
        {view?.phase === "playing" && view.paused === null && (
          <AskButton state={state} subject="pause" onVote={onVote} />
        )}
        <CopyLink>Copy link</CopyLink>
        <ThemePicker />
        <button type="button" class="button" data-testid="leave" onClick={onLeave}>
          Leave
        </button>
      </div>
    </header>
  );
}
