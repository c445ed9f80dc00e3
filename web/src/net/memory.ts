/** What the browser remembers: name and theme for good, the wish for a seat until it is met. */

const NAME = "thirdcard.name";
const THEME = "thirdcard.theme";
const SEAT_WISH = "thirdcard.seat-wish";

/** Storage may be forbidden or full; then nothing is remembered. */
function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

export const recallName = () => attempt(() => localStorage.getItem(NAME), null) ?? "";
export const rememberName = (name: string) =>
  attempt(() => localStorage.setItem(NAME, name.trim()), undefined);

export const recallTheme = () => attempt(() => localStorage.getItem(THEME), null) ?? "classic";
export const rememberTheme = (theme: string) =>
  attempt(() => localStorage.setItem(THEME, theme), undefined);

/** A seat that is wished for: under which name, and with a bot of which level, null for none. */
export interface SeatWish {
  name: string;
  bot: number | null;
}

/** Wish for a seat at a table whose page is about to be shown. */
export function wishForSeat(table: string, name: string, bot: number | null = null): void {
  if (!name.trim()) return;
  const wish = JSON.stringify([table, name.trim(), bot]);
  attempt(() => sessionStorage.setItem(SEAT_WISH, wish), undefined);
}

/** Return the wish for a seat at a table, once. */
export function takeSeatWish(table: string): SeatWish | null {
  return attempt(() => {
    const stored: unknown = JSON.parse(sessionStorage.getItem(SEAT_WISH) ?? "null");
    if (!Array.isArray(stored) || stored[0] !== table) return null;
    sessionStorage.removeItem(SEAT_WISH);
    return { name: String(stored[1]), bot: typeof stored[2] === "number" ? stored[2] : null };
  }, null);
}
