/**
 * Follows the table: one pure function from a view and an event to the next view.
 *
 * Every event says all that it changes, so nothing here knows a rule of the game.
 */

import type { EventView, SeatView, SlotView, TableView } from "../protocol.ts";

type Slots = (SlotView | null)[];

function resized(slots: Slots, size: number): Slots {
  return Array.from({ length: size }, (_, slot) => slots[slot] ?? null);
}

function withSeat(seats: SeatView[], seat: number, change: Partial<SeatView>): SeatView[] {
  return seats.map((other) => (other.seat === seat ? { ...other, ...change } : other));
}

function change(view: TableView, event: EventView): Partial<TableView> {
  switch (event.type) {
    case "opened":
      return { phase: "waiting", commitment: event.commitment };
    case "joined": {
      const { seat, name, bot, chain } = event;
      if (view.seats.some((other) => other.seat === seat)) {
        return { seats: withSeat(view.seats, seat, { name, bot, chain, present: true }) };
      }
      const joined = { seat, name, bot, chain, present: true, score: 0, refusals: 0 };
      return { seats: [...view.seats, joined], ranking: [...view.ranking, seat] };
    }
    case "left":
      return { seats: withSeat(view.seats, event.seat, { present: false }) };
    case "started":
      return { phase: "playing", turn: event.turn, started_at: event.at };
    case "dealt": {
      const slots = resized(view.slots, event.size);
      for (const { slot, card } of event.cards) slots[slot] = { card };
      return { slots, undealt: event.undealt };
    }
    case "claimed": {
      const { seat, cards, linked, joint } = event;
      const taken = new Set(event.slots);
      const left = view.slots.map((here, slot) => (taken.has(slot) ? null : here));
      const seats = view.seats.map((other) => ({
        ...other,
        chain: event.chains[other.seat] ?? [],
      }));
      return {
        slots: resized(left, event.size),
        seats: withSeat(seats, seat, { score: event.score }),
        last: { seat, cards, linked, joint },
        ranking: event.ranking,
        face_up: [],
      };
    }
    case "refused": {
      const refusals = (view.seats[event.seat]?.refusals ?? 0) + 1;
      return { seats: withSeat(view.seats, event.seat, { refusals }) };
    }
    case "flipped": {
      const slots = [...view.slots];
      slots[event.slot] = { card: event.card };
      return { slots, face_up: [...view.face_up, event.slot] };
    }
    case "covered": {
      const covered = new Set(event.slots);
      const slots = view.slots.map((here, slot) =>
        here && covered.has(slot) ? { card: null } : here,
      );
      return { slots, face_up: [] };
    }
    case "turn_passed":
      return { turn: event.to };
    case "ended":
      return {
        phase: "ended",
        turn: null,
        reason: event.reason,
        seed: event.seed,
        ranking: event.ranking,
        ended_at: event.at,
      };
    default:
      // A kind of event that a newer server has; its number still counts.
      return {};
  }
}

/** Return the view after an event. */
export function applyEvent(view: TableView, event: EventView): TableView {
  return { ...view, ...change(view, event), seq: event.seq };
}

/** Whether at most one seat plays, which then has all the time it likes. */
function isAlone(view: TableView): boolean {
  return view.seats.filter((seat) => seat.present).length < 2;
}

/** Whether an event begins a turn, or gives its seat the whole time anew. */
export function renewsTurn(before: TableView, event: EventView): boolean {
  if (event.type === "joined") return isAlone(before);
  return ["started", "turn_passed", "flipped", "claimed", "resumed"].includes(event.type);
}

/** Return when a turn that began at `turnAt` is over; null if no time runs, as for a seat alone. */
export function turnEnd(view: TableView, turnAt: number | null): number | null {
  if (view.turn === null || turnAt === null) return null;
  if (isAlone(view)) return null;
  return turnAt + 1000 * view.turn_seconds;
}

/** Return the slot on which a card lies face up, -1 if there is none. */
export function findSlot(view: TableView, card: string): number {
  return view.slots.findIndex((here) => here?.card === card);
}

/** Return the cards that a seat may use from an earlier claim. */
export function chainOf(view: TableView, seat: number | null): readonly { card: string; group: number }[] {
  return seat === null ? [] : (view.seats[seat]?.chain ?? []);
}

/** Whether a seat may use a card now: it lies on the table, or belongs to the seat's chain. */
export function isAtHand(view: TableView, seat: number | null, card: string): boolean {
  return findSlot(view, card) >= 0 || chainOf(view, seat).some((spot) => spot.card === card);
}
