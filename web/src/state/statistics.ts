/** Figures in words, and the line of a trend; dates in the reader's own time zone. */

import type { Figures, Kind, TrendPoint } from "../net/statistics.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Return a time of play: "4.2 s", "3 min 5 s", "1 h 2 min". */
export function tellDuration(ms: number): string {
  if (ms < MINUTE - SECOND / 20) return `${(ms / SECOND).toFixed(1)} s`;
  const seconds = Math.round(ms / SECOND);
  if (seconds < HOUR / SECOND) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(ms / MINUTE);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Return a moment as its date and time are where the reader is. */
export function tellMoment(at: number): string {
  return new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** Return a number with its word: "1 game", "2 games". */
export function tellCount(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

/** Return what was played: the variant, and the contest unless it is the race. */
export function tellKind(kind: Pick<Kind | Figures, "title" | "contest" | "contest_title">): string {
  return kind.contest === "race" ? kind.title : `${kind.title}, ${kind.contest_title}`;
}

/** Return a strength as it is shown. */
export const tellStrength = (strength: number): string => strength.toFixed(1);

export interface Spot {
  x: number;
  y: number;
  point: TrendPoint;
}

/** Return where the points of a trend are drawn, from left to right; slow is up. */
export function placeTrend(trend: readonly TrendPoint[], width: number, height: number): Spot[] {
  const most = Math.max(...trend.map((point) => point.median_ms), 1);
  const step = trend.length > 1 ? width / (trend.length - 1) : 0;
  return trend.map((point, index) => ({
    x: trend.length > 1 ? index * step : width / 2,
    y: height - (point.median_ms / most) * height,
    point,
  }));
}
