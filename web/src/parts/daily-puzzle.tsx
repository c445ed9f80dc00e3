/** One daily puzzle: before it is begun, while it is solved, and when it is over. */

import { useEffect, useState } from "preact/hooks";
import type { Plan } from "../board/layout.ts";
import { OpenBoard } from "../board/open-board.tsx";
import { useCardKeys } from "../board/open-keys.ts";
import type { Sprite } from "../cards/sprite.ts";
import { rich, t } from "../language/language.ts";
import type { DailyCosts, DailyPuzzle, MyDaily } from "../net/daily.ts";
import { fetchExplanation } from "../net/lessons.ts";
import {
  canClaim,
  canName,
  clearDaily,
  type DailyRound,
  giveUp,
  hasHint,
  hintDaily,
  isOver,
  markOfPlace,
  namesCard,
  nameValue,
  pressCard,
  putBack,
  slotsOf,
  spotsOf,
  submitDaily,
  submitName,
  takesCards,
} from "../state/daily.ts";
import { describeDuration } from "../state/words.ts";
import { DailyCards, Naming } from "./daily-name.tsx";
import { DailyClaim } from "./daily-result.tsx";
import { Sentence } from "./lesson-features.tsx";

type Change = (how: (round: DailyRound) => DailyRound) => void;

interface StartProps {
  costs: DailyCosts;
  /** What came of it already in another browser, null for nothing. */
  mine: MyDaily | null;
  onBegin(): void;
}

/** Say what hints and mistakes cost, and begin when the reader is ready. */
export function DailyStart({ costs, mine, onBegin }: StartProps) {
  const { hint_seconds: hint, wrong_seconds: wrong } = costs;
  return (
    <div class="daily-start sheet">
      <p>{t("The time runs while the cards can be seen.")}</p>
      <p class="aside">{t("A hint adds {hint} s, a mistake {wrong} s.", { hint, wrong })}</p>
      {mine && (
        <p class="aside" data-testid="done-before">
          {mine.solved
            ? t("Your first time counts: {time}.", { time: describeDuration(mine.ms) })
            : t("Your first attempt counts, and did not solve it.")}
        </p>
      )}
      <button type="button" class="button primary" data-testid="begin" onClick={onBegin}>
        {t("Show the cards")}
      </button>
    </div>
  );
}

/** Show how long a puzzle has taken; nobody is told of every second. */
export function DailyClock({ from, read }: { from: number; read(): number }) {
  const [ms, setMs] = useState(from);
  useEffect(() => {
    const timer = setInterval(() => setMs(read()), 250);
    return () => clearInterval(timer);
  }, [read]);
  return (
    <span class="daily-clock" role="timer" aria-live="off" data-testid="clock" data-ms={ms}>
      {describeDuration(1000 * Math.floor(ms / 1000))}
    </span>
  );
}

/** Return why a wrong claim is none: the server knows; without it only that it is none. */
function useReason(puzzle: DailyPuzzle, round: DailyRound, isOnline: boolean | null): string {
  const [reason, setReason] = useState("");
  const isWrong = round.verdict === "wrong" && round.selection.length > 0;
  useEffect(() => {
    setReason("");
    if (!isWrong || isOnline === false) return;
    let current = true;
    fetchExplanation(puzzle.variant, spotsOf(puzzle, round.selection), puzzle.previous).then(
      ({ sentence }) => current && setReason(sentence),
      () => undefined,
    );
    return () => void (current = false);
  }, [isWrong, round.wrong]);
  return reason;
}

/** Say how far the reader is. */
function sayProgress(puzzle: DailyPuzzle, round: DailyRound): string {
  const count = round.found.length;
  if (takesCards(puzzle)) return t("{count} taken", { count });
  if (puzzle.kind !== "all") return "";
  return t("{count} of {all} found", { count, all: puzzle.claims.length });
}

interface PlayProps {
  puzzle: DailyPuzzle;
  round: DailyRound;
  sprite: Sprite;
  plan: Plan | null;
  isOnline: boolean | null;
  change: Change;
  onPlan(plan: Plan): void;
}

/** The cards, which are pressed or looked at. */
export function DailyTable({ puzzle, round, sprite, plan, change, onPlan }: PlayProps) {
  const { previous, group_shape } = puzzle;
  const isPressed = !namesCard(puzzle);
  const table = { slots: slotsOf(puzzle, round), previous, group_shape };
  const press = (place: number): void => change((now) => pressCard(puzzle, now, place));
  const showsKeys = useCardKeys(isPressed && !isOver(round) ? table : null, plan, press, () =>
    change(clearDaily),
  );
  if (!isPressed) return <DailyCards puzzle={puzzle} sprite={sprite} />;
  return (
    <OpenBoard
      table={table}
      id={puzzle.id}
      markOf={(place) => markOfPlace(round, place)}
      sprite={sprite}
      showsKeys={showsKeys}
      onPress={press}
      onPlan={onPlan}
    />
  );
}

