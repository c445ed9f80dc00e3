/** The tables that a browser has in stock, and which of them comes next; pure functions. */

import type { PracticeKind, PracticePack, PracticeTable } from "../net/practice.ts";
import { chooseTraining, type Training } from "./practice-training.ts";

/** A table in stock. */
export interface StockedTable extends PracticeKind, PracticeTable {
  /** The id of what will come of it, so that it counts once in however many windows it is shown. */
  id: string;
  /** Tables come in this order. */
  order: number;
  /** The level that was asked for, null for any. */
  asked: number | null;
  /** The window that shows it, null for none. */
  heldBy: string | null;
  /** Since when it does, in milliseconds since 1970; 0 where it was never shown. */
  heldAt: number;
  /** The sprint in which it was shown last. */
  sprint: string | null;
}

/** After so many milliseconds the window that held a table is taken to be gone. */
export const HELD = 10 * 60_000;

/** Return the tables of a pack, each with an id. */
export function unpack(
  { tables, level, ...kind }: PracticePack,
  now: number,
  makeId: () => string,
): StockedTable[] {
  return tables.map((table, index) => ({
    ...kind,
    ...table,
    id: makeId(),
    order: now + index / 1000,
    asked: level,
    heldBy: null,
    heldAt: 0,
    sprint: null,
  }));
}

/** Return the tables of a level, null for any; those that are older than levels have none. */
export function atLevel(tables: readonly StockedTable[], level: number | null): StockedTable[] {
  return tables.filter(({ asked }) => (asked ?? null) === level);
}

/** Who asks for a table, and what for. */
export interface Asking {
  window: string;
  now: number;
  /** The sprint that it is for: its tables are new to everybody. */
  sprint?: string | null;
  /** By what weak spots are trained, null where they are not. */
  training?: Training | null;
}

/** Return the table that a window shows next: the one that it held before, else the oldest. */
export function chooseTable(
  tables: readonly StockedTable[],
  { window, now, sprint = null, training = null }: Asking,
): StockedTable | null {
  const own = tables.find(
    (table) => table.heldBy === window && (sprint === null || table.sprint === sprint),
  );
  if (own) return own;
  // What was chosen to be trained on would make a sprint harder than others.
  if (sprint !== null) {
    return oldest(tables.filter((table) => table.heldAt === 0 && !table.is_trained));
  }
  const free = tables.filter(({ heldBy, heldAt }) => heldBy === null || heldAt + HELD < now);
  const chosen = free.filter((table) => table.is_trained);
  const usual = free.filter((table) => !table.is_trained);
  if (training) return chooseTraining(chosen.length > 0 ? chosen : usual, training);
  return oldest(usual) ?? oldest(chosen);
}

function oldest(tables: readonly StockedTable[]): StockedTable | null {
  return tables.reduce<StockedTable | null>(
    (first, table) => (first === null || table.order < first.order ? table : first),
    null,
  );
}
