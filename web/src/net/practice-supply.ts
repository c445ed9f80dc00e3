/**
 * The supply of practice: tables come in while the server can be reached, and results go out.
 *
 * A result waits in the store until the server has acknowledged it, and may be sent again: by its id
 * the server counts it once.
 */

import { unpack, type StockedTable } from "../state/practice-stock.ts";
import { ApiError } from "./api.ts";
import { isFinal, sendWaiting } from "./outbox.ts";
import type { PracticePack, PracticeReceipt, PracticeResult } from "./practice.ts";
import type { PracticeStore } from "./practice-store.ts";

/** With fewer tables ahead the next pack is fetched. */
export const LEAST_AHEAD = 40;
/** Tables of a pack, and results that are sent at once. */
export const PACK = 40;
export const BATCH = 10;

export interface PracticeServer {
  fetchPack(variant: string, count: number): Promise<PracticePack>;
  sendResults(results: readonly PracticeResult[]): Promise<PracticeReceipt>;
  canReach(): Promise<boolean>;
}

/** How the supply stands. */
export interface Supply {
  /** Null before the server was first asked. */
  isOnline: boolean | null;
  /** Tables of the variant that are left. */
  left: number;
  /** Results that the server has not acknowledged. */
  waiting: number;
  /** Why there are no tables of this variant; empty where there may be some. */
  refusal: string;
}

export const NO_SUPPLY: Supply = { isOnline: null, left: 0, waiting: 0, refusal: "" };

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
  private variant: string;
  private supply: Supply = NO_SUPPLY;
  private syncing: Promise<void> | null = null;
  private isStale = false;

  constructor(variant: string, options: SupplierOptions) {
    this.variant = variant;
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

  /** Return the next table, null where none is left. */
  async take(): Promise<StockedTable | null> {
    const { store, window, now } = this.options;
    const table = await store.take(this.variant, window, now());
    await this.look({});
    return table;
  }

  /** Keep what came of a table, and send it when that can be done. */
  async finish(result: PracticeResult): Promise<void> {
    await this.options.store.finish(result);
    await this.look({});
    void this.sync();
  }

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
        const hasSent = await this.sendAll();
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
    const { store, server, now, makeId } = this.options;
    if ((await store.count(this.variant)) >= LEAST_AHEAD) return false;
    const pack = await server.fetchPack(this.variant, PACK);
    this.variant = pack.variant;
    await store.add(unpack(pack, now(), makeId));
    return true;
  }

  /** Note that the server cannot be reached. */
  async lose(): Promise<void> {
    await this.look({ isOnline: false });
  }

  private async look(change: Partial<Supply>): Promise<void> {
    const { store, onChange } = this.options;
    const [left, waiting] = await Promise.all([store.count(this.variant), store.countWaiting()]);
    this.supply = { ...this.supply, left, waiting, ...change };
    onChange(this.supply);
  }
}
