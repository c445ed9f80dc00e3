/** A table that is studied: a state, and pure functions that return the next one. */

import type { Study } from "../net/study.ts";
import type { SpotView } from "../protocol.ts";

type Places = readonly number[];

export interface StudyState {
  table: Study;
  /** Places of the cards that are picked, in the order in which they were. */
  selection: Places;
  /** What came of the last claim; `asked` until the server has judged it, `pointed` at from a list. */
  outcome: "open" | "found" | "again" | "wrong" | "asked" | "pointed";
  /** The claims that were found, the newest last. */
  found: readonly Places[];
  /** Places of cards that were shown, all of one claim. */
  hinted: Places;
  hints: number;
  /** Wrong claims. */
  wrong: number;
  /** Whether the answers are shown. */
  revealed: boolean;
  /** Claims that are shown on the board, each in a colour of its own. */
  shown: readonly Places[];
}

export function beginStudy(table: Study): StudyState {
  return {
    table,
    selection: [],
    outcome: "open",
    found: [],
    hinted: [],
    hints: 0,
    wrong: 0,
    revealed: false,
    shown: [],
  };
}

/** Return the card at a place, null where there is none. */
export function cardAt({ slots, previous }: Study, place: number): string | null {
  return slots[place] ?? previous[place - slots.length]?.card ?? null;
}

/** Whether all claims are found, of a table that is known to the last one. */
export function isDone({ table, found }: StudyState): boolean {
  return table.has_all && table.claims.length > 0 && found.length === table.claims.length;
}

/** Pick a card, or put it back; as many as the largest claim has are claimed at once. */
export function pressPlace(state: StudyState, place: number): StudyState {
  if (state.outcome === "asked" || cardAt(state.table, place) === null) return state;
  // What was judged or pointed at makes room for the next pick.
  const picked = state.outcome === "open" ? state.selection : [];
  const selection = picked.includes(place)
    ? picked.filter((other) => other !== place)
    : [...picked, place];
  const next: StudyState = { ...state, selection, outcome: "open", shown: [] };
  return selection.length === state.table.claim_sizes[1] ? submitClaim(next) : next;
}

/** Put all picked cards back, and stop pointing at anything. */
export function clearStudy(state: StudyState): StudyState {
  return state.outcome === "asked" ? state : { ...state, selection: [], outcome: "open", shown: [] };
}

/** Whether what is picked can be claimed. */
export const canClaim = ({ outcome, selection, table }: StudyState): boolean =>
  outcome === "open" && selection.length >= table.claim_sizes[0];

/** Claim what is picked. */
export function submitClaim(state: StudyState): StudyState {
  if (!canClaim(state)) return state;
  const places = sorted(state.selection);
  if (state.found.some((claim) => isSame(claim, places))) return { ...state, outcome: "again" };
  if (state.table.claims.some((claim) => isSame(claim.places, places))) return take(state, places);
  // Of a table with more claims than were sent, the server knows the others.
  return state.table.has_all ? refuse(state) : { ...state, outcome: "asked" };
}

/** Take note of what the server says about a claim that it was asked about. */
export function judgeClaim(state: StudyState, isClaim: boolean): StudyState {
  if (state.outcome !== "asked") return state;
  return isClaim ? take(state, sorted(state.selection)) : refuse(state);
}

function take(state: StudyState, places: Places): StudyState {
  const isHinted = state.hinted.every((place) => places.includes(place));
  return {
    ...state,
    outcome: "found",
    found: [...state.found, places],
    hinted: isHinted ? [] : state.hinted,
  };
}

const refuse = (state: StudyState): StudyState => ({
  ...state,
  outcome: "wrong",
  wrong: state.wrong + 1,
});

/** Show one more card of a claim that is not found yet: the easiest of those it can be. */
export function hintClaim(state: StudyState): StudyState {
  const { table, found, hinted } = state;
  const [easiest] = table.claims
    .filter(({ places }) => !found.some((claim) => isSame(claim, places)))
    .filter(({ places }) => hinted.every((place) => places.includes(place)))
    .toSorted((one, other) => one.differing - other.differing);
  const next = easiest?.places.find((place) => !hinted.includes(place));
  // The last card is the reader's to find.
  if (next === undefined || !easiest || hinted.length >= easiest.places.length - 1) return state;
  const open = state.outcome === "open" ? state : clearStudy(state);
  return { ...open, shown: [], hinted: [...hinted, next], hints: state.hints + 1 };
}

/** Whether one more card can be shown. */
export const hasHint = (state: StudyState): boolean => hintClaim(state) !== state;

/** Show the answers, or hide them. */
export function turnAnswers(state: StudyState, revealed: boolean): StudyState {
  return { ...clearStudy(state), revealed };
}

/** Point at claims on the board; at the same ones again: at nothing. */
export function pointAt(state: StudyState, claims: readonly Places[]): StudyState {
  if (state.outcome === "asked") return state;
  const [claim] = claims;
  if (!claim || isPointedAt(state, claims)) return clearStudy(state);
  // A single one is as if it was picked, so that one can ask why it is a claim.
  if (claims.length === 1) return { ...state, selection: claim, outcome: "pointed", shown: [] };
  return { ...state, selection: [], outcome: "open", shown: claims };
}

/** Whether the board shows these claims. */
export function isPointedAt(state: StudyState, claims: readonly Places[]): boolean {
  const [claim] = claims;
  if (claims.length === 1 && claim) {
    return state.outcome === "pointed" && isSame(sorted(state.selection), claim);
  }
  return (
    claims.length === state.shown.length &&
    claims.length > 0 &&
    claims.every((each, index) => isSame(each, state.shown[index] ?? []))
  );
}

/** Whether one can ask why the picked cards are a claim, or are none. */
export const canAskWhy = ({ outcome, selection }: StudyState): boolean =>
  outcome !== "asked" && selection.length >= 2;

/** How a card is to be marked. */
export function markOfPlace(state: StudyState, place: number): "chosen" | "wrong" | "hinted" | "" {
  if (state.selection.includes(place)) return state.outcome === "wrong" ? "wrong" : "chosen";
  return state.hinted.includes(place) ? "hinted" : "";
}

/** Return which of the claims that are shown a card belongs to, -1 for none. */
export function toneOfPlace({ shown }: StudyState, place: number): number {
  return shown.findIndex((claim) => claim.includes(place));
}

/** Return cards with the groups in which they lie. */
export function spotsOf({ slots, previous, group_shape }: Study, places: Places): SpotView[] {
  const [rows, columns] = group_shape;
  return places.map(
    (place) =>
      previous[place - slots.length] ?? {
        card: slots[place] ?? "",
        group: place % (rows * columns),
      },
  );
}

/** Return the codes of the cards at places. */
export const codesOf = (table: Study, places: Places): string[] =>
  places.map((place) => cardAt(table, place) ?? "");

const sorted = (places: Places): number[] => [...places].sort((one, other) => one - other);

function isSame(one: Places, other: Places): boolean {
  return one.length === other.length && one.every((place, index) => place === other[index]);
}
