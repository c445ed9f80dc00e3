import assert from "node:assert/strict";
import { test } from "node:test";
import type { EndReason, EventView, Subject, TableView } from "../src/protocol.ts";
import {
  describeConsequence,
  describeEvent,
  describeLead,
  describeOptimum,
  describeReason,
  describeSeconds,
  describeTies,
} from "../src/state/words.ts";
import { exampleOptions, exampleRefusal, exampleView } from "./example.ts";

function scored(scores: number[], change: Partial<TableView> = {}): TableView {
  const view = exampleView(change);
  return { ...view, seats: view.seats.map((seat, index) => ({ ...seat, score: scores[index] ?? 0 })) };
}

const contest = (change: Partial<TableView["contest"]>) => ({ ...exampleView().contest, ...change });
const text = (view: TableView, event: EventView, me: number | null = 0) =>
  describeEvent(view, event, me)?.text ?? null;

test("equal scores are ranked by who was first, and that is said", () => {
  const view = scored([3, 3], { phase: "ended", ranking: [1, 0] });
  assert.equal(describeLead(view, 0), "Bob won, being first to 3");
  assert.match(describeTies(view), /reached first/);
  assert.equal(describeTies(scored([3, 2])), "");
});

test("nobody leads with nothing, nor with less", () => {
  assert.equal(describeLead(scored([0, -1]), 0), "");
  assert.equal(describeLead(scored([-2, -1], { ranking: [1, 0], phase: "ended" }), 0), "");
});

test("a duel is won by who can move", () => {
  const duel = (reason: EndReason, change: Partial<TableView> = {}) =>
    scored([3, 3], {
      contest: contest({ key: "duel", takes_turns: true }),
      phase: "ended",
      ranking: [0, 1],
      reason,
      ...change,
    });
  assert.equal(describeLead(duel("finished"), 0), "You win: Bob cannot move");
  assert.equal(describeLead(duel("finished"), 1), "Ann wins: you cannot move");
  assert.equal(describeLead(duel("forfeit"), 1), "Ann wins: your time ran out");
  const [ann, bob] = exampleView().seats;
  const gone = duel("forfeit", { seats: [ann!, { ...bob!, present: false }] });
  assert.match(describeLead({ ...gone, seats: [ann!, { ...bob!, present: false }] }, 0), /Bob left/);
  assert.equal(describeLead(duel("finished", { phase: "playing" }), 0), "");
  assert.equal(describeTies(duel("finished")), "");
});

test("together one is measured by what is possible", () => {
  const shared = (scores: number[], goal: "most" | "fewest", change: Partial<TableView> = {}) =>
    scored(scores, {
      contest: contest({ is_shared: true, goal }),
      optimum: 6,
      optimum_proved: true,
      ...change,
    });
  assert.equal(describeOptimum(shared([], "most")), "6 are possible");
  assert.equal(describeOptimum(shared([], "fewest")), "6 suffice");
  assert.equal(describeOptimum(shared([], "fewest", { optimum: 1 })), "1 suffices");
  assert.match(describeOptimum(shared([], "most", { optimum_proved: false })), /perhaps more/);
  assert.equal(describeOptimum(shared([], "most", { optimum: null })), "");
  const over = { phase: "ended" } as const;
  assert.match(describeLead(shared([4, 2], "most", over), 0), /Perfect: 6/);
  assert.equal(describeLead(shared([3, 2], "most", over), 0), "5 of 6 possible");
  assert.equal(describeLead(shared([5, 2], "fewest", over), 0), "Done with 7; 6 suffice");
});

test("a wrong claim's price is told to the others", () => {
  const view = exampleView();
  assert.equal(text(view, exampleRefusal()), "Bob claimed wrongly.");
  assert.equal(text(view, exampleRefusal({ cost: 1 })), "Bob claimed wrongly: −1 point.");
  assert.equal(
    text(view, exampleRefusal({ at: 1000, locked_until: 6000 })),
    "Bob claimed wrongly: locked out for 5 seconds.",
  );
});

