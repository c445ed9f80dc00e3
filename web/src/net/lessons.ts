/** Lessons as the server sends them: tables with all their right answers. */

import type { Explained, SpotView } from "../protocol.ts";
import { request } from "./api.ts";

export interface LessonTitle {
  key: string;
  axis: string;
  /** What the axis asks. */
  question: string;
  title: string;
  sentence: string;
  minutes: number;
}

export interface LaidCard {
  card: string;
  /** Whether it lies face down at first. */
  down: boolean;
}

interface StepBase {
  text: string;
  /** The slot's number modulo the number of groups is the group. */
  slots: readonly (LaidCard | null)[];
  /** The claim to be continued, empty for none. */
  previous: readonly SpotView[];
}

/** Something to look at, with some cards pointed at. */
export interface ReadStep extends StepBase {
  task: "read";
  marked: readonly string[];
  explained: Explained | null;
}

/** Are the cards a claim, yes or no? */
export interface JudgeStep extends StepBase {
  task: "judge";
  marked: readonly string[];
  is_claim: boolean;
  explained: Explained;
}

/** Pick cards; some are picked already. */
export interface PickStep extends StepBase {
  task: "pick";
  given: readonly string[];
  sizes: readonly [least: number, most: number];
  /** Every right pick, the given cards included. */
  answers: readonly (readonly string[])[];
}

export type Step = ReadStep | JudgeStep | PickStep;

export interface Lesson extends LessonTitle {
  variant: string;
  deck: string;
  group_shape: readonly [rows: number, columns: number];
  /** The lesson after this one, null for the last. */
  next: string | null;
  steps: readonly Step[];
}

export const fetchLessons = () => request<LessonTitle[]>("/api/lessons");
export const fetchLesson = (key: string) =>
  request<Lesson>(`/api/lessons/${encodeURIComponent(key)}`);

const write = (spots: readonly SpotView[]) =>
  spots.map(({ card, group }) => `${card}@${group}`).join(",");

/** Ask why some cards are a claim, or are none. */
export const fetchExplanation = (
  variant: string,
  cards: readonly SpotView[],
  previous: readonly SpotView[],
) => {
  const query = new URLSearchParams({ variant, cards: write(cards) });
  if (previous.length) query.set("previous", write(previous));
  return request<Explained>(`/api/explain?${query}`);
};

export function lessonPath(key: string): string {
  return `/learn/${encodeURIComponent(key)}`;
}

const DONE = "thirdcard.lessons";

/** Return the keys of the lessons that were gone through in this browser. */
export function recallDone(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(DONE) ?? "[]");
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return [];
  }
}

/** Remember that a lesson was gone through. */
export function rememberDone(key: string): void {
  try {
    localStorage.setItem(DONE, JSON.stringify([...new Set([...recallDone(), key])]));
  } catch {
    // Storage may be forbidden or full; then nothing is remembered.
  }
}
