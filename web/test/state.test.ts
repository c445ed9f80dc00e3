import assert from "node:assert/strict";
import { test } from "node:test";
import type { Events, Refused, Welcome } from "../src/protocol.ts";
import { claim, clear, markOf, press, sent } from "../src/state/choose.ts";
import { disconnected, hasGap, receive } from "../src/state/receive.ts";
import type { TableState } from "../src/state/table.ts";
import { exampleClaim, exampleState, exampleView } from "./example.ts";

const slots = (...chosen: number[]) => chosen.map((slot) => ({ slot }));

function mark(state: TableState, ...chosen: number[]): TableState {
  return slots(...chosen).reduce((last, target) => press(last, target)[0], state);
}

const events = (...list: Events["events"]): Events => ({ type: "events", events: list });

const refusal = (change: Partial<Refused> = {}): Refused => ({
  type: "refused",
  id: 7,
  code: "not_a_claim",
  message: "Not a Set.",
  details: { features: [{ feature: "colour", values: ["red", "red", "green"] }] },
  ...change,
});

const welcome = (change: Partial<Welcome> = {}): Welcome => ({
  type: "welcome",
  protocol: 2,
  table: "t",
  seat: 0,
  now: 0,
  view: exampleView({ seq: 20 }),
  online: [0],
  trips: [null],
  watching: 0,
  rematch: null,
  chat: [],
  hint: null,
  ...change,
});

test("a card is marked and unmarked, and a full claim is sent", () => {
  const two = mark(exampleState(), 0, 1);
  assert.deepEqual(two.selection, ["A", "B"]);
  assert.deepEqual(mark(two, 0).selection, ["B"]);
  assert.deepEqual(press(two, { slot: 2 })[1], { type: "claim", cards: ["A", "B", "C"] });
  assert.deepEqual(clear(two).selection, []);
});

test("where claims differ in size only the largest is sent by itself", () => {
  const view = exampleView({ claim_sizes: [2, 4] });
  const three = mark(exampleState({ view }), 0, 1, 2);
  assert.equal(press(exampleState({ view }), { slot: 0 })[1], null);
  assert.deepEqual(claim(three)[1], { type: "claim", cards: ["A", "B", "C"] });
  assert.equal(claim(mark(exampleState({ view }), 0))[1], null);
  assert.equal(press(three, { slot: 3 })[1]?.type, "claim");
});

test("spectators are told, and mark nothing", () => {
  const [state, intent] = press(exampleState({ seat: null }), { slot: 0 });
  assert.deepEqual([state.selection, intent], [[], null]);
  assert.match(state.notices[0]?.text ?? "", /watching/);
});

test("a second card of the chain does not replace the first", () => {
  const view = exampleView();
  view.seats[0] = { ...view.seats[0]!, chain: [{ card: "Q", group: 0 }, { card: "R", group: 0 }] };
  const [first] = press(exampleState({ view }), { card: "Q" });
  const [second] = press(first, { card: "R" });
  assert.deepEqual(second.selection, ["Q"]);
  assert.match(second.notices[0]?.text ?? "", /already/);
});

test("while a claim waits its cards stay marked and others can be chosen", () => {
  const waiting = sent(mark(exampleState(), 0, 1, 2), 7, ["A", "B", "C"]);
  assert.equal(markOf(waiting, "A"), "pending");
  assert.deepEqual(mark(waiting, 0, 3).selection, ["D"]);
  assert.equal(markOf(mark(waiting, 3), "D"), "chosen");
});

test("a claim is settled when it is done and its event is here, in either order", () => {
  const waiting = sent(exampleState(), 7, ["A", "B", "C"]);
  const done = { type: "done", id: 7, seq: 11 } as const;
  const claimed = events(exampleClaim({ seat: 0 }));
  const early = receive(waiting, done);
  assert.equal(early.pending.length, 1);
  assert.equal(receive(early, claimed).pending.length, 0);
  assert.equal(receive(receive(waiting, claimed), done).pending.length, 0);
});

