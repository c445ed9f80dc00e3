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

/** Wish for a seat at a table whose page is about to be shown. */
export function wishForSeat(table: string, name: string): void {
  if (!name.trim()) return;
  attempt(() => sessionStorage.setItem(SEAT_WISH, JSON.stringify([table, name.trim()])), undefined);
}

/** Return the name under which a seat at a table was wished for, once. */
export function takeSeatWish(table: string): string | null {
  return attempt(() => {
    const stored: unknown = JSON.parse(sessionStorage.getItem(SEAT_WISH) ?? "null");
    if (!Array.isArray(stored) || stored[0] !== table) return null;
    sessionStorage.removeItem(SEAT_WISH);
    return String(stored[1]);
  }, null);
}
