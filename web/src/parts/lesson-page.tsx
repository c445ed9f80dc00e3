/** One lesson: its steps, the way through them, and where to go from there. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isElsewhere, targetOfKey } from "../board/keys.ts";
import type { Plan } from "../board/layout.ts";
import { ASPECT, useSprite } from "../cards/sprite.ts";
import { t } from "../language/language.ts";
import { openPath } from "../net/address.ts";
import { say } from "../net/api.ts";
import { useKeyRows } from "../net/keyboard.ts";
import { fetchExplanation, type Lesson, lessonPath, rememberDone } from "../net/lessons.ts";
import {
  begin,
  canSubmit,
  clear,
  comeTo,
  goBack,
  goOn,
  hear,
  isDone,
  judge,
  type LessonState,
  press,
  reveal,
  spotsOf,
  stepOf,
  submit,
} from "../state/lesson.ts";
import { LessonBoard } from "./lesson-board.tsx";
import { Verdict } from "./lesson-verdict.tsx";
import { useTheme } from "./theme.tsx";

type Change = (change: (state: LessonState) => LessonState) => void;

/** Ask the server about the cards that were picked. */
function useExplanation(state: LessonState, change: Change): string {
  const [problem, setProblem] = useState("");
  const { asked, lesson } = state;
  useEffect(() => {
    const step = stepOf(state);
    if (!asked || !step) return;
    setProblem("");
    fetchExplanation(lesson.variant, spotsOf(state, asked), step.previous).then(
      (explained) => change((latest) => hear(latest, explained)),
      (error: unknown) => setProblem(say(error)),
    );
  }, [asked]);
  return problem;
}

/** Let keys pick cards, answer and turn pages; return whether keys were used lately. */
function useKeyboard(state: LessonState, plan: Plan | null, change: Change): boolean {
  const [showsKeys, setShowsKeys] = useState(false);
  const rows = useKeyRows();
  const latest = useRef({ state, plan, rows });
  latest.current = { state, plan, rows };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isElsewhere(event)) return;
      const { state, plan, rows } = latest.current;
      const act = (how: (state: LessonState) => LessonState): void => {
        event.preventDefault();
        change(how);
      };
      const step = stepOf(state);
      if (event.key === "ArrowLeft") return act(goBack);
      if (event.key === "ArrowRight") return act(goOn);
      if (event.key === "Escape") return act(clear);
      if (step?.task === "judge" && /^[yn]$/i.test(event.key)) {
        return act((now) => judge(now, event.key.toLowerCase() === "y"));
      }
      if (step?.task !== "pick" || !plan) return;
      const target = targetOfKey(rows, plan, step.slots.length, step.previous.length, event);
      const card = target && ("slot" in target ? step.slots[target.slot] : step.previous[target.chain]);
      if (!card) return;
      setShowsKeys(true);
      act((now) => press(now, card.card));
    };
    const onPointerDown = ({ pointerType }: PointerEvent): void => {
      if (pointerType === "touch") setShowsKeys(false);
    };
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("pointerdown", onPointerDown);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("pointerdown", onPointerDown);
    };
  }, []);
  return showsKeys;
}

function Progress({ state, change }: { state: LessonState; change: Change }) {
  const { lesson, index, reached } = state;
  return (
    <ol class="progress" aria-label={t("Steps")}>
      {lesson.steps.map((_, number) => (
        <li key={number}>
          <button
            type="button"
            disabled={number > reached}
            aria-label={t("Step {number} of {steps}", {
              number: number + 1,
              steps: lesson.steps.length,
            })}
            aria-current={number === index ? "step" : undefined}
            data-reached={number <= reached || undefined}
            onClick={() => change((now) => comeTo(now, number))}
          />
        </li>
      ))}
    </ol>
  );
}

