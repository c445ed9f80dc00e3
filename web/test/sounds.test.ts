import assert from "node:assert/strict";
import { test } from "node:test";
import { readSettings } from "../src/net/settings.ts";
import type { EventView, ServerMessage } from "../src/protocol.ts";
import { NOTES } from "../src/sound/notes.ts";
import { gainOf } from "../src/sound/player.ts";
import { receive } from "../src/state/receive.ts";
import { louder, type Sound, SOUNDS, soundOf } from "../src/state/sounds.ts";
import type { TableState } from "../src/state/table.ts";
import { exampleClaim, exampleRefusal, exampleState } from "./example.ts";

const hear = (message: ServerMessage, before: TableState = exampleState()): Sound | null =>
  soundOf(before, message, receive(before, message));
const told = (...events: EventView[]): ServerMessage => ({ type: "events", events });
const line = { seat: 1, name: "Bob", at: 1, text: "hello" };
const growth = {
  type: "dealt",
  seq: 11,
  at: 5,
  reason: "growth",
  cards: [],
  size: 6,
  undealt: 27,
} as unknown as EventView;
const ended = { type: "ended", seq: 12, at: 6, reason: "finished" } as unknown as EventView;

test("a claim sounds as it is the reader's or another's", () => {
  assert.equal(hear(told(exampleClaim({ seat: 0 }))), "mine");
  assert.equal(hear(told(exampleClaim({ seat: 1 }))), "theirs");
  assert.equal(hear(told(exampleClaim({ seat: 1 })), exampleState({ seat: null })), "theirs");
});

test("a refusal is heard by the one who is refused", () => {
  const refused = {
    type: "refused",
    id: 4,
    code: "not_a_claim",
    message: "These are no Set.",
    details: {},
  } as const;
  assert.equal(hear(refused), "refused");
  assert.equal(hear(told(exampleRefusal({ seat: 1 }))), null);
});

test("calls, turns, new cards and remarks are heard", () => {
  const called = { type: "called", seq: 11, at: 5, seat: 1, until: 9 } as unknown as EventView;
  assert.equal(hear(told(called)), "turn");
  assert.equal(soundOf(exampleState(), told({ ...called, seat: 0 } as EventView), exampleState()), null);
  const passed = { type: "turn_passed", seq: 11, at: 5, to: 0, reason: "time" };
  assert.equal(hear(told(passed as unknown as EventView)), "turn");
  assert.equal(hear(told({ ...passed, to: 1 } as unknown as EventView)), null);
  assert.equal(soundOf(exampleState(), told(growth), exampleState()), "dealt");
  assert.equal(hear({ type: "said", line }), "said");
  assert.equal(hear({ type: "said", line: { ...line, seat: 0 } }), null);
  assert.equal(hear({ type: "said", line }, exampleState({ silenced: [1] })), null);
});

test("of all that one message tells only the most important is heard, and nothing twice", () => {
  const state = exampleState();
  const message = told(exampleClaim({ seat: 1 }), growth, ended);
  assert.equal(soundOf(state, message, state), "over");
  assert.equal(soundOf(exampleState({ view: null }), message, state), null);
  const seen = receive(state, told(exampleClaim({ seat: 1 })));
  assert.equal(hear(told(exampleClaim({ seat: 1 })), seen), null);
});

test("every sound has notes, and one place in the order", () => {
  assert.deepEqual(Object.keys(NOTES).sort(), [...SOUNDS].sort());
  for (const one of SOUNDS) {
    assert.equal(louder(null, one), one);
    assert.equal(louder(one, null), one);
    for (const other of SOUNDS) assert.equal(louder(one, other), louder(other, one));
    for (const { at, length, level, pitch } of NOTES[one]) {
      assert.ok(at >= 0 && at + length < 1.2 && level <= 1 && pitch > 80 && pitch < 3000);
    }
  }
  assert.equal(louder("said", "mine"), "mine");
});

test("loudness follows the volume, and is soft where the page is not in sight", () => {
  const usual = readSettings(null);
  const gain = (volume: number, isHidden = false) => gainOf({ ...usual, sound: true, volume }, isHidden);
  assert.equal(gain(0), 0);
  assert.ok(gain(30) < gain(60) && gain(60) < gain(100) && gain(100) <= 0.5);
  assert.ok(gain(100, true) < gain(100) / 2);
  assert.equal(gainOf({ ...usual, sound: false, volume: 100 }, false), 0);
});
