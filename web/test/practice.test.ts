import assert from "node:assert/strict";
import { test } from "node:test";
import {
  beginRound,
  canClaim,
  cardAt,
  clearRound,
  hasHint,
  hintRound,
  isOver,
  markOfPlace,
  pickedSpots,
  resultOf,
  skipRound,
  submitRound,
} from "../src/state/practice.ts";
import { chooseTable, HELD, type StockedTable } from "../src/state/practice-stock.ts";
import { begin, makePack, press, stock } from "./practising.ts";

// -- one table --------------------------------------------------------------------------------

test("as many cards as a claim has are claimed at once, in any order", () => {
  const found = press(begin(), 2, 0, 1);
  assert.equal(found.outcome, "found");
  assert.ok(isOver(found));
  assert.deepEqual(resultOf(found, 1234.6, 5.2), {
    id: found.table.id,
    variant: "classic",
    seed: "0123456789abcdef",
    number: 0,
    places: [0, 1, 2],
    ms: 1235,
    wrong: 0,
    hints: 0,
    at: 5,
    sprint: null,
  });
  assert.equal(press(found, 4), found);
  assert.equal(clearRound(found), found);
});

test("a wrong claim is counted, and the next pick begins anew", () => {
  const wrong = press(begin(), 0, 1, 4);
  assert.equal(wrong.outcome, "wrong");
  assert.equal(markOfPlace(wrong, 1), "wrong");
  const again = press(wrong, 4);
  assert.deepEqual(again.selection, [4]);
  const found = press(again, 5, 0);
  assert.equal(found.outcome, "found");
  assert.equal(resultOf(found, 1, 1).wrong, 1);
});

test("a card can be put back, and there is none in a hole", () => {
  assert.deepEqual(press(begin(), 0, 1, 0).selection, [1]);
  assert.deepEqual(press(begin(), 3).selection, []);
  assert.deepEqual(clearRound(press(begin(), 0, 1)).selection, []);
});

test("claims of several sizes wait for a word", () => {
  const round = begin({ claim_sizes: [2, 4] });
  assert.equal(canClaim(press(round, 0)), false);
  const ready = press(round, 0, 1, 2);
  assert.ok(canClaim(ready));
  assert.equal(submitRound(ready).outcome, "found");
  assert.equal(submitRound(press(round, 0)).outcome, "open");
});

test("hints show the easiest claim, all but its last card", () => {
  let round = hintRound(begin());
  assert.deepEqual(round.hinted, [0]);
  round = hintRound(round);
  assert.deepEqual(round.hinted, [0, 4]);
  assert.equal(hasHint(round), false);
  assert.equal(hintRound(round), round);
  assert.equal(markOfPlace(round, 4), "hinted");
  assert.equal(markOfPlace(press(round, 4), 4), "chosen");
  assert.equal(resultOf(skipRound(round), 1, 1).hints, 2);
});

test("a card is shown though it was just part of a wrong claim", () => {
  const shown = hintRound(press(begin(), 0, 1, 4));
  assert.equal(shown.outcome, "open");
  assert.equal(markOfPlace(shown, 0), "hinted");
  assert.equal(shown.wrong, 1);
});

test("a table that is skipped has no claim", () => {
  const skipped = skipRound(press(begin(), 0, 1));
  assert.ok(isOver(skipped));
  assert.equal(resultOf(skipped, 1, 1).places, null);
});

test("the claim before has the places after the slots", () => {
  const pack = makePack(1, { group_shape: [1, 3] });
  const [table] = pack.tables;
  assert.ok(table);
  const previous = [
    { card: "X", group: 2 },
    { card: "Y", group: 0 },
  ];
  const claims = [{ places: [0, 5, 7], differing: 2 }];
  const round = beginRound(
    stock({ ...pack, tables: [{ ...table, previous, claims }] })[0] as StockedTable,
  );
  assert.equal(cardAt(round.table, 7), "Y");
  assert.equal(cardAt(round.table, 8), null);
  const found = press(round, 7, 5, 0);
  assert.equal(found.outcome, "found");
  assert.deepEqual(pickedSpots(found), [
    { card: "Y", group: 0 },
    { card: "E", group: 2 },
    { card: "A", group: 0 },
  ]);
});

test("times are within what the server takes", () => {
  const skipped = skipRound(begin());
  assert.equal(resultOf(skipped, -5, 1).ms, 0);
  assert.equal(resultOf(skipped, 1e12, 1).ms, 3_600_000);
});

// -- the stock --------------------------------------------------------------------------------

test("a window is given the table that it held, else the oldest that is free", () => {
  const [first, second, third] = stock(makePack(3)) as [StockedTable, StockedTable, StockedTable];
  assert.equal(chooseTable([second, first, third], { window: "w", now: 0 }), first);
  const held = { ...first, heldBy: "other", heldAt: 5000 };
  assert.equal(chooseTable([third, held, second], { window: "w", now: 5001 }), second);
  assert.equal(chooseTable([third, held, second], { window: "other", now: 5001 }), held);
  assert.equal(chooseTable([held], { window: "w", now: 5001 }), null);
  assert.equal(chooseTable([held], { window: "w", now: 5001 + HELD }), held);
  assert.equal(chooseTable([], { window: "w", now: 0 }), null);
});
