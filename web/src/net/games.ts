/** Games that are over, told moment by moment. */

import { t } from "../language/language.ts";
import type { TableView } from "../protocol.ts";
import { ApiError, request } from "./api.ts";

/** A claim that was there. */
export interface Chance {
  cards: string[];
  /** In how many features its cards differ, as the mean over its pairs. */
  difficulty: number;
  seats: number[];
  taken: boolean;
}

/** The claim with which a moment ended. */
export interface Taking {
  seat: number;
  cards: string[];
  linked: string | null;
  points: number;
  after_ms: number;
  there_ms: number;
  difficulty: number;
  /** Of cards that lie face down, how many had been turned up in earlier turns. */
  known: number | null;
  undone: boolean;
}

export interface WrongClaim {
  seat: number;
  cards: string[];
  code: string;
  cost: number;
  at_ms: number;
}

/** A table between two changes of its cards; times are milliseconds of play. */
export interface Moment {
  seq: number;
  at_ms: number;
  until_ms: number;
  cause: "start" | "claimed" | "dealt" | "taken_back";
  slots: (string | null)[];
  undealt: number;
  /** How often cards had to be added because nobody had a claim. */
  grew: number;
  count: number;
  chances: Chance[];
  taking: Taking | null;
  missed: boolean;
  wrong: WrongClaim[];
  scores: number[];
  turn: number | null;
}

export interface SeatSummary {
  score: number;
  claims: number;
  refusals: number;
  fastest_ms: number | null;
  typical_ms: number | null;
  difficulty: number | null;
  flips: number;
}

export interface Analysis {
  play_ms: number;
  moments: Moment[];
  scores: { at_ms: number; scores: number[] }[];
  seats: SeatSummary[];
  ranking: number[];
  loser: number | null;
  optimum: number | null;
  optimum_proved: boolean;
}

export interface Game {
  table: string;
  /** The table at its end. */
  view: TableView;
  /** Whether it was played elsewhere. */
  imported: boolean;
  fair: boolean;
  reason: string | null;
  line: number | null;
  analysis: Analysis;
}

/** How usual a number of claims is on a fresh table. */
export interface Luck {
  claims: number;
  cards: number;
  at_most: number;
  at_least: number;
  mean: number;
  method: "exact" | "sampled";
  samples: number | null;
}

const address = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const fetchGame = (table: string) => request<Game>(`${address(table)}/analysis`);
export const fetchLuck = (table: string) =>
  request<{ luck: (Luck | null)[] }>(`${address(table)}/luck`);

/** Most bytes of a record that the server takes. */
const MOST_BYTES = 1_000_000;

/** Bring the record of a game here, and return the id of its table. */
export async function bringRecord(file: Blob): Promise<string> {
  if (file.size > MOST_BYTES) {
    throw new ApiError(413, t("That is longer than any game's record."));
  }
  const headers = { "content-type": "application/jsonl" };
  const answer = await request<{ table: string }>("/api/games", {
    method: "POST",
    headers,
    body: await file.arrayBuffer(),
  });
  return answer.table;
}
