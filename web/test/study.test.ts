import assert from "node:assert/strict";
import { test } from "node:test";
import { readInvitation, readRoute, readStudy, studyPath, writeCards } from "../src/net/address.ts";
import { pictureAddress, type Study } from "../src/net/study.ts";
import {
  beginStudy,
  canAskWhy,
  canClaim,
  cardAt,
  clearStudy,
  codesOf,
  hasHint,
  hintClaim,
  isDone,
  isPointedAt,
  judgeClaim,
  markOfPlace,
  pointAt,
  pressPlace,
  spotsOf,
  type StudyState,
  submitClaim,
  toneOfPlace,
  turnAnswers,
} from "../src/state/study.ts";

const makeStudy = (change: Partial<Study> = {}): Study => ({
  variant: "classic",
  title: "Classic",
  claim_title: "Set",
  deck: "classic",
  group_shape: [1, 1],
  claim_sizes: [3, 3],
  chains: false,
  path: "/t/A-B",
  text: "A B",
  cards: 6,
  slots: ["A", "B", "C", null, "D", "E", "F"],
  previous: [],
  task: "Find every Set.",
  claims: [
    { places: [0, 1, 2], differing: 4 },
    { places: [0, 4, 5], differing: 1 },
  ],
  has_all: true,
  level: 1,
  effort_ms: 1000,
  questions: [],
  ...change,
});

const begin = (change: Partial<Study> = {}): StudyState => beginStudy(makeStudy(change));
const press = (state: StudyState, ...places: number[]): StudyState =>
  places.reduce(pressPlace, state);

test("claims are found in any order, none twice, until all are", () => {
  let state = press(begin(), 2, 0, 1);
  assert.equal(state.outcome, "found");
  assert.deepEqual(state.found, [[0, 1, 2]]);
  assert.ok(!isDone(state));
  state = press(state, 1, 2, 0);
  assert.equal(state.outcome, "again");
  assert.equal(state.found.length, 1);
  state = press(state, 5, 4, 0);
  assert.equal(state.outcome, "found");
  assert.ok(isDone(state));
});

test("a wrong claim stays marked until the next pick", () => {
  let state = press(begin(), 0, 1, 4);
  assert.deepEqual([state.outcome, state.wrong], ["wrong", 1]);
  assert.equal(markOfPlace(state, 4), "wrong");
  state = press(state, 4);
  assert.deepEqual([state.outcome, state.selection], ["open", [4]]);
  assert.equal(markOfPlace(state, 4), "chosen");
  assert.deepEqual(press(state, 4).selection, []);
  assert.deepEqual(press(state, 3), state);
});

test("claims of several sizes are claimed by hand, the largest at once", () => {
  const sizes = begin({ claim_sizes: [2, 3], claims: [{ places: [0, 1], differing: 1 }] });
  const picked = press(sizes, 0, 1);
  assert.equal(picked.outcome, "open");
  assert.ok(!canClaim(press(sizes, 0)));
  assert.equal(submitClaim(press(sizes, 0)).outcome, "open");
  assert.equal(submitClaim(picked).outcome, "found");
  assert.equal(press(picked, 2).outcome, "wrong");
});

test("what was not sent is asked of the server", () => {
  const asked = press(begin({ has_all: false }), 1, 4, 5);
  assert.equal(asked.outcome, "asked");
  assert.deepEqual(press(asked, 0), asked);
  assert.deepEqual(clearStudy(asked), asked);
  assert.deepEqual(pointAt(asked, [[0, 1, 2]]), asked);
  assert.ok(!canAskWhy(asked));
  assert.deepEqual(judgeClaim(asked, true).found, [[1, 4, 5]]);
  assert.deepEqual([judgeClaim(asked, false).outcome, judgeClaim(asked, false).wrong], ["wrong", 1]);
  assert.ok(!isDone(judgeClaim(asked, true)));
  const open = press(begin(), 0);
  assert.deepEqual(judgeClaim(open, true), open);
});

