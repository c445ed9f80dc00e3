/** The daily puzzles of a date: three to choose from, with the server or without it. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Plan } from "../board/layout.ts";
import { ASPECT, useSprite } from "../cards/sprite.ts";
import { t, tn } from "../language/language.ts";
import { dailyPath } from "../net/address.ts";
import {
  type ClubDaily,
  type DailyDate,
  type DailyPuzzle,
  fetchClubDaily,
  fetchDaily,
  fetchMyDailies,
  type MyDailies,
} from "../net/daily.ts";
import { type Answer, useAnswer } from "../parts/answer.tsx";
import {
  DailyActions,
  DailyClock,
  DailyFound,
  DailyStart,
  DailyTable,
  DailyVerdict,
} from "../parts/daily-puzzle.tsx";
import { DailyAnswers, DailyResultView } from "../parts/daily-result.tsx";
import {
  type DailyRounds,
  roundOf,
  type Rounds,
  useCourier,
  useDailyRounds,
} from "../parts/daily-rounds.ts";
import { Masthead } from "../parts/masthead.tsx";
import { useTheme } from "../parts/theme.tsx";
import { isOver, namesCard, totalOf } from "../state/daily.ts";
import { shareLines } from "../state/daily-share.ts";
import { dateOf, shiftDate, tellDate } from "../state/dates.ts";
import { describeDuration } from "../state/words.ts";
import "../styles/practice.css";
import "../styles/statistics.css";
import "../styles/daily.css";

/** How long to wait for puzzles that are being worked out, in milliseconds. */
const LATER = 3000;

/** Ask for the puzzles of a date until all of them are there. */
function useDate(date: string): Answer<DailyDate> {
  const [attempt, setAttempt] = useState(0);
  const answer = useAnswer<DailyDate>(() => fetchDaily(date), `${attempt}`);
  const isPart = answer.value?.is_whole === false;
  useEffect(() => {
    if (!isPart) return;
    const timer = setTimeout(() => setAttempt(attempt + 1), LATER);
    return () => clearTimeout(timer);
  }, [isPart, attempt]);
  return answer;
}

/** Return the puzzle that is shown, and how another one is: by its name, which is in the address. */
function useChoice(day: DailyDate | null, rounds: Rounds | null): [string, (name: string) => void] {
  const [chosen, setChosen] = useState(() => window.location.hash.slice(1));
  const names = day?.puzzles.map(({ name }) => name) ?? [];
  // Without a choice it is the first that is not done; then that stays, also when it is done.
  const next = names.find((name) => !rounds?.[name] || !isOver(rounds[name])) ?? names[0] ?? "";
  const name = names.includes(chosen) ? chosen : next;
  const choose = (name: string): void => {
    const { pathname, search } = window.location;
    window.history.replaceState(null, "", `${pathname}${search}#${name}`);
    setChosen(name);
  };
  useEffect(() => {
    // One that is asked for by the address may still be on its way.
    if (rounds && name && (chosen === "" || day?.is_whole)) setChosen(name);
  }, [rounds !== null, name, day?.is_whole]);
  return [name, choose];
}

export function DailyPage({ date: asked }: { date: string | null }) {
  const [today] = useState(() => dateOf(new Date()));
  const date = asked ?? today;
  const { value: day, problem, isMissing } = useDate(date);
  const [store, courier, delivery] = useCourier();
  const [kept, setKept] = useState<Rounds | null>(null);
  const [name, choose] = useChoice(day, kept);
  const puzzle = day?.puzzles.find((one) => one.name === name) ?? null;
  const rounds = useDailyRounds(store, date, puzzle, () => void courier?.sync());
  useEffect(() => setKept(rounds.rounds), [rounds.rounds]);
  const newest = `${date} ${delivery.isOnline} ${delivery.waiting}`;
  const { value: clubs } = useAnswer<ClubDaily[]>(
    () => (day ? fetchClubDaily(date) : Promise.resolve([])),
    `${newest} ${day !== null}`,
  );
  const { value: mine } = useAnswer<MyDailies>(() => fetchMyDailies(), newest);
  useEffect(() => {
    document.title = t("Daily puzzle · thirdcard");
  }, []);
  return (
    <main
      class="daily-page"
      data-testid="daily"
      data-date={date}
      data-name={name}
      data-online={delivery.isOnline ?? undefined}
      data-waiting={delivery.waiting}
    >
      <Masthead title={t("Daily")} />
      <Days date={date} day={day} today={today} mine={mine} />
      {delivery.isOnline === false && (
        <p class="supply-note" role="status" data-testid="offline">
          {t("Offline: what you do is kept here until the club can be reached.")}
        </p>
      )}
      {isMissing ? (
        <div class="sheet" role="alert" data-testid="refusal">
          <p>{problem}</p>
          <a class="button primary" href="/daily">
            {t("Today’s puzzles")}
          </a>
        </div>
      ) : !day || !rounds.rounds ? (
        <p class="loading">{problem || t("One moment…")}</p>
      ) : (
        <>
          <Choices day={day} rounds={rounds.rounds} clubs={clubs} name={name} onChoose={choose} />
          {puzzle && (
            <Puzzle
              key={`${date}/${name}`}
              day={day}
              puzzle={puzzle}
              rounds={{
                ...rounds,
                begin: () => {
                  choose(name);
                  rounds.begin();
                },
              }}
              isOnline={delivery.isOnline}
              club={clubs?.find((club) => club.mine.name === name) ?? null}
              streak={mine?.streak ?? null}
            />
          )}
        </>
      )}
    </main>
  );
}

