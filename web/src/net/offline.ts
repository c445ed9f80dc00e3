/**
 * What lets the pages start without the server: the worker, and what it must have seen before.
 *
 * Browsers run workers on safe addresses only: HTTPS, or the machine's own.  Elsewhere nothing of
 * this is done, and practice goes on without a connection as long as its page stays open.
 */

import { dateOf } from "../state/dates.ts";
import { atLevel } from "../state/practice-stock.ts";
import { fetchAxes, fetchThemes, fetchVariant } from "./api.ts";
import { fetchDaily } from "./daily.ts";
import { Courier } from "./daily-courier.ts";
import { openDailyStore } from "./daily-store.ts";
import { canReach, fetchPack, sendResults, sendSprints } from "./practice.ts";
import { openPracticeStore } from "./practice-store.ts";
import { LEAST_AHEAD, Supplier } from "./practice-supply.ts";
import { settings } from "./settings.ts";

const USUAL = "classic";
const WORKER = "/sw.js";

/** Register the worker and lay in what practice and the daily puzzles need, once the page has been shown. */
export async function prepareOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(WORKER);
    if (!registration) return;
    await navigator.serviceWorker.ready;
    await layIn();
  } catch {
    // Storage may be forbidden or full, or the server be out of reach: then at the next visit.
  }
}

function isPageDark(): boolean {
  const { page } = settings();
  return page === "system"
    ? window.matchMedia("(prefers-color-scheme: dark)").matches
    : page === "dark";
}

/** Fetch through the worker, which keeps it, what pages ask for when they start. */
async function layIn(): Promise<void> {
  const store = await openPracticeStore();
  const stocked = await store.piles();
  const piles = stocked.length > 0 ? stocked : [{ variant: USUAL, level: null }];
  const server = { fetchPack, sendResults, sendSprints, canReach };
  for (const pile of piles) {
    const stock = atLevel(await store.stock(pile.variant), pile.level);
    if (stock.length >= LEAST_AHEAD) continue;
    await new Supplier(pile, { store, server, window: "" }).sync();
  }
  const variants = new Set(piles.map(({ variant }) => variant));
  const decks = new Set<string>();
  for (const variant of variants) decks.add((await fetchVariant(variant)).deck);
  // What was solved on a train is sent though its page is not opened again.
  await new Courier(await openDailyStore()).sync();
  const { puzzles } = await fetchDaily(dateOf(new Date()));
  for (const { deck } of puzzles) decks.add(deck);
  const { theme } = settings();
  const light = isPageDark() ? "-dark" : "";
  const words = document.documentElement.dataset["catalogue"];
  await Promise.all([
    fetchAxes(),
    fetchThemes(),
    ...(words ? [fetch(words, { credentials: "omit" })] : []),
    ...[...decks].flatMap((deck) => [
      fetch(`/cards/${theme}/${deck}${light}.svg`),
      fetch(`/cards/${theme}/${deck}-upright${light}.svg`),
    ]),
  ]);
}
