import assert from "node:assert/strict";
import { test } from "node:test";
import { placeTrend, tellCount, tellDuration, tellKind } from "../src/state/statistics.ts";

test("times of play are told in the units that fit", () => {
  assert.equal(tellDuration(0), "0.0 s");
  assert.equal(tellDuration(4230), "4.2 s");
  assert.equal(tellDuration(59_949), "59.9 s");
  assert.equal(tellDuration(59_951), "1 min 0 s");
  assert.equal(tellDuration(185_400), "3 min 5 s");
  assert.equal(tellDuration(3_599_400), "59 min 59 s");
  assert.equal(tellDuration(3_720_000), "1 h 2 min");
});

test("a word is in the plural where it is not one", () => {
  assert.deepEqual([0, 1, 2].map((n) => tellCount(n, "game")), ["0 games", "1 game", "2 games"]);
});

test("the race needs no mention", () => {
  const classic = { title: "Classic", contest: "race", contest_title: "Race" };
  assert.equal(tellKind(classic), "Classic");
  assert.equal(tellKind({ ...classic, contest: "duel", contest_title: "Duel" }), "Classic, Duel");
});

test("a trend goes from left to right, and slow is up", () => {
  const at = (median_ms: number) => ({ at: 0, games: 1, claims: 1, median_ms });
  const spots = placeTrend([at(4000), at(2000), at(1000)], 100, 40);
  assert.deepEqual(spots.map(({ x, y }) => [x, y]), [[0, 0], [50, 20], [100, 30]]);
  assert.deepEqual(placeTrend([at(4000)], 100, 40).map(({ x }) => x), [50]);
  assert.deepEqual(placeTrend([], 100, 40), []);
});
