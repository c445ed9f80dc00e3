/** What is shown of a game that is over: the table at a moment, and what is said of it. */

import { t, tenths, tn } from "../language/language.ts";
import type { Game, Luck, Moment, Taking } from "../net/games.ts";
import type { TableView } from "../protocol.ts";
import { initialState, type TableState } from "./table.ts";
import { nameOf } from "./words.ts";

/** Return the table as it lay at a moment, with some cards marked. */
export function stateAt(game: Game, moment: Moment, marked: readonly string[]): TableState {
  const seats = game.view.seats.map((seat) => ({
    ...seat,
    score: moment.scores[seat.seat] ?? 0,
    chain: [],
  }));
  const view: TableView = {
    ...game.view,
    seats,
    seq: moment.seq,
    phase: "playing",
    slots: moment.slots.map((card) => (card === null ? null : { card })),
    // Who looks at it afterwards sees both sides.
    face_down: false,
    face_up: [],
    turn: moment.turn,
    undealt: moment.undealt,
    last: null,
    hint: null,
  };
  return { ...initialState(game.table), link: "open", view, selection: marked };
}

/** Return a time of play as minutes and seconds, such as 1:07. */
export function sayTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Return how long something took, such as 4.2 s or 1:07. */
export function saySeconds(milliseconds: number): string {
  if (milliseconds >= 60_000) return sayTime(milliseconds);
  return t("{seconds} s", { seconds: tenths(milliseconds / 1000) });
}

/** What says how a claim is called. */
type Named = Pick<TableView, "claim_title">;

/** Return a number of claims in words, such as "1 Set" and "3 Double-Sets". */
export function countClaims({ claim_title: claim }: Named, count: number): string {
  return tn("{count} {claim}", "{count} {claim}s", count, { claim });
}

/** Say how much the cards of a claim differ. */
export function sayDifficulty(difficulty: number): string {
  const count = Number.isInteger(difficulty) ? difficulty : tenths(difficulty);
  return tn("{count} feature differs", "{count} features differ", difficulty, { count });
}

/** Say who took a claim, and when. */
export function sayTaking(view: TableView, taking: Taking): string {
  const { seat, after_ms, there_ms, undone, known, cards } = taking;
  const name = nameOf(view, seat);
  const time = saySeconds(after_ms);
  const told = [
    there_ms > after_ms + 50
      ? t("{name} took it after {time}, there for {longer}", {
          name,
          time,
          longer: saySeconds(there_ms),
        })
      : t("{name} took it after {time}", { name, time }),
  ];
  if (known !== null) {
    told.push(
      tn(
        "{count} of its {cards} cards was known",
        "{count} of its {cards} cards were known",
        known,
        { cards: cards.length },
      ),
    );
  }
  if (undone) told.push(t("taken back later"));
  return told.reduce((sentence, clause) => t("{sentence}; {clause}", { sentence, clause }));
}

/** Say how the table came to lie so, and what became of it. */
export function describeMoment(game: Game, index: number): string {
  const { view, analysis } = game;
  const moment = analysis.moments[index];
  if (!moment) return "";
  const { cause, count, grew } = moment;
  const told: string[] = [];
  if (cause === "taken_back") told.push(t("A claim was taken back."));
  if (grew > 0) told.push(tn("Cards were added.", "Cards were added {count} times.", grew));
  const isLast = index === analysis.moments.length - 1;
  if (count === 0) told.push(isLast ? t("Nothing was left to take.") : t("Nothing was there."));
  if (moment.missed) {
    told.push(
      tn(
        "{count} {claim} lay there, and nobody saw it.",
        "{count} {claim}s lay there, and nobody saw it.",
        count,
        { claim: view.claim_title },
      ),
    );
  } else if (!moment.taking && !isLast && count > 0) told.push(t("The table changed first."));
  return told.join(" ");
}

function share(probability: number): string {
  if (probability >= 1) return t("all");
  if (probability < 0.001) return t("fewer than 1 in {count}", { count: 1000 });
  if (probability < 0.01) return t("1 in {count}", { count: Math.round(1 / probability) });
  if (probability > 0.99) return t("more than {percent}%", { percent: 99 });
  return t("{percent}%", { percent: Math.round(100 * probability) });
}

function describeShare({ claims, at_most, at_least }: Luck): string {
  if (at_most >= at_least) {
    return t("{share} of fresh tables have so many", { share: share(at_least) });
  }
  return claims === 0
    ? t("{share} of fresh tables have none", { share: share(at_most) })
    : t("{share} of fresh tables have so few", { share: share(at_most) });
}

/** Say how lucky a table was. */
export function describeLuck(view: Named, luck: Luck): string {
  const values = {
    claims: countClaims(view, luck.claims),
    share: describeShare(luck),
    mean: tenths(luck.mean),
  };
  const told = tn(
    "{claims} among {count} card: {share}; {mean} is the average",
    "{claims} among {count} cards: {share}; {mean} is the average",
    luck.cards,
    values,
  );
  const { samples } = luck;
  return samples === null
    ? t("{told}.", { told })
    : t("{told} (estimated from {samples} deals).", { told, samples });
}

/** Return for how long each seat was alone in the lead, in milliseconds. */
export function leadTimes({ analysis }: Game): number[] {
  const times = analysis.seats.map(() => 0);
  analysis.scores.forEach(({ at_ms, scores }, index) => {
    const until = analysis.scores[index + 1]?.at_ms ?? analysis.play_ms;
    const most = Math.max(...scores);
    const leaders = scores.flatMap((score, seat) => (score === most ? [seat] : []));
    const [leader] = leaders;
    if (leaders.length === 1 && leader !== undefined && scores.length > 1) {
      times[leader] = (times[leader] ?? 0) + until - at_ms;
    }
  });
  return times;
}
