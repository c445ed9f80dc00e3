/** Focus mode: nothing but the cards, the reader's own score, and what is needed to act. */

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../language/language.ts";
import { recallFocus, rememberFocus } from "../net/memory.ts";

/** The key that turns it on and off; no card and no browser has it. */
const KEY = "F2";

export interface Focus {
  isOn: boolean;
  turn(isOn: boolean): void;
}

/**
 * Return whether only the cards are shown, which is kept for the table while the tab is open.
 *
 * It can be on only where something is played.  Esc leaves it, unless it has cards to unmark.
 */
export function useFocus(table: string, isPlaying: boolean, hasMarked: boolean): Focus {
  const [isWanted, setWanted] = useState(() => recallFocus(table));
  const isOn = isWanted && isPlaying;
  // Keys may follow each other faster than effects: they ask for what holds now.
  const now = useRef({ isOn, isPlaying, hasMarked });
  now.current = { isOn, isPlaying, hasMarked };
  const turn = (next: boolean): void => {
    now.current.isOn = next;
    setWanted(next);
    rememberFocus(table, next);
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.repeat) return;
      if (document.querySelector("dialog[open]")) return;
      const { isOn, isPlaying, hasMarked } = now.current;
      if (event.key === KEY && isPlaying) {
        event.preventDefault();
        turn(!isOn);
      } else if (event.key === "Escape" && isOn && !hasMarked) {
        turn(false);
      }
    };
    // Before the table's own keys: what Esc does depends on what is marked until then.
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, [table]);
  return { isOn, turn };
}

/** Turns it on, from the bar above the table. */
export function FocusButton({ focus }: { focus: Focus }) {
  return (
    <button
      type="button"
      class="button"
      data-testid="focus"
      title={t("Only the cards ({key})", { key: KEY })}
      onClick={() => focus.turn(true)}
    >
      {t("Focus")}
    </button>
  );
}

/** Turns it off, from beside the cards. */
export function LeaveFocus({ focus }: { focus: Focus }) {
  if (!focus.isOn) return null;
  return (
    <button
      type="button"
      class="button leave-focus"
      data-testid="leave-focus"
      title={t("Show everything (Esc)")}
      onClick={() => focus.turn(false)}
    >
      {t("Show all")}
    </button>
  );
}
