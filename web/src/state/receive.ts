/** What each message of the server makes of the state: pure functions, no socket, no clock. */

import type {
  Claimed,
  ClaimRefused,
  EventView,
  Refused,
  ServerMessage,
  TableView,
  Welcome,
} from "../protocol.ts";
import { hear, recall } from "./chat.ts";
import { addLine, type Departure, type TableState, tell } from "./table.ts";
import { applyEvent, changesTable, isAtHand, turnBegan } from "./view.ts";
import { describeConsequence, describeEvent, describeLateness, describeRefusal } from "./words.ts";

/** Return the state after a message that came at a time of the reader's clock. */
export function receive(state: TableState, message: ServerMessage, at = 0): TableState {
  switch (message.type) {
    case "welcome":
      return welcomed(state, message, at);
    case "snapshot":
      return keepAtHand(shown(state, message.view));
    case "events":
      return message.events.reduce(happened, state);
    case "done":
      return done(state, message.id, message.seq);
    case "refused":
      return refused(state, message);
    case "you":
      return { ...state, seat: message.seat, selection: [] };
    case "presence": {
      const { online, trips, watching } = message;
      return { ...state, online, trips, watching };
    }
    case "said":
      return hear(state, [message.line]);
    case "hint_given":
      return { ...state, hint: message.hint };
    case "explained":
      return { ...state, explained: message };
    case "pong":
      return { ...state, clockLead: message.now - at };
    case "rematch_ready":
      return { ...state, rematch: { table: message.table, name: message.name } };
    default:
      return state;
  }
}

/** Whether events were missed: the first of them does not follow what is shown. */
export function hasGap(state: TableState, events: readonly EventView[]): boolean {
  const [first] = events;
  return first !== undefined && state.view !== null && first.seq > state.view.seq + 1;
}

/** Return the state while the socket is away: what was sent may be lost, so it is marked again. */
export function disconnected(state: TableState): TableState {
  const lost = state.pending.filter((claim) => claim.doneAt === null).at(-1);
  return {
    ...state,
    link: state.view ? "broken" : "connecting",
    attempts: state.attempts + 1,
    pending: [],
    offers: [],
    flips: [],
    rematchId: null,
    selection: state.selection.length ? state.selection : (lost?.cards ?? []),
  };
}

/** Return the state with another view of the table, which says nothing of when a turn began. */
function shown(state: TableState, view: TableView): TableState {
  const turnAt = state.view?.seq === view.seq ? state.turnAt : null;
  return { ...state, view, turnAt, departures: [], offers: [] };
}

function welcomed(state: TableState, welcome: Welcome, at: number): TableState {
  const { view, seat, online, trips, watching, rematch, chat, hint } = welcome;
  const next: TableState = {
    ...shown(state, view),
    link: "open",
    attempts: 0,
    seat,
    online,
    trips,
    watching,
    hint,
    clockLead: welcome.now - at,
    rematch: rematch === null ? state.rematch : { name: null, ...state.rematch, table: rematch },
  };
  return recall(keepAtHand(next), chat);
}

/** Unmark everything if one of the marked cards is gone: such a claim is void. */
function keepAtHand(state: TableState): TableState {
  const { view, seat, selection } = state;
  if (view && selection.every((card) => isAtHand(view, seat, card))) return state;
  return { ...state, selection: [] };
}

function happened(state: TableState, event: EventView): TableState {
  const before = state.view;
  if (!before || event.seq !== before.seq + 1) return state;
  const view = applyEvent(before, event);
  const hint = changesTable(event) ? null : state.hint;
  let next: TableState = { ...state, view, hint, turnAt: turnBegan(before, event, state.turnAt) };
  if (event.type === "claimed") next = claimed(next, before, view, event);
  if (event.type === "refused" || event.type === "lapsed") next = fined(next, event);
  if (event.type === "refused") next = decidedAgainst(next, event);
  // The time for a claim is over; what was marked for it was for it alone.
  if (event.type === "lapsed" && event.seat === state.seat) next = { ...next, selection: [] };
  if (event.type === "offered") next = { ...next, offers: [...next.offers, event.seq] };
  const consequence = describeConsequence(view, event);
  if (consequence) next = addLine(next, consequence);
  const notice = describeEvent(view, event, state.seat);
  if (notice) next = tell(next, notice);
  return settle(next);
}

function claimed(state: TableState, before: TableView, view: TableView, event: Claimed): TableState {
  const leaving: Departure = {
    key: state.nextKey,
    seat: event.seat,
    cards: event.slots.flatMap((slot) => {
      const card = before.slots[slot]?.card;
      return card ? [{ slot, card }] : [];
    }),
  };
  const taken = new Set(event.cards);
  const isVoid = state.selection.some((card) => taken.has(card));
  const isMine = ({ cards }: { cards: readonly string[] }): boolean =>
    event.seat === state.seat && cards.every((card) => taken.has(card));
  return {
    ...state,
    departures: [...state.departures, leaving],
    nextKey: state.nextKey + 1,
    offers: [],
    pending: state.pending.filter((claim) => !(claim.isOffered && isMine(claim))),
    // A card of an earlier claim that can be used no longer is unmarked alone.
    selection: isVoid
      ? []
      : state.selection.filter((card) => isAtHand(view, state.seat, card)),
  };
}

function fined(state: TableState, { seat, cost }: { seat: number; cost: number }): TableState {
  if (cost === 0) return state;
  return { ...state, fine: { key: state.nextKey, seat, cost }, nextKey: state.nextKey + 1 };
}

/** An offer of the reader's that others were before: there was no answer that said so. */
function decidedAgainst(state: TableState, event: ClaimRefused): TableState {
  if (event.seat !== state.seat || !state.view) return state;
  const refused = new Set(event.cards);
  const offer = state.pending.find(
    ({ isOffered, cards }) => isOffered && cards.every((card) => refused.has(card)),
  );
  if (!offer) return state;
  const next = tell(state, describeLateness(state.view, offer.cards));
  return {
    ...next,
    pending: state.pending.filter((other) => other !== offer),
    wrong: { key: next.nextKey, cards: offer.cards },
  };
}

function done(state: TableState, id: number, seq: number): TableState {
  return settle({
    ...state,
    pending: state.pending.map((claim) => (claim.id === id ? { ...claim, doneAt: seq } : claim)),
    flips: state.flips.filter((flip) => flip.id !== id),
  });
}

/** Forget the claims whose events have arrived, unless they were offers that are not decided. */
function settle(state: TableState): TableState {
  if (!state.pending.length) return state;
  const seq = state.view?.seq ?? 0;
  const pending = state.pending.flatMap((claim) => {
    const { doneAt } = claim;
    if (claim.isOffered || doneAt === null || doneAt > seq) return [claim];
    return state.offers.includes(doneAt) ? [{ ...claim, isOffered: true }] : [];
  });
  return { ...state, pending };
}

function refused(state: TableState, message: Refused): TableState {
  const claim = state.pending.find((other) => other.id === message.id);
  const cards = claim?.cards ?? [];
  const next = tell(state, describeRefusal(message, cards));
  return {
    ...next,
    pending: state.pending.filter((other) => other !== claim),
    flips: state.flips.filter((flip) => flip.id !== message.id),
    rematchId: state.rematchId === message.id ? null : state.rematchId,
    wrong: claim ? { key: next.nextKey, cards } : state.wrong,
  };
}
