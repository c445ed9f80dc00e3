/**
 * Checks that a deal was fair: that every card came as the published seed says.
 *
 * The shuffle is that of `thirdcard.game.shuffle`.  The seed of 32 bytes drives a stream of 32-bit
 * numbers: block i is SHA-256(seed, i as eight bytes), and gives eight of them; all big-endian.  A
 * number below n is x mod n, passing over x ≥ 2³² − 2³² mod n.  From the end of the deck on, card i
 * changes places with card j, the next number below i + 1.  Round r of a deck that is shuffled anew
 * has SHA-256(seed, "round", r as eight bytes) in the place of the seed.
 */

import { t, tn } from "../language/language.ts";
import { sha256 } from "./sha256.ts";

/** The values of each feature, in the order of the points of a deck. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  classic: ["123", "RGP", "SHO", "DSO"],
  junior: ["123", "RGP", "DSO"],
  mega: ["123", "RGP", "SHO", "DSO", "RGP"],
};

const RANGE = 2 ** 32;

/** Return the codes of a deck in the order of their points, null for a deck that is not known. */
export function orderOf(deck: string): readonly string[] | null {
  const features = FEATURES[deck];
  if (!features) return null;
  return features.reduce<string[]>(
    (codes, values) => codes.flatMap((code) => [...values].map((value) => code + value)),
    [""],
  );
}

type Digest = (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/** Return a message's SHA-256: the browser's own, where it has one. */
const digest: Digest = async (message) =>
  globalThis.crypto?.subtle
    ? new Uint8Array(await crypto.subtle.digest("SHA-256", message))
    : sha256(message);

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

function eightBytes(number: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(number));
  return new Uint8Array(view.buffer);
}

async function* numbersOf(seed: Uint8Array): AsyncGenerator<number> {
  for (let block = 0; ; block++) {
    const bytes = new Uint8Array(await digest(joined(seed, eightBytes(block))));
    const view = new DataView(bytes.buffer);
    for (let offset = 0; offset < bytes.length; offset += 4) yield view.getUint32(offset);
  }
}

/** Return the next number below n, each of which is equally likely. */
export async function nextBelow(n: number, numbers: AsyncIterator<number>): Promise<number> {
  const limit = RANGE - (RANGE % n);
  for (;;) {
    const { value, done } = await numbers.next();
    if (done) throw new Error("the stream of numbers has ended");
    if (value < limit) return value % n;
  }
}

/** Return some things in the order in which they are dealt, `round` being 0 for the first deck. */
export async function shuffled<T>(
  things: readonly T[],
  seed: Uint8Array,
  round = 0,
): Promise<T[]> {
  const name = new TextEncoder().encode("round");
  const key = round ? await digest(joined(seed, name, eightBytes(round))) : seed;
  const numbers = numbersOf(key);
  const deck = [...things];
  for (let i = deck.length - 1; i > 0; i--) {
    const j = await nextBelow(i + 1, numbers);
    [deck[i], deck[j]] = [deck[j]!, deck[i]!];
  }
  return deck;
}

export function bytesOf(hexadecimal: string): Uint8Array<ArrayBuffer> {
  const pairs = hexadecimal.match(/[0-9a-f]{2}/gi) ?? [];
  return Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
}

/** Return the hash by which a seed is published, in hexadecimal. */
export async function commitmentOf(seed: string): Promise<string> {
  const hash = await digest(bytesOf(seed));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One event of a record, as far as the deal is concerned. */
interface Recorded {
  type: string;
  seat: number;
  commitment: string;
  seed: string;
  cards: unknown[];
  linked: string | null;
  round: number;
  count: number;
}

/** What was checked, and whether it holds. */
export interface Check {
  holds: boolean;
  text: string;
}

export interface Published {
  deck: string;
  commitment: string;
  seed: string | null;
}

function laidCards(event: Recorded): { slot: number; card: string }[] {
  return event.cards as { slot: number; card: string }[];
}

/** Follows a record card by card: what lies on the table, and what was claimed. */
class Dealing {
  readonly table = new Set<string>();
  readonly #claims = new Map<number, readonly string[]>();
  #last: readonly string[] = [];
  dealt = 0;

  apply(event: Recorded): void {
    if (event.type === "dealt") {
      for (const { card } of laidCards(event)) this.table.add(card);
      this.dealt += event.cards.length;
    } else if (event.type === "claimed") {
      this.#last = event.cards as string[];
      this.#claims.set(event.seat, this.#last);
      for (const card of this.#last) this.table.delete(card);
    } else if (event.type === "taken_back") {
      for (const card of event.cards as string[]) this.table.add(card);
    }
  }

  /** Return the cards that lay aside, null if there are not that many, whatever may be used again. */
  aside(all: readonly string[], count: number): readonly string[] | null {
    for (const kept of [[], this.#last, [...this.#claims.values()].flat()]) {
      const cards = all.filter((card) => !this.table.has(card) && !kept.includes(card));
      if (cards.length === count) return cards;
    }
    return null;
  }
}

async function checkOrder(
  events: readonly Recorded[],
  all: readonly string[],
  seed: Uint8Array,
): Promise<Check> {
  const dealing = new Dealing();
  let deck = await shuffled(all, seed);
  for (const event of events) {
    if (event.type === "reshuffled") {
      const aside = dealing.aside(all, event.count);
      if (!aside) {
        const number = event.round + 1;
        const text = t("Deck {number} has other cards than lay aside.", { number });
        return { holds: false, text };
      }
      deck = await shuffled(aside, seed, event.round);
    } else if (event.type === "dealt") {
      for (const { card } of laidCards(event)) {
        const expected = deck.shift();
        if (card === expected) continue;
        const number = dealing.dealt + laidCards(event).findIndex((laid) => laid.card === card) + 1;
        const text = expected
          ? t("Card {number} was {card}; by the seed it had to be {expected}.", {
              number,
              card,
              expected,
            })
          : t("Card {number} was {card}; by the seed it had to be none.", { number, card });
        return { holds: false, text };
      }
    }
    dealing.apply(event);
  }
  const text = tn(
    "{count} card was dealt in the order that follows from the seed.",
    "All {count} cards were dealt in the order that follows from the seed.",
    dealing.dealt,
  );
  return { holds: true, text };
}

/** Check a record, as text, against what the server published while the game was played. */
export async function checkFairness(record: string, published: Published): Promise<Check[]> {
  const { deck, commitment, seed } = published;
  const all = orderOf(deck);
  if (seed === null) return [{ holds: false, text: t("The seed is not public yet.") }];
  if (!all) {
    return [{ holds: false, text: t("This page does not know the deck “{deck}”.", { deck }) }];
  }
  const [, ...events] = record
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Recorded);
  const opened = events.find((event) => event.type === "opened");
  const ended = events.find((event) => event.type === "ended");
  const isSame = opened?.commitment === commitment && ended?.seed === seed;
  const hash = await commitmentOf(seed);
  return [
    {
      holds: hash === commitment,
      text:
        hash === commitment
          ? t("The seed has the hash that was published before the first card.")
          : t("The seed does not have the hash that was published before the first card."),
    },
    {
      holds: isSame,
      text: isSame
        ? t("The record has the same hash and seed.")
        : t("The record has another hash or seed than this table."),
    },
    await checkOrder(events, all, bytesOf(seed)),
  ];
}
