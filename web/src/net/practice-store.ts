/**
 * What practice keeps in the browser: tables in stock, results and sprints until the server has
 * them, and what the server told last.
 *
 * It is IndexedDB and not `localStorage`, because several windows write at once: a transaction puts
 * a result in and its table out together, and gives one table to one window.  Where storage is
 * forbidden all is kept as long as the window lives.
 */

import { type Asking, atLevel, chooseTable, type StockedTable } from "../state/practice-stock.ts";
import { countResult, endSprint, type Sprint, timeLeft } from "../state/sprint.ts";
import { answerOf, openDatabase, within } from "./database.ts";
import type { Outbox } from "./outbox.ts";
import type { PracticeResult } from "./practice.ts";

/** Tables of one kind: of a variant, and of a level of it or of any. */
export interface Pile {
  variant: string;
  level: number | null;
}

export interface PracticeStore extends Outbox<PracticeResult> {
  add(tables: readonly StockedTable[]): Promise<void>;
  /** Give a window the table that it shows next, null if there is none. */
  take(pile: Pile, asking: Asking): Promise<StockedTable | null>;
  /** Take a table out and put its result in, neither without the other; its sprint counts it. */
  finish(result: PracticeResult): Promise<void>;
  /** Return the tables of a variant, at whichever level they were asked for. */
  stock(variant: string): Promise<StockedTable[]>;
  /** The piles in which there are tables. */
  piles(): Promise<Pile[]>;
  countWaiting(): Promise<number>;
  /** Put a sprint in. */
  addSprint(sprint: Sprint): Promise<void>;
  /** Change a sprint that is there, and return it as it is then. */
  changeSprint(id: string, change: (sprint: Sprint) => Sprint): Promise<Sprint | null>;
  sprints(): Promise<Sprint[]>;
  dropSprints(ids: readonly string[]): Promise<void>;
  /** Keep something that the server told, in the place of what it told before. */
  note(key: string, value: unknown): Promise<void>;
  /** Return what it told last, null where it did not. */
  recall(key: string): Promise<unknown>;
  /** Forget everything. */
  clear(): Promise<void>;
}

/** Keeps all of it in the memory of the window. */
export class MemoryStore implements PracticeStore {
  readonly tables = new Map<string, StockedTable>();
  readonly results = new Map<string, PracticeResult>();
  readonly running = new Map<string, Sprint>();
  readonly notes = new Map<string, unknown>();

  async add(tables: readonly StockedTable[]): Promise<void> {
    for (const table of tables) this.tables.set(table.id, table);
  }

  async stock(variant: string): Promise<StockedTable[]> {
    return [...this.tables.values()].filter((table) => table.variant === variant);
  }

  async take({ variant, level }: Pile, asking: Asking): Promise<StockedTable | null> {
    const table = chooseTable(atLevel(await this.stock(variant), level), asking);
    if (table) this.tables.set(table.id, hold(table, asking));
    return table;
  }

  async finish(result: PracticeResult): Promise<void> {
    this.results.set(result.id, result);
    const isFirst = this.tables.delete(result.id);
    const sprint = isFirst && result.sprint !== null ? this.running.get(result.sprint) : undefined;
    if (sprint) this.running.set(sprint.id, countResult(sprint, result));
  }

  async piles(): Promise<Pile[]> {
    return listPiles([...this.tables.values()]);
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

  async addSprint(sprint: Sprint): Promise<void> {
    this.running.set(sprint.id, sprint);
  }

  async changeSprint(id: string, change: (sprint: Sprint) => Sprint): Promise<Sprint | null> {
    const sprint = this.running.get(id);
    if (!sprint) return null;
    const changed = change(sprint);
    this.running.set(id, changed);
    return changed;
  }

  async sprints(): Promise<Sprint[]> {
    return [...this.running.values()];
  }

  async dropSprints(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.running.delete(id);
  }

  async note(key: string, value: unknown): Promise<void> {
    this.notes.set(key, value);
  }

  async recall(key: string): Promise<unknown> {
    return this.notes.get(key) ?? null;
  }

  async clear(): Promise<void> {
    for (const kept of [this.tables, this.results, this.running, this.notes]) kept.clear();
  }
}

function hold(table: StockedTable, { window, now, sprint = null }: Asking): StockedTable {
  return { ...table, heldBy: window, heldAt: now, sprint };
}

function listPiles(tables: readonly StockedTable[]): Pile[] {
  const piles = tables.map(({ variant, asked }) => ({ variant, level: asked ?? null }));
  return [...new Map(piles.map((pile) => [JSON.stringify(pile), pile])).values()];
}

const DATABASE = "thirdcard.practice";
/** It is raised where a store is added to the ones below. */
const VERSION = 2;
const TABLES = "tables";
const RESULTS = "results";
const SPRINTS = "sprints";
const NOTES = "notes";
const BY_VARIANT = "variant";

/** Keeps it in IndexedDB. */
class BrowserStore implements PracticeStore {
  private readonly database: IDBDatabase;

