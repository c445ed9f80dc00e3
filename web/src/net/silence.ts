/** Whom the reader does not want to hear at a table, for as long as this window knows it. */

const PREFIX = "thirdcard.silenced.";

/** Return the seats that were silenced; storage may be forbidden. */
export function recallSilenced(table: string): number[] {
  try {
    const seats: unknown = JSON.parse(sessionStorage.getItem(PREFIX + table) ?? "[]");
    return Array.isArray(seats) ? seats.filter((seat) => Number.isInteger(seat)) : [];
  } catch {
    return [];
  }
}

export function rememberSilenced(table: string, seats: readonly number[]): void {
  try {
    sessionStorage.setItem(PREFIX + table, JSON.stringify(seats));
  } catch {
    // Then it holds until the page is left.
  }
}
