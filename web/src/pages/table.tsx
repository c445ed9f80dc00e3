/** The page of one table: lobby, game and end, seated or watching. */

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Board, targetOf } from "../board/board.tsx";
import { isElsewhere } from "../board/keys.ts";
import type { Plan } from "../board/layout.ts";
import { ASPECT, type Sprite, useSprite } from "../cards/sprite.ts";
import { rich, t, tn } from "../language/language.ts";
import { navigate, tablePath } from "../net/address.ts";
import { useKeyRows } from "../net/keyboard.ts";
import { recallName, wishForSeat } from "../net/memory.ts";
import { Session } from "../net/session.ts";
import { Announcer } from "../parts/announcer.tsx";
import { CallButton, HoldNotice } from "../parts/call.tsx";
import { Chat } from "../parts/chat.tsx";
import { ChainTray, LastClaim } from "../parts/claims.tsx";
import { SharedResult } from "../parts/contest.tsx";
import { Ending } from "../parts/ending.tsx";
import { FocusButton, LeaveFocus, useFocus } from "../parts/focus.tsx";
import { isByKeys, useFocusOnPhase } from "../parts/focus-guard.ts";
import { HintButton, HintText } from "../parts/hints.tsx";
import { Lobby } from "../parts/lobby.tsx";
import { Messages } from "../parts/messages.tsx";
import { PasscodeForm } from "../parts/passcode.tsx";
import { PauseSheet } from "../parts/pause.tsx";
import { Scores } from "../parts/scores.tsx";
import { SitForm } from "../parts/sit.tsx";
import { useTheme } from "../parts/theme.tsx";
import { TopBar } from "../parts/topbar.tsx";
import { TurnBanner } from "../parts/turn.tsx";
import { AskButton, VoteBar } from "../parts/votes.tsx";
import { AskWhy, Why } from "../parts/why.tsx";
import { isReady, mustCall } from "../state/choose.ts";
import { initialState, isSeated, type TableState } from "../state/table.ts";
import { describeLead, titleOf } from "../state/words.ts";
import { Apology } from "./apology.tsx";

/** Return the session of a table, which lives as long as the page; `attempt` opens another. */
function useSession(table: string, attempt: number): [TableState, Session | null] {
  const [state, setState] = useState(() => initialState(table));
  const [session, setSession] = useState<Session | null>(null);
  // Not an effect after the first painting: what is painted then is that one waits for this.
  useLayoutEffect(() => {
    const opened = new Session(table, setState);
    setSession(opened);
    return () => opened.close();
  }, [table, attempt]);
  return [state, session];
}

/** Keys with which a browser begins to search the page while one types on. */
const QUICK_FIND = ["/", "'"];

/**
 * Whether a key presses what has the focus: a button or a link other than a card.
 *
 * What only was pressed with a pointer before shows no focus, and is not meant.
 */
function isPressing({ target }: KeyboardEvent): boolean {
  const pressed = target instanceof Element && target.closest("button:not(.card), a, summary");
  return pressed ? pressed.matches(":focus-visible") : false;
}

/**
 * Let go of the button that opened a dialog: the keys are the table's again.
 *
 * Who opened it with a key sees the focus, and keeps it.
 */
function onDialogClose({ target }: Event): void {
  const { activeElement } = document;
  if (isByKeys() && activeElement?.matches(":focus-visible")) return;
  if (target instanceof HTMLDialogElement && activeElement instanceof HTMLElement) {
    activeElement.blur();
  }
}

/**
 * Let keys mark cards, Space call, Esc unmark them and Enter claim them.
 *
 * On a card that has the focus Enter claims if what is marked can be claimed, and Space calls if one
 * must call first; else both mark that card, as they press every other button that has the focus.
 */
