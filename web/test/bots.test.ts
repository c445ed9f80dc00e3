import assert from "node:assert/strict";
import { test } from "node:test";
import { canChangeBots, hasSeatForBot } from "../src/state/bots.ts";
import { exampleState, exampleView } from "./example.ts";

test("who plays changes the bots, until the game is over", () => {
  assert.equal(canChangeBots(exampleState()), true);
  assert.equal(canChangeBots(exampleState({ view: exampleView({ phase: "waiting" }) })), true);
  assert.equal(canChangeBots(exampleState({ view: exampleView({ phase: "ended" }) })), false);
  assert.equal(canChangeBots(exampleState({ seat: null })), false);
});

test("a bot needs a free seat, or one that a bot has left", () => {
  const { seats } = exampleView();
  const full = exampleView({ max_seats: 2 });
  assert.equal(hasSeatForBot(exampleState()), true);
  assert.equal(hasSeatForBot(exampleState({ view: full })), false);
  const leave = (bot: number | null) =>
    seats.map((seat) => (seat.seat === 1 ? { ...seat, bot, present: false } : seat));
  assert.equal(hasSeatForBot(exampleState({ view: { ...full, seats: leave(3) } })), true);
  assert.equal(hasSeatForBot(exampleState({ view: { ...full, seats: leave(null) } })), false);
});
