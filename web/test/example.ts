/** A small table, for the tests. */

import type { Claimed, ClaimRefused, Options, SeatView, TableView } from "../src/protocol.ts";
import { initialState, type TableState } from "../src/state/table.ts";

export function exampleOptions(change: Partial<Options> = {}): Options {
  return {
    table_size: null,
    seats: 8,
    contest: "race",
    lay_ms: 0,
    call_seconds: 0,
    penalty: "none",
    lock_seconds: 5,
    growth: "automatic",
    end_score: 0,
    end_seconds: 0,
    hints: "off",
    fair_window_ms: 0,
    turn_seconds: 30,
    show_seconds: 4,
    idle_seconds: 3600,
    ...change,
  };
}

export function exampleView(change: Partial<TableView> = {}): TableView {
  const seat = (number: number, name: string): SeatView => ({
    seat: number,
    name,
    bot: null,
    present: true,
    score: 0,
    refusals: 0,
    chain: [],
    away: false,
    muted: false,
    locked_until: null,
  });
  return {
    seq: 10,
    variant: "classic",
    title: "Classic",
    deck: "classic",
    groups: 1,
    group_shape: [1, 1],
    claim_sizes: [3, 3],
    claim_noun: "a Set",
    claim_title: "Set",
    face_down: false,
    chains: false,
    max_seats: 8,
    turn_seconds: 30,
    phase: "playing",
    seats: [seat(0, "Ann"), seat(1, "Bob")],
    slots: ["A", "B", "C", "D", "E", "F"].map((card) => ({ card })),
    face_up: [],
    turn: null,
    undealt: 30,
    last: null,
    ranking: [0, 1],
    commitment: "c",
    seed: null,
    reason: null,
    started_at: 1,
    ended_at: null,
    options: exampleOptions(),
    sentences: [],
    contest: {
      key: "race",
      title: "Race",
      sentence: "Whoever takes the most Sets wins.",
      takes_turns: false,
      takes_back: false,
      is_shared: false,
      goal: null,
    },
    host: 0,
    call: null,
    votes: [],
    paused: null,
    hint: null,
    ends_at: null,
    optimum: null,
    optimum_proved: false,
    ...change,
  };
}

export function exampleState(change: Partial<TableState> = {}): TableState {
  return { ...initialState("t"), link: "open", view: exampleView(), seat: 0, ...change };
}

export function exampleClaim(change: Partial<Claimed> = {}): Claimed {
  return {
    type: "claimed",
    seq: 11,
    at: 5,
    seat: 1,
    cards: ["A", "B", "C"],
    linked: null,
    slots: [0, 1, 2],
    size: 6,
    joint: null,
    score: 1,
    chains: [[], []],
    ranking: [1, 0],
    ...change,
  };
}

export function exampleRefusal(change: Partial<ClaimRefused> = {}): ClaimRefused {
  return {
    type: "refused",
    seq: 11,
    at: 5,
    seat: 1,
    code: "not_a_claim",
    cards: ["A", "B", "D"],
    seen: 10,
    cost: 0,
    locked_until: null,
    score: 0,
    ranking: [0, 1],
    ...change,
  };
}
