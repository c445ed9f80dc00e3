/**
 * Which key marks which card, on a QWERTY keyboard.
 *
 * The keyboard is a picture of the table: in columns of three the keys of a column are `qaz`, `wsx`,
 * `edc`, …; in rows of three they are `123`, `qwe`, `asd`, `zxc`, and then again to the right, `456`,
 * `rty`, …  Groups in one row have three columns of keys each; of groups in several rows each has
 * three keys, in the row of its row.  Where the lines of a group are columns, so are those of its
 * keys.  Cards of an earlier claim have the digits that are left.
 */

import type { Plan } from "./layout.ts";

const DIGITS = "1234567890";
const LETTERS = ["qwertyuiop", "asdfghjkl;", "zxcvbnm,./"] as const;
const FOUR_ROWS = [DIGITS, ...LETTERS] as const;

function at(rows: readonly string[], row: number, column: number): string | null {
  return rows[row]?.[column] ?? null;
}

/** Whether cards of the table are marked with digits. */
function hasDigits({ groups, flow, lane }: Plan): boolean {
  return groups === 1 && (flow === "rows" || lane > LETTERS.length);
}

/** Return the key of a slot, null where there are not enough keys. */
export function keyOfSlot(plan: Plan, slot: number): string | null {
  const { groups, lane, flow } = plan;
  const [groupRows, groupColumns] = plan.shape;
  const group = slot % groups;
  const index = Math.floor(slot / groups);
  const line = Math.floor(index / lane);
  const along = index % lane;
  if (groups === 1 && flow === "columns") {
    return at(hasDigits(plan) ? FOUR_ROWS : LETTERS, along, line);
  }
  if (groups === 1) {
    const block = Math.floor(line / FOUR_ROWS.length) * lane;
    return at(FOUR_ROWS, line % FOUR_ROWS.length, block + along);
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
    return at(LETTERS, row, 3 * group + column);
  }
  if (index >= 3) return null;
  return at(LETTERS, Math.floor(group / groupColumns), 3 * (group % groupColumns) + index);
}

/** Return the key of a card of an earlier claim: digits that the table leaves free. */
export function keyOfChain(plan: Plan, index: number): string | null {
  return DIGITS[index + (hasDigits(plan) ? 6 : 0)] ?? null;
}

export type KeyTarget = { slot: number } | { chain: number };

/** Return what a key marks on a table of that many slots, null for nothing. */
export function targetOfKey(
  plan: Plan,
  slots: number,
  chain: number,
  pressed: string,
): KeyTarget | null {
  const key = pressed.toLowerCase();
  for (let slot = 0; slot < slots; slot++) {
    if (keyOfSlot(plan, slot) === key) return { slot };
  }
  for (let index = 0; index < chain; index++) {
    if (keyOfChain(plan, index) === key) return { chain: index };
  }
  return null;
}
