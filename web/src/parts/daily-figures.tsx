/** One's own streak and best times of daily puzzles. */

import { t, tn, whole } from "../language/language.ts";
import { dailyPath } from "../net/address.ts";
import type { MyDailies } from "../net/daily.ts";
import { describeDuration } from "../state/words.ts";

export function DailyFigures({ mine }: { mine: MyDailies }) {
  return (
    <section
      class="sheet figures daily-figures"
      data-testid="my-dailies"
      aria-label={t("Your daily puzzles")}
    >
      <h2>{t("Your daily puzzles")}</h2>
      <dl class="facts">
        <div>
          <dt>{t("Streak")}</dt>
          <dd>{tn("{count} day", "{count} days", mine.streak)}</dd>
        </div>
        <div>
          <dt>{t("Longest streak")}</dt>
          <dd>{tn("{count} day", "{count} days", mine.longest)}</dd>
        </div>
        <div>
          <dt>{t("Solved")}</dt>
          <dd>{whole(mine.solved)}</dd>
        </div>
        {mine.bests.map(({ name, title, ms, date }) => (
          <div key={name}>
            <dt>{t("Best, {title}", { title })}</dt>
            <dd>
              <a href={dailyPath(date)}>{describeDuration(ms)}</a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
