/** One daily puzzle: a state, and pure functions that return the next one. */

import type { DailyCosts, DailyPuzzle, DailyResult } from "../net/daily.ts";
import type { SpotView } from "../protocol.ts";

/** Something that was done: a claim that was found, with a hint or without one, or a mistake. */
export interface Mark {
  how: "alone" | "helped" | "wrong";
  /** The claim, null for none. */
  claim: number | null;
}

export interface DailyRound {
  /** Date and name of the puzzle. */
  key: string;
  /** The id of what will come of it, so that it counts once. */
  id: string;
  date: string;
  name: string;
  /** The puzzle's own id. */
  puzzle: string;
  phase: "open" | "solved" | "lost" | "given-up";
  /** What is to be said of the last thing that was done. */
  verdict: "" | "right" | "wrong" | "known" | "short" | "put-back";
  /** Places of the cards that are picked. */
  selection: readonly number[];
  /** The claims that are found or taken, by number, in order. */
  found: readonly number[];
  /** The value that was chosen in each feature, where a card is named. */
  named: readonly (number | null)[];
  /** What hints show of the claim that is looked for: places, or features of a card. */
  hinted: readonly number[];
  wrong: number;
  hints: number;
  /** What was done, in order. */
  marks: readonly Mark[];
  /** How long it took so far, in milliseconds. */
  ms: number;
}

export const keyOf = (date: string, name: string): string => `${date}/${name}`;

export function beginDaily(puzzle: DailyPuzzle, date: string, id: string): DailyRound {
  return {
    key: keyOf(date, puzzle.name),
    id,
    date,
    name: puzzle.name,
    puzzle: puzzle.id,
    phase: "open",
    verdict: "",
    selection: [],
    found: [],
    named: puzzle.features.map(() => null),
    hinted: [],
    wrong: 0,
    hints: 0,
    marks: [],
    ms: 0,
  };
}

export const isOver = ({ phase }: DailyRound): boolean => phase !== "open";

/** Whether claims are taken off the table, until none is left. */
export const takesCards = ({ optimum }: DailyPuzzle): boolean => optimum !== null;

/** Whether a card is named that does not lie there. */
export const namesCard = ({ features }: DailyPuzzle): boolean => features.length > 0;

const placesOf = (puzzle: DailyPuzzle, number: number): readonly number[] =>
  puzzle.claims[number]?.places ?? [];

/** Return the cards on the table: those that were taken have left holes. */
export function slotsOf(puzzle: DailyPuzzle, round: DailyRound): readonly (string | null)[] {
  if (!takesCards(puzzle)) return puzzle.slots;
  const taken = new Set(round.found.flatMap((number) => placesOf(puzzle, number)));
  return puzzle.slots.map((card, slot) => (taken.has(slot) ? null : card));
}

/** Return the card at a place, null for none. */
function cardAt(puzzle: DailyPuzzle, round: DailyRound, place: number): string | null {
  const { slots, previous } = puzzle;
  return slotsOf(puzzle, round)[place] ?? previous[place - slots.length]?.card ?? null;
}

/** Return the numbers of the claims that can still be found or taken. */
export function claimsLeft(puzzle: DailyPuzzle, round: DailyRound): number[] {
  const numbers = puzzle.claims.map((_, number) => number);
  if (!takesCards(puzzle)) return numbers.filter((number) => !round.found.includes(number));
  const taken = new Set(round.found.flatMap((number) => placesOf(puzzle, number)));
  return numbers.filter((number) => placesOf(puzzle, number).every((place) => !taken.has(place)));
}

// -- cards that are picked ----------------------------------------------------------------------

/** Pick a card, or put it back; as many as are a claim are answered with at once. */
export function pressCard(puzzle: DailyPuzzle, round: DailyRound, place: number): DailyRound {
  if (isOver(round) || namesCard(puzzle) || cardAt(puzzle, round, place) === null) return round;
  // After an answer the next pick begins anew.
  const picked = round.verdict === "wrong" || round.verdict === "known" ? [] : round.selection;
  const selection = picked.includes(place)
    ? picked.filter((other) => other !== place)
    : [...picked, place];
  const next: DailyRound = { ...round, selection, verdict: "" };
  return selection.length === puzzle.claim_sizes[1] ? submitDaily(puzzle, next) : next;
}

/** Put all picked cards back. */
export function clearDaily(round: DailyRound): DailyRound {
  return isOver(round) || (!round.verdict && round.selection.length === 0)
    ? round
    : { ...round, selection: [], verdict: "" };
}

