import assert from "node:assert/strict";
import { test } from "node:test";
import type { Lesson, PickStep, Step } from "../src/net/lessons.ts";
import type { Explained } from "../src/protocol.ts";
import {
  begin,
  canSubmit,
  clear,
  comeTo,
  faceOf,
  goBack,
  goOn,
  hear,
  isDone,
  judge,
  type LessonState,
  markOf,
  press,
  reveal,
  spotsOf,
  stepOf,
  submit,
} from "../src/state/lesson.ts";
import { layLesson } from "../src/state/lesson-plan.ts";

const explained = (cards: string[], isClaim = true): Explained => ({
  type: "explained",
  cards,
  is_claim: isClaim,
  sentence: "So it is.",
  features: [],
  third: null,
});

const lay = (cards: string, down = false) => [...cards].map((card) => ({ card, down }));

const pick = (change: Partial<PickStep> = {}): PickStep => ({
  task: "pick",
  text: "Pick three.",
  slots: lay("ABCDEF"),
  previous: [],
  given: ["A", "B"],
  sizes: [3, 3],
  answers: [["C", "A", "B"]],
  ...change,
});

const READ: Step = {
  task: "read",
  text: "Look.",
  slots: lay("ABC"),
  previous: [],
  marked: ["A", "B", "C"],
  explained: explained(["A", "B", "C"]),
};

const JUDGE: Step = {
  task: "judge",
  text: "Are they?",
  slots: lay("ABD"),
  previous: [],
  marked: ["A", "B", "D"],
  is_claim: false,
  explained: explained(["A", "B", "D"], false),
};

const lesson = (...steps: Step[]): Lesson => ({
  key: "set",
  axis: "pattern",
  question: "What is a claim?",
  title: "The rule",
  sentence: "Three cards.",
  minutes: 2,
  variant: "classic",
  deck: "classic",
  group_shape: [1, 1],
  next: null,
  steps,
});

const at = (step: Step): LessonState => begin(lesson(step, READ));

test("a lesson is gone through step by step, and back", () => {
  let state = begin(lesson(READ, JUDGE, READ));
  assert.equal(state.explained, READ.task === "read" ? READ.explained : null);
  state = goOn(state);
  assert.equal(stepOf(state), JUDGE);
  assert.equal(isDone(state), false);
  assert.equal(goOn(state), state, "not before it is answered");
  state = goOn(judge(state, false));
  assert.equal(state.index, 2);
  assert.equal(goBack(goBack(state)).index, 0);
  assert.equal(goBack(begin(lesson(READ))).index, 0);
  const over = goOn(state);
  assert.equal(stepOf(over), null);
  assert.equal(goOn(over), over);
});

test("steps that were come to can be come to again, others cannot", () => {
  const state = goOn(begin(lesson(READ, JUDGE, READ, READ)));
  assert.equal(comeTo(state, 3), state);
  const back = comeTo(state, 0);
  assert.equal(comeTo(back, 1).index, 1);
  const answered = goBack(goOn(judge(state, true)));
  assert.equal(answered.outcome, "open");
  assert.equal(isDone(answered), true, "it was done before");
});

test("yes and no are judged once", () => {
  const right = judge(at(JUDGE), false);
  assert.deepEqual([right.outcome, right.explained], ["right", JUDGE.task === "judge" && JUDGE.explained]);
  const wrong = judge(at(JUDGE), true);
  assert.equal(wrong.outcome, "wrong");
  assert.equal(judge(wrong, false), wrong);
  assert.equal(isDone(wrong), true);
});

test("the third card answers, in any order of the answer's cards", () => {
  const right = press(at(pick()), "C");
  assert.equal(right.outcome, "right");
  assert.deepEqual(right.asked, ["A", "B", "C"]);
  assert.equal(isDone(right), true);
  assert.equal(press(right, "D"), right);
});

