import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventView } from "../src/protocol.ts";
import { applyEvent, findSlot, isAtHand, isLaidOnce, turnBegan, turnEnd } from "../src/state/view.ts";
import { exampleClaim, exampleOptions, exampleRefusal, exampleView } from "./example.ts";

const after = (event: EventView, view = exampleView()) => applyEvent(view, event);
const left = { type: "left", seq: 11, at: 0, by_host: false, banned: false, host: 0 } as const;
const cardsOf = (view: ReturnType<typeof exampleView>) =>
  view.slots.map((here) => (here ? (here.card ?? "?") : ".")).join("");

test("every event sets the number of the view", () => {
  assert.equal(after({ type: "resumed", seq: 11, at: 0, ends_at: null, call: null }).seq, 11);
  const unknown = { type: "brand_new", seq: 11, at: 0 } as unknown as EventView;
  assert.equal(after(unknown).seq, 11);
});

test("who joins is added, who comes back is present again", () => {
  const carl = after({ type: "joined", seq: 11, at: 0, seat: 2, name: "Carl", bot: null, chain: [], host: 0, ranking: [0, 1, 2] });
  assert.equal(carl.seats[2]?.name, "Carl");
  assert.deepEqual(carl.ranking, [0, 1, 2]);
  const gone = after({ ...left, seat: 1 });
  assert.equal(gone.seats[1]?.present, false);
  const back = after({ type: "joined", seq: 12, at: 0, seat: 1, name: "Rob", bot: null, chain: [], host: 0, ranking: [0, 1] }, gone);
  assert.deepEqual([back.seats[1]?.present, back.seats[1]?.name], [true, "Rob"]);
  assert.equal(back.seats.length, 2);
});

test("a bot is seen to be one, and may come back with another level", () => {
  const bot = { type: "joined", seq: 11, at: 0, seat: 2, name: "Bot", bot: 4, chain: [], host: 0, ranking: [0, 1] } as const;
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
  const started = after({ type: "started", seq: 11, at: 7, turn: 1, ends_at: null });
  assert.deepEqual([started.phase, started.turn, started.started_at], ["playing", 1, 7]);
  const passed = after({ type: "turn_passed", seq: 11, at: 0, to: 0, reason: "time" });
  assert.equal(passed.turn, 0);
  assert.equal(after(exampleRefusal()).seats[1]?.refusals, 1);
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
  const joined = { type: "joined", seq: 9, at: 1, seat: 1, name: "Bob", bot: null, chain: [], host: 0, ranking: [0, 1] } as const;
  const alone = { ...view, seats: [ann!, { ...bob!, present: false }] };
  assert.equal(turnBegan(alone, { ...joined, chain: [] }, 500), 1);
  assert.equal(turnBegan(view, { ...joined, chain: [] }, 500), 500);
});

test("a pause lengthens a turn, and no time runs in it", () => {
  const view = exampleView({ turn: 0, paused: 900 });
  assert.equal(turnEnd(view, 500), null);
  const event = { type: "continued", seq: 11, at: 2000, pause_ms: 1100, ends_at: 99, call: null } as const;
  const continued = { ...event, locks: [7, null] };
  assert.equal(turnBegan(view, continued, 500), 1600);
  const on = after(continued, view);
  assert.deepEqual([on.paused, on.ends_at, on.seats[0]?.locked_until], [null, 99, 7]);
});

test("a wrong claim's price is seen, and a call ends with it", () => {
  const view = exampleView({ call: { seat: 1, until: 900 } });
  const refused = after(
    exampleRefusal({ cost: 1, score: -1, locked_until: 77, ranking: [0, 1] }),
    view,
  );
  const { score, locked_until, refusals } = refused.seats[1]!;
  assert.deepEqual([score, locked_until, refusals, refused.call], [-1, 77, 1, null]);
  const other = after(exampleRefusal({ seat: 0 }), view);
  assert.deepEqual(other.call, view.call);
  const lapsed = after(
    { type: "lapsed", seq: 11, at: 1, seat: 1, cost: 1, score: -1, locked_until: null, ranking: [0, 1] },
    view,
  );
  assert.deepEqual([lapsed.call, lapsed.seats[1]?.score, lapsed.seats[1]?.refusals], [null, -1, 0]);
});

