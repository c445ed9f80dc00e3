/** Dates by themselves, such as 2026-11-30: no time, and no time zone. */

import { locale } from "../language/language.ts";

const pad = (number: number, length: number): string => String(number).padStart(length, "0");

/** Return the date where the reader is. */
export function dateOf(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** A day of UTC stands for a date: there every day has 24 hours. */
const DAY = 86_400_000;
const toDate = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Return when a date begins in UTC, not a number for what is no date, such as the 30th of February. */
function toTime(date: string): number {
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) || toDate(time) !== date ? NaN : time;
}

/** Return the date so many days later, or earlier; null where it is no date. */
export function shiftDate(date: string, days: number): string | null {
  const time = toTime(date);
  return Number.isNaN(time) ? null : toDate(time + days * DAY);
}

/** Return the month so many months later, or earlier, such as 2026-11. */
export function shiftMonth(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const count = 12 * year + number - 1 + months;
  return `${pad(Math.floor(count / 12), 4)}-${pad((count % 12) + 1, 2)}`;
}

export const monthOf = (date: string): string => date.slice(0, 7);

/** Return all dates of a month that are not before the first or after the last. */
export function datesOf(month: string, first: string, last: string): string[] {
  const dates: string[] = [];
  for (let day = 1; day <= 31; day++) {
    const date = `${month}-${pad(day, 2)}`;
    if (date < first || date > last || shiftDate(date, 0) !== date) continue;
    dates.push(date);
  }
  return dates;
}

/** Return a date as the reader's language says it, what is no date as it is. */
export function tellDate(date: string, style: "full" | "medium" = "full"): string {
  const time = toTime(date);
  if (Number.isNaN(time)) return date;
  return new Date(time).toLocaleDateString(locale(), { dateStyle: style, timeZone: "UTC" });
}

/** Return a month as the reader's language says it. */
export function tellMonth(month: string): string {
  return new Date(toTime(`${month}-01`)).toLocaleDateString(locale(), {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}