function useKeyboard(state: TableState, session: Session | null, plan: Plan | null): void {
  const rows = useKeyRows();
  const latest = useRef({ state, plan, rows });
  latest.current = { state, plan, rows };
  useEffect(() => {
    if (!session) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isElsewhere(event)) return;
      const { plan, rows } = latest.current;
      const { state } = session;
      if (event.key === "Escape") return session.clear();
      if (event.key === "Enter" && isReady(state)) {
        event.preventDefault();
        return session.claim();
      }
      const mayCall = mustCall(state) && state.view?.call?.seat !== state.seat;
      if (event.key === " " && mayCall && !isPressing(event)) {
        event.preventDefault();
        return session.call();
      }
      if (QUICK_FIND.includes(event.key)) event.preventDefault();
      const target = plan && targetOf(state, rows, plan, event);
      if (!target) return;
      event.preventDefault();
      session.showKeys(true);
      session.press(target);
    };
    const onPointerDown = ({ pointerType }: PointerEvent): void => {
      if (pointerType === "touch") session.showKeys(false);
    };
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("pointerdown", onPointerDown);
    // It does not bubble.
    window.addEventListener("close", onDialogClose, true);
    return () => {
      window.removeEventListener("close", onDialogClose, true);
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("pointerdown", onPointerDown);
    };
  }, [session]);
}

/** Tell title bar and tests what is shown. */
function useDocument(state: TableState): void {
  const { view, seat } = state;
  useEffect(() => {
    const lead = view ? describeLead(view, seat) : "";
    document.title = [lead, view && titleOf(view), "thirdcard"].filter(Boolean).join(" · ");
    if (view) document.documentElement.dataset["seq"] = String(view.seq);
    return () => void delete document.documentElement.dataset["seq"];
  }, [view, seat]);
}

interface ClaimButtonProps {
  state: TableState;
  onClaim(): void;
}

function ClaimButton({ state, onClaim }: ClaimButtonProps) {
  const { view, selection } = state;
  if (!view || view.phase !== "playing" || view.face_down || !isSeated(state)) return null;
  const [least, most] = view.claim_sizes;
  // Claims of one size are sent by themselves; one that a break swallowed waits for a word.
  if (least === most && !isReady(state)) return null;
  return (
    <button
      type="button"
      class={`button primary claim-button ${least === most ? "late" : ""}`}
      data-testid="claim-button"
      disabled={!isReady(state)}
      onClick={onClaim}
    >
      {least === most
        ? t("Claim {chosen}", { chosen: selection.length })
        : rich("Claim {chosen} {range}", {
            chosen: selection.length,
            range: (
              <small>
                {tn("of {least} to {count} card", "of {least} to {count} cards", most, { least })}
              </small>
            ),
          })}
    </button>
  );
}

/** What can be done beside marking cards; the room is kept for as long as the options allow it. */
function Acts({ state, session }: { state: TableState; session: Session }) {
  const { view } = state;
  if (!view || view.phase === "waiting") return null;
  const { call_seconds, growth, hints } = view.options;
  const isStudy = view.phase === "ended";
  const hasActs = call_seconds > 0 || growth === "vote" || hints !== "off";
  if (isStudy ? state.selection.length === 0 : !hasActs || !isSeated(state)) return null;
  return (
    <div class={`acts ${isStudy ? "study" : ""}`}>
      <CallButton state={state} onCall={session.call} />
      {growth === "vote" && !isStudy && (
        <AskButton state={state} subject="cards" onVote={session.vote} />
      )}
      <HintButton state={state} onHint={session.hint} onVote={session.vote} />
      <AskWhy state={state} onExplain={session.explain} />
    </div>
  );
}

