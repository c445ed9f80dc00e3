/** What somebody's practice came to: how many tables, how fast, by differing features. */

import { t, tn, whole } from "../language/language.ts";
import { practicePath } from "../net/address.ts";
import {
  fetchPractice,
  fetchSprints,
  type PracticeDiffering,
  type PracticeFigures,
  type SprintFigures,
} from "../net/practice.ts";
import { tellDuration, tellMoment } from "../state/statistics.ts";
import { useKept } from "./kept.tsx";

function Fact({ title, value, aside }: { title: string; value: string; aside?: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
      {aside && <dd class="aside">{aside}</dd>}
    </div>
  );
}

const tellBefore = (before_ms: number | null): string =>
  before_ms === null ? "" : t("before {time}", { time: tellDuration(before_ms) });

function Figures({ figures }: { figures: PracticeFigures }) {
  const { variant, title, solved, skipped, wrong, hints, by_differing } = figures;
  const { median_ms, latest_ms, before_ms } = figures;
  return (
    <section class="sheet figures" data-practice={variant}>
      <h2>
        <a href={practicePath(variant)}>{t("Practice · {variant}", { variant: title })}</a>
      </h2>
      <dl class="facts">
        <Fact title={t("Solved")} value={whole(solved)} />
        <Fact title={t("Skipped")} value={whole(skipped)} />
        <Fact title={t("Wrong")} value={whole(wrong)} />
        <Fact title={t("Cards shown")} value={whole(hints)} />
        {median_ms !== null && <Fact title={t("Median")} value={tellDuration(median_ms)} />}
        {latest_ms !== null && (
          <Fact
            title={t("Latest 50")}
            value={tellDuration(latest_ms)}
            aside={tellBefore(before_ms)}
          />
        )}
      </dl>
      {by_differing.length > 1 && <ByDiffering rows={by_differing} />}
    </section>
  );
}

/** Times and mistakes by the number of features that differ, each time with its bar. */
function ByDiffering({ rows }: { rows: readonly PracticeDiffering[] }) {
  const longest = Math.max(...rows.map(({ median_ms }) => median_ms ?? 0), 1);
  return (
    <table class="numbers reactions">
      <thead>
        <tr>
          <th scope="col">{t("Features that differ")}</th>
          <th scope="col">{t("Solved")}</th>
          <th scope="col" class="time">
            {t("Median")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.differing} data-differing={row.differing}>
            <th scope="row">
              {row.differing} {row.is_weak && <span class="tag">{t("weak spot")}</span>}
            </th>
            <td>
              {whole(row.solved)}
              {row.wrong > 0 && <small>{tn("{count} wrong", "{count} wrong", row.wrong)}</small>}
              {row.skipped > 0 && (
                <small>{tn("{count} skipped", "{count} skipped", row.skipped)}</small>
              )}
            </td>
            <td class="time">
              {row.median_ms === null ? (
                "–"
              ) : (
                <>
                  <span class="bar" style={{ "--part": row.median_ms / longest }} />
                  {tellDuration(row.median_ms)}
                </>
              )}
              {row.latest_ms !== null && (
                <small>
                  {t("latest {time}", { time: tellDuration(row.latest_ms) })}
                  {" · "}
                  {tellBefore(row.before_ms)}
                </small>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sprints({ sprints }: { sprints: readonly SprintFigures[] }) {
  return (
    <section class="sheet figures" data-testid="sprints">
      <h2>{t("Best sprints")}</h2>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{t("Game")}</th>
            <th scope="col">{t("Minutes")}</th>
            <th scope="col">{t("Claims")}</th>
          </tr>
        </thead>
        <tbody>
          {sprints.map((best) => (
            <tr key={`${best.variant} ${best.level} ${best.seconds}`}>
              <th scope="row">
                <a href={practicePath(best.variant, best.level)}>
                  {best.level === null
                    ? best.title
                    : t("{variant}, level {level}", { variant: best.title, level: best.level })}
                </a>
                <small class="when">
                  {tn("best of {count}", "best of {count}", best.sprints)}
                  {" · "}
                  {tellMoment(best.at)}
                </small>
              </th>
              <td>{whole(best.seconds / 60)}</td>
              <td>{whole(best.score)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface PracticeFiguresProps {
  figures: readonly PracticeFigures[];
  sprints: readonly SprintFigures[];
}

export function PracticeFiguresView({ figures, sprints }: PracticeFiguresProps) {
  return (
    <>
      {figures.map((each) => (
        <Figures key={each.variant} figures={each} />
      ))}
      {sprints.length > 0 && <Sprints sprints={sprints} />}
    </>
  );
}

/** Show the reader's own figures. */
export function MyPractice() {
  const figures = useKept<PracticeFigures[]>("figures", fetchPractice);
  const sprints = useKept<SprintFigures[]>("sprints", fetchSprints);
  return <PracticeFiguresView figures={figures ?? []} sprints={sprints ?? []} />;
}