function Actions({ state, change }: { state: LessonState; change: Change }) {
  const step = stepOf(state);
  const next = useRef<HTMLButtonElement>(null);
  const { outcome, index } = state;
  const done = isDone(state);
  useEffect(() => {
    // What was pressed is gone by now, or of no use any more.
    if (outcome === "right" || outcome === "shown") next.current?.focus({ preventScroll: true });
    if (outcome === "wrong" && step?.task === "judge") next.current?.focus({ preventScroll: true });
  }, [outcome]);
  if (!step) return null;
  const asks = step.task === "judge" && outcome === "open";
  const isVariable = step.task === "pick" && step.sizes[0] < step.sizes[1];
  const isOpen = outcome === "open" || outcome === "wrong";
  return (
    <div class="lesson-actions">
      <button
        type="button"
        class="button"
        data-testid="back"
        disabled={index === 0}
        onClick={() => change(goBack)}
      >
        {t("Back")}
      </button>
      {asks && (
        <>
          <button
            type="button"
            class="button primary"
            data-testid="yes"
            onClick={() => change((now) => judge(now, true))}
          >
            {t("Yes")}
          </button>
          <button
            type="button"
            class="button primary"
            data-testid="no"
            onClick={() => change((now) => judge(now, false))}
          >
            {t("No")}
          </button>
        </>
      )}
      {isVariable && isOpen && (
        <button
          type="button"
          class="button primary"
          data-testid="claim"
          disabled={!canSubmit(state)}
          onClick={() => change(submit)}
        >
          {t("Claim {count}", { count: state.selection.length })}
        </button>
      )}
      {step.task === "pick" && isOpen && (
        <button
          type="button"
          class="button"
          data-testid="reveal"
          onClick={() => change(reveal)}
        >
          {t("Show me")}
        </button>
      )}
      {(done || (!asks && !isVariable)) && (
        <button
          ref={next}
          type="button"
          class="button primary next"
          data-testid="next"
          disabled={!done}
          onClick={() => change(goOn)}
        >
          {t("Next")}
        </button>
      )}
    </div>
  );
}

function LessonEnd({ lesson, change }: { lesson: Lesson; change: Change }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    rememberDone(lesson.key);
    heading.current?.focus();
  }, []);
  return (
    <div class="lesson-end sheet" data-testid="lesson-end">
      <h2 ref={heading} tabIndex={-1}>
        {t("That was it")}
      </h2>
      <p>{lesson.sentence}</p>
      <div class="lesson-ways">
        <a class="button primary" data-testid="play" href={openPath(lesson.variant)}>
          {t("Play this against a bot")}
        </a>
        {lesson.next && (
          <a class="button" data-testid="next-lesson" href={lessonPath(lesson.next)}>
            {t("Next lesson")}
          </a>
        )}
        <a class="button" href="/learn">
          {t("All lessons")}
        </a>
        <button type="button" class="button" onClick={() => change((now) => comeTo(now, 0))}>
          {t("Once more")}
        </button>
      </div>
    </div>
  );
}

export function LessonView({ lesson }: { lesson: Lesson }) {
  const [state, setState] = useState(() => begin(lesson));
  const [plan, setPlan] = useState<Plan | null>(null);
  const { theme } = useTheme();
  const sprite = useSprite(theme, plan ? lesson.deck : null, plan?.upright);
  const text = useRef<HTMLParagraphElement>(null);
  const change = useCallback<Change>((how) => setState(how), []);
  const showsKeys = useKeyboard(state, plan, change);
  const problem = useExplanation(state, change);
  const step = stepOf(state);
  const { index } = state;
  const isFirst = useRef(true);
  useEffect(() => {
    // Reading begins with what is said; the first page is read from its top.
    if (!isFirst.current) text.current?.focus({ preventScroll: true });
    isFirst.current = false;
    window.scrollTo(0, 0);
  }, [index]);
  return (
    <main
      class="lesson-page"
      data-upright={plan?.upright || undefined}
      style={{ "--card-aspect": plan?.upright ? 1 / ASPECT : ASPECT }}
    >
      <header class="lesson-head">
        <a href="/learn" data-testid="all-lessons">
          {t("← Lessons")}
        </a>
        <h1>{lesson.title}</h1>
        <Progress state={state} change={change} />
      </header>
      {step ? (
        <div class="lesson-step" data-testid="step" data-step={index} data-task={step.task}>
          <p class="lesson-text" ref={text} tabIndex={-1} data-testid="lesson-text">
            <span class="visually-hidden">
              {t("Step {number} of {steps}.", { number: index + 1, steps: lesson.steps.length })}{" "}
            </span>
            {step.text}
          </p>
          <LessonBoard
            state={state}
            step={step}
            sprite={sprite}
            showsKeys={showsKeys}
            onPress={(card) => change((now) => press(now, card))}
            onPlan={setPlan}
          />
          <Verdict key={`verdict-${index}`} state={state} sprite={sprite} problem={problem} />
          <Actions key={`actions-${index}`} state={state} change={change} />
        </div>
      ) : (
        <LessonEnd lesson={lesson} change={change} />
      )}
    </main>
  );
}
