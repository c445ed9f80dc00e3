/** Somebody's figures of one variant, and whom they met. */

import { leadersPath, personPath } from "../net/address.ts";
import type { Figures, Opponent, Person } from "../net/statistics.ts";
import { tellCount, tellDuration, tellKind, tellStrength } from "../state/statistics.ts";
import { Trend } from "./trend.tsx";

/** A name that leads to its figures, where there are some to see. */
export function PersonLink({ person }: { person: Person }) {
  return person.id === null ? (
    <>{person.name}</>
  ) : (
    <a href={personPath(person.id)}>{person.name}</a>
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

export function FiguresView({ figures }: { figures: Figures }) {
  const { rating, median_ms, best_claim_ms, best_game_ms } = figures;
  return (
    <section class="sheet figures" data-figures={`${figures.variant} ${figures.contest}`}>
      <h2>
        <a href={leadersPath(figures.variant, figures.contest)}>{tellKind(figures)}</a>
      </h2>
      <dl class="facts">
        <Fact title="Games" value={`${figures.games}`} />
        {figures.against > 0 && (
          <Fact title="Won" value={`${figures.wins} of ${figures.against}`} />
        )}
        <Fact title="Claims" value={`${figures.claims}`} />
        <Fact title="Wrong or late" value={`${figures.refusals}`} />
        {median_ms !== null && <Fact title="Median claim" value={tellDuration(median_ms)} />}
        {best_claim_ms !== null && <Fact title="Best claim" value={tellDuration(best_claim_ms)} />}
        {best_game_ms !== null && (
          <Fact title="Best game alone" value={tellDuration(best_game_ms)} />
        )}
        {rating && <Fact title="Rating" value={tellStrength(rating.strength)} />}
      </dl>
      <Trend trend={figures.trend} />
      {figures.by_differing.length > 1 && (
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">Features that differ</th>
              <th scope="col">Claims</th>
              <th scope="col">Median</th>
            </tr>
          </thead>
          <tbody>
            {figures.by_differing.map((row) => (
              <tr key={row.differing}>
                <th scope="row">{row.differing}</th>
                <td>{row.claims}</td>
                <td>{tellDuration(row.median_ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

export function Opponents({ opponents }: { opponents: readonly Opponent[] }) {
  return (
    <section class="sheet figures" data-testid="opponents">
      <h2>Head to head</h2>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">Against</th>
            <th scope="col">Games</th>
            <th scope="col">Ahead</th>
          </tr>
        </thead>
        <tbody>
          {opponents.map((row, index) => (
            <tr key={index}>
              <th scope="row">{row.person ? <PersonLink person={row.person} /> : row.title}</th>
              <td>{row.games}</td>
              <td title={`ahead in ${row.won} of ${tellCount(row.games, "game")}`}>{row.won}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
