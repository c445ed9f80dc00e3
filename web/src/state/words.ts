/** What happened, in words for people. */

import type { EndReason, EventView, Refused, Subject, TableView } from "../protocol.ts";
import type { Draft } from "./table.ts";
import { votersOf } from "./view.ts";

export function nameOf(view: TableView, seat: number): string {
  return view.seats[seat]?.name ?? "Somebody";
}

function count(cards: number): string {
  return cards === 1 ? "1 card" : `${cards} cards`;
}

function points(number: number): string {
  return number === 1 ? "1 point" : `${number} points`;
}

/** What who asks for something does. */
const ASKS: Readonly<Record<Subject, string>> = {
  cards: "for more cards",
  pause: "for a pause",
  continue: "to go on",
  hint: "for a hint",
};

/** Return "Ann asks for more cards", or "You ask to go on". */
export function describeWish(
  view: TableView,
  seat: number,
  subject: Subject,
  me: number | null,
): string {
  const who = seat === me ? "You ask" : `${nameOf(view, seat)} asks`;
  return `${who} ${ASKS[subject]}`;
}

/** Return what to add to the notice of the event before; null for nothing. */
export function describeConsequence(view: TableView, event: EventView): string | null {
  switch (event.type) {
    case "dealt":
      if (event.reason !== "growth") return null;
      if (view.options.growth === "vote") return `All agreed: ${count(event.cards.length)} added.`;
      return view.options.lay_ms > 0
        ? "No claim was left: cards are added."
        : `No claim was left: ${count(event.cards.length)} added.`;
    case "reshuffled":
      return `The deck was shuffled anew: ${count(event.count)}.`;
    default:
      return null;
  }
}

/** Return ": that costs a point" and the like; empty where it costs nothing. */
function describeCost(cost: number, lockedUntil: number | null, at: number): string {
  if (cost > 0) return `: −${points(cost)}`;
  if (lockedUntil !== null && lockedUntil > at) {
    return `: locked out for ${describeSeconds(lockedUntil - at)}`;
  }
  return "";
}

/** Return what to say of an event, given the table after it; null for nothing. */
export function describeEvent(view: TableView, event: EventView, me: number | null): Draft | null {
  const seat = "seat" in event ? event.seat : null;
  const mine = seat !== null && seat === me;
  const name = seat === null ? "" : nameOf(view, seat);
  switch (event.type) {
    case "joined":
      return { tone: "plain", text: mine ? "You have a seat." : `${event.name} sat down.`, seat };
    case "left": {
      if (!event.by_host) return { tone: "plain", text: `${name} left.`, seat };
      const whom = mine ? "you" : name;
      return { tone: "plain", text: `The host sent ${whom} away.`, seat };
    }
    case "went_away":
      return { tone: "quiet", text: `${name} has lost the connection.`, seat };
    case "came_back":
      return { tone: "quiet", text: mine ? "You are back." : `${name} is back.`, seat };
    case "configured":
      return { tone: "plain", text: "The host chose other options." };
    case "muted": {
      const verb = event.muted ? "may not chat any more" : "may chat again";
      return { tone: "quiet", text: `${mine ? "You" : name} ${verb}.`, seat };
    }
    case "started":
      return { tone: "plain", text: "The game has begun." };
    case "claimed":
      return { tone: "claim", text: mine ? "You took" : `${name} took`, cards: event.cards, seat };
    case "called":
      return mine ? null : { tone: "shown", text: `${name} has called.`, seat };
    case "lapsed": {
      const cost = describeCost(event.cost, event.locked_until, event.at);
      const text = mine ? "Your time after the call is over" : `${name} called, and found nothing`;
      return { tone: mine ? "refusal" : "quiet", text: `${text}${cost}.`, seat };
    }
    case "refused": {
      if (mine || event.code === "too_late") return null;
      const cost = describeCost(event.cost, event.locked_until, event.at);
      return { tone: "quiet", text: `${name} claimed wrongly${cost}.`, seat };
    }
    case "taken_back":
      return { tone: "plain", text: `${mine ? "You" : name} took the last claim back.`, seat };
    case "turn_passed": {
      const why = { no_match: "No match. ", time: "Time is up. ", left: "" }[event.reason] ?? "";
      const whose = event.to === me ? "It is your turn." : `${nameOf(view, event.to)} is next.`;
      return { tone: why ? "plain" : "shown", text: why + whose, seat: event.to };
    }
    case "voted":
      return describeVote(view, event.subject, event.agrees, event.seat, me);
    case "paused":
      return { tone: "shown", text: "The game is paused." };
    case "continued":
      return { tone: "shown", text: "The game goes on." };
    case "hinted":
      return event.seat === null || mine
        ? null
        : { tone: "quiet", text: `${name} took a hint.`, seat };
    case "ended":
      return { tone: "shown", text: describeReason(event.reason) };
    default:
      return null;
  }
}

function describeVote(
  view: TableView,
  subject: Subject,
  agrees: boolean,
  seat: number,
  me: number | null,
): Draft | null {
  // Who is alone is asked by nobody.
  if (votersOf(view).length < 2) return null;
  const who = seat === me ? "You" : nameOf(view, seat);
  if (!agrees) {
    const verb = seat === me ? "no longer ask" : "no longer asks";
    return { tone: "quiet", text: `${who} ${verb} ${ASKS[subject]}.`, seat };
  }
  const isFirst = view.votes.find((vote) => vote.subject === subject)?.seats.length === 1;
  if (isFirst) return { tone: "shown", text: `${describeWish(view, seat, subject, me)}.`, seat };
  return { tone: "shown", text: `${who} ${seat === me ? "agree" : "agrees"}.`, seat };
}

