/** What somebody's practice came to: how many tables, how fast, by differing features. */

import { t, whole } from "../language/language.ts";
import { practicePath } from "../net/address.ts";
import { fetchPractice, type PracticeFigures } from "../net/practice.ts";
import { tellDuration } from "../state/statistics.ts";
import { useAnswer } from "./answer.tsx";

function Fact({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Figures({ figures }: { figures: PracticeFigures }) {
  const { variant, title, solved, skipped, wrong, hints, median_ms, by_differing } = figures;
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
      </dl>
      {by_differing.length > 1 && (
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">{t("Features that differ")}</th>
              <th scope="col">{t("Solved")}</th>
              <th scope="col">{t("Median")}</th>
            </tr>
          </thead>
          <tbody>
            {by_differing.map((row) => (
              <tr key={row.differing}>
                <th scope="row">{row.differing}</th>
                <td>{row.solved}</td>
                <td>{tellDuration(row.median_ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Show the reader's own figures; `key` changes when they are to be asked for anew. */
export function PracticeFiguresView({ newest = "" }: { newest?: string }) {
  const { value } = useAnswer<PracticeFigures[]>(fetchPractice, newest);
  return (
    <>
      {value?.map((figures) => (
        <Figures key={figures.variant} figures={figures} />
      ))}
    </>
  );
}
