/** The games that somebody played, the newest first, with the way to look at each again. */

import { useEffect, useRef, useState } from "preact/hooks";
import { t, whole } from "../language/language.ts";
import { gamePath } from "../net/address.ts";
import { say } from "../net/api.ts";
import { fetchPlayed, type Played } from "../net/statistics.ts";
import { tellKind, tellMoment } from "../state/statistics.ts";

/** When a game ended, as the way to it where the reader may come there. */
export function GameMoment({ game }: { game: { at: number; table: string | null } }) {
  const when = <time dateTime={new Date(game.at).toISOString()}>{tellMoment(game.at)}</time>;
  return game.table === null ? when : <a href={gamePath(game.table)}>{when}</a>;
}

function tellPlace({ seats, place }: Played): string {
  if (place !== null) return t("{place} of {seats}", { place, seats });
  return seats === 1 ? t("alone") : t("together");
}

function Row({ game }: { game: Played }) {
  return (
    <tr>
      <th scope="row">
        {tellKind(game)}
        <span class="aside when">
          <GameMoment game={game} />
        </span>
      </th>
      <td class={game.won ? "won" : undefined} title={game.won ? t("won") : undefined}>
        {tellPlace(game)}
      </td>
      <td>{whole(game.score)}</td>
    </tr>
  );
}

export function PlayedGames({ person }: { person: string | null }) {
  const [games, setGames] = useState<readonly Played[]>([]);
  const [before, setBefore] = useState<number | null>(null);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(true);
  const isThere = useRef(true);
  const turn = (end: number | null): void => {
    setBusy(true);
    setProblem("");
    fetchPlayed(person, end)
      .then(
        (page) => {
          if (!isThere.current) return;
          setGames((shown) => [...(end === null ? [] : shown), ...page.games]);
          setBefore(page.before);
        },
        (error: unknown) => isThere.current && setProblem(say(error)),
      )
      .finally(() => isThere.current && setBusy(false));
  };
  useEffect(() => {
    isThere.current = true;
    turn(null);
    return () => void (isThere.current = false);
  }, [person]);
  const isFirst = games.length === 0;
  const more = isFirst ? t("Try again") : t("Older games");
  return (
    <section class="sheet figures played" data-testid="played">
      <h2>{t("Games")}</h2>
      {!isFirst && (
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">{t("Game")}</th>
              <th scope="col">{t("Place")}</th>
              <th scope="col">{t("Points")}</th>
            </tr>
          </thead>
          <tbody>
            {games.map((game, index) => (
              <Row key={index} game={game} />
            ))}
          </tbody>
        </table>
      )}
      <p class="problem" role="alert">
        {problem}
      </p>
      {isFirst && isBusy && <p class="loading">{t("One moment…")}</p>}
      {(before !== null || problem !== "") && (
        <button
          type="button"
          class="button"
          data-testid="older"
          disabled={isBusy}
          onClick={() => turn(isFirst ? null : before)}
        >
          {more}
        </button>
      )}
    </section>
  );
}