interface DaysProps {
  date: string;
  day: DailyDate | null;
  today: string;
  mine: MyDailies | null;
}

/** Which day it is, the ways to the others, and how many follow each other. */
function Days({ date, day, today, mine }: DaysProps) {
  const before = shiftDate(date, -1);
  const after = shiftDate(date, 1);
  return (
    <div class="daily-days">
      <h2>
        <time dateTime={date}>{tellDate(date)}</time>
      </h2>
      <nav aria-label={t("Days")}>
        {day && before !== null && before >= day.first && (
          <a class="button" href={dailyPath(before)} data-testid="day-before" aria-label={t("The day before")}>
            ‹
          </a>
        )}
        {day && after !== null && after <= today && (
          <a class="button" href={dailyPath(after)} data-testid="day-after" aria-label={t("The day after")}>
            ›
          </a>
        )}
        <a class="button" href="/daily/archive" data-testid="to-archive">
          {t("All days")}
        </a>
      </nav>
      {mine !== null && mine.streak > 0 && (
        <p class="daily-streak" data-testid="streak">
          {tn("{count} day in a row", "{count} days in a row", mine.streak)}
        </p>
      )}
    </div>
  );
}

interface ChoicesProps {
  day: DailyDate;
  rounds: Rounds;
  clubs: readonly ClubDaily[] | null;
  name: string;
  onChoose(name: string): void;
}

/** The puzzles of the date, and how each went. */
function Choices({ day, rounds, clubs, name, onChoose }: ChoicesProps) {
  const tell = (puzzle: DailyPuzzle): string => {
    const round = roundOf(puzzle, rounds);
    const elsewhere = clubs?.find((club) => club.mine.name === puzzle.name)?.mine;
    if (round && isOver(round)) {
      if (round.phase !== "solved") return t("not solved");
      return t("✓ {time}", { time: describeDuration(totalOf(round, day)) });
    }
    if (elsewhere?.solved) return t("✓ {time}", { time: describeDuration(elsewhere.ms) });
    if (round) return t("begun");
    return t("level {level}", { level: puzzle.level });
  };
  return (
    <div class="daily-choices" role="group" aria-label={t("The puzzles of this day")}>
      {day.puzzles.map((puzzle) => (
        <button
          type="button"
          key={puzzle.name}
          class="daily-choice"
          data-testid={`choose-${puzzle.name}`}
          data-kind={puzzle.kind}
          data-variant={puzzle.variant}
          aria-pressed={puzzle.name === name}
          onClick={() => onChoose(puzzle.name)}
        >
          <b>{puzzle.title}</b>
          <span>{tell(puzzle)}</span>
        </button>
      ))}
      {!day.is_whole && <p class="aside">{t("One more is being drawn…")}</p>}
    </div>
  );
}

interface PuzzleProps {
  day: DailyDate;
  puzzle: DailyPuzzle;
  rounds: DailyRounds;
  isOnline: boolean | null;
  club: ClubDaily | null;
  streak: number | null;
}

function Puzzle({ day, puzzle, rounds, isOnline, club, streak }: PuzzleProps) {
  const { round, change, begin, read } = rounds;
  const [plan, setPlan] = useState<Plan | null>(null);
  const { theme } = useTheme();
  const upright = namesCard(puzzle) ? false : plan?.upright;
  const isRunning = round !== null && !isOver(round);
  const isShown = round !== null && (plan !== null || namesCard(puzzle));
  const sprite = useSprite(theme, isShown ? puzzle.deck : null, upright);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The cards are below the edge of a small window.
    const box = section.current?.getBoundingClientRect();
    if (isRunning && box && box.bottom > window.innerHeight) section.current?.scrollIntoView();
  }, [isRunning, plan !== null]);
  const play = round && { puzzle, round, sprite, plan, isOnline, change, onPlan: setPlan };
  const address = window.location.origin + dailyPath(day.date);
  return (
    <section
      ref={section}
      class="daily-puzzle"
      aria-label={puzzle.title}
      data-phase={round?.phase ?? "waiting"}
      data-puzzle={puzzle.id}
      data-upright={upright || undefined}
      style={{ "--card-aspect": upright ? 1 / ASPECT : ASPECT }}
    >
      <div class="daily-task">
        <p>
          <b>{puzzle.task}</b>{" "}
          <span class="aside">
            {t("{variant} · {kind}", { variant: puzzle.variant_title, kind: puzzle.kind_title })}
          </span>
        </p>
        {isRunning && <DailyClock from={round.ms} read={read} />}
      </div>
      {!play && <DailyStart costs={day} mine={club?.mine ?? null} onBegin={begin} />}
      {play && (
        <>
          <DailyTable {...play} />
          <div class="daily-side">
            <DailyVerdict {...play} />
            {isOver(play.round) ? (
              <DailyResultView
                round={play.round}
                costs={day}
                club={club}
                streak={streak}
                lines={shareLines(play.round, day, {
                  title: puzzle.title,
                  streak: streak ?? 0,
                  address,
                })}
              />
            ) : (
              <DailyActions {...play} costs={day} />
            )}
            <DailyFound {...play} />
            {isOver(play.round) && (
              <DailyAnswers puzzle={puzzle} round={play.round} sprite={sprite} />
            )}
          </div>
        </>
      )}
    </section>
  );
}
