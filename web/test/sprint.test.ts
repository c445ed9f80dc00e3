import assert from "node:assert/strict";
import { test } from "node:test";
import type { SprintFigures } from "../src/net/practice.ts";
import { MemoryStore } from "../src/net/practice-store.ts";
import { beginRound, isOver, resultOf, skipRound } from "../src/state/practice.ts";
import { chooseTable, type StockedTable } from "../src/state/practice-stock.ts";
import {
  beginSprint,
  countWrong,
  endSprint,
  findBest,
  PENALTY,
  type Sprint,
  tellClock,
  timeLeft,
} from "../src/state/sprint.ts";
import { makePack, press, Server, solve, stock, supply } from "./practising.ts";

// -- sprints ----------------------------------------------------------------------------------

const KIND = { variant: "classic", level: null, seconds: 60 };
const makeSprint = (change: Partial<Sprint> = {}): Sprint => ({
  ...beginSprint(KIND, "sprint", "one", 1000),
  ...change,
});

test("the clock of a sprint goes on by itself, and mistakes cost their time", () => {
  const sprint = makeSprint();
  assert.equal(timeLeft(sprint, 1000), 60_000);
  assert.equal(timeLeft(sprint, 31_000), 30_000);
  assert.equal(timeLeft(countWrong(sprint), 31_000), 30_000 - PENALTY);
  assert.equal(timeLeft({ ...sprint, skipped: 2 }, 31_000), 30_000 - 2 * PENALTY);
  assert.equal(timeLeft(sprint, 61_000), 0);
  assert.equal(timeLeft(sprint, 99_000), 0);
  assert.equal(timeLeft(endSprint(sprint), 2000), 0);
  // A clock that was set back gives nothing.
  assert.equal(timeLeft(sprint, -50_000), 60_000);
});

test("a clock shows the second that has begun", () => {
  assert.equal(tellClock(60_000), "1:00");
  assert.equal(tellClock(59_001), "1:00");
  assert.equal(tellClock(9_000), "0:09");
  assert.equal(tellClock(1), "0:01");
  assert.equal(tellClock(0), "0:00");
});

test("the best is that of its kind, told or still here, of equal ones with fewer wrong", () => {
  const told: SprintFigures[] = [
    { ...KIND, title: "Classic", score: 7, wrong: 2, skipped: 0, at: 1, sprints: 3 },
    { ...KIND, level: 3, title: "Classic", score: 9, wrong: 0, skipped: 0, at: 1, sprints: 1 },
  ];
  assert.equal(findBest(KIND, [], []), null);
  assert.equal(findBest(KIND, told, [])?.score, 7);
  assert.equal(findBest({ ...KIND, seconds: 120 }, told, []), null);
  assert.equal(findBest(KIND, told, [makeSprint({ found: 8 })])?.score, 8);
  assert.equal(findBest(KIND, told, [makeSprint({ found: 7, wrong: 1 })])?.wrong, 1);
  assert.equal(findBest(KIND, told, [makeSprint({ found: 7, wrong: 3 })])?.wrong, 2);
});

test("a sprint counts what came of its tables, and is sent after them when it is over", async () => {
  const server = new Server();
  let now = 1000;
  const { supplier, store } = supply(server, new MemoryStore(), { now: () => now });
  await supplier.sync();
  const { id } = await supplier.beginSprint(60);
  server.isUp = false;
  await solve(supplier, id);
  await solve(supplier, id);
  const skipped = await supplier.take(id);
  await supplier.finish(resultOf(skipRound(beginRound(skipped as StockedTable)), 1, 1, id));
  const [sprint] = await store.sprints();
  assert.deepEqual([sprint?.found, sprint?.wrong, sprint?.skipped], [2, 0, 1]);
  server.isUp = true;
  await supplier.sync();
  assert.equal(server.scores.size, 0);
  now = 1000 + 60_000 - PENALTY;
  server.losesAnswers = true;
  await supplier.sync();
  assert.deepEqual(supplier.state.sprints.map(({ found }) => found), [2]);
  server.losesAnswers = false;
  await supplier.sync();
  assert.deepEqual([...server.scores], [[id, 2]]);
  assert.deepEqual(await store.sprints(), []);
  assert.deepEqual(supplier.state.sprints, []);
});

test("a table counts once to a sprint, and a sprint without a claim is none", async () => {
  const server = new Server();
  const { supplier, store } = supply(server);
  await supplier.sync();
  const sprint = await supplier.beginSprint(60);
  const table = (await supplier.take(sprint.id)) as StockedTable;
  const result = resultOf(press(beginRound(table), 0, 1, 2), 10, 10, sprint.id);
  await supplier.finish(result);
  await supplier.finish(result);
  assert.equal((await supplier.lookAtSprint(sprint))?.found, 1);
  const empty = await supplier.beginSprint(60);
  await supplier.endSprint(empty);
  await supplier.sync();
  assert.deepEqual([...server.scores], []);
  assert.deepEqual((await store.sprints()).map(({ id }) => id), [sprint.id]);
});

test("a sprint begins with tables that were never shown, and keeps its own", async () => {
  const server = new Server();
  const store = new MemoryStore();
  const { supplier } = supply(server, store);
  await supplier.sync();
  const seen = await supplier.take();
  const { id } = await supplier.beginSprint(60);
  const first = await supplier.take(id);
  assert.notEqual(first?.id, seen?.id);
  // After the page was loaded anew it is the same table, and the sprint goes on.
  const anew = supply(server, store).supplier;
  assert.equal((await anew.resumeSprint())?.id, id);
  assert.equal((await anew.take(id))?.id, first?.id);
  // Tables to train on are none of a sprint.
  const trained = stock(makePack(1, { is_trained: true })) as [StockedTable];
  assert.equal(chooseTable(trained, { window: "w", now: 1, sprint: "s" }), null);
});

test("loading the page anew gives no time, and no mistake back", async () => {
  const server = new Server();
  const store = new MemoryStore();
  let now = 1000;
  const options = { now: () => now };
  const before = supply(server, store, options).supplier;
  await before.sync();
  const sprint = await before.beginSprint(60);
  await solve(before, sprint.id);
  await before.countWrong(sprint);
  now = 21_000;
  const after = (await supply(server, store, options).supplier.resumeSprint()) as Sprint;
  assert.deepEqual([after.found, after.wrong], [1, 1]);
  assert.equal(timeLeft(after, now), 40_000 - PENALTY);
  // In another window it does not run, and after its time it is over.
  assert.equal(await supply(server, store, { ...options, window: "w" }).supplier.resumeSprint(), null);
  now = 61_000;
  assert.equal((await supply(server, store, options).supplier.resumeSprint())?.isOver, true);
});

test("who goes to other tables leaves the sprint, which counts as it is", async () => {
  const server = new Server();
  const store = new MemoryStore();
  const { supplier } = supply(server, store);
  await supplier.sync();
  const { id } = await supplier.beginSprint(60);
  await solve(supplier, id);
  const other = supply(server, store, { level: 2 }).supplier;
  assert.equal(await other.resumeSprint(), null);
  await other.sync();
  assert.deepEqual([...server.scores], [[id, 1]]);
});
