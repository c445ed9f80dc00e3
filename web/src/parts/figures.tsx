/** Somebody's figures of one variant, and whom they met. */

import { t, tn, whole } from "../language/language.ts";
import { leadersPath, personPath } from "../net/address.ts";
import type { Best, Figures, Opponent, Person } from "../net/statistics.ts";
import { tellDuration, tellKind, tellStrength } from "../state/statistics.ts";
import { GameMoment } from "./played.tsx";
import { Trend } from "./trend.tsx";

/** A name that leads to its figures, where there are some to see. */
export function PersonLink({ person }: { person: Person }) {
  return person.id === null ? (
    <span translate={false}>{person.name}</span>
  ) : (
    <a href={personPath(person.id)} translate={false}>
      {person.name}
    </a>
  );
}

function Fact({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** A shortest time, when that was, and the way to the game. */
function BestFact({ title, best }: { title: string; best: Best }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{tellDuration(best.ms)}</dd>
      <dd class="aside">
        <GameMoment game={best} />
      </dd>
    </div>
  );
}

export function FiguresView({ figures }: { figures: Figures }) {
  const { rating, median_ms, best_claim, best_game } = figures;
  return (
    <section class="sheet figures" data-figures={`${figures.variant} ${figures.contest}`}>
      <h2>
        <a href={leadersPath(figures.variant, figures.contest)}>{tellKind(figures)}</a>
      </h2>
      <dl class="facts">
        <Fact title={t("Games")} value={whole(figures.games)} />
        {figures.against > 0 && (
          <Fact
            title={t("Won")}
            value={t("{won} of {games}", { won: figures.wins, games: figures.against })}
          />
        )}
        <Fact title={t("Claims")} value={whole(figures.claims)} />
        <Fact title={t("Wrong or late")} value={whole(figures.refusals)} />
        {median_ms !== null && <Fact title={t("Median claim")} value={tellDuration(median_ms)} />}
        {best_claim && <BestFact title={t("Best claim")} best={best_claim} />}
        {best_game && <BestFact title={t("Best game alone")} best={best_game} />}
        {rating && <Fact title={t("Rating")} value={tellStrength(rating.strength)} />}
      </dl>
      <Trend trend={figures.trend} />
      {figures.by_differing.length > 1 && (
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">{t("Features that differ")}</th>
              <th scope="col">{t("Claims")}</th>
              <th scope="col">{t("Median")}</th>
            </tr>
          </thead>
          <tbody>
            {figures.by_differing.map((row) => (
              <tr key={row.differing}>
                <th scope="row">{row.differing}</th>
                <td>{whole(row.claims)}</td>
                <td>{tellDuration(row.median_ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function sayAhead({ won, games }: Opponent): string {
  return tn("ahead in {won} of {count} game", "ahead in {won} of {count} games", games, { won });
}

export function Opponents({ opponents }: { opponents: readonly Opponent[] }) {
  return (
    <section class="sheet figures" data-testid="opponents">
      <h2>{t("Head to head")}</h2>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{t("Against")}</th>
            <th scope="col">{t("Games")}</th>
            <th scope="col">{t("Ahead")}</th>
          </tr>
        </thead>
        <tbody>
          {opponents.map((row, index) => (
            <tr key={index}>
              <th scope="row">{row.person ? <PersonLink person={row.person} /> : row.title}</th>
              <td>{whole(row.games)}</td>
              <td title={sayAhead(row)}>{whole(row.won)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
