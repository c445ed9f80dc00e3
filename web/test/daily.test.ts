import assert from "node:assert/strict";
import { test } from "node:test";
import type { DailyPuzzle, DailyResult } from "../src/net/daily.ts";
import { MemoryDailyStore } from "../src/net/daily-store.ts";
import {
  beginDaily,
  canClaim,
  canName,
  claimsLeft,
  clearDaily,
  codeOf,
  type DailyRound,
  giveUp,
  hasHint,
  hintDaily,
  isOver,
  markOfPlace,
  nameValue,
  pressCard,
  putBack,
  resultOf,
  slotsOf,
  spotsOf,
  submitDaily,
  submitName,
  totalOf,
} from "../src/state/daily.ts";
import { shareLines } from "../src/state/daily-share.ts";
import { dateOf, datesOf, shiftDate, shiftMonth, tellDate } from "../src/state/dates.ts";

const COSTS = { hint_seconds: 20, wrong_seconds: 5 };

/** Seven cards with the claims 012, 034 and 345, of which the last two, or the first and last, … */
const makePuzzle = (change: Partial<DailyPuzzle> = {}): DailyPuzzle => ({
  name: "basic",
  title: "Basic",
  id: "0123456789ab",
  kind: "all",
  kind_title: "Find all",
  task: "Find every Set.",
  variant: "classic",
  variant_title: "Classic",
  deck: "classic",
  group_shape: [1, 1],
  claim_sizes: [3, 3],
  level: 2,
  slots: ["A", "B", "C", "D", "E", "F", "G"],
  previous: [],
  claims: [
    { places: [0, 1, 2], differing: 3 },
    { places: [0, 3, 4], differing: 1 },
    { places: [3, 4, 5], differing: 2 },
  ],
  answers: [[0, 1, 2]],
  optimum: null,
  features: [],
  ...change,
});

const TAKING = makePuzzle({ kind: "coop", answers: [[0, 2]], optimum: 2 });
const DUEL = makePuzzle({ kind: "duel", answers: [[2], [1]] });
const THIRD = makePuzzle({
  kind: "third",
  claims: [],
  answers: [[2, 0, 1]],
  features: [
    { name: "number", values: ["one", "two", "three"], codes: "123" },
    { name: "colour", values: ["red", "green", "purple"], codes: "RGP" },
    { name: "group", values: ["first group", "second group", "third group"], codes: "" },
  ],
});

const begin = (puzzle: DailyPuzzle): DailyRound => beginDaily(puzzle, "2026-11-30", "id-1");
const press = (puzzle: DailyPuzzle, round: DailyRound, ...places: number[]): DailyRound =>
  places.reduce((now, place) => pressCard(puzzle, now, place), round);
const signs = (round: DailyRound): string => round.marks.map(({ how }) => how).join();

// -- finding all ------------------------------------------------------------------------------

test("a puzzle is solved when every claim is found, each once", () => {
  const puzzle = makePuzzle();
  let round = press(puzzle, begin(puzzle), 2, 0, 1);
  assert.deepEqual([round.verdict, round.found, round.phase], ["right", [0], "open"]);
  round = press(puzzle, round, 0, 1, 2);
  assert.deepEqual([round.verdict, round.found, round.wrong], ["known", [0], 0]);
  round = press(puzzle, round, 0, 1, 3);
  assert.deepEqual([round.verdict, round.wrong, markOfPlace(round, 3)], ["wrong", 1, "wrong"]);
  round = press(puzzle, round, 4, 3, 5);
  round = press(puzzle, round, 0, 3, 4);
  assert.ok(isOver(round));
  assert.equal(round.phase, "solved");
  assert.equal(signs(round), "alone,wrong,alone,alone");
  assert.deepEqual(resultOf({ ...round, ms: 1234.6 }, 5.2), {
    id: "id-1",
    date: "2026-11-30",
    name: "basic",
    puzzle: "0123456789ab",
    found: [0, 2, 1],
    ms: 1235,
    wrong: 1,
    hints: 0,
    at: 5,
  });
  assert.equal(press(puzzle, round, 6), round);
  assert.equal(giveUp(round), round);
});

test("cards can be put back, and claims of several sizes wait for a word", () => {
  const puzzle = makePuzzle({ claim_sizes: [3, 4] });
  const round = press(puzzle, begin(puzzle), 0, 1, 0);
  assert.deepEqual(round.selection, [1]);
  assert.deepEqual(clearDaily(round).selection, []);
  assert.equal(clearDaily(begin(puzzle)).selection.length, 0);
  assert.equal(canClaim(puzzle, round), false);
  const ready = press(puzzle, round, 0, 2);
  assert.ok(canClaim(puzzle, ready));
  assert.deepEqual(submitDaily(puzzle, ready).found, [0]);
});

