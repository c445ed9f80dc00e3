/** Somebody's games: how many, how fast, and against whom; one's own at `/me`. */

import { useEffect } from "preact/hooks";
import { fetchMyStatistics, fetchStatistics, type Statistics } from "../net/statistics.ts";
import { useAnswer } from "../parts/answer.tsx";
import { FiguresView, Opponents } from "../parts/figures.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { tellCount, tellStrength } from "../state/statistics.ts";
import "../styles/statistics.css";
import { Apology } from "./apology.tsx";

function summarize({ games, wins, claims, rating }: Statistics): string {
  const parts = [tellCount(games, "game"), `${wins} won`, tellCount(claims, "claim")];
  if (rating) parts.push(`rating ${tellStrength(rating.strength)}`);
  return `${parts.join(", ")}.`;
}

function NoGames({ isMe, name }: { isMe: boolean; name: string }) {
  return (
    <section class="sheet figures" data-testid="no-games">
      <h2>Nothing yet</h2>
      <p>
        {isMe
          ? "Play a game to its end, alone or with others, and your figures are here."
          : `${name} has not finished a game yet.`}
      </p>
      {isMe && (
        <a class="button primary" href="/">
          Play
        </a>
      )}
    </section>
  );
}

export function PersonPage({ person }: { person: string | null }) {
  const isMe = person === null;
  const { value, problem, isMissing } = useAnswer<Statistics>(() =>
    person === null ? fetchMyStatistics() : fetchStatistics(person),
  );
  useEffect(() => {
    document.title = `${value?.person.name ?? "Statistics"} · thirdcard`;
  }, [value]);
  if (isMissing) return <Apology title="Nobody to see here">{problem}</Apology>;
  return (
    <main class="statistics-page" data-testid="person">
      <Masthead title={value ? (isMe ? "Your games" : value.person.name) : "Statistics"}>
        {value && summarize(value)}{" "}
        <a href="/leaders" data-testid="to-leaders">
          Leader boards
        </a>
      </Masthead>
      {!value && <p class="loading">{problem || "One moment…"}</p>}
      {value?.games === 0 && <NoGames isMe={isMe} name={value.person.name} />}
      {value?.figures.map((figures) => (
        <FiguresView key={`${figures.variant} ${figures.contest}`} figures={figures} />
      ))}
      {value && value.opponents.length > 0 && <Opponents opponents={value.opponents} />}
    </main>
  );
}
