/** What marking a card leads to: pure functions that return the state and what is to be sent. */

import { isSeated, type Pending, type TableState, tell } from "./table.ts";
import { chainOf } from "./view.ts";

export type Intent =
  | { type: "claim"; cards: readonly string[] }
  | { type: "flip"; slot: number }
  | null;

/** A place on the table, or a card of an earlier claim. */
export type Target = { slot: number } | { card: string };

function explain(state: TableState, text: string): [TableState, Intent] {
  return [tell(state, { tone: "plain", text }), null];
}

/** Mark or unmark a card, or turn it up where cards lie face down. */
export function press(state: TableState, target: Target): [TableState, Intent] {
  const { view } = state;
  if (!view || view.phase === "unopened" || view.phase === "waiting") return [state, null];
  if (view.phase === "ended") return [state, null];
  if (!isSeated(state)) return explain(state, "You are watching. Take a seat to play.");
  if (view.face_down) return "slot" in target ? turnUp(state, target.slot) : [state, null];
  const card = "card" in target ? target.card : view.slots[target.slot]?.card;
  if (!card || state.pending.some((claim) => claim.cards.includes(card))) return [state, null];
  return mark(state, card);
}

function turnUp(state: TableState, slot: number): [TableState, Intent] {
  const { view, seat } = state;
  const here = view?.slots[slot];
  if (!view || !here || state.flips.some((flip) => flip.slot === slot)) return [state, null];
  if (view.turn !== null && view.turn !== seat) {
    return explain(state, `Wait a moment: it is ${view.seats[view.turn]?.name}'s turn.`);
  }
  if (here.card !== null && view.face_up.length < view.claim_sizes[1]) return [state, null];
  return [state, { type: "flip", slot }];
}

function mark(state: TableState, card: string): [TableState, Intent] {
  const { view, seat, selection } = state;
  if (!view) return [state, null];
  if (selection.includes(card)) {
    return [{ ...state, selection: selection.filter((other) => other !== card) }, null];
  }
  const chain = chainOf(view, seat).map((spot) => spot.card);
  if (chain.includes(card) && selection.some((other) => chain.includes(other))) {
    return explain(state, "One of these cards is marked already. Unmark it first.");
  }
  const [, most] = view.claim_sizes;
  if (selection.length >= most) return [state, null];
  const marked = { ...state, selection: [...selection, card] };
  return marked.selection.length === most ? claim(marked) : [marked, null];
}

/** Whether the marked cards can be claimed as they are. */
export function isReady(state: TableState): boolean {
  const least = state.view?.claim_sizes[0] ?? Infinity;
  return isSeated(state) && state.selection.length >= least;
}

/** Claim what is marked. */
export function claim(state: TableState): [TableState, Intent] {
  if (!isReady(state)) return [state, null];
  if (state.link !== "open") {
    return explain(state, "Not connected at the moment. Your cards stay marked.");
  }
  return [state, { type: "claim", cards: state.selection }];
}

/** Unmark all cards. */
export function clear(state: TableState): TableState {
  return state.selection.length ? { ...state, selection: [] } : state;
}

/** The claim was sent under an id: its cards wait for the answer, others can be marked. */
export function sent(state: TableState, id: number, cards: readonly string[]): TableState {
  const pending: Pending = { id, cards, doneAt: null };
  return { ...state, selection: [], pending: [...state.pending, pending], wrong: null };
}

export type Mark = "chosen" | "pending" | "wrong" | "";

/** How a card of the table, or of an earlier claim, is to be marked. */
export function markOf(state: TableState, card: string | null, slot = -1): Mark {
  if (state.flips.some((flip) => flip.slot === slot)) return "pending";
  if (card === null) return "";
  if (state.selection.includes(card)) return "chosen";
  if (state.pending.some((claim) => claim.cards.includes(card))) return "pending";
  return state.wrong?.cards.includes(card) ? "wrong" : "";
}