test("a hint shows a card of the easiest claim that is not found, never its last one", () => {
  let state = hintClaim(begin());
  assert.deepEqual(state.hinted, [0]);
  state = hintClaim(state);
  assert.deepEqual(state.hinted, [0, 4]);
  assert.equal(markOfPlace(state, 4), "hinted");
  assert.ok(!hasHint(state));
  state = press(state, 0, 4, 5);
  assert.deepEqual([state.hinted, state.hints], [[], 2]);
  assert.deepEqual(hintClaim(state).hinted, [0]);
  state = press(hintClaim(hintClaim(state)), 0, 1, 2);
  assert.ok(isDone(state));
  assert.ok(!hasHint(state));
});

test("what was shown of a claim is still shown after another one is found", () => {
  const state = press(hintClaim(hintClaim(begin())), 0, 1, 2);
  assert.deepEqual(state.hinted, [0, 4]);
});

test("pointing at one claim is as picking it, at several gives each a colour", () => {
  const one = pointAt(begin(), [[0, 1, 2]]);
  assert.equal(one.outcome, "pointed");
  assert.ok(isPointedAt(one, [[0, 1, 2]]));
  assert.ok(canAskWhy(one));
  assert.deepEqual(pointAt(one, [[0, 1, 2]]).selection, []);
  const claims = [
    [0, 1],
    [4, 5],
  ];
  const both = pointAt(one, claims);
  assert.ok(isPointedAt(both, claims));
  assert.ok(!isPointedAt(both, [[0, 1]]));
  assert.deepEqual([0, 4, 2].map((place) => toneOfPlace(both, place)), [0, 1, -1]);
  assert.ok(!isPointedAt(pointAt(both, claims), claims));
  assert.ok(!isPointedAt(begin(), []));
  assert.deepEqual(press(both, 2).shown, []);
});

test("answers are shown and hidden, and nothing is pointed at any more", () => {
  const shown = turnAnswers(pointAt(begin(), [[0, 1, 2]]), true);
  assert.deepEqual([shown.revealed, shown.selection], [true, []]);
  assert.ok(!turnAnswers(shown, false).revealed);
});

test("cards are known by their places, those of the claim before too", () => {
  const study = makeStudy({ group_shape: [1, 3], previous: [{ card: "P", group: 2 }] });
  assert.equal(cardAt(study, 7), "P");
  assert.equal(cardAt(study, 3), null);
  assert.deepEqual(codesOf(study, [1, 7]), ["B", "P"]);
  assert.deepEqual(spotsOf(study, [4, 7]), [
    { card: "D", group: 1 },
    { card: "P", group: 2 },
  ]);
});

test("addresses of tables", () => {
  for (const path of ["/t", "/t/", "/t/1RSD-2GHS", "/t/1RSD / 2GHS", "/t/a/b/c"]) {
    assert.equal(readRoute(path).page, "study", path);
  }
  assert.equal(readRoute("/t/1RSD.svg").page, "unknown");
  const written = { variant: "mega+ultra", cards: "two red / ovals.", previous: "1RD" };
  const address = new URL(studyPath(written), "http://club");
  assert.deepEqual(readStudy(address), written);
  assert.deepEqual(readStudy({ pathname: "/t", search: "" }), {
    variant: "classic",
    cards: "",
    previous: "",
  });
  const look = { theme: "contrast", dark: true, numbers: true, ground: false };
  assert.equal(
    pictureAddress("/t/1RSD?variant=super", look),
    "/t/1RSD.svg?variant=super&theme=contrast&dark=1&numbers=1&ground=0",
  );
});

test("a pasted link opens a table to study, and is taken for no live table", () => {
  const path = "/t/1RSD-2GHS_x-3POO?variant=ultra";
  for (const host of ["", "http://club:8333", "https://club.example", "club.example"]) {
    assert.deepEqual(readInvitation(` ${host}${path} `), { study: path }, host);
    assert.deepEqual(readInvitation(`${host}${path}#top`), { study: path }, host);
  }
  for (const text of ["/t/", "http://club/t", "two words /t/1RSD"]) {
    assert.equal(readInvitation(text), null, text);
  }
});

test("the cards of a table are written group by group, with its gaps", () => {
  assert.equal(writeCards(["A", "B", null], 1), "A-B-x");
  assert.equal(writeCards(["A", "B", "C", "D", null, "F"], 3), "A-D_B-x_C-F");
});
