/** Any table that can be written, opened by its address: to be solved, explained and analysed. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Plan } from "../board/layout.ts";
import { OpenBoard } from "../board/open-board.tsx";
import { useCardKeys } from "../board/open-keys.ts";
import { ASPECT, type Sprite, useSprite } from "../cards/sprite.ts";
import { t, tn } from "../language/language.ts";
import { readRoute, readStudy, type Written } from "../net/address.ts";
import { ApiError, say } from "../net/api.ts";
import { fetchExplanation } from "../net/lessons.ts";
import { fetchStudy, type Study } from "../net/study.ts";
import { Sentence } from "../parts/lesson-features.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { StudyAnswers } from "../parts/study-answers.tsx";
import { ClaimList } from "../parts/study-claims.tsx";
import { StudyForm } from "../parts/study-form.tsx";
import { StudyShare } from "../parts/study-share.tsx";
import { useTheme } from "../parts/theme.tsx";
import { Why } from "../parts/why.tsx";
import type { Explained } from "../protocol.ts";
import {
  beginStudy,
  canAskWhy,
  canClaim,
  clearStudy,
  hasHint,
  hintClaim,
  isDone,
  judgeClaim,
  markOfPlace,
  pointAt,
  pressPlace,
  spotsOf,
  type StudyState,
  submitClaim,
  toneOfPlace,
  turnAnswers,
} from "../state/study.ts";
import "../styles/game.css";
import "../styles/practice.css";
import "../styles/study.css";

type Change = (how: (state: StudyState) => StudyState) => void;

/** Return the table that the address opens, as the reader goes from one to the next. */
function useWritten(): Written {
  const [written, setWritten] = useState(() => readStudy(window.location));
  useEffect(() => {
    const update = (): void => {
      if (readRoute(window.location.pathname).page === "study") {
        setWritten(readStudy(window.location));
      }
    };
    window.addEventListener("popstate", update);
    return () => window.removeEventListener("popstate", update);
  }, []);
  return written;
}

/** Return the table as the server tells it, asking again until it can be reached; or what is wrong. */
function useStudy(written: Written): [Study | null, string] {
  const [study, setStudy] = useState<Study | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let timer = 0;
    let current = true;
    const attempt = (): void => {
      fetchStudy(written).then(
        (told) => {
          if (!current) return;
          setStudy(told);
          setProblem("");
          // One table has one address, however it was written.
          if (window.location.pathname + window.location.search !== told.path) {
            window.history.replaceState(null, "", told.path);
          }
        },
        (error: unknown) => {
          if (!current) return;
          setProblem(say(error));
          const status = error instanceof ApiError ? error.status : 400;
          if (status === 0 || status >= 500) timer = window.setTimeout(attempt, 2000);
        },
      );
    };
    setStudy(null);
    setProblem("");
    if (written.cards) attempt();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [written]);
  return [study, problem];
}

/** Ask the server why a claim is wrong, and whether one is right that was not sent with the table. */
function useJudge(state: StudyState, change: Change): string {
  const [reason, setReason] = useState("");
  const { outcome, table, selection, wrong } = state;
  const isOpen = outcome === "wrong" || outcome === "asked";
  useEffect(() => {
    setReason("");
    if (!isOpen) return;
    let current = true;
    fetchExplanation(table.variant, spotsOf(table, selection), table.previous).then(
      ({ sentence, is_claim }) => {
        if (!current) return;
        setReason(sentence);
        change((now) => judgeClaim(now, is_claim));
      },
      (error: unknown) => {
        if (!current) return;
        setReason(say(error));
        change((now) => judgeClaim(now, false));
      },
    );
    return () => void (current = false);
  }, [isOpen, wrong, selection]);
  return reason;
}

/** Return the explanation of the picked cards, once it was asked for. */
function useWhy(state: StudyState): [Explained | null, () => void, () => void, string] {
  const [explained, setExplained] = useState<Explained | null>(null);
  const [problem, setProblem] = useState("");
  const { table, selection } = state;
  useEffect(() => {
    setExplained(null);
    setProblem("");
  }, [selection]);
  const ask = (): void => {
    fetchExplanation(table.variant, spotsOf(table, selection), table.previous).then(
      setExplained,
      (error: unknown) => setProblem(say(error)),
    );
  };
  return [explained, ask, () => setExplained(null), problem];
}

function sayProgress({ table, found }: StudyState): string {
  const { claims, has_all, claim_title: claim } = table;
  if (claims.length === 0) return t("There is no {claim} on this table.", { claim });
  const values = { found: found.length };
  return has_all
    ? tn("{found} of {count} found", "{found} of {count} found", claims.length, values)
    : t("{found} of more than {count} found", { ...values, count: claims.length });
}

function Verdict({ state, reason, sprite }: { state: StudyState; reason: string; sprite: Sprite }) {
  switch (state.outcome) {
    case "found":
      return <b class="right">{isDone(state) ? t("That was the last one.") : t("That is one.")}</b>;
    case "again":
      return <b>{t("You have found that one already.")}</b>;
    case "asked":
      return <>{t("One moment…")}</>;
    case "wrong":
      return (
        <>
          <b class="wrong">{t("That is none.")}</b>{" "}
          {reason && <Sentence text={reason} sprite={sprite} />}
        </>
      );
    default:
      return null;
  }
}

interface ActionsProps {
  state: StudyState;
  change: Change;
  onWhy(): void;
}

