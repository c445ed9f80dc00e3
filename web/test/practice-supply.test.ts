import assert from "node:assert/strict";
import { test } from "node:test";
import type { PracticeDiffering, PracticeFigures } from "../src/net/practice.ts";
import { MemoryStore } from "../src/net/practice-store.ts";
import {
  BATCH,
  LEAST_AHEAD,
  LEAST_TRAINED,
  PACK,
  TRAINED_PACK,
} from "../src/net/practice-supply.ts";
import { type StockedTable } from "../src/state/practice-stock.ts";
import {
  chooseTraining,
  easiestOf,
  readWeights,
  tellWeights,
} from "../src/state/practice-training.ts";
import { makePack, Server, solve, stock, supply } from "./practising.ts";

test("tables are fetched ahead, and again when they become few", async () => {
  const server = new Server();
  const { supplier } = supply(server);
  await supplier.sync();
  assert.deepEqual(supplier.state, {
    variant: "classic",
    isOnline: true,
    left: PACK,
    waiting: 0,
    refusal: "",
    levels: [1, 2, 3],
    sprints: [],
  });
  await solve(supplier);
  await supplier.sync();
  assert.equal(server.packs, 2);
  assert.ok(supplier.state.left >= LEAST_AHEAD);
});

test("results wait while there is no server, and are counted once when it is back", async () => {
  const server = new Server();
  const { supplier } = supply(server);
  await supplier.sync();
  server.isUp = false;
  const solved = [];
  for (let number = 0; number < 20; number++) solved.push(await solve(supplier));
  await supplier.sync();
  assert.deepEqual(supplier.state, {
    variant: "classic",
    isOnline: false,
    left: PACK - 20,
    waiting: 20,
    refusal: "",
    levels: [1, 2, 3],
    sprints: [],
  });
  server.isUp = true;
  await supplier.sync();
  assert.deepEqual([...server.counted.keys()].sort(), solved.sort());
  assert.equal(server.posts, 20 / BATCH);
  assert.equal(supplier.state.waiting, 0);
  assert.equal(supplier.state.isOnline, true);
});

test("what the server took though its answer was lost is sent again under the same id", async () => {
  const server = new Server();
  const { supplier } = supply(server);
  await supplier.sync();
  server.losesAnswers = true;
  const id = await solve(supplier);
  await supplier.sync();
  assert.equal(supplier.state.waiting, 1);
  server.losesAnswers = false;
  await supplier.sync();
  assert.deepEqual([...server.counted.keys()], [id]);
  assert.equal(supplier.state.waiting, 0);
});

test("two windows have different tables, and count nothing twice", async () => {
  const server = new Server();
  const store = new MemoryStore();
  const one = supply(server, store).supplier;
  const other = supply(server, store, { window: "other" }).supplier;
  await Promise.all([one.sync(), other.sync()]);
  const [first, second] = [await one.take(), await other.take()];
  assert.notEqual(first?.id, second?.id);
  server.isUp = false;
  const ids = [await solve(one), await solve(other), await solve(one)];
  server.isUp = true;
  await Promise.all([one.sync(), other.sync()]);
  assert.deepEqual([...server.counted.keys()].sort(), ids.sort());
  assert.equal(await store.countWaiting(), 0);
});

test("a table that is begun and not finished comes again", async () => {
  const server = new Server();
  const store = new MemoryStore();
  const before = supply(server, store).supplier;
  await before.sync();
  const table = await before.take();
  const after = supply(server, store).supplier;
  assert.equal((await after.take())?.id, table?.id);
});

test("a result that does not fit is dropped, and holds up no other", async () => {
  for (const fault of ["refused", "malformed"] as const) {
    const server = new Server();
    const { supplier } = supply(server);
    await supplier.sync();
    server.isUp = false;
    const ids = [await solve(supplier), await solve(supplier), await solve(supplier)];
    server.isUp = true;
    server.refuse = ({ id }) => (id === ids[1] ? fault : "");
    await supplier.sync();
    assert.deepEqual([...server.counted.keys()], [ids[0], ids[2]]);
    assert.equal(supplier.state.waiting, 0);
    assert.equal(supplier.state.isOnline, true);
  }
});

test("when no tables are left there is none, until the server is back", async () => {
  const server = new Server();
  const { supplier } = supply(server);
  await supplier.sync();
  server.isUp = false;
  for (let number = 0; number < PACK; number++) await solve(supplier);
  assert.equal(await supplier.take(), null);
  await supplier.sync();
  assert.equal(supplier.state.left, 0);
  server.isUp = true;
  await supplier.sync();
  assert.ok(await supplier.take());
  assert.equal(server.counted.size, PACK);
});

test("what comes in while results are sent is sent, too", async () => {
  const server = new Server();
  const { supplier } = supply(server);
  await supplier.sync();
  const running = supplier.sync();
  const id = await solve(supplier);
  await running;
  await supplier.sync();
  assert.ok(server.counted.has(id));
  assert.equal(supplier.state.waiting, 0);
});

test("a variant that cannot be practised is refused with the reason", async () => {
  const { supplier } = supply(new Server(), new MemoryStore(), { variant: "memory" });
  await supplier.sync();
  assert.equal(supplier.state.refusal, "memory cannot be practised");
  assert.equal(supplier.state.isOnline, true);
});

test("where there is nothing to do the server is asked whether it is there", async () => {
  const server = new Server();
  const store = new MemoryStore();
  await supply(server, store).supplier.sync();
  server.isUp = false;
  const { supplier } = supply(server, store);
  await supplier.sync();
  assert.deepEqual([supplier.state.isOnline, supplier.state.left], [false, PACK]);
});

