import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventView, ServerMessage } from "../src/protocol.ts";
import { press, sent } from "../src/state/choose.ts";
import { disconnected, receive } from "../src/state/receive.ts";
import { speak, type Words } from "../src/state/speech.ts";
import type { TableState } from "../src/state/table.ts";
import { exampleClaim, exampleState, exampleView } from "./example.ts";

const WORDS: Words = {
  card: (code) => code?.toLowerCase() ?? "face down",
  placed: (code, slot) => `${code?.toLowerCase() ?? "face down"} at ${slot}`,
};
const said = (before: TableState, after: TableState, at: string | null = null) =>
  speak(before, after, WORDS, at);
const calm = (before: TableState, after: TableState, at: string | null = null) =>
  said(before, after, at).flatMap(({ text, isUrgent }) => (isUrgent ? [] : [text]));
const happen = (state: TableState, ...events: EventView[]) =>
  receive(state, { type: "events", events } as ServerMessage);

const refill: EventView = {
  type: "dealt",
  seq: 12,
  at: 5,
  reason: "refill",
  cards: [
    { slot: 0, card: "X" },
    { slot: 2, card: "Y" },
  ],
  size: 6,
  undealt: 28,
} as EventView;

test("a claim is told with its cards, the score, and the cards that came", () => {
  const before = exampleState();
  assert.deepEqual(calm(before, happen(before, exampleClaim(), refill)), [
    "Bob took: a; b; c. Bob has 1 point. 2 cards added: x at 0; y at 2.",
  ]);
  assert.deepEqual(calm(before, happen(before, exampleClaim({ seat: 0, score: 2 }))), [
    "You took: a; b; c. You have 2 points.",
  ]);
});

test("what was told is not told again", () => {
  const before = exampleState();
  const middle = happen(before, exampleClaim());
  const after = happen(middle, refill);
  assert.deepEqual(calm(middle, after), ["2 cards added: x at 0; y at 2."]);
  assert.deepEqual(said(after, after), []);
  const growth = { ...refill, seq: 13, reason: "growth", cards: [{ slot: 6, card: "Z" }], size: 7 };
  assert.deepEqual(calm(after, happen(after, growth as EventView)), [
    "No claim was left: 1 card added. 1 card added: z at 6.",
  ]);
});

test("a refusal of one's own may interrupt, another's may not", () => {
  const marked = sent(exampleState(), 7, ["A", "B", "D"]);
  const features = [{ feature: "colour", values: ["red", "red", "green"] }];
  const refused = receive(marked, {
    type: "refused",
    id: 7,
    code: "not_a_claim",
    message: "That is not a Set.",
    details: { features },
  } as unknown as ServerMessage);
  assert.deepEqual(said(marked, refused), [
    { text: "That is not a Set. colour: red, red, green", isUrgent: true },
  ]);
});

test("cards that are turned up are told, cards that are turned down are not", () => {
  const hidden = exampleView({ face_down: true, slots: [{ card: null }, { card: null }, null] });
  const before = exampleState({ view: hidden });
  const up = exampleState({ view: { ...hidden, slots: [{ card: "A" }, { card: null }, null] } });
  assert.deepEqual(calm(before, up), ["Turned up: a at 0."]);
  assert.deepEqual(calm(up, before), []);
});

test("the deal is counted, for nobody could listen to it all", () => {
  const empty = exampleState({ view: exampleView({ phase: "waiting", slots: [] }) });
  assert.deepEqual(calm(empty, exampleState()), ["6 cards lie on the table."]);
});

test("marks are told to who is at another card", () => {
  const before = exampleState();
  const [marked] = press(before, { slot: 1 });
  assert.deepEqual(calm(before, marked), ["Marked: b."]);
  assert.deepEqual(calm(before, marked, "B"), []);
  const [unmarked] = press(marked, { slot: 1 });
  assert.deepEqual(calm(marked, unmarked), ["No card is marked."]);
});

test("whose turn it is, the connection, and what is said in a closed chat", () => {
  const before = exampleState();
  const turn = (seat: number) => exampleState({ view: exampleView({ turn: seat }) });
  assert.deepEqual(calm(before, turn(0)), ["It is your turn."]);
  assert.deepEqual(calm(before, turn(1)), ["It is the turn of Bob."]);
  const broken = disconnected(before);
  assert.deepEqual(calm(before, broken), ["The connection is lost. Trying again…"]);
  assert.deepEqual(calm(broken, before), ["Connected again."]);
  const line = { seat: 1, name: "Bob", at: 1, text: "Well played" };
  const heard = receive(before, { type: "said", line } as ServerMessage);
  assert.deepEqual(calm(before, heard), ["Bob says: Well played"]);
  assert.deepEqual(calm({ ...before, isChatOpen: true }, { ...heard, isChatOpen: true }), []);
});

test("the end tells who won", () => {
  const before = exampleState();
  const seats = before.view?.seats.map((seat) => ({ ...seat, score: seat.seat === 0 ? 3 : 1 })) ?? [];
  const view = exampleView({ phase: "ended", reason: "finished", seats, ranking: [0, 1] });
  const playing = exampleState({ view: { ...view, phase: "playing" } });
  assert.deepEqual(calm(playing, exampleState({ view })), ["You won"]);
});
