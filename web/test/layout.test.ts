import assert from "node:assert/strict";
import { test } from "node:test";
import { LAYOUTS } from "../src/board/keyboards.ts";
import { keyOfSlot } from "../src/board/keys.ts";
import {
  holds,
  type Layout,
  layOut,
  makePlan,
  NO_WISHES,
  type Place,
  type Shape,
  type Size,
  type Wishes,
} from "../src/board/layout.ts";

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

test("a finger finds every card of up to 21, on the narrowest telephone", () => {
  const shapes = [[1, 1], [1, 3], [3, 3]] as const;
  for (const shape of shapes) {
    const groups = shape[0] * shape[1];
    for (let slots = groups; slots <= 21; slots += groups) {
      for (const width of [312, 352]) {
        for (const height of [240, 300, 360, 420, 480, 560]) {
          const board = { width, height };
          const { card } = layOut(makePlan(slots, shape, board, 1.5), slots, board, 1.5);
          assert.ok(Math.min(card.width, card.height) >= 44, `${slots} in ${shape} on ${width}×${height}`);
        }
      }
    }
  }
});

const WISHES: Wishes[] = (["automatic", "lying", "standing"] as const).flatMap((cards) =>
  (["automatic", "rows", "columns"] as const).map((lines) => ({ cards, lines })),
);

/** Boards of all shapes, the same in every run. */
function* boards(): Generator<Size> {
  for (let width = 280; width <= 1900; width += 173) {
    for (let height = 240; height <= 1100; height += 131) yield { width, height };
  }
}

test("whatever is wished for, on a board of any size all cards lie apart and inside", () => {
  for (const board of boards()) {
    for (const [slots, groups] of TABLES) {
      if (slots > 36) continue;
      for (const wishes of WISHES) {
        const plan = makePlan(slots, shapeOf(groups), board, ASPECT, wishes);
        const layout = layOut(plan, slots, board, ASPECT);
        const told = JSON.stringify({ board, slots, groups, wishes });
        if (wishes.cards !== "automatic") assert.equal(plan.upright, wishes.cards === "standing", told);
        assert.ok(plan.scrolls || layout.height <= board.height, told);
        const places = placesOf(layout, slots);
        for (const [index, place] of places.entries()) {
          assert.ok(place.x >= 0 && place.x + place.width <= board.width, told);
          assert.ok(place.y >= 0 && place.y + place.height <= layout.height, told);
          assert.ok(!places.slice(index + 1).some((other) => overlap(place, other)), told);
        }
      }
    }
  }
});

test("lines are as wished wherever that leaves cards large enough", () => {
  for (const board of [PHONE, TABLET, WIDE]) {
    for (const lines of ["rows", "columns"] as const) {
      for (const cards of ["lying", "standing"] as const) {
        const plan = makePlan(12, [1, 1], board, ASPECT, { cards, lines });
        const told = JSON.stringify({ board, lines, cards });
        assert.deepEqual([plan.flow, plan.upright], [lines, cards === "standing"], told);
        const layout = layOut(plan, 12, board, ASPECT);
        const [first, second, fourth] = [layout.place(0), layout.place(1), layout.place(3)];
        const across = lines === "rows" ? second : fourth;
        const down = lines === "rows" ? fourth : second;
        assert.ok(across.x > first.x && across.y === first.y, told);
        assert.ok(down.y > first.y && down.x === first.x, told);
      }
    }
  }
});

test("without a wish a board is as it always was", () => {
  for (const board of boards()) {
    const plan = makePlan(12, [1, 1], board, ASPECT);
    assert.deepEqual(makePlan(12, [1, 1], board, ASPECT, NO_WISHES), plan);
    assert.ok(plan.scrolls || plan.flow === (board.width >= board.height ? "columns" : "rows"));
  }
});

test("columns for which there is no room are laid as they fit", () => {
  const narrow = { width: 200, height: 700 };
  const plan = makePlan(21, [1, 1], narrow, ASPECT, { cards: "automatic", lines: "columns" });
  assert.equal(plan.flow, "rows");
  assert.ok(!plan.scrolls);
});

test("keys lie as the cards do, whatever is wished for", () => {
  const rows = ["1234567890", "qwertyuiop", "asdfghjkl;", "zxcvbnm,./"];
  const spot = (key: string) => {
    const row = rows.findIndex((keys) => keys.includes(key));
    return { row, column: rows[row]?.indexOf(key) ?? -1 };
  };
  for (const [slots, groups] of [[12, 1], [15, 1], [18, 3]] as const) {
    for (const wishes of WISHES) {
      const plan = makePlan(slots, shapeOf(groups), WIDE, ASPECT, wishes);
      const layout = layOut(plan, slots, WIDE, ASPECT);
      for (let a = 0; a < slots; a++) {
        for (let b = 0; b < slots; b++) {
          const [key, other] = [keyOfSlot(LAYOUTS.qwerty, plan, a), keyOfSlot(LAYOUTS.qwerty, plan, b)];
          if (key === null || other === null || a % groups !== b % groups) continue;
          // Lines longer than three are continued on the next row of keys.
          if (plan.lane > 3 || Math.ceil(slots / groups / plan.lane) > 3 + Number(groups === 1)) continue;
          const [here, there] = [layout.place(a), layout.place(b)];
          const told = JSON.stringify({ slots, groups, wishes, a, b });
          if (here.y === there.y) assert.equal(spot(key).row, spot(other).row, told);
          if (here.y < there.y) assert.ok(spot(key).row < spot(other).row, told);
          if (here.x < there.x) assert.ok(spot(key).column < spot(other).column, told);
        }
      }
    }
  }
});