test("a call is kept until it is answered", () => {
  const called = after({ type: "called", seq: 11, at: 0, seat: 0, until: 5000 });
  assert.deepEqual(called.call, { seat: 0, until: 5000 });
  assert.equal(after({ ...left, seat: 0, seq: 12 }, called).call, null);
  assert.equal(after(exampleClaim({ seq: 12, seat: 0 }), called).call, null);
  const later = { seat: 0, until: 9000 };
  const resumed = after({ type: "resumed", seq: 12, at: 0, ends_at: 77, call: later }, called);
  assert.deepEqual([resumed.call, resumed.ends_at], [later, 77]);
});

test("votes are counted, taken back, and end with what they lead to", () => {
  const vote = (seat: number, agrees: boolean, view = exampleView()) =>
    after({ type: "voted", seq: 11, at: 0, seat, subject: "cards", agrees }, view);
  const one = vote(0, true);
  assert.deepEqual(one.votes, [{ subject: "cards", seats: [0] }]);
  const two = vote(1, true, one);
  assert.deepEqual(two.votes, [{ subject: "cards", seats: [0, 1] }]);
  assert.deepEqual(vote(0, true, two).votes[0]?.seats.length, 2);
  assert.deepEqual(vote(0, false, one).votes, []);
  assert.deepEqual(vote(0, false, two).votes, [{ subject: "cards", seats: [1] }]);
  assert.deepEqual(after(exampleClaim({ seq: 12 }), two).votes, []);
  const pausing = after({ type: "voted", seq: 12, at: 0, seat: 0, subject: "pause", agrees: true }, two);
  const paused = after({ type: "paused", seq: 13, at: 44 }, pausing);
  assert.deepEqual([paused.paused, paused.votes], [44, two.votes]);
});

test("a vote does not wait for who has gone", () => {
  const vote = { subject: "pause" as const, seats: [0, 1] };
  const view = exampleView({ votes: [vote] });
  assert.deepEqual(after({ ...left, seat: 0 }, view).votes, [{ subject: "pause", seats: [1] }]);
  const away = after({ type: "went_away", seq: 11, at: 0, seat: 1 }, view);
  assert.deepEqual([away.votes[0]?.seats, away.seats[1]?.away], [[0], true]);
  assert.equal(after({ type: "came_back", seq: 12, at: 0, seat: 1 }, away).seats[1]?.away, false);
});

test("a hint for all is shown until the table changes", () => {
  const hinted = { type: "hinted", seq: 11, at: 0, seat: null, stage: 2, cards: ["A"], there: true } as const;
  const shown = after({ ...hinted, cards: ["A"] });
  assert.deepEqual(shown.hint, { stage: 2, cards: ["A"], there: true });
  assert.equal(after(exampleClaim({ seq: 12 }), shown).hint, null);
  assert.equal(after({ ...hinted, cards: [], seat: 1 }).hint, null);
});

test("a claim that is taken back lies where it lay", () => {
  const claimed = after(exampleClaim());
  const back = after(
    {
      type: "taken_back",
      seq: 12,
      at: 0,
      seat: 0,
      claimer: 1,
      cards: ["A", "B", "C"].map((card, slot) => ({ slot, card })),
      size: 6,
      score: 0,
      last: null,
      turn: null,
      ranking: [0, 1],
    },
    claimed,
  );
  assert.deepEqual([cardsOf(back), back.seats[1]?.score, back.last], ["ABCDEF", 0, null]);
});

test("the host, the options and what is possible are followed", () => {
  const gone = after({ ...left, seat: 0, host: 1 });
  assert.equal(gone.host, 1);
  const options = exampleOptions({ penalty: "point", seats: 2 });
  const { contest } = exampleView();
  const configured = after({
    type: "configured",
    seq: 11,
    at: 0,
    options,
    sentences: ["A wrong claim costs a point."],
    contest: { ...contest, key: "duel" },
    max_seats: 2,
    turn_seconds: 9,
  });
  assert.deepEqual(
    [configured.options, configured.max_seats, configured.turn_seconds, configured.contest.key],
    [options, 2, 9, "duel"],
  );
  assert.equal(after({ type: "announced", seq: 11, at: 0, optimum: 6, proved: true }).optimum, 6);
  assert.equal(after({ type: "reshuffled", seq: 11, at: 0, round: 1, count: 69 }).undealt, 69);
  assert.equal(after({ type: "muted", seq: 11, at: 0, seat: 1, muted: true }).seats[1]?.muted, true);
});

test("in a duel, or where all play together, no deck matters any more", () => {
  const { contest } = exampleView();
  assert.equal(isLaidOnce(exampleView()), false);
  assert.equal(isLaidOnce(exampleView({ contest: { ...contest, takes_turns: true } })), true);
  assert.equal(isLaidOnce(exampleView({ contest: { ...contest, is_shared: true } })), true);
});
