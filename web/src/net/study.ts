/** Tables to study as the server tells them: all claims at once, what is hard to answer later. */

import type { SpotView } from "../protocol.ts";
import type { Written } from "./address.ts";
import { request } from "./api.ts";
import type { Luck } from "./games.ts";

export interface StudyClaim {
  /** The places of its cards, in increasing order. */
  places: readonly number[];
  differing: number;
}

/** A question that the server may need some time to answer. */
export interface Question {
  key: string;
  title: string;
  sentence: string;
  /** Why it cannot be asked of the table, null if it can. */
  conflict: string | null;
}

export interface Study {
  variant: string;
  title: string;
  claim_title: string;
  deck: string;
  group_shape: readonly [rows: number, columns: number];
  claim_sizes: readonly [least: number, most: number];
  /** Whether a claim to be continued can be named. */
  chains: boolean;
  /** The table's address, the same for every way to write it. */
  path: string;
  text: string;
  cards: number;
  /** The slot's number modulo the number of groups is the group; null for an empty place. */
  slots: readonly (string | null)[];
  /** The claim to be continued; the places of its cards are counted on from those of the slots. */
  previous: readonly SpotView[];
  task: string;
  claims: readonly StudyClaim[];
  /** Whether these are all claims that there are. */
  has_all: boolean;
  level: number | null;
  effort_ms: number | null;
  questions: readonly Question[];
}

export interface Answered {
  question: string;
  /** Whether it is proved, or the time was over before. */
  status: "optimal" | "infeasible" | "limit";
  value: number | null;
  bound: number | null;
  /** Who wins the duel: who is to move, or the other. */
  winner: "first" | "second" | null;
  nimber: number | null;
  claims: readonly (readonly number[])[];
  seconds: number;
}

const ask = <T>(what: string, { variant, cards, previous }: Written): Promise<T> => {
  const query = new URLSearchParams({ variant, cards });
  if (previous) query.set("previous", previous);
  return request<T>(`/api/study${what}?${query}`);
};

export const fetchStudy = (written: Written) => ask<Study>("", written);
export const fetchAnswer = (question: string, written: Written) =>
  ask<Answered>(`/${question}`, written);
export const fetchStudyOdds = (written: Written) => ask<{ luck: Luck | null }>("/odds", written);

/** What a picture of a table looks like. */
export interface PictureLook {
  theme: string;
  dark: boolean;
  numbers: boolean;
  ground: boolean;
}

/** Return the address of a table's picture. */
export function pictureAddress(path: string, look: PictureLook): string {
  const [cards, query] = path.split("?");
  const asked = new URLSearchParams(query);
  asked.set("theme", look.theme);
  if (look.dark) asked.set("dark", "1");
  if (look.numbers) asked.set("numbers", "1");
  if (!look.ground) asked.set("ground", "0");
  return `${cards}.svg?${asked}`;
}
