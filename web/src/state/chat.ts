/** What people say to each other: pure functions over the state of a table. */

import { t } from "../language/language.ts";
import { type ChatLine, MAX_CHAT } from "../protocol.ts";
import { isSeated, type Remark, type TableState } from "./table.ts";

/** How many remarks are kept. */
const MEMORY = 200;

/** Whether a remark is for the reader to notice. */
function isNews(state: TableState, line: ChatLine): boolean {
  return !state.isChatOpen && line.seat !== state.seat && !state.silenced.includes(line.seat);
}

/** Return the state after some lines were said. */
export function hear(state: TableState, lines: readonly ChatLine[]): TableState {
  const remarks = lines.map((line, index): Remark => ({ ...line, key: state.nextKey + index }));
  return {
    ...state,
    chat: [...state.chat, ...remarks].slice(-MEMORY),
    nextKey: state.nextKey + lines.length,
    unread: state.unread + lines.filter((line) => isNews(state, line)).length,
  };
}

/** Return the state with the lines of a welcome: what is known already is not news. */
export function recall(state: TableState, lines: readonly ChatLine[]): TableState {
  const last = state.chat.at(-1);
  if (!last) return { ...hear(state, lines), unread: state.unread };
  const known = new Set(state.chat.map(({ seat, at, text }) => `${seat} ${at} ${text}`));
  return hear(
    state,
    lines.filter(({ seat, at, text }) => !known.has(`${seat} ${at} ${text}`)),
  );
}

export function openChat(state: TableState, isChatOpen: boolean): TableState {
  if (state.isChatOpen === isChatOpen) return state;
  return { ...state, isChatOpen, unread: 0 };
}

/** Hide, or show again, what a seat says; for the reader alone. */
export function silence(state: TableState, seat: number, isSilent: boolean): TableState {
  const others = state.silenced.filter((other) => other !== seat);
  return { ...state, silenced: isSilent ? [...others, seat] : others };
}

/** Return the remarks that the reader wants to see. */
export function heardBy({ chat, silenced }: TableState): readonly Remark[] {
  return chat.filter(({ seat }) => !silenced.includes(seat));
}

/** Return why the reader may not say anything, null where that is allowed. */
export function whyMute(state: TableState): string | null {
  if (!isSeated(state)) return t("Those who have a seat can talk.");
  const { view, seat } = state;
  if (seat !== null && view?.seats[seat]?.muted) {
    return t("The host has taken your right to chat.");
  }
  return null;
}

/** Count characters as people do, and as the server does. */
export function lengthOf(text: string): number {
  return [...text].length;
}

export function canSay(text: string): boolean {
  return text.trim() !== "" && lengthOf(text.trim()) <= MAX_CHAT;
}
