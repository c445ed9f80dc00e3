/**
 * The supply of practice: tables come in while the server can be reached, and results go out.
 *
 * A result waits in the store until the server has acknowledged it, and may be sent again: by its id
 * the server counts it once.
 */

import { atLevel, type StockedTable, unpack } from "../state/practice-stock.ts";
import { easiestOf, tellWeights, type Training } from "../state/practice-training.ts";
import {
  beginSprint,
  countWrong,
  endSprint,
  type Sprint,
  timeLeft,
} from "../state/sprint.ts";
import { ApiError } from "./api.ts";
import { isFinal, sendWaiting } from "./outbox.ts";
import type {
  PackWish,
  PracticePack,
  PracticeReceipt,
  PracticeResult,
  SprintResult,
} from "./practice.ts";
import { closeSprints, type Pile, type PracticeStore } from "./practice-store.ts";

/** With fewer tables ahead the next pack is fetched. */
export const LEAST_AHEAD = 40;
/** Tables of a pack, and results that are sent at once. */
export const PACK = 40;
export const BATCH = 10;
/** The same of tables that are chosen to train on: they follow how the reader does. */
export const LEAST_TRAINED = 8;
export const TRAINED_PACK = 16;
/** Where tables are seldom the server sends fewer than it is asked for, and is asked again. */
const MOST_PACKS = 20;

export interface PracticeServer {
  fetchPack(wish: PackWish): Promise<PracticePack>;
  sendResults(results: readonly PracticeResult[]): Promise<PracticeReceipt>;
  sendSprints(sprints: readonly SprintResult[]): Promise<PracticeReceipt>;
  canReach(): Promise<boolean>;
}

/** How the supply stands. */
export interface Supply {
  /** The variant as the server writes it, empty before it has. */
  variant: string;
  /** Null before the server was first asked. */
  isOnline: boolean | null;
  /** Tables of the variant and level that are left. */
  left: number;
  /** Results that the server has not acknowledged. */
  waiting: number;
  /** Why there are no tables of this variant; empty where there may be some. */
  refusal: string;
  /** The levels that the variant has; none where that is not known. */
  levels: readonly number[];
  /** Sprints that are over and that the server has not acknowledged. */
  sprints: readonly Sprint[];
}

export const NO_SUPPLY: Supply = {
  variant: "",
  isOnline: null,
  left: 0,
  waiting: 0,
  refusal: "",
  levels: [],
  sprints: [],
};

/** Return an id that nobody else makes; `crypto.randomUUID` is missing where there is no HTTPS. */
export function makeRandomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface SupplierOptions {
  store: PracticeStore;
  server: PracticeServer;
  /** Tells this window from others. */
  window: string;
  now?: () => number;
  makeId?: () => string;
  onChange?: (supply: Supply) => void;
}

export class Supplier {
  private readonly options: Required<SupplierOptions>;
  private pile: Pile;
  private weights: ReadonlyMap<number, number> | null = null;
  private readonly shown = new Map<number, number>();
  private supply: Supply = NO_SUPPLY;
  private syncing: Promise<void> | null = null;
  private isStale = false;

  constructor(pile: Pile, options: SupplierOptions) {
    this.pile = pile;
    this.options = {
      now: () => Date.now(),
      makeId: makeRandomId,
      onChange: () => undefined,
      ...options,
    };
  }

  get state(): Supply {
    return this.supply;
  }

  /** Train weak spots from the next table on, by weights that are not empty; or, with null, not. */
  train(weights: ReadonlyMap<number, number> | null): void {
    // What was shown before does not make up for anything.
    if (this.weights === null) this.shown.clear();
    this.weights = weights;
  }

  private get training(): Training | null {
    return this.weights && { weights: this.weights, shown: this.shown };
  }

  /** Return the next table, of a sprint if one is named; null where none is left. */
  async take(sprint: string | null = null): Promise<StockedTable | null> {
    const { store, window, now } = this.options;
    const asking = { window, now: now(), sprint, training: this.training };
    const table = await store.take(this.pile, asking);
    if (table) {
      const number = easiestOf(table);
      this.shown.set(number, (this.shown.get(number) ?? 0) + 1);
    }
    await this.look({});
    return table;
  }

  /** Keep what came of a table, and send it when that can be done. */
  async finish(result: PracticeResult): Promise<void> {
    await this.options.store.finish(result);
    await this.look({});
    void this.sync();
  }

  // -- sprints --------------------------------------------------------------------------------

  /** Begin a sprint in this window. */
  async beginSprint(seconds: number): Promise<Sprint> {
    const { store, window, now, makeId } = this.options;
    const sprint = beginSprint({ ...this.pile, seconds }, makeId(), window, now());
    await store.addSprint(sprint);
    return sprint;
  }

  /** Return the sprint that runs in this window since before it was loaded; over if time is up. */
  async resumeSprint(): Promise<Sprint | null> {
    const { store, window, now } = this.options;
    const { variant, level } = this.pile;
    for (const sprint of await store.sprints()) {
      if (sprint.window !== window || sprint.isOver) continue;
      const isHere = sprint.variant === variant && sprint.level === level;
      if (isHere && timeLeft(sprint, now()) > 0) return sprint;
      // Who leaves for other tables leaves the sprint.
      const ended = await this.endSprint(sprint);
      if (isHere) return ended;
    }
    return null;
  }

