import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../src/net/api.ts";
import type {
  PackWish,
  PracticeDiffering,
  PracticeFigures,
  PracticePack,
  PracticeReceipt,
  PracticeResult,
  SprintFigures,
  SprintResult,
} from "../src/net/practice.ts";
import { MemoryStore } from "../src/net/practice-store.ts";
import {
  BATCH,
  LEAST_AHEAD,
  LEAST_TRAINED,
  PACK,
  Supplier,
  type Supply,
  TRAINED_PACK,
} from "../src/net/practice-supply.ts";
import {
  beginRound,
  canClaim,
  cardAt,
  clearRound,
  hasHint,
  hintRound,
  isOver,
  markOfPlace,
  pickedSpots,
  pressPlace,
  resultOf,
  type Round,
  skipRound,
  submitRound,
} from "../src/state/practice.ts";
import { chooseTable, HELD, type StockedTable, unpack } from "../src/state/practice-stock.ts";
import {
  chooseTraining,
  easiestOf,
  readWeights,
  tellWeights,
} from "../src/state/practice-training.ts";
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

const makePack = (count = 2, change: Partial<PracticePack> = {}): PracticePack => ({
  variant: "classic",
  title: "Classic",
  deck: "classic",
  group_shape: [1, 1],
  claim_sizes: [3, 3],
  levels: [1, 2, 3],
  level: null,
  is_trained: false,
  seed: "0123456789abcdef",
  tables: Array.from({ length: count }, (_, number) => ({
    number,
    level: 2,
    slots: ["A", "B", "C", null, "D", "E"],
    previous: [],
    claims: [
      { places: [0, 1, 2], differing: 4 },
      { places: [0, 4, 5], differing: 1 },
    ],
  })),
  ...change,
});

let ids = 0;
const stock = (pack = makePack()): StockedTable[] => unpack(pack, 1000, () => `id-${++ids}`);
const begin = (change: Partial<PracticePack> = {}): Round =>
  beginRound(stock(makePack(1, change))[0] as StockedTable);
const press = (round: Round, ...places: number[]): Round => places.reduce(pressPlace, round);

// -- one table --------------------------------------------------------------------------------

test("as many cards as a claim has are claimed at once, in any order", () => {
  const found = press(begin(), 2, 0, 1);
  assert.equal(found.outcome, "found");
  assert.ok(isOver(found));
  assert.deepEqual(resultOf(found, 1234.6, 5.2), {
    id: found.table.id,
    variant: "classic",
    seed: "0123456789abcdef",
    number: 0,
    places: [0, 1, 2],
    ms: 1235,
    wrong: 0,
    hints: 0,
    at: 5,
    sprint: null,
  });
  assert.equal(press(found, 4), found);
  assert.equal(clearRound(found), found);
});

test("a wrong claim is counted, and the next pick begins anew", () => {
  const wrong = press(begin(), 0, 1, 4);
  assert.equal(wrong.outcome, "wrong");
  assert.equal(markOfPlace(wrong, 1), "wrong");
  const again = press(wrong, 4);
  assert.deepEqual(again.selection, [4]);
  const found = press(again, 5, 0);
  assert.equal(found.outcome, "found");
  assert.equal(resultOf(found, 1, 1).wrong, 1);
});

test("a card can be put back, and there is none in a hole", () => {
  assert.deepEqual(press(begin(), 0, 1, 0).selection, [1]);
  assert.deepEqual(press(begin(), 3).selection, []);
  assert.deepEqual(clearRound(press(begin(), 0, 1)).selection, []);
});

test("claims of several sizes wait for a word", () => {
  const round = begin({ claim_sizes: [2, 4] });
  assert.equal(canClaim(press(round, 0)), false);
  const ready = press(round, 0, 1, 2);
  assert.ok(canClaim(ready));
  assert.equal(submitRound(ready).outcome, "found");
  assert.equal(submitRound(press(round, 0)).outcome, "open");
});

test("hints show the easiest claim, all but its last card", () => {
  let round = hintRound(begin());
  assert.deepEqual(round.hinted, [0]);
  round = hintRound(round);
  assert.deepEqual(round.hinted, [0, 4]);
  assert.equal(hasHint(round), false);
  assert.equal(hintRound(round), round);
  assert.equal(markOfPlace(round, 4), "hinted");
  assert.equal(markOfPlace(press(round, 4), 4), "chosen");
  assert.equal(resultOf(skipRound(round), 1, 1).hints, 2);
});

test("a card is shown though it was just part of a wrong claim", () => {
  const shown = hintRound(press(begin(), 0, 1, 4));
  assert.equal(shown.outcome, "open");
  assert.equal(markOfPlace(shown, 0), "hinted");
  assert.equal(shown.wrong, 1);
});

test("a table that is skipped has no claim", () => {
  const skipped = skipRound(press(begin(), 0, 1));
  assert.ok(isOver(skipped));
  assert.equal(resultOf(skipped, 1, 1).places, null);
});