test("wishes are told with who has them", () => {
  const voted = { type: "voted", seq: 11, at: 0, seat: 1, subject: "cards", agrees: true } as const;
  const view = exampleView({ votes: [{ subject: "cards", seats: [1] }] });
  assert.equal(text(view, voted), "Bob asks for more cards.");
  assert.equal(text(view, voted, 1), "You ask for more cards.");
  const second = exampleView({ votes: [{ subject: "cards", seats: [0, 1] }] });
  assert.equal(text(second, voted), "Bob agrees.");
  assert.equal(text(view, { ...voted, agrees: false }), "Bob no longer asks for more cards.");
  const [ann, bob] = view.seats;
  assert.equal(text({ ...view, seats: [{ ...ann!, away: true }, bob!] }, voted), null);
});

test("a wish of any subject is told, and its end", () => {
  const subjects: Subject[] = ["cards", "pause", "continue", "hint"];
  const tell = (me: number | null, agrees: boolean) =>
    subjects.map((subject) => {
      const view = exampleView({ votes: [{ subject, seats: [1] }] });
      return text(view, { type: "voted", seq: 11, at: 0, seat: 1, subject, agrees }, me);
    });
  assert.deepEqual(tell(0, true), [
    "Bob asks for more cards.",
    "Bob asks for a pause.",
    "Bob asks to go on.",
    "Bob asks for a hint.",
  ]);
  assert.deepEqual(tell(1, false), [
    "You no longer ask for more cards.",
    "You no longer ask for a pause.",
    "You no longer ask to go on.",
    "You no longer ask for a hint.",
  ]);
  assert.equal(new Set([...tell(1, true), ...tell(0, false)]).size, 8);
});

test("a call without a claim is told to who called, and to the others, with its price", () => {
  const lapsed = { type: "lapsed", seq: 11, at: 0, seat: 1, cost: 0, locked_until: null } as const;
  const event = (change: object) => ({ ...lapsed, score: 0, ranking: [0, 1], ...change }) as EventView;
  const view = exampleView();
  assert.equal(text(view, event({})), "Bob called, and found nothing.");
  assert.equal(text(view, event({ cost: 2 })), "Bob called, and found nothing: −2 points.");
  assert.equal(text(view, event({}), 1), "Your time after the call is over.");
  assert.equal(
    text(view, event({ locked_until: 900 }), 1),
    "Your time after the call is over: locked out for 1 second.",
  );
});

test("growth says what led to it", () => {
  const dealt = { type: "dealt", seq: 11, at: 0, reason: "growth", cards: [{ slot: 6, card: "X" }], size: 7, undealt: 1 } as const;
  const event = { ...dealt, cards: [...dealt.cards] };
  assert.equal(describeConsequence(exampleView(), event), "No claim was left: 1 card added.");
  const voted = exampleView({ options: exampleOptions({ growth: "vote" }) });
  assert.equal(describeConsequence(voted, event), "All agreed: 1 card added.");
  assert.equal(describeConsequence(voted, { ...event, reason: "refill" }), null);
});

test("every reason for an end has its sentence", () => {
  const reasons: EndReason[] = ["finished", "score", "time", "forfeit", "abandoned", "closed"];
  assert.equal(new Set(reasons.map(describeReason)).size, reasons.length);
});

test("a begun second counts", () => {
  assert.deepEqual([1, 1000, 1001].map(describeSeconds), ["1 second", "1 second", "2 seconds"]);
});

test("what stands elsewhere on the page is only read aloud where there is little room", () => {
  const view = scored([0, 0]);
  const tone = (event: EventView) => describeEvent(view, event, 0)?.tone;
  const passed = { type: "turn_passed", seq: 11, at: 0, from: 0, to: 1 } as const;
  assert.equal(tone({ ...passed, reason: "claimed" } as unknown as EventView), "shown");
  assert.equal(tone({ ...passed, reason: "time" } as unknown as EventView), "plain");
  assert.equal(tone({ type: "paused", seq: 11, at: 0 } as EventView), "shown");
});
