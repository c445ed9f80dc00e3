/**
 * Which table comes next for one who trains weak spots; pure functions.
 *
 * Weights come from the server, by how many features differ in a table's easiest claim; a number
 * without one has the mean of the others.  The next table has the number with the greatest quotient
 * of its weight and one more than how many of it were shown; the lesser number of two that are
 * equal.  The server chooses its packs by the same rule (`server/practice_weak.py`).
 */

import type { PracticeFigures } from "../net/practice.ts";
import type { StockedTable } from "./practice-stock.ts";

export interface Training {
  weights: ReadonlyMap<number, number>;
  /** How many tables were shown, by number. */
  shown: ReadonlyMap<number, number>;
}

/** Return the weights in somebody's figures of a variant; empty where too little is known. */
export function readWeights(figures: PracticeFigures | null): ReadonlyMap<number, number> {
  const weights = new Map<number, number>();
  for (const { differing, weight } of figures?.by_differing ?? []) {
    if (weight !== null && weight !== undefined) weights.set(differing, weight);
  }
  // Where all weigh the same there is nothing to choose by.
  return new Set(weights.values()).size > 1 ? weights : new Map();
}

/** Return weights as the server reads them. */
export const tellWeights = (weights: ReadonlyMap<number, number>): string =>
  [...weights].map(([differing, weight]) => `${differing}:${weight}`).join();

/** Return in how many features the cards of a table's easiest claim differ; a half goes up. */
export function easiestOf({ claims }: Pick<StockedTable, "claims">): number {
  return Math.floor(Math.min(...claims.map(({ differing }) => differing)) + 0.5);
}

/** Return the table that is trained on next, the oldest of its number; null where there is none. */
export function chooseTraining(
  tables: readonly StockedTable[],
  { weights, shown }: Training,
): StockedTable | null {
  const usual = [...weights.values()].reduce((sum, weight) => sum + weight / weights.size, 0);
  const quotient = (differing: number): number =>
    (weights.get(differing) ?? usual) / ((shown.get(differing) ?? 0) + 1);
  const numbers = [...new Set(tables.map(easiestOf))].sort((one, other) => one - other);
  const [first, ...others] = numbers;
  if (first === undefined) return null;
  const best = others.reduce(
    (best, number) => (quotient(number) > quotient(best) ? number : best),
    first,
  );
  return (
    tables
      .filter((table) => easiestOf(table) === best)
      .toSorted((one, other) => one.order - other.order)[0] ?? null
  );
}
