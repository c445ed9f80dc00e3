/**
 * The focus of the keyboard: it goes along to another page, and is never lost.
 *
 * A browser forgets the focus when what has it leaves the page.  For who goes by keys, or hears the
 * page, that is to be thrown out of it; so the focus then goes to the nearest part around that is
 * still there, from where the Tab key goes on.  Who uses a pointer does not see where the focus is,
 * and keys are the table's for them: there it is let go.
 */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { isFocusLost } from "../board/roving.ts";

let usesKeys = false;

/** Whether the last thing that was done was done with a key, or by assistive technology. */
export const isByKeys = (): boolean => usesKeys;

function watchHands(): () => void {
  // Esc alone makes nobody a user of keys: it closes what a pointer has opened.
  const onKey = ({ key }: KeyboardEvent): void => void (usesKeys ||= key !== "Escape");
  const onPointer = (): void => void (usesKeys = false);
  const onClick = ({ detail }: MouseEvent): void => {
    if (detail === 0) usesKeys = true;
  };
  window.addEventListener("keydown", onKey, true);
  window.addEventListener("pointerdown", onPointer, true);
  window.addEventListener("click", onClick, true);
  return () => {
    window.removeEventListener("keydown", onKey, true);
    window.removeEventListener("pointerdown", onPointer, true);
    window.removeEventListener("click", onClick, true);
  };
}

/** Give the focus to something that the Tab key does not come to. */
export function focusOn(element: HTMLElement): void {
  if (!element.matches("a[href], button, input, select, textarea, summary, [tabindex]")) {
    element.tabIndex = -1;
  }
  element.focus({ preventScroll: true });
}

/** What is told by its name or role when the focus comes to it. */
const PARTS = "main, dialog, section, aside, header, form, [role=group]";

/** Keep the focus on the page, for as long as the client is there. */
export function useFocusGuard(): void {
  useEffect(() => {
    const unwatch = watchHands();
    let around: HTMLElement[] = [];
    const remember = ({ target }: FocusEvent): void => {
      around = [];
      if (!(target instanceof HTMLElement)) return;
      for (let at = target.parentElement; at && at !== document.body; at = at.parentElement) {
        if (at.matches(PARTS)) around.push(at);
      }
    };
    const restore = (): void => {
      if (!usesKeys || !isFocusLost()) return;
      const heir = around.find((part) => part.isConnected && part.checkVisibility());
      if (heir) focusOn(heir);
    };
    // What is removed, or can be pressed no longer, has no focus after this.
    const observer = new MutationObserver(() => requestAnimationFrame(restore));
    observer.observe(document.body, {
      attributeFilter: ["disabled", "open", "hidden"],
      childList: true,
      subtree: true,
    });
    document.addEventListener("focusin", remember);
    return () => {
      unwatch();
      observer.disconnect();
      document.removeEventListener("focusin", remember);
    };
  }, []);
}

/** How long a page may take to say what it is. */
const PATIENCE = 5000;

/** After a change of page go to the heading of the new one, unless it has sent the focus elsewhere. */
export function useFocusOnPage(path: string): void {
  const last = useRef(path);
  useLayoutEffect(() => {
    if (last.current === path) return;
    last.current = path;
    const root = document.getElementById("app");
    const { activeElement } = document;
    if (!root) return;
    const arrive = (): boolean => {
      if (!isFocusLost() && document.activeElement !== activeElement) return true;
      const heading = root.querySelector<HTMLElement>("h1");
      if (heading) focusOn(heading);
      return heading !== null;
    };
    if (arrive()) return;
    const observer = new MutationObserver(() => arrive() && observer.disconnect());
    observer.observe(root, { childList: true, subtree: true });
    const timer = window.setTimeout(() => observer.disconnect(), PATIENCE);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [path]);
}

/** Go on with the focus where a table goes on: from the lobby to the cards, from them to the result. */
export function useFocusOnPhase(phase: string | undefined): void {
  const last = useRef(phase);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = phase;
    if (before === undefined || before === phase) return;
    const isAtCards = document.activeElement?.closest(".board") != null;
    if (!isFocusLost() && !(phase === "ended" && isAtCards)) return;
    const next = document.querySelector<HTMLElement>(phase === "ended" ? ".ending h2" : ".board");
    if (next) focusOn(next);
  }, [phase]);
}
