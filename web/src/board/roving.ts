/**
 * The focus on a table: the cards are one stop of the Tab key, and arrow keys lead from card to card.
 *
 * What has the focus is a place, not a card: where the card is taken the hole has it, and then the
 * card that comes there; where the place goes, too, its neighbour.
 */

import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Layout, Place } from "./layout.ts";
import { slotAfter, stopAt } from "./moves.ts";

const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

interface Roving {
  /** The slot that the Tab key comes to, null where no card lies. */
  stop: number | null;
  onFocusIn(event: FocusEvent): void;
  onKeyDown(event: KeyboardEvent): void;
}

function slotOf(element: EventTarget | null): number | null {
  if (!(element instanceof HTMLElement)) return null;
  const { slot, hole } = element.dataset;
  const number = slot ?? hole;
  return number === undefined ? null : Number(number);
}

/** Whether nothing has the focus. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body;
}

export function useRoving(
  board: RefObject<HTMLElement | null>,
  layout: Layout | null,
  isLying: readonly boolean[],
): Roving {
  const [visited, setVisited] = useState(0);
  const places: (Place | null)[] = isLying.map((lies, slot) =>
    lies && layout ? layout.place(slot) : null,
  );
  const stop = stopAt(places, visited);

  const find = (slot: number): HTMLElement | null | undefined =>
    board.current?.querySelector<HTMLElement>(`[data-slot="${slot}"], [data-hole="${slot}"]`);

  // What had the focus before anything is drawn anew; the element may be gone afterwards.
  const { activeElement } = document;
  const focused = board.current?.contains(activeElement) ? slotOf(activeElement) : null;
  useLayoutEffect(() => {
    if (focused === null || !isFocusLost()) return;
    const heir = find(focused) ?? (stop === null ? board.current : find(stop));
    heir?.focus({ preventScroll: true });
  });

  return {
    stop,
    onFocusIn({ target }) {
      const slot = slotOf(target);
      if (slot !== null) setVisited(slot);
    },
    onKeyDown(event) {
      if (!KEYS.includes(event.key) || !layout) return;
      if (event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
      const from = slotOf(event.target);
      // From the board itself the first step is onto it.
      const next =
        from === null ? stop : slotAfter(places, layout.place(from), event.key, event.ctrlKey);
      event.preventDefault();
      if (next !== null) find(next)?.focus();
    },
  };
}
