import assert from "node:assert/strict";
import { test } from "node:test";
import { holds, type Layout, layOut, makePlan, type Place, type Shape, type Size } from "../src/board/layout.ts";

const PHONE = { width: 344, height: 580 };
const TABLET = { width: 800, height: 960 };
const WIDE = { width: 1250, height: 810 };
const SIZES = { PHONE, TABLET, WIDE };
const ASPECT = 1.5;

function shapeOf(groups: number): Shape {
  return groups === 9 ? [3, 3] : [1, groups];
}

function lay(slots: number, groups: number, board: Size, first = slots): Layout {
  return layOut(makePlan(first, shapeOf(groups), board, ASPECT), slots, board, ASPECT);
}

function placesOf(layout: Layout, slots: number): Place[] {
  return Array.from({ length: slots }, (_, slot) => layout.place(slot));
}

function overlap(a: Place, b: Place): boolean {
  return (
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  );
}

const TABLES = [
  [9, 1],
  [12, 1],
  [15, 1],
  [21, 1],
  [72, 1],
  [243, 1],
  [18, 3],
  [21, 3],
  [27, 9],
  [36, 9],
  [81, 9],
] as const;

for (const [name, board] of Object.entries(SIZES)) {
  for (const [slots, groups] of TABLES) {
    test(`${slots} cards in ${groups} groups fit on a ${name} board`, () => {
      const layout = lay(slots, groups, board);
      const places = placesOf(layout, slots);
      for (const [index, place] of places.entries()) {
        assert.ok(place.x >= 0 && place.x + place.width <= board.width, "inside across");
        assert.ok(place.y >= 0 && place.y + place.height <= layout.height, "inside down");
        assert.ok(Math.min(place.width, place.height) >= 40, "large enough to touch");
        assert.ok(!places.slice(index + 1).some((other) => overlap(place, other)), "apart");
      }
      assert.ok(layout.plan.scrolls || layout.height <= board.height, "scrolls only if it must");
      assert.equal(layout.panels.length, groups === 1 ? 0 : groups);
    });
  }
}

test("the usual tables need no scrolling", () => {
  for (const board of Object.values(SIZES)) {
    for (const [slots, groups] of [[9, 1], [12, 1], [15, 1], [18, 1], [21, 1], [18, 3], [27, 9]] as const) {
      assert.ok(!lay(slots, groups, board).plan.scrolls, `${slots} in ${groups}`);
    }
  }
});

test("a wide board has columns of three, a tall one rows of three", () => {
  const column = lay(12, 1, WIDE);
  assert.equal(column.place(0).x, column.place(2).x);
  assert.ok(column.place(3).x > column.place(2).x);
  const row = lay(12, 1, PHONE);
  assert.equal(row.place(0).y, row.place(2).y);
  assert.ok(row.place(3).y > row.place(2).y);
});

/** Column and row of every slot, whatever the size of the cards. */
function cells(layout: Layout, slots: number): string[] {
  const places = placesOf(layout, slots);
  const rank = (values: number[]) => [...new Set(values)].sort((a, b) => a - b);
  const columns = rank(places.map(({ x }) => x));
  const rows = rank(places.map(({ y }) => y));
  return places.map(({ x, y }) => `${columns.indexOf(x)},${rows.indexOf(y)}`);
}

test("three more cards add a line and leave the others in place", () => {
  for (const board of Object.values(SIZES)) {
    for (const first of [9, 12, 15]) {
      const before = cells(lay(first, 1, board), first);
      const after = cells(lay(first + 3, 1, board, first), first + 3);
      assert.deepEqual(after.slice(0, first), before);
    }
  }
});

test("a tall board with room does not move a card when a row is added", () => {
  const before = placesOf(lay(12, 1, TABLET), 12);
  const after = placesOf(lay(15, 1, TABLET, 12), 12);
  assert.deepEqual(after, before);
});

test("cards of a group lie in its frame", () => {
  for (const [slots, groups] of [[18, 3], [27, 9], [36, 9]] as const) {
    for (const board of Object.values(SIZES)) {
      const layout = lay(slots, groups, board);
      for (let slot = 0; slot < slots; slot++) {
        for (const [group, panel] of layout.panels.entries()) {
          assert.equal(overlap(layout.place(slot), panel), group === slot % groups);
        }
      }
    }
  }
});

test("groups are laid in their own rows, not in a square that would hold them", () => {
  for (const board of Object.values(SIZES)) {
    const { panels } = layOut(makePlan(24, [2, 4], board, ASPECT), 24, board, ASPECT);
    assert.equal(panels[0]?.y, panels[3]?.y);
    assert.equal(panels[0]?.x, panels[4]?.x);
  }
});

test("nine groups form a square", () => {
  const { panels } = lay(27, 9, WIDE);
  assert.equal(panels[0]?.y, panels[2]?.y);
  assert.equal(panels[0]?.x, panels[6]?.x);
});

test("a group's lines are full where that costs little", () => {
  for (const board of Object.values(SIZES)) {
    assert.equal(3 % makePlan(27, [3, 3], board, ASPECT).lane, 0);
    assert.equal(6 % makePlan(18, [1, 3], board, ASPECT).lane, 0);
  }
});

test("a plan outlives a small change of the board, not one that leaves no room", () => {
  const plan = makePlan(12, [1, 1], PHONE, ASPECT);
  assert.ok(holds(plan, 12, { ...PHONE, height: PHONE.height - 80 }, ASPECT));
  assert.ok(!holds(plan, 12, { ...PHONE, height: 100 }, ASPECT));
  assert.ok(!holds({ ...plan, scrolls: true }, 12, PHONE, ASPECT));
});