/** Whether what is picked can be claimed. */
export const canClaim = (puzzle: DailyPuzzle, round: DailyRound): boolean =>
  round.phase === "open" && !round.verdict && round.selection.length >= puzzle.claim_sizes[0];

/** Claim what is picked. */
export function submitDaily(puzzle: DailyPuzzle, round: DailyRound): DailyRound {
  if (!canClaim(puzzle, round)) return round;
  const places = [...round.selection].sort((one, other) => one - other);
  const number = puzzle.claims.findIndex((claim) => isSame(claim.places, places));
  if (number < 0) return blame(round);
  if (round.found.includes(number)) return { ...round, verdict: "known" };
  return take(puzzle, round, number);
}

const blame = (round: DailyRound): DailyRound => ({
  ...round,
  verdict: "wrong",
  wrong: round.wrong + 1,
  marks: [...round.marks, { how: "wrong", claim: null }],
});

/** Take a claim that is one. */
function take(puzzle: DailyPuzzle, round: DailyRound, number: number): DailyRound {
  const isHelped =
    round.hinted.length > 0 && round.hinted.every((place) => placesOf(puzzle, number).includes(place));
  const next: DailyRound = {
    ...round,
    selection: [],
    verdict: "right",
    found: [...round.found, number],
    hinted: isHelped ? [] : round.hinted,
    marks: [...round.marks, { how: isHelped ? "helped" : "alone", claim: number }],
  };
  if (puzzle.kind === "duel") {
    const wins = puzzle.answers.some((answer) => isSame(answer, [number]));
    if (wins) return { ...next, phase: "solved" };
    return { ...blame(round), selection: [], found: [number], phase: "lost" };
  }
  if (claimsLeft(puzzle, next).length === 0) {
    if (!takesCards(puzzle) || next.found.length === puzzle.optimum) {
      return { ...next, phase: "solved" };
    }
    return { ...blame(next), verdict: "short" };
  }
  return keepHint(puzzle, next);
}

/** Forget what was shown of a claim that cannot be found any more. */
function keepHint(puzzle: DailyPuzzle, round: DailyRound): DailyRound {
  return round.hinted.length === 0 || wanted(puzzle, round).length > 0
    ? round
    : { ...round, hinted: [] };
}

/** Put claims that were taken back on the table: one, or all of them. */
export function putBack(puzzle: DailyPuzzle, round: DailyRound, number?: number): DailyRound {
  if (isOver(round) || !takesCards(puzzle)) return round;
  const found = number === undefined ? [] : round.found.filter((other) => other !== number);
  if (found.length === round.found.length) return round;
  return keepOnly(round, found);
}

/** Leave only some of the claims taken. */
function keepOnly(round: DailyRound, found: readonly number[]): DailyRound {
  const marks = round.marks.filter(({ claim }) => claim === null || found.includes(claim));
  return { ...round, found, selection: [], verdict: "", hinted: [], marks };
}

// -- a card that is named -----------------------------------------------------------------------

/** Say what the card's value in a feature is. */
export function nameValue(round: DailyRound, feature: number, value: number): DailyRound {
  if (isOver(round) || round.hinted.includes(feature)) return round;
  const named = round.named.map((other, index) => (index === feature ? value : other));
  return { ...round, named, verdict: "" };
}

/** Whether the card is named in every feature, and was not found wrong. */
export const canName = (round: DailyRound): boolean =>
  round.phase === "open" && !round.verdict && round.named.every((value) => value !== null);

/** Say that it is this card. */
export function submitName(puzzle: DailyPuzzle, round: DailyRound): DailyRound {
  if (!canName(round)) return round;
  const isRight = puzzle.answers.some((answer) => isSame(answer, round.named));
  if (!isRight) return blame(round);
  const mark: Mark = { how: round.hints > 0 ? "helped" : "alone", claim: null };
  return { ...round, phase: "solved", verdict: "right", marks: [...round.marks, mark] };
}

/** Return the code of a card by its values, null as long as some are missing. */
export function codeOf(puzzle: DailyPuzzle, named: readonly (number | null)[]): string | null {
  let code = "";
  for (const [index, { codes }] of puzzle.features.entries()) {
    if (codes === "") continue;
    const value = named[index] ?? null;
    if (value === null) return null;
    code += codes[value] ?? "";
  }
  return code;
}

// -- hints, and the end -------------------------------------------------------------------------

