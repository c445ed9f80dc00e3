/** What is shown of a game that is over: the table at a moment, and what is said of it. */

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
  return milliseconds < 60_000 ? `${(milliseconds / 1000).toFixed(1)} s` : sayTime(milliseconds);
}

/** Return a number of claims in words, such as "1 Set" and "3 Double-Sets". */
export function countClaims(view: TableView, count: number): string {
  const noun = view.claim_noun.replace(/^an? /, "");
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Say how much the cards of a claim differ. */
export function sayDifficulty(difficulty: number): string {
  const number = Number.isInteger(difficulty) ? String(difficulty) : difficulty.toFixed(1);
  return `${number} ${difficulty === 1 ? "feature differs" : "features differ"}`;
}

/** Say who took a claim, and when. */
export function sayTaking(view: TableView, taking: Taking): string {
  const { seat, after_ms, there_ms, undone, known, cards } = taking;
  const longer = there_ms > after_ms + 50 ? `, there for ${saySeconds(there_ms)}` : "";
  const seen = known === null ? "" : `; ${known} of its ${cards.length} cards were known`;
  const back = undone ? "; taken back later" : "";
  return `${nameOf(view, seat)} took it after ${saySeconds(after_ms)}${longer}${seen}${back}`;
}

/** Say how the table came to lie so, and what became of it. */
export function describeMoment(game: Game, index: number): string {
  const { view, analysis } = game;
  const moment = analysis.moments[index];
  if (!moment) return "";
  const told: string[] = [];
  if (moment.cause === "taken_back") told.push("A claim was taken back.");
  if (moment.grew > 0) {
    const times = moment.grew === 1 ? "" : ` ${moment.grew} times`;
    told.push(`Cards were added${times}.`);
  }
  const isLast = index === analysis.moments.length - 1;
  if (moment.count === 0) told.push(isLast ? "Nothing was left to take." : "Nothing was there.");
  if (moment.missed) told.push(`${countClaims(view, moment.count)} lay there, and nobody saw it.`);
  else if (!moment.taking && !isLast && moment.count > 0) told.push("The table changed first.");
  return told.join(" ");
}

function share(probability: number): string {
  if (probability >= 1) return "all";
  if (probability < 0.001) return "fewer than 1 in 1000";
  if (probability < 0.01) return `1 in ${Math.round(1 / probability)}`;
  if (probability > 0.99) return "more than 99%";
  return `${Math.round(100 * probability)}%`;
}

/** Say how lucky a table was. */
export function describeLuck(view: TableView, luck: Luck): string {
  const { claims, cards, at_most, at_least, mean, samples } = luck;
  const tail =
    at_most < at_least
      ? `${share(at_most)} of fresh tables have ${claims === 0 ? "none" : "so few"}`
      : `${share(at_least)} of fresh tables have so many`;
  const how = samples === null ? "" : ` (estimated from ${samples} deals)`;
  return (
    `${countClaims(view, claims)} among ${cards} cards: ${tail}; ` +
    `${mean.toFixed(1)} is the average${how}.`
  );
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