test("hints show the easiest claim that is not found, all but its last card, and cost", () => {
  const puzzle = makePuzzle();
  let round = hintDaily(puzzle, begin(puzzle));
  assert.deepEqual([round.hinted, round.hints], [[0], 1]);
  round = hintDaily(puzzle, round);
  assert.deepEqual([round.hinted, hasHint(puzzle, round)], [[0, 3], false]);
  assert.equal(markOfPlace(round, 3), "hinted");
  // Another claim is found alone, and what was shown stays.
  round = press(puzzle, round, 3, 4, 5);
  assert.deepEqual(round.hinted, [0, 3]);
  round = press(puzzle, round, 0, 3, 4);
  assert.deepEqual([round.hinted, signs(round)], [[], "alone,helped"]);
  assert.equal(totalOf({ ...round, ms: 1000, wrong: 2 }, COSTS), 1000 + 40_000 + 10_000);
});

test("who gives up has no answer", () => {
  const puzzle = makePuzzle();
  const round = giveUp(press(puzzle, begin(puzzle), 0, 1, 2));
  assert.deepEqual([round.phase, resultOf(round, 1).found], ["given-up", null]);
});

// -- taking claims ----------------------------------------------------------------------------

test("claims that are taken leave holes, and the best number of them solves the puzzle", () => {
  let round = press(TAKING, begin(TAKING), 0, 1, 2);
  assert.deepEqual(slotsOf(TAKING, round).slice(0, 4), [null, null, null, "D"]);
  assert.deepEqual(claimsLeft(TAKING, round), [2]);
  assert.equal(press(TAKING, round, 0), round);
  round = press(TAKING, round, 3, 4, 5);
  assert.deepEqual([round.phase, resultOf(round, 1).found], ["solved", [0, 2]]);
});

test("fewer than the best are a mistake, and can be put back", () => {
  let round = press(TAKING, begin(TAKING), 0, 3, 4);
  assert.deepEqual([round.phase, round.verdict, round.wrong], ["open", "short", 1]);
  assert.equal(signs(round), "alone,wrong");
  round = putBack(TAKING, round, 1);
  assert.deepEqual([round.found, round.verdict, signs(round)], [[], "", "wrong"]);
  assert.equal(putBack(TAKING, round), round);
  round = press(TAKING, press(TAKING, round, 0, 1, 2), 3, 4, 5);
  assert.deepEqual([round.phase, signs(round)], ["solved", "wrong,alone,alone"]);
});

test("a hint puts back what does not lead to the answer that it shows", () => {
  let round = hintDaily(TAKING, press(TAKING, begin(TAKING), 0, 3, 4));
  assert.deepEqual([round.found, round.verdict, round.hinted], [[], "put-back", [3]]);
  round = hintDaily(TAKING, press(TAKING, begin(TAKING), 0, 1, 2));
  assert.deepEqual([round.found, round.verdict, round.hinted], [[0], "", [3]]);
});

// -- the duel, and a card that is named -------------------------------------------------------

test("in a duel the first claim wins or loses, and what is no claim only counts", () => {
  const won = press(DUEL, press(DUEL, begin(DUEL), 0, 1, 3), 3, 4, 5);
  assert.deepEqual([won.phase, won.wrong, resultOf(won, 1).found], ["solved", 1, [2]]);
  const lost = press(DUEL, begin(DUEL), 0, 1, 2);
  assert.deepEqual([lost.phase, resultOf(lost, 1).found, signs(lost)], ["lost", [0], "wrong"]);
  const shown = hintDaily(DUEL, begin(DUEL));
  assert.deepEqual(shown.hinted, [0]);
  assert.deepEqual(hintDaily(DUEL, shown).hinted, [0, 3]);
});

test("a card is named feature by feature", () => {
  let round = begin(THIRD);
  assert.equal(press(THIRD, round, 0), round);
  assert.equal(canName(round), false);
  assert.equal(codeOf(THIRD, round.named), null);
  for (const feature of [0, 1, 2]) round = nameValue(round, feature, 0);
  assert.equal(codeOf(THIRD, round.named), "1R");
  round = submitName(THIRD, round);
  assert.deepEqual([round.verdict, round.wrong, canName(round)], ["wrong", 1, false]);
  round = nameValue(nameValue(round, 0, 2), 2, 1);
  round = submitName(THIRD, round);
  assert.deepEqual([round.phase, resultOf(round, 1).found], ["solved", [2, 0, 1]]);
});

