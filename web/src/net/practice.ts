/** Practice as the server tells it: packs of tables with all claims on them, and what came of them. */

import type { SpotView } from "../protocol.ts";
import { request } from "./api.ts";
import { postResults, type Receipt } from "./outbox.ts";

export interface PracticeClaim {
  /** The places of its cards, in increasing order. */
  places: readonly number[];
  differing: number;
}

export interface PracticeTable {
  number: number;
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
  seed: string;
}

export interface PracticePack extends PracticeKind {
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
}

export type PracticeReceipt = Receipt;

export interface PracticeFigures {
  variant: string;
  title: string;
  solved: number;
  skipped: number;
  wrong: number;
  hints: number;
  median_ms: number | null;
  by_differing: readonly { differing: number; solved: number; median_ms: number }[];
}

export const fetchPack = (variant: string, count: number) =>
  request<PracticePack>(`/api/practice?${new URLSearchParams({ variant, count: `${count}` })}`);

export const fetchPractice = () => request<PracticeFigures[]>("/api/me/practice");

/** Send results. */
export const sendResults = (results: readonly PracticeResult[]): Promise<PracticeReceipt> =>
  postResults("/api/practice/results", results);

/** Whether the server answers. */
export async function canReach(): Promise<boolean> {
  try {
    return (await fetch("/api/health", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