/** Return the claims that a hint may lead to, the easiest first. */
function wanted(puzzle: DailyPuzzle, round: DailyRound): number[] {
  const { kind, answers, claims } = puzzle;
  const left = claimsLeft(puzzle, round);
  const right = new Set(kind === "duel" || takesCards(puzzle) ? answers.flat() : left);
  return left
    .filter((number) => right.has(number))
    .filter((number) => round.hinted.every((place) => placesOf(puzzle, number).includes(place)))
    .sort((one, other) => (claims[one]?.differing ?? 0) - (claims[other]?.differing ?? 0));
}

/** Show one more card of a claim, or one more feature of the card that is named. */
export function hintDaily(puzzle: DailyPuzzle, round: DailyRound): DailyRound {
  if (isOver(round)) return round;
  if (namesCard(puzzle)) return hintFeature(puzzle, round);
  let open = round;
  if (takesCards(puzzle)) {
    // What does not lead to the answer that is shown is put back first.
    const [answer = []] = puzzle.answers;
    const found = round.found.filter((number) => answer.includes(number));
    if (found.length < round.found.length) {
      open = { ...keepOnly(round, found), verdict: "put-back" };
    }
  }
  const [target] = wanted(puzzle, open);
  if (target === undefined) return round;
  const places = placesOf(puzzle, target);
  const next = places.find((place) => !open.hinted.includes(place));
  // The last card is the reader's to find.
  if (next === undefined || open.hinted.length >= places.length - 1) return round;
  return {
    ...open,
    selection: open.verdict === "wrong" || open.verdict === "known" ? [] : open.selection,
    verdict: open.verdict === "put-back" ? "put-back" : "",
    hinted: [...open.hinted, next],
    hints: open.hints + 1,
  };
}

function hintFeature(puzzle: DailyPuzzle, round: DailyRound): DailyRound {
  const [answer = []] = puzzle.answers;
  const shown = [...round.hinted];
  // The last feature is the reader's to find.
  if (shown.length >= puzzle.features.length - 1) return round;
  const next = puzzle.features.findIndex(
    (_, index) => !shown.includes(index) && round.named[index] !== answer[index],
  );
  const feature = next >= 0 ? next : puzzle.features.findIndex((_, index) => !shown.includes(index));
  const named = round.named.map((value, index) =>
    index === feature ? (answer[index] ?? null) : value,
  );
  return { ...round, named, verdict: "", hinted: [...shown, feature], hints: round.hints + 1 };
}

export const hasHint = (puzzle: DailyPuzzle, round: DailyRound): boolean =>
  hintDaily(puzzle, round) !== round;

export const giveUp = (round: DailyRound): DailyRound =>
  isOver(round) ? round : { ...round, phase: "given-up", verdict: "", selection: [], hinted: [] };

/** The longest time that is told; who takes longer was elsewhere. */
const MOST_MS = 86_400_000;

/** Return what came of a puzzle that is over. */
export function resultOf(round: DailyRound, at: number): DailyResult {
  const { id, date, name, puzzle, phase, found, named, wrong, hints, ms } = round;
  const answer = named.length > 0 ? named.map((value) => value ?? 0) : found;
  return {
    id,
    date,
    name,
    puzzle,
    found: phase === "given-up" ? null : answer,
    ms: Math.round(Math.min(MOST_MS, Math.max(0, ms))),
    wrong: Math.min(10_000, wrong),
    hints: Math.min(1000, hints),
    at: Math.round(at),
  };
}

/** Return a time with what hints and wrong claims add. */
export const totalOf = (
  { ms, hints, wrong }: Pick<DailyRound, "ms" | "hints" | "wrong">,
  costs: DailyCosts,
): number => ms + 1000 * (hints * costs.hint_seconds + wrong * costs.wrong_seconds);

/** How a card is to be marked. */
export function markOfPlace(round: DailyRound, place: number): "chosen" | "wrong" | "hinted" | "" {
  if (round.selection.includes(place)) return round.verdict === "wrong" ? "wrong" : "chosen";
  return round.named.length === 0 && round.hinted.includes(place) ? "hinted" : "";
}

/** Return the cards of a claim by its number, as they lie. */
export function cardsOf(puzzle: DailyPuzzle, number: number): string[] {
  return spotsOf(puzzle, placesOf(puzzle, number)).map(({ card }) => card);
}

/** Return the cards at places with the groups in which they lie. */
export function spotsOf(puzzle: DailyPuzzle, places: readonly number[]): SpotView[] {
  const [rows, columns] = puzzle.group_shape;
  return places.map((place) => {
    const before = puzzle.previous[place - puzzle.slots.length];
    return before ?? { card: puzzle.slots[place] ?? "", group: place % (rows * columns) };
  });
}

function isSame(one: readonly (number | null)[], other: readonly (number | null)[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
