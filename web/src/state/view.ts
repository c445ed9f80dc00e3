/**
 * Follows the table: one pure function from a view and an event to the next view.
 *
 * Every event says all that it changes, so nothing here knows a rule of the game.
 */

import type {
  Claimed,
  Dealt,
  EventView,
  Joined,
  SeatView,
  SlotView,
  SpotView,
  Subject,
  TableView,
  TakenBack,
  Voted,
  VoteView,
} from "../protocol.ts";

type Slots = (SlotView | null)[];
type Change = Partial<TableView>;

/** Whether all cards are laid at the start, so that a deck no longer matters. */
export function isLaidOnce({ contest }: TableView): boolean {
  return contest.is_shared || contest.takes_turns;
}

/** Votes that are about the table as it lies. */
const ABOUT_THE_TABLE: readonly Subject[] = ["cards", "hint"];

function resized(slots: Slots, size: number): Slots {
  return Array.from({ length: size }, (_, slot) => slots[slot] ?? null);
}

function withSeat(seats: SeatView[], seat: number, change: Partial<SeatView>): SeatView[] {
  return seats.map((other) => (other.seat === seat ? { ...other, ...change } : other));
}

function without(votes: VoteView[], ...subjects: readonly Subject[]): VoteView[] {
  return votes.filter(({ subject }) => !subjects.includes(subject));
}

/** Return the votes without those of a seat, which waits for nothing any more. */
function withoutSeat(votes: VoteView[], seat: number): VoteView[] {
  return votes.flatMap((vote) => {
    const seats = vote.seats.filter((other) => other !== seat);
    return seats.length ? [{ ...vote, seats }] : [];
  });
}

function joined(view: TableView, { seat, name, bot, chain, host, ranking }: Joined): Change {
  const now = { name, bot, chain, present: true, away: false };
  if (view.seats.some((other) => other.seat === seat)) {
    return { seats: withSeat(view.seats, seat, now), host, ranking };
  }
  const added = { seat, score: 0, refusals: 0, muted: false, locked_until: null, ...now };
  return { seats: [...view.seats, added], ranking, host };
}

/** What no longer holds once other cards lie on the table. */
function changedTable(view: TableView): Change {
  return { votes: without(view.votes, ...ABOUT_THE_TABLE), hint: null };
}

function dealt(view: TableView, event: Dealt): Change {
  const slots = resized(view.slots, event.size);
  for (const { slot, card } of event.cards) slots[slot] = { card };
  return { slots, undealt: event.undealt, ...changedTable(view) };
}

function claimed(view: TableView, event: Claimed): Change {
  const { seat, cards, linked, joint } = event;
  const taken = new Set(event.slots);
  const left = view.slots.map((here, slot) => (taken.has(slot) ? null : here));
  const seats = view.seats.map((other) => ({ ...other, chain: event.chains[other.seat] ?? [] }));
  return {
    slots: resized(left, event.size),
    seats: withSeat(seats, seat, { score: event.score }),
    last: { seat, cards, linked, joint },
    ranking: event.ranking,
    face_up: [],
    ...callAfter(view, seat),
    ...changedTable(view),
  };
}

function takenBack(view: TableView, event: TakenBack): Change {
  const slots = resized(view.slots, event.size);
  for (const { slot, card } of event.cards) slots[slot] = { card };
  return {
    slots,
    seats: withSeat(view.seats, event.claimer, { score: event.score }),
    last: event.last,
    turn: event.turn,
    ranking: event.ranking,
    ...changedTable(view),
  };
}

function voted(view: TableView, { seat, subject, agrees }: Voted): VoteView[] {
  const open = view.votes.find((vote) => vote.subject === subject);
  if (!agrees) {
    return view.votes.flatMap((vote) => (vote === open ? withoutSeat([vote], seat) : [vote]));
  }
  if (!open) return [...view.votes, { subject, seats: [seat] }];
  const seats = [...new Set([...open.seats, seat])].sort((one, two) => one - two);
  return view.votes.map((vote) => (vote === open ? { subject, seats } : vote));
}

function callAfter(view: TableView, seat: number): Change {
  return view.call?.seat === seat ? { call: null } : {};
}

