import assert from "node:assert/strict";
import { test } from "node:test";
import { layOut, makePlan, type Place } from "../src/board/layout.ts";
import { slotAfter, stopAt } from "../src/board/moves.ts";
import { cellOf, sayPlaced } from "../src/board/words.ts";

const SIZE = { width: 1250, height: 810 };
const plan = makePlan(12, [1, 1], SIZE, 1.5);
const layout = layOut(plan, 12, SIZE, 1.5);
const all = Array.from({ length: 12 }, (_, slot) => layout.place(slot));
const go = (places: readonly (Place | null)[], slot: number, key: string, isWhole = false) =>
  slotAfter(places, layout.place(slot), key, isWhole);

// On a wide board slot s lies in column ⌊s/3⌋.
test("arrows lead to the next card in their direction", () => {
  assert.equal(go(all, 4, "ArrowUp"), 3);
  assert.equal(go(all, 4, "ArrowDown"), 5);
  assert.equal(go(all, 4, "ArrowLeft"), 1);
  assert.equal(go(all, 4, "ArrowRight"), 7);
  assert.equal(go(all, 0, "ArrowLeft"), null);
  assert.equal(go(all, 2, "ArrowDown"), null);
});

test("a hole is passed over, and left as a card is", () => {
  const holed = all.map((place, slot) => (slot === 4 || slot === 7 ? null : place));
  assert.equal(go(holed, 1, "ArrowRight"), 10);
  assert.equal(go(holed, 4, "ArrowRight"), 10);
});

test("Home and End lead along the row, with Ctrl over the table", () => {
  assert.equal(go(all, 4, "Home"), 1);
  assert.equal(go(all, 4, "End"), 10);
  assert.equal(go(all, 4, "Home", true), 0);
  assert.equal(go(all, 4, "End", true), 11);
  assert.equal(go(all, 4, "x"), null);
  assert.equal(go(all, 4, "ArrowUp", true), null);
});

test("every card is reached by arrows, on each kind of table", () => {
  const kinds = [[12, [1, 1]], [21, [1, 1]], [18, [1, 3]], [27, [3, 3]]] as const;
  for (const size of [SIZE, { width: 344, height: 580 }]) {
    for (const [slots, shape] of kinds) {
      const table = layOut(makePlan(slots, shape, size, 1.5), slots, size, 1.5);
      const places = Array.from({ length: slots }, (_, slot) => table.place(slot));
      const reached = new Set([0]);
      for (const slot of reached) {
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
          const next = slotAfter(places, table.place(slot), key, false);
          if (next !== null) reached.add(next);
        }
      }
      assert.equal(reached.size, slots, `${slots} on ${size.width}`);
    }
  }
});

test("Tab comes to the card that was visited, or to one near it", () => {
  assert.equal(stopAt(all, 5), 5);
  assert.equal(stopAt(all.map((place, slot) => (slot === 5 ? null : place)), 5), 4);
  assert.equal(stopAt(all.slice(0, 3), 11), 2);
  assert.equal(stopAt([null, null], 0), null);
});

test("a place is told as one sees it", () => {
  assert.deepEqual(cellOf(plan, 4), { group: null, row: 2, column: 2 });
  assert.equal(sayPlaced("two red ovals", cellOf(plan, 11)), "two red ovals, row 3, column 4");
  const grouped = makePlan(18, [1, 3], SIZE, 1.5);
  assert.equal(cellOf(grouped, 4).group, 2);
  assert.match(sayPlaced("two red ovals", cellOf(grouped, 4)), /^two red ovals, group 2, row \d/);
});
