/** What came of a daily puzzle: the time, how the club did, and a text to share. */

import { Picture, sayCard } from "../cards/picture.tsx";
import type { Sprite } from "../cards/sprite.ts";
import { t, tn, whole } from "../language/language.ts";
import type { ClubDaily, DailyCosts, DailyPuzzle } from "../net/daily.ts";
import { cardsOf, codeOf, type DailyRound, namesCard, takesCards, totalOf } from "../state/daily.ts";
import { describeDuration } from "../state/words.ts";
import { SmallCard } from "./claims.tsx";
import { CopyButton } from "./copy.tsx";

interface ClaimProps {
  puzzle: DailyPuzzle;
  number: number;
  sprite: Sprite;
}

/** Draw a claim by its number. */
export function DailyClaim({ puzzle, number, sprite }: ClaimProps) {
  const cards = cardsOf(puzzle, number);
  return (
    <ul class="small-cards" data-count={cards.length}>
      {cards.map((card) => (
        <li key={card}>
          <SmallCard card={card} sprite={sprite} />
        </li>
      ))}
    </ul>
  );
}

/** Show what would have been right, where it was not found. */
export function DailyAnswers(props: { puzzle: DailyPuzzle; round: DailyRound; sprite: Sprite }) {
  const { puzzle, round, sprite } = props;
  if (round.phase === "solved" && !namesCard(puzzle)) return null;
  if (namesCard(puzzle)) {
    const answer = puzzle.answers[0] ?? [];
    const code = codeOf(puzzle, answer) ?? "";
    const place = puzzle.features.flatMap(({ codes, values }, index) =>
      codes === "" ? [values[answer[index] ?? 0] ?? ""] : [],
    );
    return (
      <div class="daily-answers" data-testid="answers">
        <h3>{t("The card that is missing")}</h3>
        <span class="named" role="img" aria-label={sayCard(code, sprite)}>
          <Picture card={code} sprite={sprite} />
        </span>
        {place.length > 0 && <p>{place.join(" · ")}</p>}
      </div>
    );
  }
  const right = puzzle.kind === "duel" ? puzzle.answers.flat() : (puzzle.answers[0] ?? []);
  const missing = takesCards(puzzle) ? right : right.filter((n) => !round.found.includes(n));
  return (
    <div class="daily-answers" data-testid="answers">
      <h3>
        {puzzle.kind === "duel"
          ? t("These win")
          : takesCards(puzzle)
            ? t("One of the best ways")
            : t("Not found")}
      </h3>
      <ol class="daily-found">
        {missing.map((number) => (
          <li key={number}>
            <DailyClaim puzzle={puzzle} number={number} sprite={sprite} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Fact({ title, value, testid }: { title: string; value: string; testid?: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd data-testid={testid}>{value}</dd>
    </div>
  );
}

/** Return what the time is made of, where hints or mistakes added to it. */
function tellSum(round: DailyRound, costs: DailyCosts): string {
  const { hints, wrong, ms } = round;
  if (hints === 0 && wrong === 0) return "";
  return t("{time} and {seconds} s for hints and mistakes.", {
    time: describeDuration(ms),
    seconds: hints * costs.hint_seconds + wrong * costs.wrong_seconds,
  });
}

interface ResultProps {
  round: DailyRound;
  costs: DailyCosts;
  /** How the club did, null until the server has told. */
  club: ClubDaily | null;
  streak: number | null;
  lines: readonly string[];
}

export function DailyResultView({ round, costs, club, streak, lines }: ResultProps) {
  const total = totalOf(round, costs);
  const isSolved = round.phase === "solved";
  return (
    <section class="daily-result" data-testid="result" aria-label={t("Your result")}>
      <h3>
        {isSolved
          ? t("Solved in {time}", { time: describeDuration(total) })
          : round.phase === "lost"
            ? t("Lost: that Set loses")
            : t("Not solved")}
      </h3>
      <p class="aside">{tellSum(round, costs)}</p>
      <dl class="facts">
        <Fact title={t("Hints")} value={whole(round.hints)} />
        <Fact title={t("Mistakes")} value={whole(round.wrong)} />
        {streak !== null && (
          <Fact
            title={t("Streak")}
            value={tn("{count} day", "{count} days", streak)}
            testid="streak-now"
          />
        )}
        {club && (
          <>
            <Fact
              title={t("Solved by")}
              value={t("{solved} of {tried}", { solved: club.solved, tried: club.tried })}
              testid="club-solved"
            />
            {club.median_ms !== null && (
              <Fact title={t("Median of the club")} value={describeDuration(club.median_ms)} />
            )}
            {club.mine.solved && club.solved > 1 && (
              <Fact title={t("Faster than you")} value={whole(club.faster)} />
            )}
          </>
        )}
      </dl>
      {club && club.mine.ms !== Math.round(total) && (
        <p class="aside">
          {club.mine.solved
            ? t("Your first time counts: {time}.", { time: describeDuration(club.mine.ms) })
            : t("Your first attempt counts, and did not solve it.")}
        </p>
      )}
      <Share lines={lines} />
    </section>
  );
}

/** A text, and the ways to somebody else: what the device offers, and its clipboard. */
function Share({ lines }: { lines: readonly string[] }) {
  const text = lines.join("\n");
  const canShare = "share" in navigator;
  return (
    <div class="daily-share">
      <div class="row">
        {canShare && (
          <button
            type="button"
            class="button primary"
            data-testid="share"
            // Who thinks better of it has not been refused, and the text stands below.
            onClick={() => void navigator.share({ text }).catch(() => undefined)}
          >
            {t("Share")}
          </button>
        )}
        <CopyButton
          read={() => text}
          testid={canShare ? "copy-result" : "share"}
          failed={t("Copy it from below")}
        >
          {t("Copy the result")}
        </CopyButton>
      </div>
      <pre data-testid="share-text">{text}</pre>
    </div>
  );
}