test("a wrong pick is asked about, and the next one begins anew", () => {
  const wrong = press(at(pick()), "D");
  assert.equal(wrong.outcome, "wrong");
  assert.deepEqual(wrong.asked, ["A", "B", "D"]);
  assert.equal(isDone(wrong), false);
  assert.deepEqual(["A", "B", "D", "E"].map((card) => markOf(wrong, card)), ["chosen", "chosen", "wrong", ""]);
  const told = hear(wrong, explained(["D", "B", "A"], false));
  assert.equal(told.explained?.is_claim, false);
  const again = press(told, "C");
  assert.deepEqual([again.outcome, again.explained, again.selection], ["right", null, ["A", "B", "C"]]);
});

test("what is said about other cards comes too late", () => {
  const wrong = press(at(pick()), "D");
  assert.equal(hear(wrong, explained(["A", "B", "C"])), wrong);
  assert.equal(hear(at(pick()), explained(["A", "B", "C"])).explained, null);
});

test("cards are put back, but for those that are given", () => {
  const open = at(pick({ given: ["A"] }));
  const two = press(open, "C");
  assert.deepEqual(press(two, "C").selection, ["A"]);
  assert.equal(press(two, "A"), two);
  assert.deepEqual(clear(two).selection, ["A"]);
});

test("claims of several sizes wait for a word", () => {
  const step = pick({ given: [], sizes: [2, 4], answers: [["A", "B", "C"]] });
  let state = press(at(step), "A");
  assert.equal(canSubmit(state), false);
  assert.equal(submit(state), state);
  state = press(press(state, "B"), "C");
  assert.deepEqual([canSubmit(state), state.outcome], [true, "open"]);
  assert.equal(submit(state).outcome, "right");
  assert.equal(press(state, "D").outcome, "wrong", "the most that a claim can have");
});

test("an answer can be shown", () => {
  const shown = reveal(press(at(pick()), "D"));
  assert.deepEqual([shown.outcome, shown.selection], ["shown", ["C", "A", "B"]]);
  assert.equal(isDone(shown), true);
  const right = press(at(pick()), "C");
  assert.equal(reveal(right), right);
  assert.equal(reveal(at(JUDGE)).outcome, "open");
});

test("cards that lie face down are seen while they are picked", () => {
  const step = pick({ slots: [...lay("AB"), ...lay("CDEF", true)] });
  const faces = (state: LessonState) =>
    step.slots.map((here) => (here && faceOf(state, here)) ?? ".").join("");
  assert.equal(faces(at(step)), "AB....");
  assert.equal(faces(press(at(step), "D")), "AB.D..");
  assert.equal(faces(press(press(at(step), "D"), "C")), "ABC...");
});

test("only cards among others are pointed at", () => {
  assert.equal(markOf(at(READ), "A"), "");
  assert.equal(markOf(at({ ...READ, slots: lay("ABCD") }), "A"), "chosen");
  const before = { card: "Z", group: 0 };
  assert.equal(markOf(at({ ...READ, previous: [before], marked: ["A", "B", "Z"] }), "Z"), "chosen");
});

test("cards are asked about where they lie", () => {
  const step = pick({ slots: [...lay("AB"), null, ...lay("DEF")], previous: [{ card: "Z", group: 2 }] });
  const state = begin({ ...lesson(step), group_shape: [1, 3] });
  assert.deepEqual(spotsOf(state, ["B", "F", "Z"]), [
    { card: "B", group: 1 },
    { card: "F", group: 2 },
    { card: "Z", group: 2 },
  ]);
});

test("a few cards lie side by side and fit, on any board", () => {
  for (const board of [{ width: 320, height: 200 }, { width: 320, height: 330 }, { width: 900, height: 500 }]) {
    for (const slots of [3, 4, 6, 7, 8, 9, 12, 15]) {
      const { place, card, height } = layLesson(slots, [1, 1], board, 1.5);
      assert.ok(height <= board.height, `${slots} cards on ${board.width}×${board.height}`);
      assert.ok(Math.min(card.width, card.height) >= 36, `${slots} cards on ${board.width}×${board.height}`);
      const last = place(slots - 1);
      assert.ok(last.x + last.width <= board.width);
      if (slots === 3) assert.equal(place(0).y, place(2).y);
    }
  }
});
