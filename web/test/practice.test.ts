import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../src/net/api.ts";
import type { PracticePack, PracticeReceipt, PracticeResult } from "../src/net/practice.ts";
import { MemoryStore } from "../src/net/practice-store.ts";
import { BATCH, LEAST_AHEAD, PACK, Supplier, type Supply } from "../src/net/practice-supply.ts";
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

const makePack = (count = 2, change: Partial<PracticePack> = {}): PracticePack => ({
  variant: "classic",
  title: "Classic",
  deck: "classic",
  group_shape: [1, 1],
  claim_sizes: [3, 3],
  seed: "0123456789abcdef",
  tables: Array.from({ length: count }, (_, number) => ({
    number,
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
  assert.equal(chooseTable([second, first, third], "w", 0), first);
  const held = { ...first, heldBy: "other", heldAt: 5000 };
  assert.equal(chooseTable([third, held, second], "w", 5001), second);
  assert.equal(chooseTable([third, held, second], "other", 5001), held);
  assert.equal(chooseTable([held], "w", 5001), null);
  assert.equal(chooseTable([held], "w", 5001 + HELD), held);
  assert.equal(chooseTable([], "w", 0), null);
});

// -- the supply -------------------------------------------------------------------------------

/** A server that can be cut off, that can lose its answers, and counts as the true one does. */
class Server {
  isUp = true;
  losesAnswers = false;
  packs = 0;
  posts = 0;
  readonly counted = new Map<string, PracticeResult>();
  refuse: (result: PracticeResult) => "" | "refused" | "malformed" = () => "";

  async fetchPack(variant: string, count: number): Promise<PracticePack> {
    if (!this.isUp) throw new ApiError(0, "The server cannot be reached.");
    if (variant === "memory") throw new ApiError(400, "memory cannot be practised");
    this.packs++;
    return makePack(count, { variant });
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

function supply(server: Server, store = new MemoryStore(), window = "one", variant = "classic") {
  const told: Supply[] = [];
  const supplier = new Supplier(variant, {
    store,
    server,
    window,
    now: () => 1000,
    makeId: () => `id-${++ids}`,
    onChange: (now) => told.push(now),
  });
  return { supplier, store, told };
}

async function solve(supplier: Supplier): Promise<string> {
  const table = await supplier.take();
  assert.ok(table);
  await supplier.finish(resultOf(press(beginRound(table), 0, 1, 2), 10, 10));
  return table.id;
}

test("tables are fetched ahead, and again when they become few", async () => {
  const server = new Server();
  const { supplier } = supply(server);
  await supplier.sync();
  assert.deepEqual(supplier.state, { isOnline: true, left: PACK, waiting: 0, refusal: "" });
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
    isOnline: false,
    left: PACK - 20,
    waiting: 20,
    refusal: "",
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
  const one = supply(server, store, "one").supplier;
  const other = supply(server, store, "other").supplier;
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
  const { supplier } = supply(new Server(), new MemoryStore(), "one", "memory");
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
