/** Tables to practise on, and a server that sends them, for the tests of practice. */

import assert from "node:assert/strict";
import { ApiError } from "../src/net/api.ts";
import type {
  PackWish,
  PracticePack,
  PracticeReceipt,
  PracticeResult,
  SprintResult,
} from "../src/net/practice.ts";
import { MemoryStore } from "../src/net/practice-store.ts";
import { BATCH, Supplier, type Supply } from "../src/net/practice-supply.ts";
import { beginRound, pressPlace, resultOf, type Round } from "../src/state/practice.ts";
import { type StockedTable, unpack } from "../src/state/practice-stock.ts";

export const makePack = (count = 2, change: Partial<PracticePack> = {}): PracticePack => ({
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
export const stock = (pack = makePack()): StockedTable[] => unpack(pack, 1000, () => `id-${++ids}`);
export const begin = (change: Partial<PracticePack> = {}): Round =>
  beginRound(stock(makePack(1, change))[0] as StockedTable);
export const press = (round: Round, ...places: number[]): Round => places.reduce(pressPlace, round);

/** A server that can be cut off, that can lose its answers, and counts as the true one does. */
export class Server {
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

export function supply(server: Server, store = new MemoryStore(), options: SupplyOptions = {}) {
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

export async function solve(supplier: Supplier, sprint: string | null = null): Promise<string> {
  const table = await supplier.take(sprint);
  assert.ok(table);
  await supplier.finish(resultOf(press(beginRound(table), 0, 1, 2), 10, 10, sprint));
  return table.id;
}
