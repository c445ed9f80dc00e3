/**
 * What is said aloud of a change of the table, for those who do not see it.
 *
 * Everything is said once and here: it follows from the state before and after, so nothing is lost
 * where many events come at once.  Nothing else of a table's page is a live region, but the chat.
 */

import { t, tn } from "../language/language.ts";
import { heardBy } from "./chat.ts";
import { hintOf } from "./choose.ts";
import type { Notice, TableState } from "./table.ts";
import { describeLead, nameOf } from "./words.ts";

export interface Speech {
  text: string;
  /** Whether it may interrupt: the reader's own claim was refused. */
  isUrgent: boolean;
}

/** How cards are called, and where they lie; that is not in the state. */
export interface Words {
  /** A card, null for one that lies face down. */
  card(code: string | null): string;
  /** A card with the place of its slot. */
  placed(code: string | null, slot: number): string;
}

/** Return cards in words, one after the other. */
const list = (cards: readonly string[]): string => cards.join("; ");

/** Return what is new in the notices, the oldest first: whole ones, and lines that were added. */
function freshNotices(before: TableState, after: TableState): Notice[] {
  const known = new Map(before.notices.map((notice) => [notice.key, notice]));
  return [...after.notices].reverse().flatMap((notice) => {
    if (notice.key >= before.nextKey) return [notice];
    const lines = notice.lines.slice(known.get(notice.key)?.lines.length ?? notice.lines.length);
    return lines.length ? [{ ...notice, tone: "plain", text: "", cards: [], lines } as const] : [];
  });
}

function sayNotice({ tone, text, lines, cards, seat }: Notice, after: TableState, words: Words): string {
  const told: string[] = [];
  if (tone === "claim") {
    const taken = list(cards.map(words.card));
    const name = seat === null || !after.view ? "" : nameOf(after.view, seat);
    told.push(
      seat === after.seat
        ? t("You took: {cards}.", { cards: taken })
        : t("{name} took: {cards}.", { name, cards: taken }),
    );
    const joint = after.view?.last?.joint;
    if (joint) told.push(t("Joint: {card}.", { card: words.card(joint.card) }));
  } else if (text) {
    told.push(text);
  }
  return [...told, ...lines].join(" ");
}

function sayScores({ view: before }: TableState, { view, seat: me }: TableState): string[] {
  if (!before || !view) return [];
  return view.seats.flatMap(({ seat, score, name }) => {
    if ((before.seats[seat]?.score ?? 0) === score) return [];
    return seat === me
      ? [tn("You have {count} point.", "You have {count} points.", score)]
      : [tn("{name} has {count} point.", "{name} has {count} points.", score, { name })];
  });
}

/** Cards that came, or were turned up. */
function sayCards({ view: before }: TableState, { view }: TableState, words: Words): string[] {
  if (!before || !view || view.slots === before.slots) return [];
  const came: string[] = [];
  const turned: string[] = [];
  view.slots.forEach((here, slot) => {
    const last = before.slots[slot] ?? null;
    if (!here || (last && here.card === last.card)) return;
    if (!last) came.push(words.placed(here.card, slot));
    else if (last.card === null) turned.push(words.placed(here.card, slot));
    else if (here.card !== null) came.push(words.placed(here.card, slot));
  });
  const told: string[] = [];
  if (turned.length) told.push(t("Turned up: {cards}.", { cards: list(turned) }));
  const isFirst = before.slots.every((here) => here === null);
  const isLong = isFirst && came.length > 3;
  if (isLong) {
    told.push(
      tn("{count} card lies on the table.", "{count} cards lie on the table.", came.length),
    );
  } else if (came.length) {
    const cards = list(came);
    told.push(tn("{count} card added: {cards}.", "{count} cards added: {cards}.", came.length, { cards }));
  }
  return told;
}

function sayTurn(before: TableState, after: TableState, fresh: readonly Notice[]): string[] {
  const { view } = after;
  if (!view || view.turn === null || view.turn === before.view?.turn) return [];
  // A turn that was passed has said so.
  if (fresh.some(({ tone, seat }) => tone !== "claim" && seat === view.turn)) return [];
  if (view.turn === after.seat) return [t("It is your turn.")];
  return [t("It is the turn of {name}.", { name: nameOf(view, view.turn) })];
}

function sayHint(before: TableState, after: TableState, words: Words): string[] {
  const hint = hintOf(after);
  if (!hint || !after.view || hint === hintOf(before)) return [];
  if (!hint.there) return [t("There is nothing to claim.")];
  if (hint.cards.length === 0) return [t("Hint: there is {noun}.", { noun: after.view.claim_noun })];
  return [t("Hint: {cards}.", { cards: list(hint.cards.map(words.card)) })];
}

function sayLink({ link: before }: TableState, { link }: TableState): string[] {
  if (link === before) return [];
  if (link === "broken") return [t("The connection is lost. Trying again…")];
  return before === "broken" && link === "open" ? [t("Connected again.")] : [];
}

/** What others said while the chat, which is read aloud itself, is closed. */
function sayChat(before: TableState, after: TableState): string[] {
  if (after.isChatOpen || before.chat === after.chat) return [];
  return heardBy(after)
    .filter(({ key, seat }) => key >= before.nextKey && seat !== after.seat)
    .map(({ name, text }) => t("{name} says: {text}", { name, text }));
}

/** Cards that were marked or unmarked; what was sent is answered instead. */
function sayMarks(
  before: TableState,
  after: TableState,
  words: Words,
  at: string | null,
): string[] {
  if (after.selection === before.selection || after.pending.length > before.pending.length) return [];
  const added = after.selection.filter((card) => card !== at && !before.selection.includes(card));
  const gone = before.selection.filter((card) => card !== at && !after.selection.includes(card));
  if (added.length) return [t("Marked: {cards}.", { cards: list(added.map(words.card)) })];
  if (!gone.length || after.notices !== before.notices) return [];
  return after.selection.length
    ? [t("Unmarked: {cards}.", { cards: list(gone.map(words.card)) })]
    : [t("No card is marked.")];
}

/**
 * Return what to say of the way from a state to a later one.
 *
 * `at` is the card that has the focus: it tells itself that it is marked.
 */
export function speak(
  before: TableState,
  after: TableState,
  words: Words,
  at: string | null = null,
): Speech[] {
  if (!before.view || !after.view) return [];
  const fresh = freshNotices(before, after);
  const urgent = fresh.filter(({ tone }) => tone === "refusal");
  const others = fresh.filter(({ tone }) => tone !== "refusal");
  const isOver = after.view.phase === "ended" && before.view.phase !== "ended";
  const lead = isOver ? describeLead(after.view, after.seat) : "";
  const calm = [
    ...sayLink(before, after),
    ...others.map((notice) => sayNotice(notice, after, words)),
    ...sayScores(before, after),
    ...sayCards(before, after, words),
    ...sayTurn(before, after, fresh),
    ...sayHint(before, after, words),
    ...sayMarks(before, after, words, at),
    ...sayChat(before, after),
    ...(lead ? [lead] : []),
  ];
  return [
    ...urgent.map((notice) => ({ text: sayNotice(notice, after, words), isUrgent: true })),
    ...(calm.length ? [{ text: calm.join(" "), isUrgent: false }] : []),
  ];
}
