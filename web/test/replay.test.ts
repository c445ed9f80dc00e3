import assert from "node:assert/strict";
import { test } from "node:test";
import type { Game, Luck, Moment, Taking } from "../src/net/games.ts";
import {
  countClaims,
  describeLuck,
  describeMoment,
  leadTimes,
  sayDifficulty,
  saySeconds,
  sayTaking,
  sayTime,
  stateAt,
} from "../src/state/replay.ts";
import { exampleView } from "./example.ts";

const taking = (changes: Partial<Taking> = {}): Taking => ({
  seat: 0,
  cards: ["1RSD", "2RSD", "3RSD"],
  linked: null,
  points: 1,
  after_ms: 4200,
  there_ms: 4200,
  difficulty: 1,
  known: null,
  undone: false,
  ...changes,
});

const moment = (changes: Partial<Moment> = {}): Moment => ({
  seq: 5,
  at_ms: 0,
  until_ms: 4200,
  cause: "start",
  slots: ["1RSD", null, "3RSD"],
  undealt: 69,
  grew: 0,
  count: 1,
  chances: [],
  taking: taking(),
  missed: false,
  wrong: [],
  scores: [0, 0],
  turn: null,
  ...changes,
});

function game(moments: Moment[], scores: [number, number[]][] = []): Game {
  const summary = {
    score: 0,
    claims: 0,
    refusals: 0,
    fastest_ms: null,
    typical_ms: null,
    difficulty: null,
    flips: 0,
  };
  return {
    table: "t",
    view: exampleView({ face_down: true, phase: "ended" }),
    imported: false,
    fair: true,
    reason: null,
    line: null,
    analysis: {
      play_ms: 10_000,
      moments,
      scores: scores.map(([at_ms, scores]) => ({ at_ms, scores })),
      seats: [summary, summary],
      ranking: [0, 1],
      loser: null,
      optimum: null,
      optimum_proved: false,
    },
  };
}

test("the table is shown as it lay, with all cards face up", () => {
  const shown = moment({ scores: [2, 1] });
  const { view, selection } = stateAt(game([shown]), shown, ["3RSD"]);
  assert.deepEqual(view?.slots, [{ card: "1RSD" }, null, { card: "3RSD" }]);
  assert.equal(view?.face_down, false);
  assert.equal(view?.undealt, 69);
  assert.deepEqual(view?.seats.slice(0, 2).map(({ score }) => score), [2, 1]);
  assert.deepEqual(selection, ["3RSD"]);
});

test("times are told as one reads a clock", () => {
  assert.equal(sayTime(67_900), "1:07");
  assert.equal(saySeconds(4240), "4.2 s");
  assert.equal(saySeconds(125_000), "2:05");
});

test("claims are counted in the words of the variant", () => {
  assert.equal(countClaims(exampleView({ claim_title: "Eight-Set" }), 1), "1 Eight-Set");
  assert.equal(countClaims(exampleView({ claim_title: "Set" }), 0), "0 Sets");
  assert.equal(sayDifficulty(1), "1 feature differs");
  assert.equal(sayDifficulty(8 / 3), "2.7 features differ");
});

test("of a claim it is told who took it, when, and what was known", () => {
  const view = exampleView();
  const name = view.seats[0]?.name;
  assert.equal(sayTaking(view, taking()), `${name} took it after 4.2 s`);
  assert.equal(
    sayTaking(view, taking({ there_ms: 9000, known: 2, undone: true })),
    `${name} took it after 4.2 s, there for 9.0 s; 2 of its 3 cards were known; taken back later`,
  );
});

test("what became of a table is told", () => {
  const added = game([moment({ missed: true, count: 2, taking: null }), moment({ grew: 2 })]);
  assert.match(describeMoment(added, 0), /^2 Sets lay there, and nobody saw it\.$/);
  assert.equal(describeMoment(added, 1), "Cards were added 2 times.");
  const over = game([moment(), moment({ count: 0, taking: null })]);
  assert.equal(describeMoment(over, 0), "");
  assert.equal(describeMoment(over, 1), "Nothing was left to take.");
});

test("luck is told from its rarer side", () => {
  const luck: Luck = {
    claims: 0,
    cards: 12,
    at_most: 0.0323,
    at_least: 1,
    mean: 2.78,
    method: "exact",
    samples: null,
  };
  const view = exampleView({ claim_title: "Set" });
  assert.equal(
    describeLuck(view, luck),
    "0 Sets among 12 cards: 3% of fresh tables have none; 2.8 is the average.",
  );
  const rich = { ...luck, claims: 9, at_most: 0.9999, at_least: 0.0004, samples: 2000 };
  assert.match(describeLuck(view, rich), /fewer than 1 in 1000 of fresh tables have so many/);
  assert.match(describeLuck(view, rich), /estimated from 2000 deals/);
});

test("who led for how long", () => {
  const led = game([], [[0, [0, 0]], [1000, [1, 0]], [4000, [1, 1]], [7000, [1, 2]]]);
  assert.deepEqual(leadTimes(led), [3000, 3000]);
});
