/** One table of practice: a state, and pure functions that return the next one. */

import type { PracticeResult } from "../net/practice.ts";
import type { SpotView } from "../protocol.ts";
import type { StockedTable } from "./practice-stock.ts";

export interface Round {
  table: StockedTable;
  /** Places of the cards that are picked. */
  selection: readonly number[];
  outcome: "open" | "wrong" | "found" | "skipped";
  /** Wrong claims so far. */
  wrong: number;
  /** Places of cards that were shown. */
  hinted: readonly number[];
}

export function beginRound(table: StockedTable): Round {
  return { table, selection: [], outcome: "open", wrong: 0, hinted: [] };
}

/** Whether nothing more can be done on the table. */
export const isOver = ({ outcome }: Round): boolean =>
  outcome === "found" || outcome === "skipped";

/** Return the card at a place, null for a hole. */
export function cardAt({ slots, previous }: StockedTable, place: number): string | null {
  return slots[place] ?? previous[place - slots.length]?.card ?? null;
}

/** Pick a card, or put it back; as many as are a claim are answered with at once. */
export function pressPlace(round: Round, place: number): Round {
  if (isOver(round) || cardAt(round.table, place) === null) return round;
  // After a wrong claim the next pick begins anew.
  const picked = round.outcome === "wrong" ? [] : round.selection;
  const selection = picked.includes(place)
    ? picked.filter((other) => other !== place)
    : [...picked, place];
  const next: Round = { ...round, selection, outcome: "open" };
  return selection.length === round.table.claim_sizes[1] ? submitRound(next) : next;
}

/** Put all picked cards back. */
export function clearRound(round: Round): Round {
  return isOver(round) ? round : { ...round, selection: [], outcome: "open" };
}

/** Whether what is picked can be claimed. */
export const canClaim = ({ outcome, selection, table }: Round): boolean =>
  outcome === "open" && selection.length >= table.claim_sizes[0];

/** Claim what is picked. */
export function submitRound(round: Round): Round {
  if (!canClaim(round)) return round;
  const places = sorted(round.selection);
  const isClaim = round.table.claims.some((claim) => isSame(claim.places, places));
  return isClaim
    ? { ...round, outcome: "found" }
    : { ...round, outcome: "wrong", wrong: round.wrong + 1 };
}

/** Show one more card of a claim: of that in which the most cards were shown, the easiest. */
export function hintRound(round: Round): Round {
  if (isOver(round)) return round;
  const [easiest] = round.table.claims
    .filter(({ places }) => round.hinted.every((place) => places.includes(place)))
    .toSorted((one, other) => one.differing - other.differing);
  const next = easiest?.places.find((place) => !round.hinted.includes(place));
  // The last card is the reader's to find.
  if (next === undefined || !easiest || round.hinted.length >= easiest.places.length - 1) {
    return round;
  }
  const open = round.outcome === "wrong" ? clearRound(round) : round;
  return { ...open, hinted: [...round.hinted, next] };
}

/** Whether one more card can be shown. */
export const hasHint = (round: Round): boolean => hintRound(round) !== round;

export function skipRound(round: Round): Round {
  return isOver(round) ? round : { ...round, outcome: "skipped", selection: [] };
}

/** The longest time that is told; who takes longer was elsewhere. */
const MOST_MS = 3_600_000;

/** Return what came of a table that is over. */
export function resultOf(
  round: Round,
  ms: number,
  at: number,
  sprint: string | null = null,
): PracticeResult {
  const { id, variant, seed, number } = round.table;
  return {
    id,
    variant,
    seed,
    number,
    places: round.outcome === "found" ? sorted(round.selection) : null,
    ms: Math.round(Math.min(MOST_MS, Math.max(0, ms))),
    wrong: Math.min(10_000, round.wrong),
    hints: round.hinted.length,
    at: Math.round(at),
    sprint,
  };
}

/** How a card is to be marked. */
export function markOfPlace(round: Round, place: number): "chosen" | "wrong" | "hinted" | "" {
  if (round.selection.includes(place)) return round.outcome === "wrong" ? "wrong" : "chosen";
  return round.hinted.includes(place) ? "hinted" : "";
}

/** Return the picked cards with the groups in which they lie. */
export function pickedSpots({ table, selection }: Round): SpotView[] {
  const [rows, columns] = table.group_shape;
  return selection.map((place) => {
    const before = table.previous[place - table.slots.length];
    return before ?? { card: table.slots[place] ?? "", group: place % (rows * columns) };
  });
}

const sorted = (places: readonly number[]): number[] =>
  [...places].sort((one, other) => one - other);

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((place, index) => place === other[index]);
}
