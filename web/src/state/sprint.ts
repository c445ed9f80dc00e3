/** A sprint: as many claims as possible in a time.  A state, and pure functions. */

import type { PracticeResult, SprintFigures } from "../net/practice.ts";

/** How many seconds a sprint may last; as on the server. */
export const LENGTHS = [60, 120, 300] as const;

/** Milliseconds that a wrong claim or a skipped table costs; as on the server. */
export const PENALTY = 5000;

/** What the sprints have in common that are compared. */
export interface SprintKind {
  variant: string;
  /** The level of its tables, null for any. */
  level: number | null;
  seconds: number;
}

export interface Sprint extends SprintKind {
  id: string;
  /** The window in which it runs. */
  window: string;
  /** In milliseconds since 1970: the clock goes on while the page is loaded anew. */
  begunAt: number;
  found: number;
  wrong: number;
  skipped: number;
  isOver: boolean;
}

export function beginSprint(kind: SprintKind, id: string, window: string, now: number): Sprint {
  const { variant, level, seconds } = kind;
  const nothing = { found: 0, wrong: 0, skipped: 0, isOver: false };
  return { variant, level, seconds, id, window, begunAt: Math.round(now), ...nothing };
}

/** Return the milliseconds that are left, 0 when it is over. */
export function timeLeft(sprint: Sprint, now: number): number {
  if (sprint.isOver) return 0;
  const lost = PENALTY * (sprint.wrong + sprint.skipped);
  const left = sprint.begunAt + 1000 * sprint.seconds - lost - now;
  // Who sets the clock back has no more time than there was.
  return Math.min(Math.max(0, left), 1000 * sprint.seconds);
}

/** Count what came of a table. */
export function countResult(sprint: Sprint, { places }: PracticeResult): Sprint {
  return places === null
    ? { ...sprint, skipped: sprint.skipped + 1 }
    : { ...sprint, found: sprint.found + 1 };
}

export const countWrong = (sprint: Sprint): Sprint => ({ ...sprint, wrong: sprint.wrong + 1 });

export const endSprint = (sprint: Sprint): Sprint => ({ ...sprint, isOver: true });

/** Return the minutes and seconds of a clock; a second that has begun is shown. */
export function tellClock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")}`;
}

export const isSameKind = (one: SprintKind, other: SprintKind): boolean =>
  one.variant === other.variant && one.level === other.level && one.seconds === other.seconds;

export interface Best {
  score: number;
  wrong: number;
}

/** Return the best of a kind: of those the server has told, and of sprints that wait for it. */
export function findBest(
  kind: SprintKind,
  told: readonly SprintFigures[],
  waiting: readonly Sprint[],
): Best | null {
  const bests: Best[] = [
    ...told.filter((best) => isSameKind(best, kind)),
    ...waiting
      .filter((sprint) => isSameKind(sprint, kind))
      .map(({ found, wrong }) => ({ score: found, wrong })),
  ];
  return bests.reduce<Best | null>(
    (best, next) => (best === null || isBetter(next, best) ? next : best),
    null,
  );
}

/** Whether a score is better than another: of equal ones that with fewer wrong claims. */
export const isBetter = (one: Best, other: Best): boolean =>
  one.score > other.score || (one.score === other.score && one.wrong < other.wrong);
