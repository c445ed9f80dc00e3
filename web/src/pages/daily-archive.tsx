/** The daily puzzles of all dates by month, one's own streak and best times. */

import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../language/language.ts";
import { dailyPath } from "../net/address.ts";
import { type DailyDate, fetchDaily, fetchMyDailies, type MyDailies } from "../net/daily.ts";
import { openDailyStore } from "../net/daily-store.ts";
import { useAnswer } from "../parts/answer.tsx";
import { DailyFigures } from "../parts/daily-figures.tsx";
import { Masthead } from "../parts/masthead.tsx";
import type { DailyRound } from "../state/daily.ts";
import { dateOf, datesOf, monthOf, shiftMonth, tellDate, tellMonth } from "../state/dates.ts";
import "../styles/statistics.css";
import "../styles/daily.css";

/** Return what is kept here of the puzzles of a month. */
function useKept(month: string): readonly DailyRound[] {
  const [kept, setKept] = useState<readonly DailyRound[]>([]);
  useEffect(() => {
    let current = true;
    void openDailyStore()
      .then((store) => store.between(`${month}-01`, `${month}-31`))
      .then((rounds) => current && setKept(rounds));
    return () => void (current = false);
  }, [month]);
  return kept;
}

/** Return the names of the puzzles that are solved, by their dates: here, or as the server knows. */
function findSolved(
  kept: readonly DailyRound[],
  mine: MyDailies | null,
): ReadonlyMap<string, ReadonlySet<string>> {
  const solved = new Map<string, Set<string>>();
  const all = [
    ...kept.filter(({ phase }) => phase === "solved"),
    ...(mine?.month.filter((result) => result.solved) ?? []),
  ];
  for (const { date, name } of all) solved.set(date, (solved.get(date) ?? new Set()).add(name));
  return solved;
}

export function DailyArchivePage() {
  const [today] = useState(() => dateOf(new Date()));
  const [month, setMonth] = useState(() => monthOf(today));
  const { value: day } = useAnswer<DailyDate>(() => fetchDaily(today));
  const { value: mine } = useAnswer<MyDailies>(() => fetchMyDailies(month), month);
  const kept = useKept(month);
  const solved = findSolved(kept, mine);
  const dates = datesOf(month, day?.first ?? "", today).reverse();
  useEffect(() => {
    document.title = t("All daily puzzles · thirdcard");
  }, []);
  return (
    <main class="daily-page" data-testid="daily-archive" data-month={month}>
      <Masthead title={t("All days")} />
      {mine && <DailyFigures mine={mine} />}
      <div class="daily-days">
        <h2 aria-live="polite">{tellMonth(month)}</h2>
        <nav aria-label={t("Months")}>
          <button
            type="button"
            class="button"
            data-testid="month-before"
            aria-label={t("The month before")}
            disabled={!day || month <= monthOf(day.first)}
            onClick={() => setMonth(shiftMonth(month, -1))}
          >
            ‹
          </button>
          <button
            type="button"
            class="button"
            data-testid="month-after"
            aria-label={t("The month after")}
            disabled={month >= monthOf(today)}
            onClick={() => setMonth(shiftMonth(month, 1))}
          >
            ›
          </button>
          <a class="button" href="/daily">
            {t("Today’s puzzles")}
          </a>
        </nav>
      </div>
      <ol class="daily-dates">
        {dates.map((date) => {
          const count = solved.get(date)?.size ?? 0;
          return (
            <li key={date}>
              <a
                href={dailyPath(date)}
                data-day={date}
                data-solved={count}
                aria-label={t("{date}, {solved}", {
                  date: tellDate(date),
                  solved: tn("{count} solved", "{count} solved", count),
                })}
              >
                <span>{Number(date.slice(-2))}</span>
                <span class="daily-dots" aria-hidden="true">
                  {"●".repeat(count)}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </main>
  );
}
