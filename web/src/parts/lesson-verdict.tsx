/** What is said after an answer: right or not, and why. */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Sprite } from "../cards/sprite.ts";
import { t } from "../language/language.ts";
import { type LessonState, stepOf } from "../state/lesson.ts";
import { FeatureTable, Sentence } from "./lesson-features.tsx";

interface VerdictProps {
  state: LessonState;
  sprite: Sprite;
  /** Why nothing can be said at the moment, empty if it can. */
  problem: string;
}

function headOf({ outcome, explained }: LessonState, task: string): string {
  if (outcome === "shown") return t("This is one.");
  if (task === "judge") {
    if (outcome === "right") return explained?.is_claim ? t("Right: yes.") : t("Right: no.");
    return explained?.is_claim ? t("Not so: yes.") : t("Not so: no.");
  }
  return outcome === "right" ? t("That is right.") : t("Why not?");
}

export function Verdict({ state, sprite, problem }: VerdictProps) {
  const step = stepOf(state);
  const { explained, outcome } = state;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (outcome !== "open") box.current?.scrollIntoView({ block: "nearest" });
  }, [outcome, explained]);
  useLayoutEffect(() => {
    // What is said goes at the next press; the page must not move under the finger then.
    const { current } = box;
    if (current) current.style.minHeight = `${current.offsetHeight}px`;
  }, [outcome, explained]);
  if (!step) return null;
  const isRead = step.task === "read";
  const isShown = isRead ? explained !== null : outcome !== "open";
  return (
    <section
      ref={box}
      class="verdict-box"
      aria-live="polite"
      data-testid="verdict"
      data-outcome={outcome}
    >
      {isShown && (
        <>
          {!isRead && (
            <h3 class="head">
              <span aria-hidden="true">{outcome === "wrong" ? "✗" : "✓"}</span>{" "}
              {headOf(state, step.task)}
            </h3>
          )}
          {explained ? (
            <>
              <p data-testid="why-sentence">
                <Sentence text={explained.sentence} sprite={sprite} />
              </p>
              {explained.features.length > 0 && (
                <FeatureTable
                  cards={explained.cards}
                  features={explained.features}
                  sprite={sprite}
                />
              )}
            </>
          ) : (
            <p class="aside">{problem || "…"}</p>
          )}
        </>
      )}
    </section>
  );
}
