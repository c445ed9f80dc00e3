/** A result as text to be shared, from which nothing of the solution can be seen. */

import { t, tn } from "../language/language.ts";
import type { DailyCosts } from "../net/daily.ts";
import { type DailyRound, totalOf } from "./daily.ts";
import { describeDuration } from "./words.ts";

const SIGNS = { alone: "■", helped: "□", wrong: "×" } as const;

/** Return the lines of a text; the first says which puzzle it is, the last where it is. */
export function shareLines(
  round: DailyRound,
  costs: DailyCosts,
  { title, streak, address }: { title: string; streak: number; address: string },
): string[] {
  const { date, hints, wrong, phase } = round;
  const answers = round.marks.map(({ how }) => SIGNS[how]).join("");
  const time = describeDuration(totalOf(round, costs));
  const lines = [t("thirdcard, {date}: {title}", { date, title })];
  if (phase === "solved") lines.push(t("{answers} in {time}", { answers, time }));
  else lines.push(answers ? t("{answers} and not solved", { answers }) : t("Not solved"));
  if (hints > 0) lines.push(tn("{count} hint", "{count} hints", hints));
  if (wrong > 0) lines.push(tn("{count} mistake", "{count} mistakes", wrong));
  if (streak > 1) lines.push(tn("{count} day in a row", "{count} days in a row", streak));
  return [...lines, address];
}
