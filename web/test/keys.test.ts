import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOfChain, keyOfSlot, targetOfKey } from "../src/board/keys.ts";
import { makePlan, type Shape } from "../src/board/layout.ts";

const shapeOf = (groups: number): Shape => (groups === 9 ? [3, 3] : [1, groups]);
const wide = (slots: number, groups = 1) =>
  makePlan(slots, shapeOf(groups), { width: 1250, height: 810 }, 1.5);
const tall = (slots: number, groups = 1) =>
  makePlan(slots, shapeOf(groups), { width: 344, height: 580 }, 1.5);
const keysOf = (plan: ReturnType<typeof wide>, slots: number) =>
  Array.from({ length: slots }, (_, slot) => keyOfSlot(plan, slot) ?? " ").join("");

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
      const chain = Array.from({ length: 4 }, (_, index) => keyOfChain(plan, index));
      if (slots <= 21) keys.push(...chain.filter((key) => key !== null));
      assert.equal(new Set(keys).size, keys.length, `${slots} in ${groups}`);
    }
  }
});

test("three groups are three blocks of the keyboard", () => {
  const plan = { ...wide(18, 3), lane: 2 };
  const first = [0, 3, 6, 9, 12, 15].map((slot) => keyOfSlot(plan, slot)).join("");
  const second = [1, 4, 7, 10, 13, 16].map((slot) => keyOfSlot(plan, slot)).join("");
  assert.equal(first, "qwaszx");
  assert.equal(second, "rtfgvb");
});

test("nine groups have the keys of their row", () => {
  assert.equal(keysOf(wide(27, 9), 9), "qruafjzvm");
});

test("a key finds its card, in either case", () => {
  const plan = wide(12);
  assert.deepEqual(targetOfKey(plan, 12, 0, "w"), { slot: 3 });
  assert.deepEqual(targetOfKey(plan, 12, 0, "W"), { slot: 3 });
  assert.deepEqual(targetOfKey(plan, 12, 3, "2"), { chain: 1 });
  assert.equal(targetOfKey(plan, 12, 0, "t"), null);
  assert.equal(targetOfKey(plan, 12, 0, "Escape"), null);
});