test("a refusal is explained and its cards are shaken", () => {
  const waiting = mark(sent(exampleState(), 7, ["A", "B", "C"]), 4);
  const refused = receive(waiting, refusal());
  assert.deepEqual(refused.notices[0]?.lines, ["colour: red, red, green"]);
  assert.deepEqual(refused.wrong?.cards, ["A", "B", "C"]);
  assert.equal(refused.pending.length, 0);
  assert.deepEqual(refused.selection, ["E"]);
});

test("another's claim unmarks only if it takes a marked card", () => {
  const apart = receive(mark(exampleState(), 3, 4), events(exampleClaim()));
  assert.deepEqual(apart.selection, ["D", "E"]);
  const hit = receive(mark(exampleState(), 2, 3), events(exampleClaim()));
  assert.deepEqual(hit.selection, []);
});

test("a card of the table's chain is unmarked alone when the chain moves on", () => {
  const view = exampleView();
  view.seats[0] = { ...view.seats[0]!, chain: [{ card: "Q", group: 0 }] };
  const marked = mark(press(exampleState({ view }), { card: "Q" })[0], 3);
  const moved = receive(marked, events(exampleClaim({ chains: [[{ card: "A", group: 0 }], []] })));
  assert.deepEqual(moved.selection, ["D"]);
});

test("taken cards are shown on their way", () => {
  const { departures } = receive(exampleState(), events(exampleClaim()));
  assert.deepEqual(departures[0]?.cards.map(({ card }) => card), ["A", "B", "C"]);
});

test("growth is told below the claim that led to it", () => {
  const growth = {
    type: "dealt",
    seq: 12,
    at: 0,
    reason: "growth",
    cards: [{ slot: 6, card: "X" }],
    size: 7,
    undealt: 1,
  } as const;
  const { notices } = receive(exampleState(), events(exampleClaim(), { ...growth, cards: [...growth.cards] }));
  assert.equal(notices[0]?.tone, "claim");
  assert.equal(notices[0]?.lines.length, 1);
});

test("a gap is noticed, old events are passed over", () => {
  const state = exampleState();
  assert.ok(!hasGap(state, [exampleClaim()]));
  assert.ok(hasGap(state, [exampleClaim({ seq: 12 })]));
  assert.equal(receive(state, events(exampleClaim({ seq: 10 }))).view, state.view);
});

test("a claim lost in a break is marked again, if its cards are still there", () => {
  const broken = disconnected(sent(exampleState(), 7, ["A", "B", "C"]));
  assert.deepEqual([broken.link, broken.selection], ["broken", ["A", "B", "C"]]);
  const back = receive(broken, welcome());
  assert.deepEqual([back.link, back.selection, back.view?.seq], ["open", ["A", "B", "C"], 20]);
  const taken = exampleView({ slots: [null, { card: "B" }, { card: "C" }] });
  assert.deepEqual(receive(broken, welcome({ view: taken })).selection, []);
});

test("cards that lie face down are turned up in one's turn", () => {
  const view = exampleView({
    face_down: true,
    turn: 0,
    slots: [{ card: null }, { card: null }, null],
  });
  const state = exampleState({ view });
  assert.deepEqual(press(state, { slot: 1 })[1], { type: "flip", slot: 1 });
  assert.equal(press(state, { slot: 2 })[1], null);
  assert.equal(press({ ...state, flips: [{ id: 3, slot: 1 }] }, { slot: 1 })[1], null);
  const [told, intent] = press({ ...state, seat: 1 }, { slot: 1 });
  assert.equal(intent, null);
  assert.match(told.notices[0]?.text ?? "", /Ann/);
});

test("the beginning of a turn is known from events, and lost with what was not seen", () => {
  const passed = { type: "turn_passed", seq: 11, at: 500, to: 1, reason: "time" } as const;
  const state = receive(exampleState(), events(passed));
  assert.equal(state.turnAt, 500);
  const again = receive(state, welcome({ now: 900, view: exampleView({ seq: 11 }) }), 400);
  assert.deepEqual([again.turnAt, again.clockLead], [500, 500]);
  assert.equal(receive(state, welcome()).turnAt, null);
});
