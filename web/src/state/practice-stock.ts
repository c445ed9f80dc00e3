/** The tables that a browser has in stock, and which of them comes next; pure functions. */

import type { PracticeKind, PracticePack, PracticeTable } from "../net/practice.ts";

/** A table in stock. */
export interface StockedTable extends PracticeKind, PracticeTable {
  /** The id of what will come of it, so that it counts once in however many windows it is shown. */
  id: string;
  /** Tables come in this order. */
  order: number;
  /** The window that shows it, null for none. */
  heldBy: string | null;
  /** Since when it does, in milliseconds since 1970. */
  heldAt: number;
}

/** After so many milliseconds the window that held a table is taken to be gone. */
export const HELD = 10 * 60_000;

/** Return the tables of a pack, each with an id. */
export function unpack(
  { tables, ...kind }: PracticePack,
  now: number,
  makeId: () => string,
): StockedTable[] {
  return tables.map((table, index) => ({
    ...kind,
    ...table,
    id: makeId(),
    order: now + index / 1000,
    heldBy: null,
    heldAt: 0,
  }));
}

/** Return the table that a window shows next: the one that it held before, else the oldest. */
export function chooseTable(
  tables: readonly StockedTable[],
  window: string,
  now: number,
): StockedTable | null {
  const own = tables.find(({ heldBy }) => heldBy === window);
  if (own) return own;
  const free = tables.filter(({ heldBy, heldAt }) => heldBy === null || heldAt + HELD < now);
  return free.reduce<StockedTable | null>(
    (first, table) => (first === null || table.order < first.order ? table : first),
    null,
  );
}
