/** Which keys mark cards: as the reader chose, as the browser tells, or as goes with the language. */

import { useEffect, useState } from "preact/hooks";
import { type KeyRows, LAYOUTS, layoutOfLanguage, rowsOfMap } from "../board/keyboards.ts";
import { type Settings, useSettings } from "./settings.ts";

interface WithLayoutMap {
  keyboard?: { getLayoutMap?: () => Promise<ReadonlyMap<string, string>> };
}

/** Ask the browser what stands on the keys; null where it does not tell. */
async function askRows(): Promise<KeyRows | null> {
  try {
    const { keyboard } = navigator as WithLayoutMap;
    const map = await keyboard?.getLayoutMap?.();
    return map ? rowsOfMap(map) : null;
  } catch {
    // Few browsers tell it, and none where the page is not safe from being read on its way.
    return null;
  }
}

let asked: Promise<KeyRows | null> | null = null;
let told: KeyRows | null = null;

/** Return the rows that a choice means, where `guessed` is what the keyboard seems to be. */
export function rowsOf({ keys, keyRows }: Pick<Settings, "keys" | "keyRows">, guessed: KeyRows): KeyRows {
  if (keys === "auto") return guessed;
  return keys === "custom" ? (keyRows ?? guessed) : LAYOUTS[keys];
}

/** Return what stands on the keys. */
export function useKeyRows(): KeyRows {
  const settings = useSettings();
  const [guessed, setGuessed] = useState(() => told ?? LAYOUTS[layoutOfLanguage(navigator.language)]);
  useEffect(() => {
    let current = true;
    asked ??= askRows();
    asked.then((rows) => {
      told = rows;
      if (rows && current) setGuessed(rows);
    });
    return () => void (current = false);
  }, []);
  return rowsOf(settings, guessed);
}
