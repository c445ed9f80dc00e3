/** What the start page says of the daily puzzles. */

import { t } from "../language/language.ts";
import { dateOf, tellDate } from "../state/dates.ts";

export function DailyNote() {
  return (
    <section class="daily-note sheet" aria-label={t("Daily puzzle")}>
      <h2>{t("Daily puzzle")}</h2>
      <p class="aside">{t("Three new puzzles every day, the same for everybody.")}</p>
      <a class="button" href="/daily" data-testid="to-today">
        {tellDate(dateOf(new Date()), "medium")}
      </a>
    </section>
  );
}