function change(view: TableView, event: EventView): Change {
  const { seats } = view;
  switch (event.type) {
    case "opened":
      return { phase: "waiting", commitment: event.commitment };
    case "configured": {
      const { options, sentences, contest, max_seats, turn_seconds } = event;
      return { options, sentences, contest, max_seats, turn_seconds };
    }
    case "joined":
      return joined(view, event);
    case "left":
      return {
        seats: withSeat(seats, event.seat, { present: false, away: false }),
        votes: withoutSeat(view.votes, event.seat),
        host: event.host,
        ...callAfter(view, event.seat),
      };
    case "went_away":
      return {
        seats: withSeat(seats, event.seat, { away: true }),
        votes: withoutSeat(view.votes, event.seat),
      };
    case "came_back":
      return { seats: withSeat(seats, event.seat, { away: false }) };
    case "muted":
      return { seats: withSeat(seats, event.seat, { muted: event.muted }) };
    case "started":
      return {
        phase: "playing",
        turn: event.turn,
        started_at: event.at,
        ends_at: event.ends_at,
      };
    case "dealt":
      return dealt(view, event);
    case "reshuffled":
      return { undealt: event.count };
    case "called":
      return { call: { seat: event.seat, until: event.until } };
    case "claimed":
      return claimed(view, event);
    case "refused":
    case "lapsed": {
      const { score, locked_until } = event;
      const before = seats[event.seat]?.refusals ?? 0;
      const refusals = event.type === "refused" ? before + 1 : before;
      return {
        seats: withSeat(seats, event.seat, { score, locked_until, refusals }),
        ranking: event.ranking,
        ...callAfter(view, event.seat),
      };
    }
    case "taken_back":
      return takenBack(view, event);
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
    case "resumed":
      return { ends_at: event.ends_at, call: event.call };
    case "voted":
      return { votes: voted(view, event) };
    case "paused":
      return { paused: event.at, votes: without(view.votes, "pause") };
    case "continued":
      return {
        paused: null,
        votes: without(view.votes, "continue"),
        ends_at: event.ends_at,
        call: event.call,
        seats: seats.map((seat) => ({ ...seat, locked_until: event.locks[seat.seat] ?? null })),
      };
    case "hinted": {
      if (event.seat !== null) return {};
      const { stage, cards, there } = event;
      return { hint: { stage, cards, there }, votes: without(view.votes, "hint") };
    }
    case "announced":
      return { optimum: event.optimum, optimum_proved: event.proved };
    case "ended":
      return {
        phase: "ended",
        turn: null,
        reason: event.reason,
        seed: event.seed,
        ranking: event.ranking,
        ended_at: event.at,
        votes: [],
        call: null,
        paused: null,
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

/** Whether an event changes which cards lie where, so that what was said of them is out of date. */
export function changesTable({ type }: EventView): boolean {
  return type === "dealt" || type === "claimed" || type === "taken_back";
}

/** Whether at most one seat plays, which then has all the time it likes. */
function isAlone(view: TableView): boolean {
  return view.seats.filter((seat) => seat.present).length < 2;
}

/** Return when the turn began, after an event; `turnAt` is what was known before it. */
export function turnBegan(
  before: TableView,
  event: EventView,
  turnAt: number | null,
): number | null {
  switch (event.type) {
    case "joined":
      return isAlone(before) ? event.at : turnAt;
    case "started":
    case "turn_passed":
    case "flipped":
    case "claimed":
    case "resumed":
      return event.at;
    case "continued":
      return turnAt === null ? null : turnAt + event.pause_ms;
    default:
      return turnAt;
  }
}

/** Return when a turn that began at `turnAt` is over; null if no time runs, as for a seat alone. */
export function turnEnd(view: TableView, turnAt: number | null): number | null {
  if (view.turn === null || turnAt === null || view.paused !== null) return null;
  if (isAlone(view)) return null;
  return turnAt + 1000 * view.turn_seconds;
}

/** Return the slot on which a card lies face up, -1 if there is none. */
export function findSlot(view: TableView, card: string): number {
  return view.slots.findIndex((here) => here?.card === card);
}

/** Return the cards that a seat may use from an earlier claim. */
export function chainOf(view: TableView, seat: number | null): readonly SpotView[] {
  return seat === null ? [] : (view.seats[seat]?.chain ?? []);
}

/** Whether a seat may use a card now: it lies on the table, or belongs to the seat's chain. */
export function isAtHand(view: TableView, seat: number | null, card: string): boolean {
  return findSlot(view, card) >= 0 || chainOf(view, seat).some((spot) => spot.card === card);
}

/** Return the people whose votes count: those at the table who are not away. */
export function votersOf(view: TableView): readonly SeatView[] {
  return view.seats.filter((seat) => seat.present && !seat.away && seat.bot === null);
}
