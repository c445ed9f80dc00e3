/** The daily puzzles as the server tells them, what came of them, and how the club did. */

import type { SpotView } from "../protocol.ts";
import { request } from "./api.ts";
import { postResults } from "./outbox.ts";
import type { PracticeClaim } from "./practice.ts";

/** A feature in which a card is named. */
export interface DailyFeature {
  name: string;
  values: readonly [string, string, string];
  /** Their characters in the code of a card, empty for where a card lies. */
  codes: string;
}

export interface DailyPuzzle {
  name: string;
  title: string;
  id: string;
  kind: string;
  kind_title: string;
  /** What is asked, in a sentence. */
  task: string;
  variant: string;
  variant_title: string;
  deck: string;
  group_shape: readonly [rows: number, columns: number];
  claim_sizes: readonly [least: number, most: number];
  /** From 1, easy, to 5. */
  level: number;
  /** The slot's number modulo the number of groups is the group; null for a hole. */
  slots: readonly (string | null)[];
  /** The claim to be continued; the places of its cards are counted on from those of the slots. */
  previous: readonly SpotView[];
  claims: readonly PracticeClaim[];
  /** Lists of numbers of claims or, for a card that is named, its value in each feature. */
  answers: readonly (readonly number[])[];
  /** How many claims are to be taken; null where that is not what is asked. */
  optimum: number | null;
  /** Empty where no card is named. */
  features: readonly DailyFeature[];
}

/** What a hint and a wrong claim add to the time. */
export interface DailyCosts {
  hint_seconds: number;
  wrong_seconds: number;
}

export interface DailyDate extends DailyCosts {
  date: string;
  /** The first and the last date that have puzzles. */
  first: string;
  last: string;
  /** Until when solving one counts for a streak, in milliseconds since 1970. */
  ends_at: number;
  puzzles: readonly DailyPuzzle[];
  /** Whether these are all; else the others can be asked for again in a while. */
  is_whole: boolean;
}

/** What came of a puzzle. */
export interface DailyResult {
  /** By it the server knows what it has already. */
  id: string;
  date: string;
  name: string;
  puzzle: string;
  /** One of the answers, or what lost; null where it was given up. */
  found: readonly number[] | null;
  ms: number;
  wrong: number;
  hints: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** A result as the server has it: the time with what hints and wrong claims added. */
export interface MyDaily {
  date: string;
  name: string;
  title: string;
  solved: boolean;
  ms: number;
  wrong: number;
  hints: number;
}

export interface ClubDaily {
  mine: MyDaily;
  tried: number;
  solved: number;
  median_ms: number | null;
  /** How many of those who solved it were faster. */
  faster: number;
}

export interface MyDailies {
  streak: number;
  longest: number;
  solved: number;
  bests: readonly MyDaily[];
  month: readonly MyDaily[];
}

const address = (date: string): string => `/api/daily/${encodeURIComponent(date)}`;

export const fetchDaily = (date: string) => request<DailyDate>(address(date));
export const fetchClubDaily = (date: string) => request<ClubDaily[]>(`${address(date)}/results`);

/** Return one's own streak and bests, and the results of a month such as 2026-11. */
export const fetchMyDailies = (month: string | null = null) =>
  request<MyDailies>(`/api/me/daily${month === null ? "" : `?month=${month}`}`);

export const sendDailies = (results: readonly DailyResult[]) =>
  postResults("/api/daily/results", results);
