import assert from "node:assert/strict";
import { test } from "node:test";
import {
  COLUMNS,
  labelOf,
  LAYOUT_NAMES,
  layoutOfLanguage,
  LAYOUTS,
  readRows,
  ROWS,
  rowsOfMap,
} from "../src/board/keyboards.ts";
import { keyOfChain, keyOfSlot, targetOfKey } from "../src/board/keys.ts";
import { makePlan, type Shape } from "../src/board/layout.ts";

const QWERTY = LAYOUTS.qwerty;
const typed = (key: string) => ({ key, code: "" });
const shapeOf = (groups: number): Shape => (groups === 9 ? [3, 3] : [1, groups]);
const wide = (slots: number, groups = 1) =>
  makePlan(slots, shapeOf(groups), { width: 1250, height: 810 }, 1.5);
const tall = (slots: number, groups = 1) =>
  makePlan(slots, shapeOf(groups), { width: 344, height: 580 }, 1.5);
const keysOf = (plan: ReturnType<typeof wide>, slots: number) =>
  Array.from({ length: slots }, (_, slot) => keyOfSlot(QWERTY, plan, slot) ?? " ").join("");

test("columns of three are columns of the keyboard", () => {
  assert.equal(keysOf(wide(12), 21), "qazwsxedcrfvtgbyhnujm");
});

test("rows of three are rows of the keyboard, and go on to the right", () => {
  assert.equal(keysOf(tall(12), 18), "123qweasdzxc456rty");
});

test("a card keeps its key when the table grows", () => {
  const plan = wide(12);
  assert.equal(keysOf(plan, 12), keysOf(plan, 15).slice(0, 12));
});

test("no key belongs to two cards", () => {
  const tables = [[12, 1], [21, 1], [18, 3], [24, 3], [27, 9], [36, 9], [72, 1]] as const;
  for (const [slots, groups] of tables) {
    for (const plan of [wide(slots, groups), tall(slots, groups)]) {
      const keys = [...keysOf(plan, slots)].filter((key) => key !== " ");
      const chain = Array.from({ length: 4 }, (_, index) => keyOfChain(QWERTY, plan, index));
      if (slots <= 21) keys.push(...chain.filter((key) => key !== null));
      assert.equal(new Set(keys).size, keys.length, `${slots} in ${groups}`);
    }
  }
});

test("three groups are three blocks of the keyboard", () => {
  const plan = { ...wide(18, 3), lane: 2 };
  const first = [0, 3, 6, 9, 12, 15].map((slot) => keyOfSlot(QWERTY, plan, slot)).join("");
  const second = [1, 4, 7, 10, 13, 16].map((slot) => keyOfSlot(QWERTY, plan, slot)).join("");
  assert.equal(first, "qwaszx");
  assert.equal(second, "rtfgvb");
});

test("nine groups have the keys of their row", () => {
  assert.equal(keysOf(wide(27, 9), 9), "qruafjzvm");
});

test("a key finds its card, in either case", () => {
  const plan = wide(12);
  assert.deepEqual(targetOfKey(QWERTY, plan, 12, 0, typed("w")), { slot: 3 });
  assert.deepEqual(targetOfKey(QWERTY, plan, 12, 0, typed("W")), { slot: 3 });
  assert.deepEqual(targetOfKey(QWERTY, plan, 12, 3, typed("2")), { chain: 1 });
  assert.equal(targetOfKey(QWERTY, plan, 12, 0, typed("t")), null);
  assert.equal(targetOfKey(QWERTY, plan, 12, 0, typed("Escape")), null);
});

test("the keys of each layout are those of its rows, and no two are the same", () => {
  const columns = {
    qwerty: "qazwsxedcrfv",
    azerty: "aqwzsxedcrfv",
    qwertz: "qaywsxedcrfv",
    dvorak: "'a;,oq.ejpuk",
    colemak: "qazwrxfscptv",
  } as const;
  for (const name of LAYOUT_NAMES) {
    const plan = wide(12);
    const keys = Array.from({ length: 12 }, (_, slot) => keyOfSlot(LAYOUTS[name], plan, slot));
    assert.equal(keys.join(""), columns[name]);
    assert.equal(new Set(LAYOUTS[name].join("")).size, ROWS * COLUMNS, name);
  }
});

