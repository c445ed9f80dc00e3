/** A game that is over, to be looked at again: its tables one after the other, and how it went. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/board.tsx";
import type { Plan } from "../board/layout.ts";
import { useSprite } from "../cards/sprite.ts";
import { t } from "../language/language.ts";
import { ApiError, recordAddress, say } from "../net/api.ts";
import { fetchGame, fetchLuck, type Game, type Luck } from "../net/games.ts";
import { BringRecord } from "../parts/bring.tsx";
import { CopyLink } from "../parts/copy.tsx";
import { LeadPlot } from "../parts/lead-plot.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { MomentPanel, SeatTable } from "../parts/moment.tsx";
import { useTheme } from "../parts/theme.tsx";
import { Timeline } from "../parts/timeline.tsx";
import { stateAt } from "../state/replay.ts";
import { describeDuration, describeOptimum, titleOf } from "../state/words.ts";
import "../styles/game.css";
import { Apology } from "./apology.tsx";

/** The least time that a moment is shown while the game is played, in milliseconds. */
const LEAST = 120;

interface Answer {
  game: Game | null;
  luck: (Luck | null)[] | null;
  status: number;
  problem: string;
}

const NOTHING: Answer = { game: null, luck: null, status: 200, problem: "" };

/** Return the game of a table, and then how lucky its tables were. */
function useGame(table: string): Answer {
  const [answer, setAnswer] = useState(NOTHING);
  useEffect(() => {
    let current = true;
    let timer = 0;
    const attempt = (): void => {
      fetchGame(table).then(
        (game) => {
          if (!current) return;
          setAnswer({ ...NOTHING, game });
          fetchLuck(table).then(
            ({ luck }) => current && setAnswer({ ...NOTHING, game, luck }),
            () => current && setAnswer({ ...NOTHING, game, luck: [] }),
          );
        },
        (error: unknown) => {
          if (!current) return;
          const status = error instanceof ApiError ? error.status : 400;
          setAnswer({ ...NOTHING, status, problem: say(error) });
          if (status === 0 || status >= 500) timer = window.setTimeout(attempt, 2000);
        },
      );
    };
    attempt();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [table]);
  return answer;
}

interface Player {
  index: number;
  isPlaying: boolean;
  speed: number;
  move(index: number): void;
  play(): void;
  setSpeed(speed: number): void;
}

/** Return the moment that is shown, which goes on by itself while the game is played. */
function usePlayer({ analysis: { moments } }: Game): Player {
  const [index, setIndex] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const last = moments.length - 1;
  const moment = moments[index];
  useEffect(() => {
    if (!isPlaying || !moment) return;
    if (index >= last) {
      setPlaying(false);
      return;
    }
    const wait = Math.max(LEAST, (moment.until_ms - moment.at_ms) / speed);
    const timer = setTimeout(() => setIndex(index + 1), wait);
    return () => clearTimeout(timer);
  }, [isPlaying, index, speed, moment, last]);
  return {
    index,
    isPlaying,
    speed,
    move: (to) => setIndex(Math.max(0, Math.min(last, to))),
    play: () => {
      if (!isPlaying && index >= last) setIndex(0);
      setPlaying(!isPlaying);
    },
    setSpeed,
  };
}

/** Let arrows, Home and End move through the game, and Space play it. */
function useKeys(player: Player, last: number): void {
  const latest = useRef(player);
  latest.current = player;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      const { index, move, play } = latest.current;
      const { target } = event;
      const isRange = target instanceof HTMLInputElement && target.type === "range";
      const steps: Record<string, number> = {
        ArrowLeft: index - 1,
        ArrowRight: index + 1,
        Home: 0,
        End: last,
      };
      const to = steps[event.key];
      if (to !== undefined) {
        // The timeline itself would go there too.
        event.preventDefault();
        move(to);
      } else if (event.key === " " && !event.repeat) {
        const pressed = target instanceof Element && target.closest("button, a, label, input");
        if (pressed && !isRange) return;
        event.preventDefault();
        play();
      }
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [last]);
}

function Facts({ game }: { game: Game }) {
  const { view, analysis, fair, reason, line, imported } = game;
  const optimum = describeOptimum(view);
  return (
    <section class="facts sheet" aria-label={t("The game")}>
      <p data-testid="fair" data-fair={fair}>
        <b>{fair ? t("✓ Fair") : t("✗ Not fair")}</b>{" "}
        {fair
          ? t("The seed fits the hash of the beginning and leads to every event.")
          : line === null
            ? reason
            : t("{reason} (line {line})", { reason: reason ?? "", line })}
      </p>
      <p class="aside">
        {t("Played in {time}.", { time: describeDuration(analysis.play_ms) })}{" "}
        {imported && t("It was played elsewhere, and counts for nobody here.")} {optimum}
      </p>
      <div class="actions">
        <a
          class="button"
          data-testid="record"
          href={recordAddress(game.table)}
          download={`${game.table}.jsonl`}
        >
          {t("Download the record")}
        </a>
        <CopyLink>{t("Copy link")}</CopyLink>
      </div>
    </section>
  );
}

function Replay({ game, luck }: { game: Game; luck: (Luck | null)[] | null }) {
  const player = usePlayer(game);
  const { index } = player;
  const { moments } = game.analysis;
  const moment = moments[index];
  const [chosen, setChosen] = useState<{ index: number; cards: readonly string[] } | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const { theme } = useTheme();
  const sprite = useSprite(theme, plan ? game.view.deck : null, plan?.upright);
  useKeys(player, moments.length - 1);
  if (!moment) return <p class="sheet">{t("This game ended before it began.")}</p>;
  const marked = chosen?.index === index ? chosen.cards : (moment.taking?.cards ?? []);
  return (
    <>
      <div class="replay-table">
        <Board
          state={stateAt(game, moment, marked)}
          sprite={sprite}
          onPress={() => {}}
          onPlan={setPlan}
        />
      </div>
      <Timeline
        game={game}
        index={index}
        isPlaying={player.isPlaying}
        speed={player.speed}
        onMove={player.move}
        onPlay={player.play}
        onSpeed={player.setSpeed}
      />
      <MomentPanel
        game={game}
        index={index}
        sprite={sprite}
        luck={luck ? (luck[index] ?? null) : undefined}
        marked={marked}
        onMark={(cards) => setChosen({ index, cards })}
      />
      <LeadPlot game={game} at={moment.at_ms} />
    </>
  );
}

/** Show the game of a table. */
export function GamePage({ table }: { table: string }) {
  const { game, luck, status, problem } = useGame(table);
  useEffect(() => {
    const title = game && titleOf(game.view);
    document.title = [t("Replay"), title, "thirdcard"].filter(Boolean).join(" · ");
  }, [game]);
  if (status === 404) {
    return (
      <Apology title={t("There is no such game")}>{t("Perhaps the link is incomplete.")}</Apology>
    );
  }
  if (status === 409) {
    return (
      <Apology title={t("This game goes on")}>
        {t("It can be looked at again when it has ended.")}
      </Apology>
    );
  }
  if (status === 403) return <Apology title={t("This game is not for all")}>{problem}</Apology>;
  if (!game) return <p class="loading">{problem || t("One moment…")}</p>;
  return (
    <main class="game-page" data-testid="game">
      <Masthead title={titleOf(game.view)} />
      <Replay game={game} luck={luck} />
      <Facts game={game} />
      <SeatTable game={game} />
      <BringRecord />
    </main>
  );
}
