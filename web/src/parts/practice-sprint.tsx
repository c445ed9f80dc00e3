/** The sprint of practice: how one is begun, its clock, and what it came to. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { t, tn, whole } from "../language/language.ts";
import type { SprintFigures } from "../net/practice.ts";
import type { Supplier } from "../net/practice-supply.ts";
import { playSound } from "../sound/player.ts";
import type { Round } from "../state/practice.ts";
import {
  type Best,
  findBest,
  isBetter,
  LENGTHS,
  PENALTY,
  type Sprint,
  type SprintKind,
  tellClock,
  timeLeft,
} from "../state/sprint.ts";

/** How often the clock is looked at, in milliseconds. */
const TICK = 200;
const MINUTE = 60;

/** When it is said aloud how much time is left, in seconds. */
const SAID = [10, 30];

export interface SprintControl {
  /** Whether it is known if one runs since before the page was loaded. */
  isReady: boolean;
  /** The one that runs. */
  running: Sprint | null;
  /** The one that has just ended. */
  ended: Sprint | null;
  /** Milliseconds that are left. */
  left: number;
  begin(seconds: number): void;
  end(): void;
  /** Go on without. */
  dismiss(): void;
  /** Look at what came of its tables. */
  refresh(): void;
}

/** Return the sprint of this window, which goes on when the page is loaded anew. */
export function useSprint(supplier: Supplier | null): SprintControl {
  const [sprint, setSprint] = useState<Sprint | null>(null);
  const [resumed, setResumed] = useState<Supplier | null>(null);
  const [now, setNow] = useState(Date.now);
  const latest = useRef(supplier);
  latest.current = supplier;
  const put = useCallback(
    (next: Promise<Sprint | null>): Promise<void> =>
      // Another variant may have been chosen meanwhile.
      next.then((found) => void (latest.current === supplier && found && setSprint(found))),
    [supplier],
  );
  useEffect(() => {
    setSprint(null);
    if (supplier) void put(supplier.resumeSprint()).finally(() => setResumed(supplier));
  }, [supplier]);
  const running = sprint !== null && !sprint.isOver ? sprint : null;
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, [running?.id]);
  const left = running ? timeLeft(running, now) : 0;
  const end = useCallback(() => {
    if (!supplier || !running) return;
    playSound("over");
    void put(supplier.endSprint(running));
  }, [supplier, running?.id]);
  useEffect(() => {
    if (running && left === 0) end();
  }, [running?.id, left === 0]);
  return {
    isReady: supplier !== null && resumed === supplier,
    running,
    ended: sprint?.isOver ? sprint : null,
    left,
    begin: (seconds) => supplier && void put(supplier.beginSprint(seconds)),
    end,
    dismiss: () => setSprint(null),
    refresh: useCallback(() => {
      if (supplier && running) void put(supplier.lookAtSprint(running));
    }, [supplier, running?.id]),
  };
}

/** Count each wrong claim of a table to the sprint at once. */
export function useWrong(supplier: Supplier | null, sprint: SprintControl, round: Round | null) {
  const { running, refresh } = sprint;
  const wrong = round?.wrong ?? 0;
  useEffect(() => {
    if (supplier && running && wrong > 0) void supplier.countWrong(running).then(refresh);
  }, [round?.table.id, wrong]);
}

/** Return the best of each time; while one runs, and of its end, the best before it. */
export function useBests(
  kind: Omit<SprintKind, "seconds">,
  { running, ended }: SprintControl,
  told: readonly SprintFigures[],
  waiting: readonly Sprint[],
): (seconds: number) => Best | null {
  const before = useRef<{ id: string; best: Best | null } | null>(null);
  const others = waiting.filter(({ id }) => id !== ended?.id);
  const bestOf = (seconds: number) => findBest({ ...kind, seconds }, told, others);
  const now = running ?? ended;
  // The server may have told of one that has ended.
  if (now && (running || before.current?.id !== now.id)) {
    before.current = { id: now.id, best: bestOf(now.seconds) };
  }
  return ended ? () => before.current?.best ?? null : bestOf;
}

/** Say a time of a sprint: "1 minute". */
const tellLength = (seconds: number): string =>
  tn("{count} minute", "{count} minutes", seconds / MINUTE);