/** What was found or taken, and the room for what was not. */
export function DailyFound({ puzzle, round, sprite, change }: PlayProps) {
  const isAll = puzzle.kind === "all" && !isOver(round);
  const rest = isAll ? puzzle.claims.length - round.found.length : 0;
  if (namesCard(puzzle) || (rest === 0 && round.found.length === 0)) return null;
  const canPutBack = takesCards(puzzle) && !isOver(round);
  return (
    <section aria-label={t("Found so far")}>
      <ol class="daily-found" data-testid="found" data-count={round.found.length}>
        {round.found.map((number, index) => (
          <li key={number}>
            <DailyClaim puzzle={puzzle} number={number} sprite={sprite} />
            {canPutBack && (
              <button
                type="button"
                class="button"
                aria-label={t("Put Set {number} back", { number: index + 1 })}
                title={t("Put it back")}
                data-testid="put-back"
                onClick={() => change((now) => putBack(puzzle, now, number))}
              >
                ↩
              </button>
            )}
          </li>
        ))}
        {Array.from({ length: rest }, (_, index) => (
          <li key={`rest-${index}`} class="room" aria-hidden="true" />
        ))}
      </ol>
    </section>
  );
}

/** What is said of the last claim. */
export function DailyVerdict({ puzzle, round, sprite, isOnline }: PlayProps) {
  const reason = useReason(puzzle, round, isOnline);
  const { verdict, phase } = round;
  const progress = sayProgress(puzzle, round);
  return (
    <p class="practice-verdict" aria-live="polite" data-testid="verdict" data-verdict={verdict}>
      {phase === "solved" && <b class="right">{t("Solved.")}</b>}
      {phase === "lost" && <b class="wrong">{t("That one loses.")}</b>}
      {phase === "open" && verdict === "right" && <b class="right">{t("That is one.")}</b>}
      {phase === "open" && verdict === "known" && <b>{t("You have that one already.")}</b>}
      {phase === "open" && verdict === "put-back" && (
        <b>{t("What does not lead to the answer was put back.")}</b>
      )}
      {phase === "open" && verdict === "short" && (
        <b class="wrong">
          {t("None is left, and the best is {count}: put some back.", {
            count: puzzle.optimum ?? 0,
          })}
        </b>
      )}
      {verdict === "wrong" && phase === "open" && (
        <>
          <b class="wrong">
            {namesCard(puzzle) ? t("It is another card.") : t("That is none.")}
          </b>{" "}
          {reason && <Sentence text={reason} sprite={sprite} />}
        </>
      )}{" "}
      {phase === "open" && (
        <span class="daily-progress" data-testid="progress">
          {progress}
        </span>
      )}
    </p>
  );
}

/** What can be done beside pressing cards. */
export function DailyActions(props: PlayProps & { costs: DailyCosts }) {
  const { puzzle, round, sprite, costs, change } = props;
  const [least, most] = puzzle.claim_sizes;
  const [asks, setAsks] = useState(false);
  useEffect(() => setAsks(false), [round.key]);
  if (asks) {
    return (
      <div class="practice-actions" role="group" aria-label={t("Give up")}>
        <p>{t("Give up, and see the answer?")}</p>
        <button
          type="button"
          class="button grave"
          data-testid="really-give-up"
          onClick={() => change(giveUp)}
        >
          {t("Give up")}
        </button>
        <button type="button" class="button" onClick={() => setAsks(false)}>
          {t("Go on")}
        </button>
      </div>
    );
  }
  return (
    <>
      {namesCard(puzzle) && (
        <Naming
          puzzle={puzzle}
          round={round}
          sprite={sprite}
          onName={(feature, value) => change((now) => nameValue(now, feature, value))}
        />
      )}
      <div class="practice-actions">
        {namesCard(puzzle) && (
          <button
            type="button"
            class="button primary"
            data-testid="name-it"
            disabled={!canName(round)}
            onClick={() => change((now) => submitName(puzzle, now))}
          >
            {t("That is the card")}
          </button>
        )}
        {!namesCard(puzzle) && least < most && (
          <button
            type="button"
            class="button primary"
            data-testid="claim-button"
            disabled={!canClaim(puzzle, round)}
            onClick={() => change((now) => submitDaily(puzzle, now))}
          >
            {t("Claim {number}", { number: round.selection.length })}
          </button>
        )}
        {takesCards(puzzle) && (
          <button
            type="button"
            class="button"
            data-testid="put-all-back"
            disabled={round.found.length === 0}
            onClick={() => change((now) => putBack(puzzle, now))}
          >
            {t("Put all back")}
          </button>
        )}
        <button
          type="button"
          class="button"
          data-testid="hint"
          disabled={!hasHint(puzzle, round)}
          onClick={() => change((now) => hintDaily(puzzle, now))}
        >
          {rich("{hint} {cost}", {
            hint: namesCard(puzzle) ? t("Tell a feature") : t("Show a card"),
            cost: <small>{t("+{seconds} s", { seconds: costs.hint_seconds })}</small>,
          })}
        </button>
        <button type="button" class="button" data-testid="give-up" onClick={() => setAsks(true)}>
          {t("Give up")}
        </button>
      </div>
    </>
  );
}
