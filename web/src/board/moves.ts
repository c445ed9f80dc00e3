/** From card to card with the arrow keys: pure functions over the places of the cards. */

import type { Place } from "./layout.ts";

const DIRECTIONS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const middle = ({ x, y, width, height }: Place) => [x + width / 2, y + height / 2] as const;

/** How much a step to the side counts against one ahead. */
const ASIDE = 3;
/** So much of a card's size another must be ahead to lie in that direction. */
const AHEAD = 0.3;

/** Return the nearest place in a direction, null where there is none. */
function ahead(
  places: readonly (Place | null)[],
  from: Place,
  [dx, dy]: readonly [number, number],
): number | null {
  const [x, y] = middle(from);
  let best: number | null = null;
  let least = Infinity;
  places.forEach((place, slot) => {
    if (!place) return;
    const [left, top] = middle(place);
    const [across, down] = [(left - x) / from.width, (top - y) / from.height];
    const along = across * dx + down * dy;
    const aside = Math.abs(across * dy) + Math.abs(down * dx);
    if (along > AHEAD && along + ASIDE * aside < least) {
      [best, least] = [slot, along + ASIDE * aside];
    }
  });
  return best;
}

/** Return the first or last of some places as one reads, null where there are none. */
function outermost(
  places: readonly (Place | null)[],
  isAtEnd: boolean,
  row: Place | null,
): number | null {
  const found = places.flatMap((place, slot) =>
    place && (!row || Math.abs(place.y - row.y) < row.height / 2) ? [{ place, slot }] : [],
  );
  found.sort((one, other) => one.place.y - other.place.y || one.place.x - other.place.x);
  return found.at(isAtEnd ? -1 : 0)?.slot ?? null;
}

/**
 * Return the slot to which a key leads, null for a key that leads nowhere.
 *
 * Home and End lead along the row, and with Ctrl over the whole table; `places` has null for a hole.
 */
export function slotAfter(
  places: readonly (Place | null)[],
  from: Place,
  key: string,
  isWhole: boolean,
): number | null {
  if (key === "Home" || key === "End") {
    return outermost(places, key === "End", isWhole ? null : from);
  }
  const direction = DIRECTIONS[key];
  return direction && !isWhole ? ahead(places, from, direction) : null;
}

/** Return the card that the Tab key comes to: the one last visited, else the next that lies there. */
export function stopAt(places: readonly (Place | null)[], visited: number): number | null {
  if (places[visited]) return visited;
  const lying = places.flatMap((place, slot) => (place ? [slot] : []));
  const near = (slot: number): number => Math.abs(slot - visited);
  return lying.reduce<number | null>(
    (best, slot) => (best === null || near(slot) < near(best) ? slot : best),
    null,
  );
}
