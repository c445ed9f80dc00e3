/**
 * What the daily puzzles keep in the browser: how far each is, and results until the server has them.
 *
 * It is a database for the reasons of practice (`practice-store.ts`): a puzzle's end and its result
 * are written together, and of two windows one has the last word.
 */

import { type DailyRound, isOver } from "../state/daily.ts";
import type { DailyResult } from "./daily.ts";
import { answerOf, openDatabase, within } from "./database.ts";
import type { Outbox } from "./outbox.ts";

export interface DailyStore extends Outbox<DailyResult> {
  find(key: string): Promise<DailyRound | null>;
  /** Keep how far a puzzle is; where it is over in another window it stays so. */
  save(round: DailyRound): Promise<void>;
  /** Keep a puzzle that is over with its result, and return what is kept: the first end counts. */
  finish(round: DailyRound, result: DailyResult): Promise<DailyRound>;
  /** Return the puzzles of dates from the first to the last. */
  between(first: string, last: string): Promise<DailyRound[]>;
  countWaiting(): Promise<number>;
  /** Forget how far the puzzles are. */
  forget(): Promise<void>;
  /** Forget everything. */
  clear(): Promise<void>;
}

/** Keeps all of it in the memory of the window. */
export class MemoryDailyStore implements DailyStore {
  readonly rounds = new Map<string, DailyRound>();
  readonly results = new Map<string, DailyResult>();

  async find(key: string): Promise<DailyRound | null> {
    return this.rounds.get(key) ?? null;
  }

  async save(round: DailyRound): Promise<void> {
    if (isFree(this.rounds.get(round.key), round)) this.rounds.set(round.key, round);
  }

  async finish(round: DailyRound, result: DailyResult): Promise<DailyRound> {
    const kept = this.rounds.get(round.key);
    if (kept && !isFree(kept, round)) return kept;
    this.rounds.set(round.key, round);
    this.results.set(result.id, result);
    return round;
  }

  async between(first: string, last: string): Promise<DailyRound[]> {
    return [...this.rounds.values()].filter(({ date }) => first <= date && date <= last);
  }

  async waiting(most: number): Promise<DailyResult[]> {
    return [...this.results.values()].slice(0, most);
  }

  async countWaiting(): Promise<number> {
    return this.results.size;
  }

  async drop(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.results.delete(id);
  }

  async forget(): Promise<void> {
    this.rounds.clear();
  }

  async clear(): Promise<void> {
    this.rounds.clear();
    this.results.clear();
  }
}

/** Whether a round may take the place of one that is kept: that is not over, or of another puzzle. */
function isFree(kept: DailyRound | undefined, round: DailyRound): boolean {
  return !kept || !isOver(kept) || kept.puzzle !== round.puzzle;
}

const DATABASE = "thirdcard.daily";
const ROUNDS = "rounds";
const RESULTS = "results";

/** Keeps it in IndexedDB. */
class BrowserDailyStore implements DailyStore {
  private readonly database: IDBDatabase;

  constructor(database: IDBDatabase) {
    this.database = database;
  }

  private within<T>(
    mode: IDBTransactionMode,
    act: (rounds: IDBObjectStore, results: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    return within(this.database, [ROUNDS, RESULTS], mode, act);
  }

  find(key: string): Promise<DailyRound | null> {
    return this.within("readonly", async (rounds) => (await read(rounds, key)) ?? null);
  }

  save(round: DailyRound): Promise<void> {
    return this.within("readwrite", async (rounds) => {
      if (isFree(await read(rounds, round.key), round)) rounds.put(round);
    });
  }

  finish(round: DailyRound, result: DailyResult): Promise<DailyRound> {
    return this.within("readwrite", async (rounds, results) => {
      const kept = await read(rounds, round.key);
      if (kept && !isFree(kept, round)) return kept;
      rounds.put(round);
      results.put(result);
      return round;
    });
  }

  between(first: string, last: string): Promise<DailyRound[]> {
    // A key is a date, then a stroke and a name.
    const range = IDBKeyRange.bound(first, `${last}/\uffff`);
    return this.within("readonly", (rounds) => answerOf<DailyRound[]>(rounds.getAll(range)));
  }

  waiting(most: number): Promise<DailyResult[]> {
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

  forget(): Promise<void> {
    return this.within("readwrite", async (rounds) => void rounds.clear());
  }

  clear(): Promise<void> {
    return this.within("readwrite", async (rounds, results) => {
      rounds.clear();
      results.clear();
    });
  }
}

const read = (rounds: IDBObjectStore, key: string): Promise<DailyRound | undefined> =>
  answerOf<DailyRound | undefined>(rounds.get(key));

let opened: Promise<DailyStore> | null = null;

/** Return what the browser keeps, the same store each time. */
export function openDailyStore(): Promise<DailyStore> {
  opened ??= openDatabase(DATABASE, 1, (database) => {
    database.createObjectStore(ROUNDS, { keyPath: "key" });
    database.createObjectStore(RESULTS, { keyPath: "id" });
  }).then(
    (database) => new BrowserDailyStore(database),
    () => new MemoryDailyStore(),
  );
  return opened;
}
