/** What is told of one moment: who had what, the claims that were there, and what came of them. */

import type { Sprite } from "../cards/sprite.ts";
import { t, tenths, tn } from "../language/language.ts";
import { studyPath, writeCards } from "../net/address.ts";
import type { Chance, Game, Luck, Moment } from "../net/games.ts";
import {
  countClaims,
  describeLuck,
  describeMoment,
  sayDifficulty,
  saySeconds,
  sayTaking,
  sayTime,
} from "../state/replay.ts";
import { nameOf } from "../state/words.ts";
import { SmallCard } from "./claims.tsx";

interface MomentProps {
  game: Game;
  index: number;
  sprite: Sprite;
  /** Undefined until it is known. */
  luck: Luck | null | undefined;
  marked: readonly string[];
  onMark(cards: readonly string[]): void;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((card) => other.includes(card));
}

/** Say how difficult a claim was, and who could make it where not all could. */
function sayChance({ view }: Game, { difficulty, seats }: Chance, moment: Moment): string {
  const told = sayDifficulty(difficulty);
  if (seats.length >= moment.scores.length) return told;
  const names = seats.map((seat) => nameOf(view, seat)).join(", ");
  return t("{difficulty} for {names}", { difficulty: told, names });
}

/** Say who claimed wrongly, when, and what it cost. */
function sayWrong({ view }: Game, { seat, at_ms, cost }: Moment["wrong"][number]): string {
  const values = { name: nameOf(view, seat), time: sayTime(at_ms) };
  if (cost <= 0) return t("{name} was wrong at {time}.", values);
  return tn(
    "{name} was wrong at {time}, for {count} point.",
    "{name} was wrong at {time}, for {count} points.",
    cost,
    values,
  );
}

function ChanceRow(props: MomentProps & { chance: Chance; moment: Moment }) {
  const { game, chance, moment, sprite, marked, onMark } = props;
  const { taking } = moment;
  const style =
    chance.taken && taking ? { "--seat": `var(--seat-${taking.seat % 12})` } : undefined;
  return (
    <li data-chance={chance.taken ? "taken" : moment.missed ? "missed" : "there"} style={style}>
      <button
        type="button"
        class="chance"
        aria-pressed={isSame(marked, chance.cards)}
        onClick={() => onMark(chance.cards)}
      >
        <span class="small-cards">
          {chance.cards.map((card) => (
            <SmallCard key={card} card={card} sprite={sprite} />
          ))}
        </span>
        <span class="told">
          {chance.taken && taking && <b>{sayTaking(game.view, taking)}</b>}
          {!chance.taken && moment.missed && <b>{t("missed")}</b>}
          <span class="aside">{sayChance(game, chance, moment)}</span>
        </span>
      </button>
    </li>
  );
}

/** Return the address under which the table of a moment can be studied. */
const studyOf = ({ view }: Game, { slots }: Moment): string =>
  studyPath({ variant: view.variant, cards: writeCards(slots, view.groups), previous: "" });

/** Whether that says all of it: cards lie there, and no claim is continued by the next one. */
const canStudy = ({ view }: Game, { slots }: Moment): boolean =>
  slots.some((card) => card !== null) && !view.seats.some(({ chain }) => chain.length > 0);

export function MomentPanel(props: MomentProps) {
  const { game, index, luck, sprite } = props;
  const { view } = game;
  const moment = game.analysis.moments[index];
  if (!moment) return null;
  const told = describeMoment(game, index);
  const hidden = moment.count - moment.chances.length;
  return (
    <section
      class="moment sheet"
      aria-label={t("This moment")}
      style={{ "--card-aspect": sprite.width / sprite.height }}
    >
      <ol class="replay-scores" data-testid="replay-scores">
        {moment.scores.map((score, seat) => (
          <li key={seat} data-score={score} style={{ "--seat": `var(--seat-${seat % 12})` }}>
            <span class="name" translate={false}>{nameOf(view, seat)}</span> <b>{score}</b>
            {moment.turn === seat && <span class="tag">{t("to move")}</span>}
          </li>
        ))}
      </ol>
      <h2 data-testid="there">
        {moment.count === 0
          ? t("Nothing to take")
          : t("{claims} there", { claims: countClaims(view, moment.count) })}
      </h2>
      {told && <p>{told}</p>}
      <ul class="chances" data-testid="chances">
        {moment.chances.map((chance) => (
          <ChanceRow key={chance.cards.join(" ")} {...props} chance={chance} moment={moment} />
        ))}
      </ul>
      {hidden > 0 && <p class="aside">{tn("and {count} more", "and {count} more", hidden)}</p>}
      {moment.wrong.map((wrong, place) => (
        <p key={place} class="aside">
          {sayWrong(game, wrong)}
        </p>
      ))}
      {canStudy(game, moment) && (
        <a class="button study-link" data-testid="to-study" href={studyOf(game, moment)}>
          {t("Study this table")}
        </a>
      )}
      <p class="aside luck" data-testid="luck">
        {luck && describeLuck(view, luck)}
        {luck === undefined && t("Working out how lucky it was…")}
      </p>
    </section>
  );
}

/** How each seat played, over the whole game. */
export function SeatTable({ game }: { game: Game }) {
  const { view, analysis } = game;
  const isHidden = view.face_down;
  return (
    <section class="seat-table sheet" aria-label={t("How everybody played")}>
      <h2>{t("How everybody played")}</h2>
      <div class="scrolling">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("Player")}</th>
              <th scope="col">{t("Points")}</th>
              <th scope="col">{t("Claims")}</th>
              <th scope="col">{t("Wrong")}</th>
              <th scope="col">{t("Typical time")}</th>
              <th scope="col">{t("Fastest")}</th>
              <th scope="col">{t("Features that differ")}</th>
              {isHidden && <th scope="col">{t("Cards turned up")}</th>}
            </tr>
          </thead>
          <tbody>
            {analysis.ranking.map((seat) => {
              const played = analysis.seats[seat];
              if (!played) return null;
              const { fastest_ms, typical_ms, difficulty } = played;
              return (
                <tr key={seat} data-final={played.score}>
                  <th scope="row">
                    <i class="dot" style={{ "--seat": `var(--seat-${seat % 12})` }} />
                    <span class="name" translate={false}>{nameOf(view, seat)}</span>
                  </th>
                  <td>{played.score}</td>
                  <td>{played.claims}</td>
                  <td>{played.refusals}</td>
                  <td>{typical_ms === null ? "–" : saySeconds(typical_ms)}</td>
                  <td>{fastest_ms === null ? "–" : saySeconds(fastest_ms)}</td>
                  <td>{difficulty === null ? "–" : tenths(difficulty)}</td>
                  {isHidden && <td>{played.flips}</td>}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