test("a sign that the connection is gone is told at once", async () => {
  const { supplier, told } = supply(new Server());
  await supplier.sync();
  await supplier.lose();
  assert.equal(told.at(-1)?.isOnline, false);
});

// -- levels -----------------------------------------------------------------------------------

test("tables of a level are a stock of their own", async () => {
  const server = new Server();
  const store = new MemoryStore();
  const any = supply(server, store).supplier;
  const third = supply(server, store, { level: 3 }).supplier;
  await any.sync();
  assert.equal((await third.take()), null);
  await third.sync();
  assert.equal(third.state.left, PACK);
  assert.equal((await third.take())?.asked, 3);
  assert.equal((await any.take())?.asked, null);
  assert.deepEqual(await store.piles(), [
    { variant: "classic", level: null },
    { variant: "classic", level: 3 },
  ]);
});

test("tables that an older version laid in are of any level", async () => {
  const server = new Server();
  const store = new MemoryStore();
  const [table] = stock(makePack(1)) as [StockedTable];
  const old: Partial<StockedTable> = { ...table };
  for (const key of ["asked", "levels", "is_trained", "sprint"] as const) delete old[key];
  await store.add([old as StockedTable]);
  server.isUp = false;
  assert.equal((await supply(server, store).supplier.take())?.id, table.id);
  assert.equal(await supply(server, store, { level: 2 }).supplier.take(), null);
});

test("where tables are seldom the server is asked until there are enough", async () => {
  const server = new Server();
  server.most = 15;
  const { supplier, told } = supply(server);
  await supplier.sync();
  assert.equal(server.packs, 3);
  assert.equal(supplier.state.left, 45);
  // The first ones are there before the last.
  assert.ok(told.some(({ left }) => left === 15));
});

// -- weak spots -------------------------------------------------------------------------------

const differ = (differing: number, order: number): StockedTable => ({
  ...(stock(makePack(1))[0] as StockedTable),
  order,
  claims: [
    { places: [0, 1, 2], differing: 4 },
    { places: [0, 4, 5], differing },
  ],
});

const row = (differing: number, weight: number | null): PracticeDiffering => ({
  differing,
  solved: 9,
  wrong: 0,
  skipped: 0,
  median_ms: 1000,
  latest_ms: null,
  before_ms: null,
  weight,
  is_weak: false,
});

const figuresOf = (...rows: PracticeDiffering[]): PracticeFigures => ({
  variant: "classic",
  title: "Classic",
  solved: 9,
  skipped: 0,
  wrong: 0,
  hints: 0,
  median_ms: 1000,
  latest_ms: null,
  before_ms: null,
  by_differing: rows,
});

test("weights are read where they tell something", () => {
  assert.equal(readWeights(null).size, 0);
  assert.equal(readWeights(figuresOf(row(1, 1), row(2, 1))).size, 0);
  const weights = readWeights(figuresOf(row(1, 1), row(2, null), row(3, 2.5)));
  assert.deepEqual([...weights], [[1, 1], [3, 2.5]]);
  assert.equal(tellWeights(weights), "1:1,3:2.5");
});

test("the easiest claim of a table counts, and a half goes up", () => {
  assert.equal(easiestOf(differ(1, 0)), 1);
  assert.equal(easiestOf(differ(2.5, 0)), 3);
  assert.equal(easiestOf(differ(2.49, 0)), 2);
});

test("tables are trained on in proportion to their weights, the oldest first", () => {
  const weights = new Map([[1, 1], [2, 3]]);
  let tables = [1, 1, 1, 2, 2, 2, 2, 2, 2].map((differing, order) => differ(differing, order));
  const shown = new Map<number, number>();
  const orders: number[] = [];
  while (tables.length > 0) {
    const next = chooseTraining(tables, { weights, shown }) as StockedTable;
    orders.push(next.order);
    shown.set(easiestOf(next), (shown.get(easiestOf(next)) ?? 0) + 1);
    tables = tables.filter((table) => table !== next);
  }
  // Three hard ones to one that is easy, and when these are over what is left.
  assert.deepEqual(orders, [3, 4, 0, 5, 6, 7, 1, 8, 2]);
  assert.equal(chooseTraining([], { weights, shown }), null);
});

test("what is not known is trained on as much as the others are on average", () => {
  const weights = new Map([[1, 1], [2, 3]]);
  const of = (...shown: [number, number][]) =>
    chooseTraining([differ(1, 0), differ(2, 1), differ(3, 2)], { weights, shown: new Map(shown) });
  assert.equal(of()?.order, 1);
  assert.equal(of([2, 1])?.order, 2);
  assert.equal(of([2, 1], [3, 2])?.order, 1);
});

test("who trains is sent tables by weight, and goes on without the server", async () => {
  const server = new Server();
  const { supplier } = supply(server);
  await supplier.sync();
  supplier.train(new Map([[1, 1], [4, 9]]));
  await supplier.sync();
  assert.deepEqual(server.wishes, ["", "1:1,4:9"]);
  assert.equal(supplier.state.left, PACK + TRAINED_PACK);
  assert.equal((await supplier.take())?.is_trained, true);
  server.isUp = false;
  for (let number = 0; number < TRAINED_PACK; number++) await solve(supplier);
  // Then the usual ones are chosen from.
  assert.equal((await supplier.take())?.is_trained, false);
  server.isUp = true;
  await supplier.sync();
  assert.ok(supplier.state.left >= PACK + LEAST_TRAINED);
});
