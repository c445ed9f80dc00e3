/** A small table, for the tests. */

import type { Claimed, TableView } from "../src/protocol.ts";
import { initialState, type TableState } from "../src/state/table.ts";

export function exampleView(change: Partial<TableView> = {}): TableView {
  const seat = (number: number, name: string) => ({
    seat: number,
    name,
    bot: null,
    present: true,
    score: 0,
    refusals: 0,
    chain: [],
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
