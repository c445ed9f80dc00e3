/** What the browser remembers: a name for good, the wish for a seat until it is met. */

const NAME = "thirdcard.name";
const LEVEL = "thirdcard.bot-level";
const SEAT_WISH = "thirdcard.seat-wish";
const FOCUS = "thirdcard.focus";

/** Storage may be forbidden or full; then nothing is remembered. */
function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

/** The newest known name; what a person is called is the server's to say. */
export const recallName = () => attempt(() => localStorage.getItem(NAME), null) ?? "";
export const rememberName = (name: string) =>
  attempt(() => localStorage.setItem(NAME, name.trim()), undefined);

/** The level of bot that was played against last, null for none. */
export const recallLevel = () =>
  Number(attempt(() => localStorage.getItem(LEVEL), null)) || null;
export const rememberLevel = (level: number) =>
  attempt(() => localStorage.setItem(LEVEL, String(level)), undefined);

/** Whether only the cards of a table are shown: as long as the tab is open, for the newest table. */
export const recallFocus = (table: string) =>
  attempt(() => sessionStorage.getItem(FOCUS), null) === table;
export const rememberFocus = (table: string, isOn: boolean) =>
  attempt(
    () => (isOn ? sessionStorage.setItem(FOCUS, table) : sessionStorage.removeItem(FOCUS)),
    undefined,
  );

/** A seat that is wished for at a table. */
export interface SeatWish {
  name: string;
  /** The level of a bot that is to come along, null for none. */
  bot: number | null;
  /** Whether the game is to begin at once. */
  start: boolean;
}

/** Wish for a seat at a table whose page is about to be shown. */
export function wishForSeat(
  table: string,
  name: string,
  { bot = null, start = false }: { bot?: number | null; start?: boolean } = {},
): void {
  if (!name.trim()) return;
  const wish = JSON.stringify([table, { name: name.trim(), bot, start } satisfies SeatWish]);
  attempt(() => sessionStorage.setItem(SEAT_WISH, wish), undefined);
}

function isSeatWish(wish: unknown): wish is SeatWish {
  if (typeof wish !== "object" || wish === null) return false;
  const { name, bot, start } = wish as Record<string, unknown>;
  return (
    typeof name === "string" &&
    (bot === null || typeof bot === "number") &&
    typeof start === "boolean"
  );
}

/** Return the wish for a seat at a table, once. */
export function takeSeatWish(table: string): SeatWish | null {
  return attempt(() => {
    const stored: unknown = JSON.parse(sessionStorage.getItem(SEAT_WISH) ?? "null");
    if (!Array.isArray(stored) || stored[0] !== table || !isSeatWish(stored[1])) return null;
    sessionStorage.removeItem(SEAT_WISH);
    return stored[1];
  }, null);
}
