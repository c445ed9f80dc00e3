/** All that is known of a table: its claims, how hard they are, the hard questions, the odds. */

import { useEffect, useState } from "preact/hooks";
import type { Sprite } from "../cards/sprite.ts";
import { t, tn } from "../language/language.ts";
import type { Written } from "../net/address.ts";
import { say } from "../net/api.ts";
import { type Answered, fetchAnswer, fetchStudyOdds, type Question } from "../net/study.ts";
import { countClaims, describeLuck, saySeconds } from "../state/replay.ts";
import { isPointedAt, type StudyState } from "../state/study.ts";
import { ClaimList } from "./study-claims.tsx";

type Places = readonly number[];

/** How many levels of difficulty there are. */
const LEVELS = 5;

interface AnswersProps {
  state: StudyState;
  written: Written;
  sprite: Sprite;
  onPoint(claims: readonly Places[]): void;
}

/** An answer, null until it is there; and what went wrong. */
function useAnswer<T>(ask: (() => Promise<T>) | null, key: string): [T | null, string] {
  const [answer, setAnswer] = useState<T | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let current = true;
    setAnswer(null);
    setProblem("");
    ask?.().then(
      (told) => current && setAnswer(told),
      (error: unknown) => current && setProblem(say(error)),
    );
    return () => void (current = false);
  }, [key]);
  return [answer, problem];
}

/** Say the answer to a hard question. */
function sayAnswer({ question, status, value, bound, winner, nimber }: Answered): string {
  if (question === "duel") {
    if (winner === null) return t("It was not found out in time who wins.");
    const told = winner === "first" ? t("Who is to move wins.") : t("Who is to move loses.");
    return nimber === null ? told : t("{told} The nimber is {nimber}.", { told, nimber });
  }
  if (status !== "optimal") {
    const [least, most] = question === "packing" ? [value, bound] : [bound, value];
    if (least === null || most === null) return t("It was not found out in time.");
    return t("At least {least}, at most {most}: more was not found out in time.", { least, most });
  }
  const count = value ?? 0;
  return question === "packing"
    ? tn("{count} Set is the most.", "{count} Sets are the most.", count)
    : tn("{count} Set is the fewest.", "{count} Sets are the fewest.", count);
}

function HardQuestion(props: AnswersProps & { question: Question }) {
  const { question, state, written, sprite, onPoint } = props;
  const { key, title, sentence } = question;
  const [answer, problem] = useAnswer(
    () => fetchAnswer(key, written),
    `${key} ${state.table.path}`,
  );
  const isDuel = key === "duel";
  return (
    <section class="hard" data-testid={`question-${key}`} data-status={answer?.status}>
      <h3>{title}</h3>
      <p class="aside">{sentence}</p>
      <p role="status" data-testid={`answer-${key}`}>
        {answer ? sayAnswer(answer) : problem || t("Working it out…")}
      </p>
      {answer && isDuel && answer.claims.length > 0 && (
        <>
          <p>{tn("This Set wins:", "These Sets win:", answer.claims.length)}</p>
          <ClaimList
            state={state}
            sprite={sprite}
            claims={answer.claims}
            testid="winning"
            onPoint={onPoint}
          />
        </>
      )}
      {answer && !isDuel && answer.claims.length > 0 && (
        <button
          type="button"
          class="button"
          data-testid={`show-${key}`}
          aria-pressed={isPointedAt(state, answer.claims)}
          onClick={() => onPoint(answer.claims)}
        >
          {t("Show it on the table")}
        </button>
      )}
    </section>
  );
}

export function StudyAnswers(props: AnswersProps) {
  const { state, written, sprite, onPoint } = props;
  const { table } = state;
  // Fresh tables, of which the odds are, have no claim before.
  const isFresh = table.previous.length === 0;
  const [odds] = useAnswer(isFresh ? () => fetchStudyOdds(written) : null, table.path);
  const { level, effort_ms } = table;
  const conflicts = table.questions.filter(({ conflict }) => conflict !== null);
  return (
    <section class="study-answers sheet" aria-label={t("Answers")} data-testid="answers">
      <h2>
        {table.has_all
          ? countClaims(table, table.claims.length)
          : t("More than {claims}", { claims: countClaims(table, table.claims.length) })}
      </h2>
      {level !== null && effort_ms !== null && (
        <p class="aside">
          {t("Level {level} of {most}: about {time} to find them all.", {
            level,
            most: LEVELS,
            time: saySeconds(effort_ms),
          })}
        </p>
      )}
      <p class="aside" data-testid="odds" role="status">
        {odds?.luck ? describeLuck(table, odds.luck) : ""}
      </p>
      <ClaimList
        state={state}
        sprite={sprite}
        claims={table.claims.map(({ places }) => places)}
        testid="all-claims"
        tellsFound
        onPoint={onPoint}
      />
      {table.questions
        .filter(({ conflict }) => conflict === null)
        .map((question) => (
          <HardQuestion
            key={question.key}
            question={question}
            state={state}
            written={written}
            sprite={sprite}
            onPoint={onPoint}
          />
        ))}
      {conflicts.length > 0 && (
        <ul class="aside" data-testid="conflicts">
          {conflicts.map(({ key, conflict }) => (
            <li key={key}>{conflict}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
