/**
 * What a reader has chosen for this browser: looks, sounds, motion.
 *
 * All of it is one JSON object that the browser keeps, checked setting by setting when it is read.
 * A new setting is an entry of `FIELDS`, and a control in a section of `parts/settings.tsx`.
 * `public/look.js` reads the same object before the page is painted for the first time.
 */

import { useEffect, useState } from "preact/hooks";
import { type KeyRows, LAYOUT_NAMES, readRows } from "../board/keyboards.ts";

export const SETTINGS_KEY = "thirdcard.settings";

interface Field<T> {
  /** What it is before anything is chosen, or where what is kept makes no sense. */
  usual: T;
  accepts(value: unknown): value is T;
}

function choice<const Values extends readonly string[]>(...values: Values): Field<Values[number]> {
  const [usual] = values;
  if (usual === undefined) throw new Error("a choice needs values");
  return {
    usual,
    accepts: (value): value is Values[number] => values.some((known) => known === value),
  };
}

function flag(usual: boolean): Field<boolean> {
  return { usual, accepts: (value) => typeof value === "boolean" };
}

function whole(usual: number, least: number, most: number): Field<number> {
  return {
    usual,
    accepts: (value): value is number =>
      typeof value === "number" && Number.isInteger(value) && value >= least && value <= most,
  };
}

const word: Field<string> = {
  usual: "classic",
  accepts: (value): value is string => typeof value === "string" && /^[a-z-]{1,40}$/.test(value),
};

/** Keys of one's own, null where nobody has typed any. */
const ownKeys: Field<KeyRows | null> = {
  usual: null,
  accepts: (value): value is KeyRows | null =>
    value === null || (Array.isArray(value) && "rows" in readRows(value.map(String))),
};

const FIELDS = {
  /** Whether the page is light or dark. */
  page: choice("system", "light", "dark"),
  /** Key of the cards' look. */
  theme: word,
  /** Whether cards lie or stand. */
  cards: choice("automatic", "lying", "standing"),
  /** In which direction the lines of the board run. */
  lines: choice("automatic", "rows", "columns"),
  motion: choice("system", "off"),
  /** Which keys mark the cards: as the keyboard is, of a known layout, or one's own. */
  keys: choice("auto", ...LAYOUT_NAMES, "custom"),
  keyRows: ownKeys,
  sound: flag(true),
  /** From 0 to 100. */
  volume: whole(60, 0, 100),
};

type Fields = typeof FIELDS;
export type Settings = {
  readonly [Key in keyof Fields]: Fields[Key] extends Field<infer T> ? T : never;
};

/** Return the settings that a kept text means; what is missing or wrong is as usual. */
export function readSettings(text: string | null): Settings {
  const kept = parse(text);
  const entries = Object.entries(FIELDS).map(([key, { usual, accepts }]) => {
    const value = kept[key];
    return [key, accepts(value) ? value : usual];
  });
  return Object.fromEntries(entries) as Settings;
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    return typeof kept === "object" && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/** Storage may be forbidden or full; then nothing is remembered. */
function recall(): string | null {
  try {
    return localStorage.getItem(SETTINGS_KEY);
  } catch {
    return null;
  }
}

function keep(settings: Partial<Settings>): void {
  try {
    // Other tabs may have kept something since, and other versions what is not known here.
    const kept = { ...parse(recall()), ...settings };
    localStorage.setItem(SETTINGS_KEY, JSON.stringify(kept));
  } catch {
    return;
  }
}

let current = readSettings(recall());
const listeners = new Set<(settings: Settings) => void>();

export const settings = (): Settings => current;

function show(next: Settings): void {
  current = next;
  applyToPage(next);
  for (const listener of [...listeners]) listener(next);
}

/** Choose something, for all pages and from now on. */
export function changeSettings(changes: Partial<Settings>): void {
  keep(changes);
  show({ ...current, ...changes });
}

/** Call a function after every change, until what is returned is called. */
export function onSettings(listener: (settings: Settings) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useSettings(): Settings {
  const [shown, setShown] = useState(current);
  useEffect(() => {
    setShown(current);
    return onSettings(setShown);
  }, []);
  return shown;
}

/** Follow what is chosen in other tabs; for the start of the client. */
export function followOtherTabs(): void {
  applyToPage(current);
  window.addEventListener("storage", ({ key }) => {
    // Without a key all was cleared.
    if (key === SETTINGS_KEY || key === null) show(readSettings(recall()));
  });
}

const DARK = "(prefers-color-scheme: dark)";

/** Write into the page what style sheets go by; the colour of the browser's own bar as well. */
function applyToPage({ page, motion, theme }: Settings): void {
  const { dataset } = document.documentElement;
  dataset["theme"] = theme;
  dataset["page"] = page;
  dataset["motion"] = motion;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const isDark = meta.dataset["for"] === "dark";
    if (page === "system") meta.media = isDark ? DARK : "(prefers-color-scheme: light)";
    else meta.media = isDark === (page === "dark") ? "all" : "not all";
  }
}

/** Return whether the page is dark, as it is chosen or as the system says. */
export function useIsDark(): boolean {
  const { page } = useSettings();
  const [isSystemDark, setSystemDark] = useState(() => window.matchMedia(DARK).matches);
  useEffect(() => {
    const query = window.matchMedia(DARK);
    const update = (): void => setSystemDark(query.matches);
    update();
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, []);
  return page === "system" ? isSystemDark : page === "dark";
}
