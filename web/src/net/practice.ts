/** Practice as the server tells it: packs of tables with all claims on them, and what came of them. */

import type { SpotView } from "../protocol.ts";
import { request } from "./api.ts";
import { postParcel, postResults, type Receipt } from "./outbox.ts";

export interface PracticeClaim {
  /** The places of its cards, in increasing order. */
  places: readonly number[];
  differing: number;
}

export interface PracticeTable {
  number: number;
  /** How hard it is to find a claim, 1 to 5. */
  level: number;
  /** The slot's number modulo the number of groups is the group; null for a hole. */
  slots: readonly (string | null)[];
  /** The claim to be continued; the places of its cards are counted on from those of the slots. */
  previous: readonly SpotView[];
  claims: readonly PracticeClaim[];
}

/** What all tables of a pack have in common. */
export interface PracticeKind {
  variant: string;
  title: string;
  deck: string;
  group_shape: readonly [rows: number, columns: number];
  claim_sizes: readonly [least: number, most: number];
  /** The levels that the variant has. */
  levels: readonly number[];
  /** Whether the tables were chosen by weights, to train weak spots. */
  is_trained: boolean;
  seed: string;
}

export interface PracticePack extends PracticeKind {
  /** The level of all tables, null where none was asked for. */
  level: number | null;
  tables: readonly PracticeTable[];
}

/** What came of a table. */
export interface PracticeResult {
  /** Made once for each table that was sent: by it the server knows what it has already. */
  id: string;
  variant: string;
  seed: string;
  number: number;
  /** The claim that was found, null where the table was skipped. */
  places: readonly number[] | null;
  ms: number;
  wrong: number;
  hints: number;
  /** Milliseconds since 1970. */
  at: number;
  /** The id of the sprint that it was part of, null outside of one. */
  sprint: string | null;
}

/** A sprint that is over; its score the server adds up itself. */
export interface SprintResult {
  id: string;
  variant: string;
  level: number | null;
  seconds: number;
  /** When it began, in milliseconds since 1970. */
  at: number;
  /** Wrong claims, with those on the table on which the time was over. */
  wrong: number;
}

export type PracticeReceipt = Receipt;

/** Claims that differ in so many features. */
export interface PracticeDiffering {
  differing: number;
  solved: number;
  wrong: number;
  skipped: number;
  /** Of those that were found without help, null without one. */
  median_ms: number | null;
  /** Of the latest ones, and of those before; null where there are too few. */
  latest_ms: number | null;
  before_ms: number | null;
  /** How often they are trained on, null where too little is known of them. */
  weight: number | null;
  is_weak: boolean;
}

export interface PracticeFigures {
  variant: string;
  title: string;
  solved: number;
  skipped: number;
  wrong: number;
  hints: number;
  median_ms: number | null;
  latest_ms: number | null;
  before_ms: number | null;
  by_differing: readonly PracticeDiffering[];
}

/** The best sprint of its kind. */
export interface SprintFigures {
  variant: string;
  title: string;
  level: number | null;
  seconds: number;
  score: number;
  wrong: number;
  skipped: number;
  at: number;
  /** How many of its kind there were. */
  sprints: number;
}

/** Which tables are asked for. */
export interface PackWish {
  variant: string;
  level: number | null;
  count: number;
  /** By which they are chosen, as `tellWeights` writes them; empty for the next ones. */
  weights: string;
}

export function fetchPack({ variant, level, count, weights }: PackWish): Promise<PracticePack> {
  const query = new URLSearchParams({ variant, count: `${count}` });
  if (level !== null) query.set("level", `${level}`);
  if (weights) query.set("weights", weights);
  return request<PracticePack>(`/api/practice?${query}`);
}

export const fetchPractice = () => request<PracticeFigures[]>("/api/me/practice");

export const fetchSprints = () => request<SprintFigures[]>("/api/me/sprints");

/** Send results. */
export const sendResults = (results: readonly PracticeResult[]): Promise<PracticeReceipt> =>
  postResults("/api/practice/results", results);

/** Send sprints. */
export const sendSprints = (sprints: readonly SprintResult[]): Promise<PracticeReceipt> =>
  postParcel("/api/practice/sprints", { sprints });

/** Whether the server answers. */
export async function canReach(): Promise<boolean> {
  try {
    return (await fetch("/api/health", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
