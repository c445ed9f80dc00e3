/**
 * What practice keeps in the browser: tables in stock, and results until the server has them.
 *
 * It is IndexedDB and not `localStorage`, because several windows write at once: a transaction puts
 * a result in and its table out together, and gives one table to one window.  Where storage is
 * forbidden all is kept as long as the window lives.
 */

import { chooseTable, type StockedTable } from "../state/practice-stock.ts";
import { answerOf, openDatabase, within } from "./database.ts";
import type { Outbox } from "./outbox.ts";
import type { PracticeResult } from "./practice.ts";

export interface PracticeStore extends Outbox<PracticeResult> {
  add(tables: readonly StockedTable[]): Promise<void>;
  /** Give a window the table that it shows next, null if there is none. */
  take(variant: string, window: string, now: number): Promise<StockedTable | null>;
  /** Take a table out and put its result in; neither without the other. */
  finish(result: PracticeResult): Promise<void>;
  count(variant: string): Promise<number>;
  /** The variants of which there are tables. */
  variants(): Promise<{ variant: string; title: string }[]>;
  countWaiting(): Promise<number>;
  /** Forget everything. */
  clear(): Promise<void>;
}

/** Keeps all of it in the memory of the window. */
export class MemoryStore implements PracticeStore {
  readonly tables = new Map<string, StockedTable>();
  readonly results = new Map<string, PracticeResult>();

  async add(tables: readonly StockedTable[]): Promise<void> {
    for (const table of tables) this.tables.set(table.id, table);
  }

  private of(variant: string): StockedTable[] {
    return [...this.tables.values()].filter((table) => table.variant === variant);
  }

  async take(variant: string, window: string, now: number): Promise<StockedTable | null> {
    const table = chooseTable(this.of(variant), window, now);
    if (table) this.tables.set(table.id, { ...table, heldBy: window, heldAt: now });
    return table;
  }

  async finish(result: PracticeResult): Promise<void> {
    this.results.set(result.id, result);
    this.tables.delete(result.id);
  }

  async count(variant: string): Promise<number> {
    return this.of(variant).length;
  }

  async variants(): Promise<{ variant: string; title: string }[]> {
    return listVariants([...this.tables.values()]);
  }

  async waiting(most: number): Promise<PracticeResult[]> {
    return [...this.results.values()].slice(0, most);
  }

  async countWaiting(): Promise<number> {
    return this.results.size;
  }

  async drop(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.results.delete(id);
  }

  async clear(): Promise<void> {
    this.tables.clear();
    this.results.clear();
  }
}

function listVariants(tables: readonly StockedTable[]): { variant: string; title: string }[] {
  return [...new Map(tables.map(({ variant, title }) => [variant, { variant, title }])).values()];
}

const DATABASE = "thirdcard.practice";
const TABLES = "tables";
const RESULTS = "results";
const BY_VARIANT = "variant";

/** Keeps it in IndexedDB. */
class BrowserStore implements PracticeStore {
  private readonly database: IDBDatabase;

  constructor(database: IDBDatabase) {
    this.database = database;
  }

  private within<T>(
    mode: IDBTransactionMode,
    act: (tables: IDBObjectStore, results: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    return within(this.database, [TABLES, RESULTS], mode, act);
  }

  add(stock: readonly StockedTable[]): Promise<void> {
    return this.within("readwrite", async (tables) => {
      for (const table of stock) tables.put(table);
    });
  }

  take(variant: string, window: string, now: number): Promise<StockedTable | null> {
    return this.within("readwrite", async (tables) => {
      const stock: StockedTable[] = await answerOf(tables.index(BY_VARIANT).getAll(variant));
      const table = chooseTable(stock, window, now);
      if (table) tables.put({ ...table, heldBy: window, heldAt: now });
      return table;
    });
  }

  finish(result: PracticeResult): Promise<void> {
    return this.within("readwrite", async (tables, results) => {
      results.put(result);
      tables.delete(result.id);
    });
  }

  count(variant: string): Promise<number> {
    return this.within("readonly", (tables) => answerOf(tables.index(BY_VARIANT).count(variant)));
  }

  variants(): Promise<{ variant: string; title: string }[]> {
    return this.within("readonly", async (tables) =>
      listVariants((await answerOf(tables.getAll())) as StockedTable[]),
    );
  }

  waiting(most: number): Promise<PracticeResult[]> {
    return this.within("readonly", (_, results) => answerOf(results.getAll(null, most)));
  }

  countWaiting(): Promise<number> {
    return this.within("readonly", (_, results) => answerOf(results.count()));
  }

  drop(ids: readonly string[]): Promise<void> {
    return this.within("readwrite", async (_, results) => {
      for (const id of ids) results.delete(id);
    });
  }

  clear(): Promise<void> {
    return this.within("readwrite", async (tables, results) => {
      tables.clear();
      results.clear();
    });
  }
}

let opened: Promise<PracticeStore> | null = null;

/** Return what the browser keeps, the same store each time. */
export function openPracticeStore(): Promise<PracticeStore> {
  opened ??= openDatabase(DATABASE, 1, (database) => {
    database.createObjectStore(TABLES, { keyPath: "id" }).createIndex(BY_VARIANT, "variant");
    database.createObjectStore(RESULTS, { keyPath: "id" });
  }).then(
    (database) => new BrowserStore(database),
    () => new MemoryStore(),
  );
  return opened;
}
