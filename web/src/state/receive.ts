/** What each message of the server makes of the state: pure functions, no socket, no clock. */

import type { Claimed, EventView, Refused, ServerMessage, TableView, Welcome } from "../protocol.ts";
import { addLine, type Departure, type TableState, tell } from "./table.ts";
import { applyEvent, isAtHand, renewsTurn } from "./view.ts";
import { describeConsequence, describeEvent, describeRefusal } from "./words.ts";

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
      return settle({
        ...state,
        pending: state.pending.map((claim) =>
          claim.id === message.id ? { ...claim, doneAt: message.seq } : claim,
        ),
        flips: state.flips.filter((flip) => flip.id !== message.id),
      });
    case "refused":
      return refused(state, message);
    case "you":
      return { ...state, seat: message.seat, selection: [] };
    case "presence":
      return { ...state, online: message.online, watching: message.watching };
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
    flips: [],
    rematchId: null,
    selection: state.selection.length ? state.selection : (lost?.cards ?? []),
  };
}

/** Return the state with another view of the table, which says nothing of when a turn began. */
function shown(state: TableState, view: TableView): TableState {
  const turnAt = state.view?.seq === view.seq ? state.turnAt : null;
  return { ...state, view, turnAt, departures: [] };
}

function welcomed(state: TableState, welcome: Welcome, at: number): TableState {
  const { view, seat, online, watching, rematch } = welcome;
  return keepAtHand({
    ...shown(state, view),
    link: "open",
    attempts: 0,
    seat,
    online,
    watching,
    clockLead: welcome.now - at,
    rematch: rematch === null ? state.rematch : { name: null, ...state.rematch, table: rematch },
  });
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
  const turnAt = renewsTurn(before, event) ? event.at : state.turnAt;
  let next: TableState = { ...state, view, turnAt };
  if (event.type === "claimed") next = claimed(next, before, view, event);
  const consequence = describeConsequence(event);
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
  return {
    ...state,
    departures: [...state.departures, leaving],
    nextKey: state.nextKey + 1,
    // A card of an earlier claim that can be used no longer is unmarked alone.
    selection: isVoid
      ? []
      : state.selection.filter((card) => isAtHand(view, state.seat, card)),
  };
}

/** Forget the claims whose events have arrived. */
function settle(state: TableState): TableState {
  const seq = state.view?.seq ?? 0;
  const pending = state.pending.filter((claim) => claim.doneAt === null || claim.doneAt > seq);
  return pending.length === state.pending.length ? state : { ...state, pending };
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
