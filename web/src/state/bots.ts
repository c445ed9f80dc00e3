/** The levels of bots, as the server's `thirdcard.bots.LEVELS` has them; a test compares the two. */

import { t } from "../language/language.ts";
import { isSeated, type TableState } from "./table.ts";

export interface BotLevel {
  number: number;
  title: string;
  sentence: string;
}

export const BOT_LEVELS: readonly BotLevel[] = [
  {
    number: 1,
    get title() {
      return t("Child");
    },
    get sentence() {
      return t("Looks for a long time, overlooks a lot, and now and then claims what is none.");
    },
  },
  {
    number: 2,
    get title() {
      return t("Beginner");
    },
    get sentence() {
      return t("Knows the rule and takes its time; overlooks claims that differ in much.");
    },
  },
  {
    number: 3,
    get title() {
      return t("Player");
    },
    get sentence() {
      return t("Plays every week, and seldom claims wrongly.");
    },
  },
  {
    number: 4,
    get title() {
      return t("Expert");
    },
    get sentence() {
      return t("Quick, even where every feature differs.");
    },
  },
  {
    number: 5,
    get title() {
      return t("World class");
    },
    get sentence() {
      return t("As fast as the best; overlooks nothing and makes no mistake.");
    },
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