test("the claim before has the places after the slots", () => {
  const pack = makePack(1, { group_shape: [1, 3] });
  const [table] = pack.tables;
  assert.ok(table);
  const previous = [
    { card: "X", group: 2 },
    { card: "Y", group: 0 },
  ];
  const claims = [{ places: [0, 5, 7], differing: 2 }];
  const round = beginRound(
    stock({ ...pack, tables: [{ ...table, previous, claims }] })[0] as StockedTable,
  );
  assert.equal(cardAt(round.table, 7), "Y");
  assert.equal(cardAt(round.table, 8), null);
  const found = press(round, 7, 5, 0);
  assert.equal(found.outcome, "found");
  assert.deepEqual(pickedSpots(found), [
    { card: "Y", group: 0 },
    { card: "E", group: 2 },
    { card: "A", group: 0 },
  ]);
});

test("times are within what the server takes", () => {
  const skipped = skipRound(begin());
  assert.equal(resultOf(skipped, -5, 1).ms, 0);
  assert.equal(resultOf(skipped, 1e12, 1).ms, 3_600_000);
});

// -- the stock --------------------------------------------------------------------------------

test("a window is given the table that it held, else the oldest that is free", () => {
  const [first, second, third] = stock(makePack(3)) as [StockedTable, StockedTable, StockedTable];
  assert.equal(chooseTable([second, first, third], { window: "w", now: 0 }), first);
  const held = { ...first, heldBy: "other", heldAt: 5000 };
  assert.equal(chooseTable([third, held, second], { window: "w", now: 5001 }), second);
  assert.equal(chooseTable([third, held, second], { window: "other", now: 5001 }), held);
  assert.equal(chooseTable([held], { window: "w", now: 5001 }), null);
  assert.equal(chooseTable([held], { window: "w", now: 5001 + HELD }), held);
  assert.equal(chooseTable([], { window: "w", now: 0 }), null);
});

// -- the supply -------------------------------------------------------------------------------

/** A server that can be cut off, that can lose its answers, and counts as the true one does. */
class Server {
  isUp = true;
  losesAnswers = false;
  packs = 0;
  posts = 0;
  /** Most tables of a pack. */
  most = Infinity;
  readonly wishes: string[] = [];
  readonly scores = new Map<string, number>();
  readonly counted = new Map<string, PracticeResult>();
  refuse: (result: PracticeResult) => "" | "refused" | "malformed" = () => "";

  async fetchPack({ variant, level, count, weights }: PackWish): Promise<PracticePack> {
    if (!this.isUp) throw new ApiError(0, "The server cannot be reached.");
    if (variant === "memory") throw new ApiError(400, "memory cannot be practised");
    this.packs++;
    this.wishes.push(weights);
    const made = makePack(Math.min(count, this.most), { variant, level });
    return { ...made, is_trained: weights !== "" };
  }

  async sendSprints(sprints: readonly SprintResult[]): Promise<PracticeReceipt> {
    if (!this.isUp) throw new ApiError(0, "The server cannot be reached.");
    // As the true one does, it adds up what is there.
    for (const { id } of sprints) {
      const found = [...this.counted.values()].filter((result) => result.sprint === id);
      if (!this.scores.has(id)) this.scores.set(id, found.filter((r) => r.places).length);
    }
    if (this.losesAnswers) throw new ApiError(0, "The server cannot be reached.");
    return { stored: sprints.map(({ id }) => id), refused: [] };
  }

  async canReach(): Promise<boolean> {
    return this.isUp;
  }

  async sendResults(results: readonly PracticeResult[]): Promise<PracticeReceipt> {
    if (!this.isUp) throw new ApiError(0, "The server cannot be reached.");
    this.posts++;
    assert.ok(results.length <= BATCH);
    if (results.some((result) => this.refuse(result) === "malformed")) {
      throw new ApiError(400, "malformed");
    }
    const refused = results.filter((result) => this.refuse(result) === "refused");
    const stored = results.filter((result) => !refused.includes(result));
    for (const result of stored) this.counted.set(result.id, result);
    if (this.losesAnswers) throw new ApiError(0, "The server cannot be reached.");
    return {
      stored: stored.map(({ id }) => id),
      refused: refused.map(({ id }) => ({ id, error: "no claim" })),
    };
  }
}

interface SupplyOptions {
  window?: string;
  variant?: string;
  level?: number | null;
  now?: () => number;
}

function supply(server: Server, store = new MemoryStore(), options: SupplyOptions = {}) {
  const { window = "one", variant = "classic", level = null, now = () => 1000 } = options;
  const told: Supply[] = [];
  const supplier = new Supplier({ variant, level }, {
    store,
    server,
    window,
    now,
    makeId: () => `id-${++ids}`,
    onChange: (now) => told.push(now),
  });
  return { supplier, store, told };
}

async function solve(supplier: Supplier, sprint: string | null = null): Promise<string> {
  const table = await supplier.take(sprint);
  assert.ok(table);
  await supplier.finish(resultOf(press(beginRound(table), 0, 1, 2), 10, 10, sprint));
  return table.id;
}

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