test("hints tell features of the card, all but the last, and these stay", () => {
  let round = hintDaily(THIRD, begin(THIRD));
  assert.deepEqual([round.named, round.hinted], [[2, null, null], [0]]);
  assert.equal(nameValue(round, 0, 1), round);
  assert.equal(markOfPlace(round, 0), "");
  // What is right already needs no hint.
  round = hintDaily(THIRD, nameValue(round, 1, 0));
  assert.deepEqual(round.named, [2, 0, 1]);
  assert.equal(hasHint(THIRD, round), false);
  assert.equal(signs(submitName(THIRD, round)), "helped");
});

test("places are those of the groups, and of the claim before", () => {
  const puzzle = makePuzzle({
    group_shape: [1, 3],
    previous: [{ card: "X", group: 2 }],
    claims: [{ places: [0, 5, 7], differing: 1 }],
  });
  assert.deepEqual(spotsOf(puzzle, [0, 5, 7]), [
    { card: "A", group: 0 },
    { card: "F", group: 2 },
    { card: "X", group: 2 },
  ]);
  assert.equal(press(puzzle, begin(puzzle), 7, 0, 5).phase, "solved");
});

// -- what is kept -----------------------------------------------------------------------------

test("of two windows the first end counts, and has one result", async () => {
  const store = new MemoryDailyStore();
  const puzzle = makePuzzle();
  const open = begin(puzzle);
  await store.save(open);
  const first = { ...giveUp(open), ms: 5 };
  const second = { ...giveUp(open), id: "id-2", ms: 9 };
  assert.equal(await store.finish(first, resultOf(first, 1)), first);
  assert.equal(await store.finish(second, resultOf(second, 1)), first);
  await store.save({ ...open, ms: 70 });
  assert.equal(await store.find("2026-11-30/basic"), first);
  assert.deepEqual((await store.waiting(9)).map(({ id }: DailyResult) => id), ["id-1"]);
  await store.drop(["id-1"]);
  assert.equal(await store.countWaiting(), 0);
  assert.deepEqual(await store.between("2026-11-01", "2026-11-30"), [first]);
  assert.deepEqual(await store.between("2026-12-01", "2026-12-31"), []);
  // A server whose puzzles are other ones has other rounds.
  const other = { ...open, puzzle: "ba9876543210" };
  await store.save(other);
  assert.equal(await store.find("2026-11-30/basic"), other);
});

// -- what is shared ---------------------------------------------------------------------------

test("the text to share tells how it went, and nothing of the cards", () => {
  const puzzle = makePuzzle();
  let round = press(puzzle, begin(puzzle), 0, 1, 2);
  round = hintDaily(puzzle, press(puzzle, round, 0, 1, 3));
  round = press(puzzle, press(puzzle, round, 0, 3, 4), 3, 4, 5);
  const address = "https://club.example/daily/2026-11-30";
  const lines = shareLines({ ...round, ms: 58_000 }, COSTS, { title: "Basic", streak: 7, address });
  assert.deepEqual(lines, [
    "thirdcard, 2026-11-30: Basic",
    "■×□■ in 1:23",
    "1 hint",
    "1 mistake",
    "7 days in a row",
    address,
  ]);
  const lost = giveUp(begin(puzzle));
  assert.deepEqual(shareLines(lost, COSTS, { title: "Basic", streak: 0, address }), [
    "thirdcard, 2026-11-30: Basic",
    "Not solved",
    address,
  ]);
});

// -- dates ------------------------------------------------------------------------------------

test("dates follow each other, whatever the time zone", () => {
  assert.equal(dateOf(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
  assert.equal(shiftDate("2026-02-28", 1), "2026-03-01");
  assert.equal(shiftDate("2026-01-01", -1), "2025-12-31");
  assert.equal(shiftDate("2026-02-30", 1), null);
  assert.equal(shiftMonth("2026-12", 1), "2027-01");
  assert.equal(shiftMonth("2026-01", -1), "2025-12");
  assert.equal(datesOf("2026-02", "2026-01-01", "2026-12-31").length, 28);
  assert.deepEqual(datesOf("2026-11", "2026-11-29", "2026-12-31"), ["2026-11-29", "2026-11-30"]);
  assert.match(tellDate("2026-11-30"), /^Monday,? 30 November 2026$/);
  assert.equal(tellDate("nonsense"), "nonsense");
});
