/**
 * Which key marks which card; what stands on the keys is said by `keyboards.ts`.
 *
 * The keyboard is a picture of the table: in columns of three the keys of a column are, on QWERTY,
 * `qaz`, `wsx`, `edc`, …; in rows of three they are `123`, `qwe`, `asd`, `zxc`, and then again to the right, `456`,
 * `rty`, …  Groups in one row have three columns of keys each; of groups in several rows each has
 * three keys, in the row of its row.  Where the lines of a group are columns, so are those of its
 * keys.  Cards of an earlier claim have the digits that are left.
 */

import { type KeyRows, labelAt, labelOf, type Pressed, ROWS } from "./keyboards.ts";
import type { Plan } from "./layout.ts";

/** The row of the digits, and the first of the letters. */
const DIGITS = 0;
const LETTERS = 1;

/** Whether cards of the table are marked with digits. */
function hasDigits({ groups, flow, lane }: Plan): boolean {
  return groups === 1 && (flow === "rows" || lane >= ROWS);
}

/** Return the key of a slot, null where there are not enough keys. */
export function keyOfSlot(rows: KeyRows, plan: Plan, slot: number): string | null {
  const { groups, lane, flow } = plan;
  const [groupRows, groupColumns] = plan.shape;
  const group = slot % groups;
  const index = Math.floor(slot / groups);
  const line = Math.floor(index / lane);
  const along = index % lane;
  if (groups === 1 && flow === "columns") {
    return labelAt(rows, along + (hasDigits(plan) ? DIGITS : LETTERS), line);
  }
  if (groups === 1) {
    const block = Math.floor(line / ROWS) * lane;
    return labelAt(rows, line % ROWS, block + along);
  }
  if (groupRows === 1) {
    const length = Math.min(lane, 3);
    const extra = index - 3 * length;
    // What three lines cannot hold has the keys that are left at their ends.
    const [line, along] =
      extra < 0
        ? [Math.floor(index / length), index % length]
        : [extra % 3, length + Math.floor(extra / 3)];
    if (along >= 3) return null;
    const [row, column] = flow === "rows" ? [line, along] : [along, line];
    return labelAt(rows, LETTERS + row, 3 * group + column);
  }
  if (index >= 3) return null;
  const row = LETTERS + Math.floor(group / groupColumns);
  return labelAt(rows, row, 3 * (group % groupColumns) + index);
}

/** Return the key of a card of an earlier claim: digits that the table leaves free. */
export function keyOfChain(rows: KeyRows, plan: Plan, index: number): string | null {
  return labelAt(rows, DIGITS, index + (hasDigits(plan) ? 6 : 0));
}

export type KeyTarget = { slot: number } | { chain: number };

/** Return what a key marks on a table of that many slots, null for nothing. */
export function targetOfKey(
  rows: KeyRows,
  plan: Plan,
  slots: number,
  chain: number,
  pressed: Pressed,
): KeyTarget | null {
  const key = labelOf(rows, pressed);
  if (key === null) return null;
  for (let slot = 0; slot < slots; slot++) {
    if (keyOfSlot(rows, plan, slot) === key) return { slot };
  }
  for (let index = 0; index < chain; index++) {
    if (keyOfChain(rows, plan, index) === key) return { chain: index };
  }
  return null;
}

/** Whether a key belongs to something that is typed, chosen or open above the page, or to the browser. */
export function isElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return true;
  if (event.defaultPrevented || event.repeat) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select, dialog") !== null;
}
