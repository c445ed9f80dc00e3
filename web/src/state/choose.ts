/** What marking a card leads to: pure functions that return the state and what is to be sent. */

import { t, tn } from "../language/language.ts";
import { isSeated, type Pending, type TableState, tell } from "./table.ts";
import { chainOf } from "./view.ts";
import { countSeconds } from "./words.ts";

export type Intent =
  | { type: "claim"; cards: readonly string[] }
  | { type: "flip"; slot: number }
  | { type: "call" }
  | null;

/** A place on the table, or a card of an earlier claim. */
export type Target = { slot: number } | { card: string };

function explain(state: TableState, text: string): [TableState, Intent] {
  return [tell(state, { tone: "plain", text }), null];
}

function nameOf({ view }: TableState, seat: number): string {
  return view?.seats[seat]?.name ?? t("somebody");
}

/** Whether a seat must call before it claims. */
export function mustCall({ view }: TableState): boolean {
  return view !== null && view.phase === "playing" && view.options.call_seconds > 0;
}

/** Return why a seat may not mark cards now, null where it may. */
function findObstacle(state: TableState): string | null {
  const { view, seat } = state;
  if (!view) return null;
  if (view.paused !== null) return t("The game is paused.");
  if (!mustCall(state)) return null;
  if (view.call === null) return t("Call first: press SET! or the space bar.");
  if (view.call.seat === seat) return null;
  return t("Wait a moment: {name} has called.", { name: nameOf(state, view.call.seat) });
}

/** Return until when the reader may not claim, null where no wrong claim has locked the seat. */
export function lockedUntil({ view, seat }: TableState, now: number): number | null {
  const until = (seat === null ? null : view?.seats[seat]?.locked_until) ?? null;
  return until !== null && until > now && view?.phase === "playing" ? until : null;
}

/**
 * Mark or unmark a card, or turn it up where cards lie face down.
 *
 * After the end everybody may mark cards, to ask about them.  `now` is the server's clock.
 */
export function press(state: TableState, target: Target, now = 0): [TableState, Intent] {
  const { view } = state;
  if (!view || view.phase === "unopened" || view.phase === "waiting") return [state, null];
  const card = "card" in target ? target.card : view.slots[target.slot]?.card;
  if (view.phase === "ended") return card ? mark(state, card, now) : [state, null];
  if (!isSeated(state)) return explain(state, t("You are watching. Take a seat to play."));
  const obstacle = findObstacle(state);
  if (obstacle !== null) return explain(state, obstacle);
  if (view.face_down) return "slot" in target ? turnUp(state, target.slot) : [state, null];
  if (!card || state.pending.some((claim) => claim.cards.includes(card))) return [state, null];
  return mark(state, card, now);
}

function turnUp(state: TableState, slot: number): [TableState, Intent] {
  const { view, seat } = state;
  const here = view?.slots[slot];
  if (!view || !here || state.flips.some((flip) => flip.slot === slot)) return [state, null];
  if (view.turn !== null && view.turn !== seat) {
    const name = nameOf(state, view.turn);
    return explain(state, t("Wait a moment: it is {name}'s turn.", { name }));
  }
  if (here.card !== null && view.face_up.length < view.claim_sizes[1]) return [state, null];
  return [state, { type: "flip", slot }];
}

function mark(state: TableState, card: string, now: number): [TableState, Intent] {
  const { view, seat, selection } = state;
  if (!view) return [state, null];
  if (selection.includes(card)) {
    return [{ ...state, selection: selection.filter((other) => other !== card) }, null];
  }
  const chain = chainOf(view, seat).map((spot) => spot.card);
  if (chain.includes(card) && selection.some((other) => chain.includes(other))) {
    return explain(state, t("One of these cards is marked already. Unmark it first."));
  }
  const [, most] = view.claim_sizes;
  if (selection.length >= most) return [state, null];
  const marked = { ...state, selection: [...selection, card] };
  return marked.selection.length === most && view.phase === "playing"
    ? claim(marked, now)
    : [marked, null];
}

/** Whether the marked cards can be claimed as they are. */
export function isReady(state: TableState): boolean {
  const { view, selection } = state;
  return isSeated(state) && view?.phase === "playing" && selection.length >= view.claim_sizes[0];
}

/** Claim what is marked. */
export function claim(state: TableState, now = 0): [TableState, Intent] {
  const { view, seat } = state;
  if (!view || !isReady(state)) return [state, null];
  if (state.link !== "open") {
    return explain(state, t("Not connected at the moment. Your cards stay marked."));
  }
  const obstacle = findObstacle(state);
  if (obstacle !== null) return explain(state, obstacle);
  if (view.turn !== null && view.turn !== seat) {
    const name = nameOf(state, view.turn);
    return explain(state, t("It is {name}'s turn. Your cards stay marked.", { name }));
  }
  const locked = lockedUntil(state, now);
  if (locked !== null) {
    return explain(
      state,
      tn(
        "You are locked out for {count} second. Your cards stay marked.",
        "You are locked out for {count} seconds. Your cards stay marked.",
        countSeconds(locked - now),
      ),
    );
  }
  return [state, { type: "claim", cards: state.selection }];
}

/** Call, where one must before one claims. */
export function call(state: TableState, now = 0): [TableState, Intent] {
  const { view, seat } = state;
  if (!view || !mustCall(state) || view.call?.seat === seat) return [state, null];
  if (!isSeated(state)) return explain(state, t("You are watching. Take a seat to play."));
  if (state.link !== "open") return explain(state, t("Not connected at the moment."));
  if (view.paused !== null || view.call !== null) return explain(state, findObstacle(state) ?? "");
  const locked = lockedUntil(state, now);
  if (locked !== null) {
    return explain(
      state,
      tn(
        "You are locked out for {count} second.",
        "You are locked out for {count} seconds.",
        countSeconds(locked - now),
      ),
    );
  }
  return [state, { type: "call" }];
}

/** Unmark all cards, and put away what was said of them. */
export function clear(state: TableState): TableState {
  if (!state.selection.length && !state.explained) return state;
  return { ...state, selection: [], explained: null };
}

/** The claim was sent under an id: its cards wait for the answer, others can be marked. */
export function sent(state: TableState, id: number, cards: readonly string[]): TableState {
  const pending: Pending = { id, cards, doneAt: null, isOffered: false };
  return { ...state, selection: [], pending: [...state.pending, pending], wrong: null };
}

export type Mark = "chosen" | "pending" | "wrong" | "hinted" | "";

/** How a card of the table, or of an earlier claim, is to be marked. */
export function markOf(state: TableState, card: string | null, slot = -1): Mark {
  if (state.flips.some((flip) => flip.slot === slot)) return "pending";
  if (card === null) return "";
  if (state.selection.includes(card)) return "chosen";
  if (state.pending.some((claim) => claim.cards.includes(card))) return "pending";
  if (state.wrong?.cards.includes(card)) return "wrong";
  return hintOf(state)?.cards.includes(card) ? "hinted" : "";
}

/** Return the hint that the reader has for the table as it lies, null for none. */
export function hintOf({ hint, view }: TableState): TableState["hint"] {
  return hint ?? view?.hint ?? null;
}

/** Whether the reader may ask about the cards that are marked. */
export function canExplain({ view, selection }: TableState): boolean {
  if (!view || selection.length < 2) return false;
  return view.phase === "ended" || view.options.hints !== "off";
}