function Actions({ state, change, onWhy }: ActionsProps) {
  const [least, most] = state.table.claim_sizes;
  const { revealed, selection } = state;
  return (
    <div class="practice-actions">
      {least < most && (
        <button
          type="button"
          class="button primary"
          data-testid="claim-button"
          disabled={!canClaim(state)}
          onClick={() => change(submitClaim)}
        >
          {t("Claim {number}", { number: selection.length })}
        </button>
      )}
      <button
        type="button"
        class="button"
        data-testid="hint"
        disabled={!hasHint(state)}
        onClick={() => change(hintClaim)}
      >
        {t("Show a card")}
      </button>
      <button
        type="button"
        class="button"
        data-testid="ask-why"
        disabled={!canAskWhy(state)}
        onClick={onWhy}
      >
        {selection.length === 2 ? t("Which third?") : t("Why, or why not?")}
      </button>
      <button
        type="button"
        class="button"
        data-testid="reveal"
        aria-expanded={revealed}
        onClick={() => change((now) => turnAnswers(now, !now.revealed))}
      >
        {revealed ? t("Hide the answers") : t("Show the answers")}
      </button>
    </div>
  );
}

function StudyTable({ study, written }: { study: Study; written: Written }) {
  const [state, setState] = useState(() => beginStudy(study));
  const [plan, setPlan] = useState<Plan | null>(null);
  const { theme } = useTheme();
  const sprite = useSprite(theme, plan ? study.deck : null, plan?.upright);
  const change = useCallback<Change>((how) => setState(how), []);
  const onPress = (place: number): void => change((now) => pressPlace(now, place));
  const showsKeys = useCardKeys(study, plan, onPress, () => change(clearStudy));
  const reason = useJudge(state, change);
  const [explained, ask, forget, problem] = useWhy(state);
  const main = useRef<HTMLDivElement>(null);
  const onPoint = (claims: readonly (readonly number[])[]): void =>
    change((now) => pointAt(now, claims));
  const isPointing = state.outcome === "pointed" || state.shown.length > 0;
  useEffect(() => {
    if (!isPointing) return;
    // On a small screen the list is below the cards, and of many cards only some are in sight.
    for (const sight of [".board", ".board :is(.chosen, .toned)"]) {
      main.current?.querySelector(sight)?.scrollIntoView({ block: "nearest" });
    }
  }, [isPointing, state.selection, state.shown]);
  const { found } = state;
  return (
    <div
      class="study"
      data-testid="study-table"
      data-outcome={state.outcome}
      data-found={found.length}
      data-upright={plan?.upright || undefined}
      style={{ "--card-aspect": plan?.upright ? 1 / ASPECT : ASPECT }}
    >
      <div class="study-main" ref={main}>
        <p class="study-task">
          <b>{study.task}</b>{" "}
          <span class="aside" data-testid="progress" aria-live="polite">
            {sayProgress(state)}
          </span>
        </p>
        <OpenBoard
          table={study}
          id={study.path}
          sprite={sprite}
          markOf={(place) => markOfPlace(state, place)}
          toneOf={(place) => toneOfPlace(state, place)}
          showsKeys={showsKeys}
          onPress={onPress}
          onPlan={setPlan}
        />
        <div class="practice-foot">
          <p class="practice-verdict" role="status" data-testid="verdict">
            <Verdict state={state} reason={reason} sprite={sprite} />
            {problem}
          </p>
          <Actions state={state} change={change} onWhy={ask} />
        </div>
        <Why explained={explained} sprite={sprite} onClose={forget} />
      </div>
      <div class="study-side">
        {state.revealed ? (
          <StudyAnswers state={state} written={written} sprite={sprite} onPoint={onPoint} />
        ) : (
          <section class="study-found sheet" aria-label={t("Found")} data-testid="found">
            <h2>{t("Found")}</h2>
            {found.length === 0 && <p class="aside">{t("Nothing yet.")}</p>}
            <ClaimList
              state={state}
              sprite={sprite}
              claims={found}
              testid="found-claims"
              onPoint={onPoint}
            />
          </section>
        )}
        <StudyShare table={study} />
      </div>
    </div>
  );
}

/** Return what stands in the form: the table as text once it is known, else as it was written. */
function readBack(written: Written, study: Study | null): Written {
  return study ? { ...written, variant: study.variant, cards: study.text } : written;
}

export function StudyPage() {
  const written = useWritten();
  const [study, problem] = useStudy(written);
  const title = study?.title ?? t("Any table");
  useEffect(() => {
    document.title = `${title} · thirdcard`;
  }, [title]);
  const isAsked = written.cards !== "";
  return (
    <main class="study-page" data-testid="study" data-problem={problem !== "" || undefined}>
      <Masthead title={title} />
      {isAsked && problem !== "" && (
        <p class="sheet problem" role="alert" data-testid="study-problem">
          <b>{t("This table cannot be opened.")}</b> {problem}
        </p>
      )}
      {isAsked && !study && !problem && <p class="loading">{t("One moment…")}</p>}
      {study && <StudyTable key={study.path} study={study} written={written} />}
      <section class="study-another" aria-label={t("Another table")}>
        {study && <h2>{t("Another table")}</h2>}
        {!isAsked && <p>{t("Write down any table, or paste it: what lies there is found out.")}</p>}
        <StudyForm written={readBack(written, study)} />
      </section>
    </main>
  );
}