export function TablePage({ table }: { table: string }) {
  const [attempt, setAttempt] = useState(0);
  const [state, session] = useSession(table, attempt);
  const [plan, setPlan] = useState<Plan | null>(null);
  const { theme } = useTheme();
  const { view, rematch, rematchId } = state;
  // Until the board is laid out nobody knows whether its cards stand or lie.
  const sprite: Sprite = useSprite(theme, plan && view ? view.deck : null, plan?.upright);
  const focus = useFocus(table, view?.phase === "playing", state.selection.length > 0);
  useKeyboard(state, session, plan);
  useDocument(state);
  useFocusOnPhase(view?.phase);

  const follow = useCallback(() => {
    if (!rematch) return;
    const name = state.seat === null ? "" : (view?.seats[state.seat]?.name ?? recallName());
    wishForSeat(rematch.table, name);
    navigate(tablePath(rematch.table));
  }, [rematch, state.seat, view]);
  useEffect(() => {
    if (rematch && rematchId !== null) follow();
  }, [rematch, rematchId]);

  if (state.link === "missing") {
    return (
      <Apology title={t("There is no such table")}>
        {t("Perhaps the link is incomplete, or the table was closed long ago.")}
      </Apology>
    );
  }
  if (state.link === "passcode") {
    return <PasscodeForm table={table} onEntered={() => setAttempt(attempt + 1)} />;
  }
  if (state.link === "banned") {
    return (
      <Apology title={t("You cannot come to this table")}>
        {t("Its host has sent you away for good.")}
      </Apology>
    );
  }
  if (state.link === "outdated") {
    return (
      <Apology title={t("This page is out of date")} reload>
        {t("The server has been renewed in the meantime.")}
      </Apology>
    );
  }
  const leave = (): void => {
    if (isSeated(state) && view?.phase !== "ended") session?.leave();
    navigate("/");
  };
  const isWaiting = view?.phase === "waiting";
  const canSit = view?.phase === "playing" && !isSeated(state);
  return (
    <div
      class="table-page"
      data-phase={view?.phase ?? "loading"}
      data-focus={focus.isOn || undefined}
      data-upright={plan?.upright || undefined}
      style={{ "--card-aspect": plan?.upright ? 1 / ASPECT : ASPECT }}
    >
      <TopBar
        state={state}
        bots={session}
        onChat={(isOpen) => session?.openChat(isOpen)}
        onVote={(subject, agrees) => session?.vote(subject, agrees)}
        onLeave={leave}
      >
        {view?.phase === "playing" && <FocusButton focus={focus} />}
      </TopBar>
      <main class="stage">
        {!view && (
          <p class="loading">
            {state.attempts > 1
              ? t("The server cannot be reached. Trying again…")
              : t("Coming to the table…")}
          </p>
        )}
        {isWaiting && session && (
          <Lobby
            state={state}
            bots={session}
            host={session}
            onSit={session.sit}
            onStart={session.start}
          />
        )}
        {view && !isWaiting && session && (
          <>
            <TurnBanner state={state} />
            <SharedResult state={state} onTakeBack={session.takeBack} />
            <Board
              state={state}
              sprite={sprite}
              onPress={session.press}
              onPlan={setPlan}
            />
            <HoldNotice state={state} />
            <PauseSheet state={state} onVote={session.vote} />
            <Ending state={state} onRematch={session.rematch} onFollow={follow} />
          </>
        )}
      </main>
      {session && (
        <aside class="side">
          {!isWaiting && (
            <Scores state={state} host={session} onRemoveBot={session.removeBot} />
          )}
          {canSit && <SitForm onSit={session.sit} />}
          <Acts state={state} session={session} />
          <HintText state={state} />
          <VoteBar state={state} onVote={session.vote} />
          <Why explained={state.explained} sprite={sprite} onClose={session.forgetExplained} />
          <ChainTray state={state} sprite={sprite} plan={plan} onPress={session.press} />
          <ClaimButton state={state} onClaim={session.claim} />
          {!isWaiting && <LastClaim state={state} sprite={sprite} />}
          <Announcer state={state} sprite={sprite} plan={plan} />
          <Messages state={state} sprite={sprite} onWhy={session.explain} />
          <LeaveFocus focus={focus} />
          <Chat state={state} onSay={session.chat} onOpen={session.openChat} />
        </aside>
      )}
    </div>
  );
}
