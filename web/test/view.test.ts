import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventView } from "../src/protocol.ts";
import { applyEvent, findSlot, isAtHand, renewsTurn, turnEnd } from "../src/state/view.ts";
import { exampleClaim, exampleView } from "./example.ts";

const after = (event: EventView, view = exampleView()) => applyEvent(view, event);
const cardsOf = (view: ReturnType<typeof exampleView>) =>
  view.slots.map((here) => (here ? (here.card ?? "?") : ".")).join("");

test("every event sets the number of the view", () => {
  assert.equal(after({ type: "left", seq: 11, at: 0, seat: 1 }).seq, 11);
  const unknown = { type: "brand_new", seq: 11, at: 0 } as unknown as EventView;
  assert.equal(after(unknown).seq, 11);
});

test("who joins is added, who comes back is present again", () => {
  const carl = after({ type: "joined", seq: 11, at: 0, seat: 2, name: "Carl", bot: null, chain: [] });
  assert.equal(carl.seats[2]?.name, "Carl");
  assert.deepEqual(carl.ranking, [0, 1, 2]);
  const gone = after({ type: "left", seq: 11, at: 0, seat: 1 });
  assert.equal(gone.seats[1]?.present, false);
  const back = after({ type: "joined", seq: 12, at: 0, seat: 1, name: "Rob", bot: null, chain: [] }, gone);
  assert.deepEqual([back.seats[1]?.present, back.seats[1]?.name], [true, "Rob"]);
  assert.equal(back.seats.length, 2);
});

test("a bot is seen to be one, and may come back with another level", () => {
  const bot = { type: "joined", seq: 11, at: 0, seat: 2, name: "Bot", bot: 4, chain: [] } as const;
  const joined = after({ ...bot, chain: [] });
  assert.deepEqual(joined.seats.map((seat) => seat.bot), [null, null, 4]);
  const back = after({ ...bot, chain: [], seq: 12, bot: 5 }, joined);
  assert.equal(back.seats[2]?.bot, 5);
});

test("a claim leaves holes, and scores", () => {
  const claimed = after(exampleClaim());
  assert.equal(cardsOf(claimed), "...DEF");
  assert.equal(claimed.seats[1]?.score, 1);
  assert.equal(claimed.last?.seat, 1);
  assert.deepEqual(claimed.ranking, [1, 0]);
});

test("a table that had grown loses its last slots", () => {
  assert.equal(cardsOf(after(exampleClaim({ slots: [3, 4, 5], size: 3 }))), "ABC");
});

test("cards fill holes and new slots", () => {
  const dealt = after(
    {
      type: "dealt",
      seq: 12,
      at: 0,
      reason: "growth",
      cards: [{ slot: 1, card: "X" }, { slot: 7, card: null }],
      size: 9,
      undealt: 28,
    },
    after(exampleClaim()),
  );
  assert.equal(cardsOf(dealt), ".X.DEF.?.");
  assert.equal(dealt.undealt, 28);
});

test("cards are turned up and down", () => {
  const dark = exampleView({ slots: [{ card: null }, null, { card: null }], face_down: true });
  const up = after({ type: "flipped", seq: 11, at: 0, seat: 0, slot: 2, card: "Z" }, dark);
  assert.deepEqual([cardsOf(up), up.face_up], ["?.Z", [2]]);
  const down = after({ type: "covered", seq: 12, at: 0, slots: [2] }, up);
  assert.deepEqual([cardsOf(down), down.face_up], ["?.?", []]);
});

test("start, turns, refusals and end", () => {
  const started = after({ type: "started", seq: 11, at: 7, turn: 1 });
  assert.deepEqual([started.phase, started.turn, started.started_at], ["playing", 1, 7]);
  const passed = after({ type: "turn_passed", seq: 11, at: 0, to: 0, reason: "time" });
  assert.equal(passed.turn, 0);
  const refused = { type: "refused", seq: 11, at: 0, seat: 1, code: "not_a_claim", cards: [] } as const;
  assert.equal(after({ ...refused, cards: [] }).seats[1]?.refusals, 1);
  const ended = after({ type: "ended", seq: 11, at: 9, reason: "finished", seed: "s", ranking: [1, 0] });
  assert.deepEqual([ended.phase, ended.seed, ended.ended_at, ended.turn], ["ended", "s", 9, null]);
});

test("cards are found on the table and in the chain", () => {
  const view = exampleView();
  view.seats[0] = { ...view.seats[0]!, chain: [{ card: "Q", group: 0 }] };
  assert.equal(findSlot(view, "C"), 2);
  assert.equal(findSlot(view, "Q"), -1);
  assert.ok(isAtHand(view, 0, "Q"));
  assert.ok(!isAtHand(view, 1, "Q"));
  assert.ok(isAtHand(view, null, "C"));
});

test("time runs for the seat to move, unless it is alone", () => {
  const view = exampleView({ turn: 1, face_down: true });
  assert.equal(turnEnd(view, 1000), 31_000);
  assert.equal(turnEnd(view, null), null);
  assert.equal(turnEnd({ ...view, turn: null }, 1000), null);
  const [ann, bob] = view.seats;
  assert.equal(turnEnd({ ...view, seats: [{ ...ann!, present: false }, bob!] }, 1000), null);
});

test("a join begins a turn where the seat to move was alone", () => {
  const view = exampleView();
  const [ann, bob] = view.seats;
  const joined = { type: "joined", seq: 9, at: 1, seat: 1, name: "Bob", bot: null, chain: [] } as const;
  assert.equal(renewsTurn({ ...view, seats: [ann!, { ...bob!, present: false }] }, joined), true);
  assert.equal(renewsTurn(view, joined), false);
});
