import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChatLine, EventView, ServerMessage } from "../src/protocol.ts";
import { hear, heardBy, lengthOf, openChat, recall, silence, whyMute } from "../src/state/chat.ts";
import { markOf, sent } from "../src/state/choose.ts";
import { receive } from "../src/state/receive.ts";
import type { TableState } from "../src/state/table.ts";
import { exampleClaim, exampleRefusal, exampleState, exampleView } from "./example.ts";

const after = (state: TableState, ...events: EventView[]) =>
  receive(state, { type: "events", events });
const line = (seat: number, text: string, at = 1): ChatLine => ({ seat, name: "Bob", at, text });
const said = (seat: number, text: string): ServerMessage => ({ type: "said", line: line(seat, text) });

const offered = { type: "offered", seq: 11, at: 0 } as const;
const done = { type: "done", id: 7, seq: 11 } as const;

test("an offered claim waits for its window to close, in whichever order it is told", () => {
  const waiting = sent(exampleState(), 7, ["A", "B", "C"]);
  for (const told of [
    receive(after(waiting, offered), done),
    after(receive(waiting, done), offered),
  ]) {
    assert.equal(markOf(told, "A"), "pending");
    const taken = after(told, exampleClaim({ seq: 12, seat: 0 }));
    assert.deepEqual(taken.pending, []);
  }
});

test("who loses within the window is told who acted first", () => {
  const waiting = receive(after(sent(exampleState(), 7, ["A", "B", "C"]), offered), done);
  const taken = after(
    waiting,
    exampleClaim({ seq: 12 }),
    exampleRefusal({ seq: 13, seat: 0, code: "too_late", cards: ["A", "B", "C"] }),
  );
  assert.deepEqual(taken.pending, []);
  assert.equal(taken.notices[0]?.text, "Too late: Bob acted first.");
  assert.deepEqual(taken.wrong?.cards, ["A", "B", "C"]);
});

test("another's offer leaves the reader's claim to its own answer", () => {
  const waiting = sent(exampleState(), 7, ["A", "B", "C"]);
  const settled = receive(after(waiting, offered, exampleClaim({ seq: 12, seat: 0 })), {
    ...done,
    seq: 12,
  });
  assert.deepEqual(settled.pending, []);
});

test("a price is shown at the score, each time anew", () => {
  const once = after(exampleState(), exampleRefusal({ cost: 1, score: -1 }));
  assert.deepEqual([once.fine?.seat, once.fine?.cost], [1, 1]);
  const twice = after(once, exampleRefusal({ seq: 12, cost: 1, score: -2 }));
  assert.notEqual(twice.fine?.key, once.fine?.key);
  assert.equal(after(exampleState(), exampleRefusal()).fine, null);
});

test("what was marked after a call is unmarked when its time is over", () => {
  const state = exampleState({ selection: ["A"] });
  const lapsed = { type: "lapsed", seq: 11, at: 0, cost: 1, score: -1, locked_until: null } as const;
  assert.deepEqual(after(state, { ...lapsed, seat: 0, ranking: [1, 0] }).selection, []);
  assert.deepEqual(after(state, { ...lapsed, seat: 1, ranking: [0, 1] }).selection, ["A"]);
});

test("an own hint is shown until the table changes, and survives a break", () => {
  const hint = { stage: 2, cards: ["D"], there: true };
  const hinted = receive(exampleState(), { type: "hint_given", hint });
  assert.equal(markOf(hinted, "D"), "hinted");
  assert.equal(markOf(hinted, "E"), "");
  assert.equal(after(hinted, exampleClaim()).hint, null);
  const pong = receive(hinted, { type: "pong", id: 1, now: 5 }, 2);
  assert.deepEqual([pong.hint, pong.clockLead], [hint, 3]);
});

test("remarks are unread until the chat is open, own and silenced ones never", () => {
  const one = receive(exampleState(), said(1, "hello"));
  assert.deepEqual([one.unread, one.chat[0]?.text], [1, "hello"]);
  assert.equal(receive(one, said(0, "mine")).unread, 1);
  const open = openChat(one, true);
  assert.equal(open.unread, 0);
  assert.equal(receive(open, said(1, "again")).unread, 0);
  const quiet = silence(one, 1, true);
  assert.equal(receive(quiet, said(1, "unheard")).unread, 1);
  assert.deepEqual(heardBy(quiet), []);
  assert.equal(heardBy(silence(quiet, 1, false)).length, 1);
});

test("a welcome brings each remark once", () => {
  const lines = [line(1, "one", 1), line(1, "two", 2)];
  const first = recall(exampleState(), lines);
  assert.deepEqual([first.chat.length, first.unread], [2, 0]);
  const again = recall(first, [...lines, line(1, "three", 3)]);
  assert.deepEqual([again.chat.map(({ text }) => text), again.unread], [["one", "two", "three"], 1]);
  assert.equal(new Set(again.chat.map(({ key }) => key)).size, 3);
});

test("remarks do not pile up for ever", () => {
  const many = Array.from({ length: 300 }, (_, index) => line(1, String(index), index));
  const state = hear(exampleState(), many);
  assert.deepEqual([state.chat.length, state.chat.at(-1)?.text], [200, "299"]);
});

test("a character is what people call one", () => {
  assert.equal(lengthOf("déjà 👍"), 6);
});

test("those without a seat, or without the right, cannot talk", () => {
  assert.equal(whyMute(exampleState()), null);
  assert.match(whyMute(exampleState({ seat: null })) ?? "", /seat/);
  const view = exampleView();
  view.seats[0] = { ...view.seats[0]!, muted: true };
  assert.match(whyMute(exampleState({ view })) ?? "", /host/);
});

test("who is sent away is told, and has no seat", () => {
  const left = { type: "left", seq: 11, at: 0, seat: 0, by_host: true, banned: false, host: 1 } as const;
  const gone = receive(after(exampleState({ selection: ["A"] }), left), { type: "you", seat: null });
  assert.deepEqual([gone.seat, gone.selection], [null, []]);
  assert.equal(gone.notices[0]?.text, "The host sent you away.");
});