/** Return what a table is called: its variant, and what is played for where that is no race. */
export function titleOf({ title, contest }: TableView): string {
  return contest.key === "race" ? title : `${title} · ${contest.title}`;
}

/** Return why a game is over. */
export function describeReason(reason: EndReason | null): string {
  const why: Readonly<Record<EndReason, string>> = {
    finished: "The game is over.",
    score: "The game is over: the score was reached.",
    time: "The game is over: time is up.",
    forfeit: "The game is over: a turn went by.",
    abandoned: "The game was broken off: nobody was left.",
    closed: "The table was closed by the club.",
  };
  return reason === null ? "" : why[reason];
}

/** Return "colour: red, red, green" for every feature that fails. */
function describeFeatures(details: Record<string, unknown>): string[] {
  const { features } = details;
  if (!Array.isArray(features)) return [];
  return features.flatMap((fact: unknown) => {
    if (typeof fact !== "object" || fact === null) return [];
    const { feature, values } = fact as { feature?: unknown; values?: unknown };
    return Array.isArray(values) ? [`${String(feature)}: ${values.map(String).join(", ")}`] : [];
  });
}

/** Return how a refusal is explained to the one who is refused. */
export function describeRefusal(refused: Refused, cards: readonly string[]): Draft {
  return {
    tone: "refusal",
    text: refused.message,
    lines: describeFeatures(refused.details),
    cards,
    canExplain: refused.code === "not_a_claim" && cards.length > 0,
  };
}

/** Return how it is told that others were before an offered claim; `view` is the table after it. */
export function describeLateness(view: TableView, cards: readonly string[]): Draft {
  const { last } = view;
  const taker = last && last.cards.some((card) => cards.includes(card)) ? last.seat : null;
  const text = taker === null ? "Too late." : `Too late: ${nameOf(view, taker)} acted first.`;
  return { tone: "refusal", text, cards };
}

/** Return who is ahead, in a few words; empty while nobody is. */
export function describeLead(view: TableView, me: number | null): string {
  if (view.contest.is_shared) return describeShared(view);
  if (view.contest.takes_turns) return view.phase === "ended" ? describeDuel(view, me) : "";
  const ranked = view.ranking.flatMap((seat) => view.seats[seat] ?? []);
  const best = ranked[0]?.score ?? 0;
  if (best <= 0) return "";
  const leaders = ranked.filter((seat) => seat.score === best);
  const [first] = leaders;
  const isTie = leaders.length > 1;
  const who = first?.seat === me ? "You" : first?.name;
  if (view.phase === "ended") return isTie ? `${who} won, being first to ${best}` : `${who} won`;
  if (isTie) return "Level";
  return who === "You" ? "You lead" : `${who} leads`;
}

/** Return how many claims all have taken together. */
export function countShared(view: TableView): number {
  return view.seats.reduce((sum, seat) => sum + seat.score, 0);
}

/** Return "Best possible" where all together reached the optimum; else how far they came. */
function describeShared(view: TableView): string {
  const taken = countShared(view);
  const { optimum, phase } = view;
  if (phase !== "ended") return taken > 0 ? `${taken} taken` : "";
  if (optimum === null) return `You took ${taken}`;
  if (taken === optimum && view.optimum_proved) return `Perfect: ${taken}, and no better is possible`;
  return view.contest.goal === "fewest"
    ? `Done with ${taken}; ${optimum} suffice`
    : `${taken} of ${optimum} possible`;
}

/** Return what can be reached at best, empty where it is not known. */
export function describeOptimum(view: TableView): string {
  const { optimum, optimum_proved, contest } = view;
  if (optimum === null) return "";
  if (contest.goal === "fewest") {
    return optimum_proved ? `${optimum} suffice` : `${optimum} suffice, perhaps fewer`;
  }
  return optimum_proved ? `${optimum} are possible` : `${optimum} are possible, perhaps more`;
}

function describeDuel(view: TableView, me: number | null): string {
  const [winner, loser] = view.ranking;
  if (winner === undefined || loser === undefined) return "";
  const who = winner === me ? "You win" : `${nameOf(view, winner)} wins`;
  const other = loser === me ? "you" : nameOf(view, loser);
  if (view.reason === "finished") return `${who}: ${other} cannot move`;
  if (view.reason !== "forfeit") return who;
  const isGone = view.seats[loser]?.present === false;
  return `${who}: ${isGone ? `${other} left` : `${loser === me ? "your" : `${other}'s`} time ran out`}`;
}

/** Return how equal scores were ranked, empty where there are none. */
export function describeTies(view: TableView): string {
  if (view.contest.is_shared || view.contest.takes_turns) return "";
  const scores = view.seats.map((seat) => seat.score);
  const hasTie = new Set(scores).size < scores.length;
  return hasTie ? "Of equal scores the one that was reached first ranks first." : "";
}

/** Return a length of time as 4:07 or 1:02:09. */
export function describeDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  const padded = (hours ? [hours, ...parts] : parts).map((part, index) =>
    index ? String(part).padStart(2, "0") : String(part),
  );
  return padded.join(":");
}

/** Return a short time as "1 second" or "4 seconds", a begun one counting whole. */
export function describeSeconds(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
