/** Somebody's games: how many, how fast, and against whom; one's own at `/me`. */

import { useEffect } from "preact/hooks";
import { t, tn } from "../language/language.ts";
import { fetchMyStatistics, fetchStatistics, type Statistics } from "../net/statistics.ts";
import { fetchMyDailies, type MyDailies } from "../net/daily.ts";
import { useAnswer } from "../parts/answer.tsx";
import { DailyFigures } from "../parts/daily-figures.tsx";
import { FiguresView, Opponents } from "../parts/figures.tsx";
import { MyPractice } from "../parts/practice-figures.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { PlayedGames } from "../parts/played.tsx";
import { tellCount, tellStrength } from "../state/statistics.ts";
import "../styles/statistics.css";
import { Apology } from "./apology.tsx";

function summarize({ games, wins, claims, rating }: Statistics): string {
  const values = {
    games: tellCount(games, "game"),
    won: tn("{count} won", "{count} won", wins),
    claims: tellCount(claims, "claim"),
  };
  if (!rating) return t("{games}, {won}, {claims}.", values);
  return t("{games}, {won}, {claims}, rating {rating}.", {
    ...values,
    rating: tellStrength(rating.strength),
  });
}

function NoGames({ isMe, name }: { isMe: boolean; name: string }) {
  return (
    <section class="sheet figures" data-testid="no-games">
      <h2>{t("Nothing yet")}</h2>
      <p>
        {isMe
          ? t("Play a game to its end, alone or with others, and your figures are here.")
          : t("{name} has not finished a game yet.", { name })}
      </p>
      {isMe && (
        <a class="button primary" href="/">
          {t("Play")}
        </a>
      )}
    </section>
  );
}

function MyDailyFigures() {
  const { value } = useAnswer<MyDailies>(() => fetchMyDailies());
  return value && value.solved > 0 ? <DailyFigures mine={value} /> : null;
}

export function PersonPage({ person }: { person: string | null }) {
  const isMe = person === null;
  const { value, problem, isMissing } = useAnswer<Statistics>(() =>
    person === null ? fetchMyStatistics() : fetchStatistics(person),
  );
  useEffect(() => {
    document.title = `${value?.person.name ?? t("Statistics")} · thirdcard`;
  }, [value]);
  if (isMissing) return <Apology title={t("Nobody to see here")}>{problem}</Apology>;
  return (
    <main class="statistics-page" data-testid="person">
      <Masthead title={value ? (isMe ? t("Your games") : value.person.name) : t("Statistics")}>
        {value && summarize(value)}{" "}
        <a href="/leaders" data-testid="to-leaders">
          {t("Leader boards")}
        </a>
      </Masthead>
      {!value && <p class="loading">{problem || t("One moment…")}</p>}
      {value?.games === 0 && <NoGames isMe={isMe} name={value.person.name} />}
      {value?.figures.map((figures) => (
        <FiguresView key={`${figures.variant} ${figures.contest}`} figures={figures} />
      ))}
      {value && isMe && <MyPractice />}
      {value && isMe && <MyDailyFigures />}
      {value && value.opponents.length > 0 && <Opponents opponents={value.opponents} />}
      {value && value.games > 0 && <PlayedGames person={person} />}
    </main>
  );
}
