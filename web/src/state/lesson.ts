/** Going through a lesson: one state, and pure functions that return the next one. */

import type { LaidCard, Lesson, Step } from "../net/lessons.ts";
import type { Explained, SpotView } from "../protocol.ts";

/** How a step stands: not answered, answered, or its answer was shown. */
export type Outcome = "open" | "right" | "wrong" | "shown";

export interface LessonState {
  lesson: Lesson;
  /** Number of the step; that of all steps when the lesson is over. */
  index: number;
  /** The furthest step that was come to. */
  reached: number;
  /** Cards that are picked. */
  selection: readonly string[];
  outcome: Outcome;
  /** Cards about which the server is to be asked, null for none. */
  asked: readonly string[] | null;
  explained: Explained | null;
}

/** Return the state at the first step. */
export function begin(lesson: Lesson): LessonState {
  return comeTo({ lesson, index: 0, reached: 0, ...FRESH }, 0);
}

const FRESH = { selection: [], outcome: "open", asked: null, explained: null } as const;

/** Return the step that is shown, null when the lesson is over. */
export const stepOf = ({ lesson, index }: LessonState): Step | null => lesson.steps[index] ?? null;

/** Go to a step that was come to before, or to the one after. */
export function comeTo(state: LessonState, index: number): LessonState {
  const { steps } = state.lesson;
  if (index < 0 || index > steps.length || index > state.reached + 1) return state;
  const step = steps[index];
  return {
    ...state,
    ...FRESH,
    index,
    reached: Math.max(state.reached, index),
    selection: step?.task === "pick" ? step.given : [],
    explained: step?.task === "read" ? step.explained : null,
  };
}

/** Whether the step is done, so that the next one may come. */
export function isDone(state: LessonState): boolean {
  const step = stepOf(state);
  if (step === null) return false;
  if (step.task === "read" || state.index < state.reached) return true;
  if (step.task === "judge") return state.outcome !== "open";
  return state.outcome === "right" || state.outcome === "shown";
}

export function goOn(state: LessonState): LessonState {
  return isDone(state) ? comeTo(state, state.index + 1) : state;
}

export function goBack(state: LessonState): LessonState {
  return comeTo(state, state.index - 1);
}

/** Say whether the cards of a step are a claim. */
export function judge(state: LessonState, isClaim: boolean): LessonState {
  const step = stepOf(state);
  if (step?.task !== "judge" || state.outcome !== "open") return state;
  const outcome = step.is_claim === isClaim ? "right" : "wrong";
  return { ...state, outcome, explained: step.explained };
}

/** Pick a card, or put it back; as many as are a claim are answered with at once. */
export function press(state: LessonState, card: string): LessonState {
  const step = stepOf(state);
  if (step?.task !== "pick" || state.outcome === "right" || state.outcome === "shown") return state;
  if (step.given.includes(card)) return state;
  // After a wrong answer the next pick begins anew.
  const open = state.outcome === "wrong" ? clear(state) : state;
  const selection = open.selection.includes(card)
    ? open.selection.filter((other) => other !== card)
    : [...open.selection, card];
  const next = { ...open, selection };
  return selection.length === step.sizes[1] ? submit(next) : next;
}

/** Put all picked cards back. */
export function clear(state: LessonState): LessonState {
  const step = stepOf(state);
  if (step?.task !== "pick" || state.outcome === "right" || state.outcome === "shown") return state;
  return { ...state, ...FRESH, selection: step.given };
}

/** Whether what is picked can be answered with. */
export function canSubmit(state: LessonState): boolean {
  const step = stepOf(state);
  return step?.task === "pick" && state.outcome === "open" && state.selection.length >= step.sizes[0];
}

/** Answer with what is picked. */
export function submit(state: LessonState): LessonState {
  const step = stepOf(state);
  if (step?.task !== "pick" || !canSubmit(state)) return state;
  const isRight = step.answers.some((answer) => isSame(answer, state.selection));
  return { ...state, outcome: isRight ? "right" : "wrong", asked: state.selection };
}

/** Show a right answer. */
export function reveal(state: LessonState): LessonState {
  const step = stepOf(state);
  const [answer] = step?.task === "pick" ? step.answers : [];
  if (!answer || state.outcome === "right") return state;
  return { ...state, outcome: "shown", selection: answer, asked: answer, explained: null };
}

/** What the server said about some cards; too late if others are asked about by now. */
export function hear(state: LessonState, explained: Explained): LessonState {
  return state.asked && isSame(state.asked, explained.cards) ? { ...state, explained } : state;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((card) => other.includes(card));
}

/** How a card is to be marked. */
export function markOf(state: LessonState, card: string): "chosen" | "wrong" | "" {
  const step = stepOf(state);
  if (step?.task === "pick") {
    if (!state.selection.includes(card)) return "";
    return state.outcome === "wrong" && !step.given.includes(card) ? "wrong" : "chosen";
  }
  // Where all cards are meant, none need be pointed at.
  const laid = step?.slots.filter((here) => here !== null).length ?? 0;
  const isMeant = step?.marked.includes(card) ?? false;
  return isMeant && (laid > (step?.marked.length ?? 0) || step?.previous.length) ? "chosen" : "";
}

/** Return what is seen of a card: its code, null where it lies face down. */
export function faceOf(state: LessonState, { card, down }: LaidCard): string | null {
  return down && !state.selection.includes(card) ? null : card;
}

/** Whether a step's cards are turned up as they are picked. */
export const turnsUp = (step: Step): boolean => step.slots.some((here) => here?.down);

/** Return cards with the groups in which they lie. */
export function spotsOf(state: LessonState, cards: readonly string[]): SpotView[] {
  const [rows, columns] = state.lesson.group_shape;
  const step = stepOf(state);
  return cards.map((card) => {
    const before = step?.previous.find((spot) => spot.card === card);
    if (before) return before;
    const slot = step?.slots.findIndex((here) => here?.card === card) ?? 0;
    return { card, group: Math.max(0, slot) % (rows * columns) };
  });
}