test("what is typed counts first, and what is typed by no label by its place", () => {
  const azerty = LAYOUTS.azerty;
  assert.equal(labelOf(azerty, { key: "a", code: "KeyQ" }), "a");
  // A keyboard that is not the one that was chosen: what stands on the card is what is typed.
  assert.equal(labelOf(azerty, { key: "q", code: "KeyQ" }), "q");
  // Caps Lock, another script, and the digits of AZERTY, with and without Shift.
  assert.equal(labelOf(azerty, { key: "Z", code: "KeyW" }), "z");
  assert.equal(labelOf(azerty, { key: "й", code: "KeyQ" }), "a");
  assert.equal(labelOf(azerty, { key: "&", code: "Digit1" }), "1");
  assert.equal(labelOf(azerty, { key: "1", code: "Digit1" }), "1");
  assert.equal(labelOf(azerty, { key: "1", code: "Numpad1" }), "1");
  assert.equal(labelOf(LAYOUTS.qwertz, { key: "Dead", code: "Slash" }), "-");
  // What has a meaning of its own, and what no card has.
  assert.equal(labelOf(azerty, { key: "?", code: "KeyM" }), null);
  assert.equal(labelOf(azerty, { key: "Enter", code: "Enter" }), null);
  assert.equal(labelOf(azerty, { key: "F1", code: "F1" }), null);
  assert.equal(labelOf(azerty, { key: "~", code: "Backquote" }), null);
});

test("keys of one's own are read row by row, and what is wrong with them is told", () => {
  const rows = ["1234567890", "QWDFKJURL;", "a s e t g y n i o p", "zxcvbhm,./"];
  const reading = readRows(rows);
  assert.deepEqual(reading, { rows: ["1234567890", "qwdfkjurl;", "asetgyniop", "zxcvbhm,./"] });
  const withLast = (last: string) => readRows([...rows.slice(0, 3), last]);
  assert.deepEqual(withLast("zxcvbhm,."), { problem: "length", row: 3, found: 9 });
  assert.deepEqual(withLast(""), { problem: "length", row: 3, found: 0 });
  assert.deepEqual(withLast("zxcvbhm,.q"), { problem: "twice", row: 3, key: "q" });
  assert.deepEqual(withLast("zxcvbhm,.?"), { problem: "unusable", row: 3, key: "?" });
  assert.deepEqual(readRows([]), { problem: "length", row: 0, found: 0 });
});

const mapOf = (rows: readonly string[]): Map<string, string> => {
  const codes = ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"].map((row) =>
    [...row].map((letter) => `Key${letter}`),
  );
  codes[1]?.push("Semicolon");
  codes[2]?.push("Comma", "Period", "Slash");
  return new Map(
    codes.flatMap((row, index) =>
      row.map((code, column): [string, string] => [code, [...(rows[index] ?? "")][column] ?? ""]),
    ),
  );
};

test("a keyboard says what stands on it, whichever it is", () => {
  for (const name of LAYOUT_NAMES) {
    const [, ...letters] = LAYOUTS[name];
    assert.deepEqual(rowsOfMap(mapOf(letters)), LAYOUTS[name]);
  }
  assert.deepEqual(rowsOfMap(mapOf(["qwertyuiop", "asdfghjklñ", "zxcvbnm,.-"])), [
    "1234567890",
    "qwertyuiop",
    "asdfghjklñ",
    "zxcvbnm,.-",
  ]);
  // One key that says nothing leaves the layout as it is known.
  assert.deepEqual(rowsOfMap(mapOf(["qwertyuiop", "asdfghjkl;", "zxcvbnm,.?"])), LAYOUTS.qwerty);
  assert.equal(rowsOfMap(new Map()), null);
});

test("a language has its keyboard", () => {
  const names = ["en-US", "fr", "fr-FR", "fr-CA", "de-AT", "nl-BE", "xx"].map(layoutOfLanguage);
  assert.deepEqual(names, ["qwerty", "azerty", "azerty", "qwerty", "qwertz", "azerty", "qwerty"]);
});