interface SprintStartProps {
  /** The best of a time, null where there is none. */
  bestOf(seconds: number): Best | null;
  isReady: boolean;
  onBegin(seconds: number): void;
}

/** The choice of a time; what is chosen begins. */
export function SprintStart({ bestOf, isReady, onBegin }: SprintStartProps) {
  return (
    <section class="sprint-start sheet" aria-labelledby="sprint-title">
      <h2 id="sprint-title">{t("Sprint")}</h2>
      <p class="aside">
        {t(
          "As many claims as you can in a time. A wrong claim or a skipped table costs {seconds} seconds.",
          { seconds: PENALTY / 1000 },
        )}
      </p>
      <div class="sprint-lengths">
        {LENGTHS.map((seconds) => {
          const best = bestOf(seconds);
          return (
            <button
              key={seconds}
              type="button"
              class="button"
              data-testid={`sprint-${seconds}`}
              disabled={!isReady}
              onClick={() => onBegin(seconds)}
            >
              {tellLength(seconds)}
              {best && <small>{t("best {score}", { score: best.score })}</small>}
            </button>
          );
        })}
      </div>
    </section>
  );
}

/** The clock and the score while a sprint runs. */
export function SprintBar({ sprint, left, end }: { sprint: Sprint; left: number; end(): void }) {
  const bar = useRef<HTMLDivElement>(null);
  // What was pressed is gone, and the board may be out of sight.
  useEffect(() => bar.current?.focus(), []);
  const { found, wrong, skipped } = sprint;
  const score = [
    tn("{count} found", "{count} found", found),
    ...(wrong > 0 ? [tn("{count} wrong", "{count} wrong", wrong)] : []),
    ...(skipped > 0 ? [tn("{count} skipped", "{count} skipped", skipped)] : []),
  ];
  const seconds = Math.ceil(left / 1000);
  const said = SAID.find((moment) => seconds <= moment && moment < sprint.seconds);
  return (
    <div
      ref={bar}
      class="sprint-bar"
      role="group"
      aria-label={t("Sprint")}
      tabIndex={-1}
      data-testid="sprint"
    >
      <span class="sprint-clock" data-testid="sprint-clock" data-low={seconds <= 10 || undefined}>
        <span class="visually-hidden">{t("Time left")} </span>
        {tellClock(left)}
      </span>
      <span class="sprint-score" data-testid="sprint-score">
        {score.map((words, index) => (
          <span key={words}>
            {words}
            {index < score.length - 1 && " · "}
          </span>
        ))}
      </span>
      <button type="button" class="button" data-testid="sprint-end" onClick={end}>
        {t("End the sprint")}
      </button>
      <p class="visually-hidden" role="status">
        {said !== undefined && left > 0
          ? tn("{count} second left", "{count} seconds left", said)
          : ""}
      </p>
    </div>
  );
}

interface SprintResultProps {
  sprint: Sprint;
  /** The best before it, null where it is the first. */
  best: Best | null;
  onAgain(): void;
  onDismiss(): void;
}

/** What a sprint came to. */
export function SprintResult({ sprint, best, onAgain, onDismiss }: SprintResultProps) {
  const { found, wrong, skipped, seconds } = sprint;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isBest = found > 0 && (best === null || isBetter({ score: found, wrong }, best));
  return (
    <section class="sprint-result sheet" data-testid="sprint-result" data-score={found}>
      <h2 ref={heading} tabIndex={-1}>
        {tn("{count} claim in {time}", "{count} claims in {time}", found, {
          time: tellLength(seconds),
        })}
      </h2>
      <p>
        {tn("{count} wrong", "{count} wrong", wrong)} ·{" "}
        {tn("{count} skipped", "{count} skipped", skipped)}
      </p>
      <p data-testid="sprint-best">
        {isBest && <b class="right">{t("Your best one so far.")}</b>}
        {!isBest && best && t("Your best: {score}", { score: whole(best.score) })}
      </p>
      <div class="practice-actions">
        <button type="button" class="button primary" data-testid="again" onClick={onAgain}>
          {t("Once more")}
        </button>
        <button type="button" class="button" data-testid="practise-on" onClick={onDismiss}>
          {t("Practise on")}
        </button>
      </div>
    </section>
  );
}
