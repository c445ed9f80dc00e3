/**
 * What stands on the keys: the layouts that are known, one of one's own, and which is guessed.
 *
 * A card belongs to a place on the keyboard, a row and a column (see `keys.ts`).  A layout says which
 * character each of the forty places types, and that is shown on the card.  What was pressed is
 * looked up twice: first by what was typed, for that is what stands on the card, whatever layout the
 * system really has; then by the place of the key, for a key may type something else: letters of
 * another script, the signs that the digits of AZERTY are without Shift, a dead key.
 */

/** Four rows of ten characters each: the digits, and the three rows of letters below them. */
export type KeyRows = readonly [string, string, string, string];

export const ROWS = 4;
export const COLUMNS = 10;

const DIGITS = "1234567890";
/** So many keys of each row tell the known layouts from each other, and are letters. */
const MOSTLY = 6;

export type LayoutName = "qwerty" | "azerty" | "qwertz" | "dvorak" | "colemak";

export const LAYOUTS: Readonly<Record<LayoutName, KeyRows>> = {
  qwerty: [DIGITS, "qwertyuiop", "asdfghjkl;", "zxcvbnm,./"],
  azerty: [DIGITS, "azertyuiop", "qsdfghjklm", "wxcvbn,;:!"],
  qwertz: [DIGITS, "qwertzuiop", "asdfghjklö", "yxcvbnm,.-"],
  dvorak: [DIGITS, "',.pyfgcrl", "aoeuidhtns", ";qjkxbmwvz"],
  colemak: [DIGITS, "qwfpgjluy;", "arstdhneio", "zxcvbkm,./"],
};

export const LAYOUT_NAMES = Object.keys(LAYOUTS) as readonly LayoutName[];

/** What the places of the keys are called, whatever is printed on them. */
const CODES: readonly (readonly string[])[] = [
  [..."1234567890"].map((digit) => `Digit${digit}`),
  [..."QWERTYUIOP"].map((letter) => `Key${letter}`),
  [...[..."ASDFGHJKL"].map((letter) => `Key${letter}`), "Semicolon"],
  [...[..."ZXCVBNM"].map((letter) => `Key${letter}`), "Comma", "Period", "Slash"],
];

/** The keys of a layout of one's own, or why they cannot be used. */
export type Reading =
  | { rows: KeyRows }
  | { problem: "length"; row: number; found: number }
  | { problem: "twice" | "unusable"; row: number; key: string };

/** Whether a character can stand for a card: one key types it, and it does nothing else. */
function isUsable(character: string): boolean {
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) && character !== "?";
}

/** Read what somebody types with the keys of each row, from left to right. */
export function readRows(typed: readonly string[]): Reading {
  const seen = new Set<string>();
  const rows: string[] = [];
  for (let row = 0; row < ROWS; row++) {
    const keys = [...(typed[row] ?? "").normalize("NFC").toLowerCase()].filter(
      (key) => !/\s/.test(key),
    );
    for (const key of keys) {
      if (!isUsable(key)) return { problem: "unusable", row, key };
      if (seen.has(key)) return { problem: "twice", row, key };
      seen.add(key);
    }
    if (keys.length !== COLUMNS) return { problem: "length", row, found: keys.length };
    rows.push(keys.join(""));
  }
  const [digits = "", top = "", home = "", bottom = ""] = rows;
  return { rows: [digits, top, home, bottom] };
}

/** Return the character of a place, null where the keyboard has no such place. */
export function labelAt(rows: KeyRows, row: number, column: number): string | null {
  return [...(rows[row] ?? "")][column] ?? null;
}

/** What is known of a key that was pressed, as of a `KeyboardEvent`. */
export interface Pressed {
  /** What it types. */
  key: string;
  /** Where it is; empty where that is not known. */
  code: string;
}

/** Return what stands on the key that was pressed, null for a key that no card has. */
export function labelOf(rows: KeyRows, { key, code }: Pressed): string | null {
  const typed = key.normalize("NFC").toLowerCase();
  if (rows.some((row) => [...row].includes(typed))) return typed;
  // What does something else on its own: Enter, Escape, the help's question mark.
  if (key === "?" || ([...key].length > 1 && key !== "Dead" && key !== "Process")) return null;
  for (const [row, codes] of CODES.entries()) {
    const column = codes.indexOf(code);
    if (column >= 0) return labelAt(rows, row, column);
  }
  return null;
}

/** Return the layout that a keyboard reports by its keys' places, null where it says too little. */
export function rowsOfMap(map: ReadonlyMap<string, string>): KeyRows | null {
  const typed = CODES.map((codes, row) =>
    row === 0 ? DIGITS : codes.map((code) => map.get(code) ?? " ").join(""),
  );
  const reading = readRows(typed);
  if ("rows" in reading) return reading.rows;
  // A sign that cannot be used, or a dead key, spoils one place and not the layout.
  const name = LAYOUT_NAMES.find((known) =>
    LAYOUTS[known].every((row, index) => typed[index]?.startsWith(row.slice(0, MOSTLY))),
  );
  return name ? LAYOUTS[name] : null;
}

const OF_LANGUAGE: Readonly<Record<string, LayoutName>> = {
  fr: "azerty",
  de: "qwertz",
  cs: "qwertz",
  hu: "qwertz",
  sk: "qwertz",
  sl: "qwertz",
  hr: "qwertz",
};

/** Countries whose keyboards are not those of their language's first country. */
const OF_PLACE: Readonly<Record<string, LayoutName>> = {
  "fr-ca": "qwerty",
  "fr-ch": "qwertz",
  "nl-be": "azerty",
};

/** Return the layout that goes with a language, where nothing else is known. */
export function layoutOfLanguage(tag: string): LayoutName {
  const name = tag.toLowerCase();
  return OF_PLACE[name] ?? OF_LANGUAGE[name.split("-")[0] ?? ""] ?? "qwerty";
}