  constructor(database: IDBDatabase) {
    this.database = database;
  }

  private read<T>(name: string, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return within(this.database, [name], "readonly", (store) => answerOf(act(store)));
  }

  private write(name: string, act: (store: IDBObjectStore) => void): Promise<void> {
    return within(this.database, [name], "readwrite", async (store) => act(store));
  }

  add(stock: readonly StockedTable[]): Promise<void> {
    return this.write(TABLES, (tables) => {
      for (const table of stock) tables.put(table);
    });
  }

  stock(variant: string): Promise<StockedTable[]> {
    return this.read(TABLES, (tables) => tables.index(BY_VARIANT).getAll(variant));
  }

  take({ variant, level }: Pile, asking: Asking): Promise<StockedTable | null> {
    return within(this.database, [TABLES], "readwrite", async (tables) => {
      const stock: StockedTable[] = await answerOf(tables.index(BY_VARIANT).getAll(variant));
      const table = chooseTable(atLevel(stock, level), asking);
      if (table) tables.put(hold(table, asking));
      return table;
    });
  }

  finish(result: PracticeResult): Promise<void> {
    const names = [TABLES, RESULTS, SPRINTS] as const;
    return within(this.database, names, "readwrite", async (tables, results, sprints) => {
      const isFirst = (await answerOf(tables.count(result.id))) > 0;
      results.put(result);
      tables.delete(result.id);
      if (!isFirst || result.sprint === null) return;
      const sprint: Sprint | undefined = await answerOf(sprints.get(result.sprint));
      if (sprint) sprints.put(countResult(sprint, result));
    });
  }

  async piles(): Promise<Pile[]> {
    return listPiles(await this.read(TABLES, (tables) => tables.getAll()));
  }

  waiting(most: number): Promise<PracticeResult[]> {
    return this.read(RESULTS, (results) => results.getAll(null, most));
  }

  countWaiting(): Promise<number> {
    return this.read(RESULTS, (results) => results.count());
  }

  drop(ids: readonly string[]): Promise<void> {
    return this.write(RESULTS, (results) => {
      for (const id of ids) results.delete(id);
    });
  }

  addSprint(sprint: Sprint): Promise<void> {
    return this.write(SPRINTS, (sprints) => void sprints.put(sprint));
  }

  changeSprint(id: string, change: (sprint: Sprint) => Sprint): Promise<Sprint | null> {
    return within(this.database, [SPRINTS], "readwrite", async (sprints) => {
      const sprint: Sprint | undefined = await answerOf(sprints.get(id));
      if (!sprint) return null;
      const changed = change(sprint);
      sprints.put(changed);
      return changed;
    });
  }

  sprints(): Promise<Sprint[]> {
    return this.read(SPRINTS, (sprints) => sprints.getAll());
  }

  dropSprints(ids: readonly string[]): Promise<void> {
    return this.write(SPRINTS, (sprints) => {
      for (const id of ids) sprints.delete(id);
    });
  }

  note(key: string, value: unknown): Promise<void> {
    return this.write(NOTES, (notes) => void notes.put({ key, value }));
  }

  async recall(key: string): Promise<unknown> {
    const kept: { value: unknown } | undefined = await this.read(NOTES, (notes) => notes.get(key));
    return kept?.value ?? null;
  }

  clear(): Promise<void> {
    const names = STORES.map(({ name }) => name);
    return within(this.database, names, "readwrite", async (...stores) => {
      for (const store of stores) store.clear();
    });
  }
}

/** The stores of the database, each with the key of what is in it. */
const STORES = [
  { name: TABLES, keyPath: "id" },
  { name: RESULTS, keyPath: "id" },
  { name: SPRINTS, keyPath: "id" },
  { name: NOTES, keyPath: "key" },
];

let opened: Promise<PracticeStore> | null = null;

/** Return what the browser keeps, the same store each time. */
export function openPracticeStore(): Promise<PracticeStore> {
  opened ??= openDatabase(DATABASE, VERSION, (database) => {
    for (const { name, keyPath } of STORES) {
      if (database.objectStoreNames.contains(name)) continue;
      const store = database.createObjectStore(name, { keyPath });
      if (name === TABLES) store.createIndex(BY_VARIANT, "variant");
    }
  }).then(
    (database) => new BrowserStore(database),
    () => new MemoryStore(),
  );
  return opened;
}

/** End the sprints whose time is over, in windows that may be gone, and return those that are. */
export async function closeSprints(store: PracticeStore, now: number): Promise<Sprint[]> {
  const over: Sprint[] = [];
  for (const sprint of await store.sprints()) {
    if (timeLeft(sprint, now) > 0) continue;
    const ended = sprint.isOver ? sprint : await store.changeSprint(sprint.id, endSprint);
    if (ended) over.push(ended);
  }
  return over;
}
