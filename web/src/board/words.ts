/** A card on the table in words: what it is, and where it lies. */

import { t } from "../language/language.ts";
import type { Plan } from "./layout.ts";

/** Where a slot lies, counted from one; the group is null on an undivided table. */
export interface Cell {
  group: number | null;
  row: number;
  column: number;
}

export function cellOf(plan: Plan, slot: number): Cell {
  const index = Math.floor(slot / plan.groups);
  const line = Math.floor(index / plan.lane) + 1;
  const along = (index % plan.lane) + 1;
  const [row, column] = plan.flow === "rows" ? [line, along] : [along, line];
  return { group: plan.groups > 1 ? (slot % plan.groups) + 1 : null, row, column };
}

/** Return "two red striped ovals, row 1, column 2". */
export function sayPlaced(card: string, { group, row, column }: Cell): string {
  return group === null
    ? t("{card}, row {row}, column {column}", { card, row, column })
    : t("{card}, group {group}, row {row}, column {column}", { card, group, row, column });
}
