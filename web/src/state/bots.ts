/** The levels of bots, as the server's `thirdcard.bots.LEVELS` has them; a test compares the two. */

import { isSeated, type TableState } from "./table.ts";

export interface BotLevel {
  number: number;
  title: string;
  sentence: string;
}

export const BOT_LEVELS: readonly BotLevel[] = [
  {
    number: 1,
    title: "Child",
    sentence: "Looks for a long time, overlooks a lot, and now and then claims what is none.",
  },
  {
    number: 2,
    title: "Beginner",
    sentence: "Knows the rule and takes its time; overlooks claims that differ in much.",
  },
  { number: 3, title: "Player", sentence: "Plays every week, and seldom claims wrongly." },
  { number: 4, title: "Expert", sentence: "Quick, even where every feature differs." },
  {
    number: 5,
    title: "World class",
    sentence: "As fast as the best; overlooks nothing and makes no mistake.",
  },
];

/** The level that is offered first. */
export const FIRST_LEVEL = 2;

/** Whether the reader may add and remove bots. */
export function canChangeBots(state: TableState): boolean {
  return isSeated(state) && (state.view?.phase === "waiting" || state.view?.phase === "playing");
}

/** Whether there is a seat for one more bot: a new one, or one that a bot has left. */
export function hasSeatForBot({ view }: TableState): boolean {
  if (!view) return false;
  const { seats, max_seats } = view;
  return seats.length < max_seats || seats.some((seat) => seat.bot !== null && !seat.present);
}