  /** Return a sprint as it is after what came of its tables so far. */
  async lookAtSprint({ id }: Sprint): Promise<Sprint | null> {
    return this.options.store.changeSprint(id, (sprint) => sprint);
  }

  /** Count a wrong claim at once, or loading the page anew would undo it. */
  countWrong({ id }: Sprint): Promise<Sprint | null> {
    return this.options.store.changeSprint(id, countWrong);
  }

  /** End a sprint, and return what it came to. */
  async endSprint(sprint: Sprint): Promise<Sprint> {
    const ended = await this.options.store.changeSprint(sprint.id, endSprint);
    void this.sync();
    return ended ?? endSprint(sprint);
  }

  // -- the server -----------------------------------------------------------------------------

  /** Send what waits and fetch what is missing; return when all is tried. */
  sync(): Promise<void> {
    if (this.syncing) {
      // What has come in since this began is looked at in another round.
      this.isStale = true;
      return this.syncing;
    }
    this.syncing = this.syncAll().finally(() => (this.syncing = null));
    return this.syncing;
  }

  private async syncAll(): Promise<void> {
    // What is here is told at once: a server that is away may take its time.
    await this.look({});
    do {
      this.isStale = false;
      try {
        const hasSent = await this.sendEverything();
        const hasFetched = await this.fetchMissing();
        // Where there was nothing to do the server has not yet been heard of.
        const isOnline = hasSent || hasFetched || (await this.options.server.canReach());
        await this.look({ isOnline });
      } catch (error) {
        const isRefusal = error instanceof ApiError && isFinal(error.status);
        await this.look({
          isOnline: isRefusal || (error instanceof ApiError && error.status === 429),
          ...(isRefusal ? { refusal: error.message } : {}),
        });
      }
    } while (this.isStale);
  }

  /** Send results and the sprints that are over, and tell whether there were some. */
  private async sendEverything(): Promise<boolean> {
    const { store, server, now } = this.options;
    // The server adds a sprint up from its tables: so these are sent after it has ended, and before it.
    const over = await closeSprints(store, now());
    let hasSent = await this.sendAll();
    const empty = over.filter(({ found }) => found === 0).map(({ id }) => id);
    await store.dropSprints(empty);
    for (const { id, variant, level, seconds, begunAt, found, wrong } of over) {
      if (found === 0) continue;
      try {
        await server.sendSprints([{ id, variant, level, seconds, at: begunAt, wrong }]);
      } catch (error) {
        if (!(error instanceof ApiError && isFinal(error.status))) throw error;
      }
      hasSent = true;
      await store.dropSprints([id]);
      await this.look({});
    }
    return hasSent;
  }

  /** Send all results, and tell whether there were some. */
  private sendAll(): Promise<boolean> {
    const { store, server } = this.options;
    return sendWaiting(
      store,
      BATCH,
      (results) => server.sendResults(results),
      () => this.look({}),
    );
  }

  /** Fetch tables where few are left, and tell whether that was so. */
  private async fetchMissing(): Promise<boolean> {
    const count = (isTrained: boolean) => async (): Promise<number> =>
      (await this.stock()).filter((table) => (table.is_trained ?? false) === isTrained).length;
    const hasFetched = await this.fetchUntil(LEAST_AHEAD, PACK, count(false), "");
    if (!this.weights) return hasFetched;
    const weights = tellWeights(this.weights);
    return (
      (await this.fetchUntil(LEAST_TRAINED, TRAINED_PACK, count(true), weights)) || hasFetched
    );
  }

  private async fetchUntil(
    least: number,
    count: number,
    counted: () => Promise<number>,
    weights: string,
  ): Promise<boolean> {
    const { store, server, now, makeId } = this.options;
    for (let packs = 0; ; packs++) {
      if (packs === MOST_PACKS || (await counted()) >= least) return packs > 0;
      const pack = await server.fetchPack({ ...this.pile, count, weights });
      this.pile = { ...this.pile, variant: pack.variant };
      await store.add(unpack(pack, now(), makeId));
      // The first tables are shown while others come.
      await this.look({ isOnline: true, variant: pack.variant, levels: pack.levels });
    }
  }

  /** Return the tables of the variant and level. */
  private async stock(): Promise<StockedTable[]> {
    return atLevel(await this.options.store.stock(this.pile.variant), this.pile.level);
  }

  /** Note that the server cannot be reached. */
  async lose(): Promise<void> {
    await this.look({ isOnline: false });
  }

  private async look(change: Partial<Supply>): Promise<void> {
    const { store, onChange } = this.options;
    const [stock, waiting, sprints] = await Promise.all([
      store.stock(this.pile.variant),
      store.countWaiting(),
      store.sprints(),
    ]);
    const known = stock.find(({ levels }) => levels !== undefined);
    this.supply = {
      ...this.supply,
      left: atLevel(stock, this.pile.level).length,
      waiting,
      sprints: sprints.filter(({ isOver }) => isOver),
      levels: known?.levels ?? this.supply.levels,
      ...change,
    };
    onChange(this.supply);
  }
}
