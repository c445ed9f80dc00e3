/** The leader boards of the club: who is rated highest, and who was fastest alone. */

import { useEffect } from "preact/hooks";
import { rich, t, tenths } from "../language/language.ts";
import { leadersPath, navigate } from "../net/address.ts";
import { fetchLeaders, type Leaders } from "../net/statistics.ts";
import { useAnswer } from "../parts/answer.tsx";
import { PersonLink } from "../parts/figures.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { useQuery } from "../parts/query.ts";
import { tellDuration, tellKind, tellStrength } from "../state/statistics.ts";
import "../styles/statistics.css";
import { Apology } from "./apology.tsx";

/** Chooses the board. */
function Boards({ board }: { board: Leaders }) {
  const chosen = leadersPath(board.variant, board.contest);
  const boards = board.kinds.map((kind) => ({
    address: leadersPath(kind.variant, kind.contest),
    title: tellKind(kind),
  }));
  const isListed = board.variant === null || boards.some(({ address }) => address === chosen);
  return (
    <label class="boards">
      {t("Games")}{" "}
      <select
        data-testid="boards"
        value={chosen}
        onChange={(event) => navigate(event.currentTarget.value)}
      >
        <option value="/leaders">{t("All games")}</option>
        {!isListed && <option value={chosen}>{board.title}</option>}
        {boards.map(({ address, title }) => (
          <option key={address} value={address}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

function Rated({ board }: { board: Leaders }) {
  return (
    <section class="sheet figures" data-testid="rated">
      <h2>{t("Rating")}</h2>
      {board.rated.length === 0 ? (
        <p>
          {t("Nobody is rated here yet: finish a game against others or a bot, and be the first.")}
        </p>
      ) : (
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">{t("Player")}</th>
              <th scope="col">{t("Rating")}</th>
              <th scope="col">{t("Games")}</th>
            </tr>
          </thead>
          <tbody>
            {board.rated.map(({ person, rating }, index) => (
              <tr key={index}>
                <th scope="row">
                  <span class="place">{index + 1}</span> <PersonLink person={person} />
                </th>
                <td title={`${tenths(rating.mu)} ± ${tenths(rating.sigma)}`}>
                  {tellStrength(rating.strength)}
                </td>
                <td>{rating.games}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="aside">
        {t(
          "A rating is what somebody’s strength very likely exceeds, so it rises with certainty too.",
        )}{" "}
        {t("The bots stand at {strengths}.", {
          strengths: board.bots.map((bot) => tellStrength(bot.strength)).join(" · "),
        })}
      </p>
    </section>
  );
}

function Fastest({ board }: { board: Leaders }) {
  return (
    <section class="sheet figures" data-testid="fastest">
      <h2>{t("Fastest alone")}</h2>
      {board.fastest.length === 0 ? (
        <p>{t("No times yet: open a table, start alone, and take every Set.")}</p>
      ) : (
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">{t("Player")}</th>
              <th scope="col">{t("Best game")}</th>
              <th scope="col">{t("Games")}</th>
            </tr>
          </thead>
          <tbody>
            {board.fastest.map(({ person, ms, games }, index) => (
              <tr key={index}>
                <th scope="row">
                  <span class="place">{index + 1}</span> <PersonLink person={person} />
                </th>
                <td>{tellDuration(ms)}</td>
                <td>{games}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

export function LeadersPage() {
  const query = useQuery();
  const variant = query.get("variant");
  const contest = query.get("contest");
  const key = `${variant} ${contest}`;
  const { value, problem, isMissing } = useAnswer(() => fetchLeaders(variant, contest), key);
  useEffect(() => {
    document.title = `${t("Leaders")} · thirdcard`;
  }, []);
  if (isMissing) return <Apology title={t("There is no such board")}>{problem}</Apology>;
  return (
    <main class="statistics-page" data-testid="leaders">
      <Masthead title={t("Leaders")}>
        {rich("Members of the club, and guests who are here. {link}", {
          link: <a href="/me">{t("Your own games")}</a>,
        })}
      </Masthead>
      {!value && <p class="loading">{problem || t("One moment…")}</p>}
      {value && (
        <>
          <Boards board={value} />
          <Rated board={value} />
          {value.variant !== null && <Fastest board={value} />}
        </>
      )}
    </main>
  );
}
