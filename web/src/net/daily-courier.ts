/** Brings results of daily puzzles to the server, when that can be done. */

import { ApiError } from "./api.ts";
import { sendDailies } from "./daily.ts";
import { type DailyStore, openDailyStore } from "./daily-store.ts";
import { isFinal, sendWaiting } from "./outbox.ts";
import { canReach } from "./practice.ts";

/** Results that are sent at once. */
const BATCH = 6;

export interface Delivery {
  /** Null before the server was first asked. */
  isOnline: boolean | null;
  /** Results that the server has not acknowledged. */
  waiting: number;
}

export const NO_DELIVERY: Delivery = { isOnline: null, waiting: 0 };

export class Courier {
  private readonly store: DailyStore;
  private readonly onChange: (delivery: Delivery) => void;
  private delivery = NO_DELIVERY;
  private syncing: Promise<void> | null = null;
  private isStale = false;

  constructor(store: DailyStore, onChange: (delivery: Delivery) => void = () => undefined) {
    this.store = store;
    this.onChange = onChange;
  }

  /** Send what waits; return when all is tried. */
  sync(): Promise<void> {
    if (this.syncing) {
      // What has come in since this began is sent in another round.
      this.isStale = true;
      return this.syncing;
    }
    this.syncing = this.sendAll().finally(() => (this.syncing = null));
    return this.syncing;
  }

  private async sendAll(): Promise<void> {
    do {
      this.isStale = false;
      await this.tell({});
      try {
        const hasSent = await sendWaiting(this.store, BATCH, sendDailies, () => this.tell({}));
        // Where there was nothing to do the server has not yet been heard of.
        await this.tell({ isOnline: hasSent || (await canReach()) });
      } catch (error) {
        const status = error instanceof ApiError ? error.status : 0;
        await this.tell({ isOnline: isFinal(status) || status === 429 });
      }
    } while (this.isStale);
  }

  /** Note that the server cannot be reached. */
  async lose(): Promise<void> {
    await this.tell({ isOnline: false });
  }

  private async tell(change: Partial<Delivery>): Promise<void> {
    this.delivery = { ...this.delivery, waiting: await this.store.countWaiting(), ...change };
    this.onChange(this.delivery);
  }
}

/** Let somebody else be the reader: what was done is sent before, and then it is not theirs. */
export async function handOver<T>(change: () => Promise<T>): Promise<T> {
  const store = await openDailyStore();
  await new Courier(store).sync();
  const changed = await change();
  await store.forget();
  return changed;
}
