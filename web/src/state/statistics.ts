/** Figures in words, and the line of a trend; dates in the reader's own time zone. */

import { locale, t, tenths, tn } from "../language/language.ts";
import type { Figures, Kind, TrendPoint } from "../net/statistics.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Return a time of play: "4.2 s", "3 min 5 s", "1 h 2 min". */
export function tellDuration(ms: number): string {
  if (ms < MINUTE - SECOND / 20) return t("{seconds} s", { seconds: tenths(ms / SECOND) });
  const seconds = Math.round(ms / SECOND);
  if (seconds < HOUR / SECOND) {
    const minutes = Math.floor(seconds / 60);
    return t("{minutes} min {seconds} s", { minutes, seconds: seconds % 60 });
  }
  const minutes = Math.round(ms / MINUTE);
  return t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** Return a moment as its date and time are where the reader is. */
export function tellMoment(at: number): string {
  return new Date(at).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
}

/** Return a number with its word: "1 game", "2 claims". */
export function tellCount(number: number, word: "game" | "claim"): string {
  return word === "game"
    ? tn("{count} game", "{count} games", number)
    : tn("{count} claim", "{count} claims", number);
}

/** Return what was played: the variant, and the contest unless it is the race. */
export function tellKind(kind: Pick<Kind | Figures, "title" | "contest" | "contest_title">): string {
  const { title, contest, contest_title } = kind;
  return contest === "race" ? title : t("{title}, {contest}", { title, contest: contest_title });
}

/** Return a strength as it is shown. */
export const tellStrength = (strength: number): string => tenths(strength);

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
