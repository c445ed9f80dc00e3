import assert from "node:assert/strict";
import { test } from "node:test";
import type { TableView } from "../src/protocol.ts";
import { call, canExplain, claim, clear, lockedUntil, press } from "../src/state/choose.ts";
import { exampleOptions, exampleState, exampleView } from "./example.ts";

const calling = (change: Partial<TableView> = {}) =>
  exampleView({ options: exampleOptions({ call_seconds: 5 }), ...change });

test("where one must call first, cards cannot be marked before", () => {
  const [told, intent] = press(exampleState({ view: calling() }), { slot: 0 });
  assert.deepEqual([told.selection, intent], [[], null]);
  assert.match(told.notices[0]?.text ?? "", /Call first/);
  const mine = exampleState({ view: calling({ call: { seat: 0, until: 9 } }) });
  assert.deepEqual(press(mine, { slot: 0 })[0].selection, ["A"]);
  const bobs = exampleState({ view: calling({ call: { seat: 1, until: 9 } }) });
  assert.match(press(bobs, { slot: 0 })[0].notices[0]?.text ?? "", /Bob has called/);
});

test("one calls once, and not while another's call runs", () => {
  assert.deepEqual(call(exampleState({ view: calling() }))[1], { type: "call" });
  assert.equal(call(exampleState())[1], null);
  for (const seat of [0, 1]) {
    const view = calling({ call: { seat, until: 9 } });
    assert.equal(call(exampleState({ view }))[1], null, `seat ${seat}`);
  }
  assert.equal(call(exampleState({ view: calling(), link: "broken" }))[1], null);
  assert.equal(call(exampleState({ view: calling({ paused: 1 }) }))[1], null);
});

test("nothing can be marked while the game is paused", () => {
  const [told, intent] = press(exampleState({ view: exampleView({ paused: 3 }) }), { slot: 0 });
  assert.deepEqual([told.selection, intent], [[], null]);
  assert.match(told.notices[0]?.text ?? "", /paused/);
});

test("who is locked out keeps the marks, and can claim when the time is over", () => {
  const view = exampleView();
  view.seats[0] = { ...view.seats[0]!, locked_until: 5000 };
  const state = exampleState({ view, selection: ["A", "B"] });
  const [told, intent] = press(state, { slot: 2 }, 1200);
  assert.deepEqual([told.selection, intent], [["A", "B", "C"], null]);
  assert.match(told.notices[0]?.text ?? "", /locked out for 4 seconds/);
  assert.deepEqual([lockedUntil(told, 1200), lockedUntil(told, 5000)], [5000, null]);
  assert.equal(claim(told, 5000)[1]?.type, "claim");
});

test("in a contest of turns one may think ahead, and claims in turn", () => {
  const view = exampleView({ turn: 1 });
  const [told, intent] = press(exampleState({ view, selection: ["A", "B"] }), { slot: 2 });
  assert.deepEqual([told.selection, intent], [["A", "B", "C"], null]);
  assert.match(told.notices[0]?.text ?? "", /Bob's turn/);
  const mine = { ...told, view: exampleView({ turn: 0 }) };
  assert.deepEqual(claim(mine)[1], { type: "claim", cards: ["A", "B", "C"] });
});

test("after the end cards are marked to ask about them, by anybody, and never claimed", () => {
  const view = exampleView({ phase: "ended" });
  const state = exampleState({ view, seat: null, selection: ["A", "B"] });
  assert.ok(canExplain(state));
  const [marked, intent] = press(state, { slot: 2 });
  assert.deepEqual([marked.selection, intent], [["A", "B", "C"], null]);
  assert.equal(claim(marked)[1], null);
});

test("cards can be asked about where there are hints", () => {
  const off = exampleState({ selection: ["A", "B"] });
  assert.ok(!canExplain(off));
  const view = exampleView({ options: exampleOptions({ hints: "private" }) });
  assert.ok(canExplain({ ...off, view }));
  assert.ok(!canExplain({ ...off, view, selection: ["A"] }));
});

test("Esc puts away what was said of the cards, too", () => {
  const explained = { type: "explained", cards: [], is_claim: false, sentence: "", features: [], third: null } as const;
  const state = exampleState({ explained: { ...explained, cards: [], features: [] } });
  assert.equal(clear(state).explained, null);
});
