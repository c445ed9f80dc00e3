/** What happened, in words for people. */

import { sayValue } from "../cards/colours.ts";
import { t, tn } from "../language/language.ts";
import type { EndReason, EventView, Refused, Subject, TableView } from "../protocol.ts";
import type { Draft } from "./table.ts";
import { votersOf } from "./view.ts";

export function nameOf(view: TableView, seat: number): string {
  return view.seats[seat]?.name ?? t("Somebody");
}

/** Return "Ann asks for more cards", or "You ask to go on". */
export function describeWish(
  view: TableView,
  seat: number,
  subject: Subject,
  me: number | null,
): string {
  const name = nameOf(view, seat);
  const mine = seat === me;
  switch (subject) {
    case "cards":
      return mine ? t("You ask for more cards") : t("{name} asks for more cards", { name });
    case "pause":
      return mine ? t("You ask for a pause") : t("{name} asks for a pause", { name });
    case "continue":
      return mine ? t("You ask to go on") : t("{name} asks to go on", { name });
    case "hint":
      return mine ? t("You ask for a hint") : t("{name} asks for a hint", { name });
  }
}

function describeEndOfWish(name: string, mine: boolean, subject: Subject): string {
  switch (subject) {
    case "cards":
      return mine
        ? t("You no longer ask for more cards.")
        : t("{name} no longer asks for more cards.", { name });
    case "pause":
      return mine
        ? t("You no longer ask for a pause.")
        : t("{name} no longer asks for a pause.", { name });
    case "continue":
      return mine
        ? t("You no longer ask to go on.")
        : t("{name} no longer asks to go on.", { name });
    case "hint":
      return mine
        ? t("You no longer ask for a hint.")
        : t("{name} no longer asks for a hint.", { name });
  }
}

/** Return what to add to the notice of the event before; null for nothing. */
export function describeConsequence(view: TableView, event: EventView): string | null {
  switch (event.type) {
    case "dealt": {
      if (event.reason !== "growth") return null;
      const { length } = event.cards;
      if (view.options.growth === "vote") {
        return tn("All agreed: {count} card added.", "All agreed: {count} cards added.", length);
      }
      if (view.options.lay_ms > 0) return t("No claim was left: cards are added.");
      return tn(
        "No claim was left: {count} card added.",
        "No claim was left: {count} cards added.",
        length,
      );
    }
    case "reshuffled":
      return tn(
        "The deck was shuffled anew: {count} card.",
        "The deck was shuffled anew: {count} cards.",
        event.count,
      );
    default:
      return null;
  }
}

interface Price {
  cost: number;
  locked_until: number | null;
  at: number;
}

/** Return what something cost, to stand behind a colon; empty where it cost nothing. */
function describePrice({ cost, locked_until, at }: Price): string {
  if (cost > 0) return tn("−{count} point", "−{count} points", cost);
  if (locked_until === null || locked_until <= at) return "";
  const seconds = countSeconds(locked_until - at);
  return tn("locked out for {count} second", "locked out for {count} seconds", seconds);
}

function describeLapse(name: string, mine: boolean, event: Price): string {
  const price = describePrice(event);
  if (mine) {
    return price
      ? t("Your time after the call is over: {price}.", { price })
      : t("Your time after the call is over.");
  }
  return price
    ? t("{name} called, and found nothing: {price}.", { name, price })
    : t("{name} called, and found nothing.", { name });
}

function describeRefused(name: string, event: Price): string {
  const price = describePrice(event);
  return price
    ? t("{name} claimed wrongly: {price}.", { name, price })
    : t("{name} claimed wrongly.", { name });
}

/** Return what to say of an event, given the table after it; null for nothing. */
export function describeEvent(view: TableView, event: EventView, me: number | null): Draft | null {
  const seat = "seat" in event ? event.seat : null;
  const mine = seat !== null && seat === me;
  const name = seat === null ? "" : nameOf(view, seat);
  switch (event.type) {
    case "joined": {
      const text = mine ? t("You have a seat.") : t("{name} sat down.", { name: event.name });
      return { tone: "plain", text, seat };
    }
    case "left": {
      if (!event.by_host) return { tone: "plain", text: t("{name} left.", { name }), seat };
      const text = mine ? t("The host sent you away.") : t("The host sent {name} away.", { name });
      return { tone: "plain", text, seat };
    }
    case "went_away":
      return { tone: "quiet", text: t("{name} has lost the connection.", { name }), seat };
    case "came_back": {
      const text = mine ? t("You are back.") : t("{name} is back.", { name });
      return { tone: "quiet", text, seat };
    }
    case "configured":
      return { tone: "plain", text: t("The host chose other options.") };
    case "muted":
      return { tone: "quiet", text: describeMuting(name, mine, event.muted), seat };
    case "started":
      return { tone: "plain", text: t("The game has begun.") };
    case "claimed": {
      const text = mine ? t("You took") : t("{name} took", { name });
      return { tone: "claim", text, cards: event.cards, seat };
    }
    case "called":
      return mine ? null : { tone: "shown", text: t("{name} has called.", { name }), seat };
    case "lapsed": {
      const text = describeLapse(name, mine, event);
      return { tone: mine ? "refusal" : "quiet", text, seat };
    }
    case "refused":
      if (mine || event.code === "too_late") return null;
      return { tone: "quiet", text: describeRefused(name, event), seat };
    case "taken_back": {
      const text = mine
        ? t("You took the last claim back.")
        : t("{name} took the last claim back.", { name });
      return { tone: "plain", text, seat };
    }
    case "turn_passed": {
      const next = describeNext(nameOf(view, event.to), event.to === me);
      switch (event.reason) {
        case "no_match":
          return { tone: "plain", text: t("No match. {next}", { next }), seat: event.to };
        case "time":
          return { tone: "plain", text: t("Time is up. {next}", { next }), seat: event.to };
        default:
          return { tone: "shown", text: next, seat: event.to };
      }
    }
    case "voted":
      return describeVote(view, event.subject, event.agrees, event.seat, me);
    case "paused":
      return { tone: "shown", text: t("The game is paused.") };
    case "continued":
      return { tone: "shown", text: t("The game goes on.") };
    case "hinted":
      return event.seat === null || mine
        ? null
        : { tone: "quiet", text: t("{name} took a hint.", { name }), seat };
    case "ended":
      return { tone: "shown", text: describeReason(event.reason) };
    default:
      return null;
  }
}

function describeMuting(name: string, mine: boolean, isMuted: boolean): string {
  if (isMuted) {
    return mine ? t("You may not chat any more.") : t("{name} may not chat any more.", { name });
  }
  return mine ? t("You may chat again.") : t("{name} may chat again.", { name });
}

function describeNext(name: string, mine: boolean): string {
  return mine ? t("It is your turn.") : t("{name} is next.", { name });
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
  const name = nameOf(view, seat);
  const mine = seat === me;
  if (!agrees) return { tone: "quiet", text: describeEndOfWish(name, mine, subject), seat };
  const isFirst = view.votes.find((vote) => vote.subject === subject)?.seats.length === 1;
  if (isFirst) {
    const wish = describeWish(view, seat, subject, me);
    return { tone: "shown", text: t("{wish}.", { wish }), seat };
  }
  return { tone: "shown", text: mine ? t("You agree.") : t("{name} agrees.", { name }), seat };
}

/** Return what a table is called: its variant, and what is played for where that is no race. */
export function titleOf({ title, contest }: TableView): string {
  return contest.key === "race" ? title : `${title} · ${contest.title}`;
}

/** Return why a game is over. */
export function describeReason(reason: EndReason | null): string {
  switch (reason) {
    case "finished":
      return t("The game is over.");
    case "score":
      return t("The game is over: the score was reached.");
    case "time":
      return t("The game is over: time is up.");
    case "forfeit":
      return t("The game is over: a turn went by.");
    case "abandoned":
      return t("The game was broken off: nobody was left.");
    case "closed":
      return t("The table was closed by the club.");
    case null:
      return "";
  }
}

/** Return "colour: red, red, green" for every feature that fails. */
function describeFeatures(details: Record<string, unknown>): string[] {
  const { features } = details;
  if (!Array.isArray(features)) return [];
  return features.flatMap((fact: unknown) => {
    if (typeof fact !== "object" || fact === null) return [];
    const { feature, values } = fact as { feature?: unknown; values?: unknown };
    if (!Array.isArray(values)) return [];
    const listed = values.map((value) => sayValue(String(value))).join(", ");
    return [t("{feature}: {values}", { feature: String(feature), values: listed })];
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
  const text =
    taker === null
      ? t("Too late.")
      : t("Too late: {name} acted first.", { name: nameOf(view, taker) });
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
  const mine = first?.seat === me;
  const name = first?.name ?? t("Somebody");
  if (view.phase !== "ended") {
    if (isTie) return t("Level");
    return mine ? t("You lead") : t("{name} leads", { name });
  }
  if (!isTie) return mine ? t("You won") : t("{name} won", { name });
  return mine
    ? t("You won, being first to {score}", { score: best })
    : t("{name} won, being first to {score}", { name, score: best });
}

/** Return how many claims all have taken together. */
export function countShared(view: TableView): number {
  return view.seats.reduce((sum, seat) => sum + seat.score, 0);
}

/** Return "Best possible" where all together reached the optimum; else how far they came. */
function describeShared(view: TableView): string {
  const taken = countShared(view);
  const { optimum, phase } = view;
  if (phase !== "ended") return taken > 0 ? t("{taken} taken", { taken }) : "";
  if (optimum === null) return t("You took {taken}", { taken });
  if (taken === optimum && view.optimum_proved) {
    return t("Perfect: {taken}, and no better is possible", { taken });
  }
  if (view.contest.goal !== "fewest") {
    return tn("{taken} of {count} possible", "{taken} of {count} possible", optimum, { taken });
  }
  return tn("Done with {taken}; {count} suffices", "Done with {taken}; {count} suffice", optimum, {
    taken,
  });
}

/** Return what can be reached at best, empty where it is not known. */
export function describeOptimum(view: TableView): string {
  const { optimum, optimum_proved, contest } = view;
  if (optimum === null) return "";
  if (contest.goal === "fewest") {
    return optimum_proved
      ? tn("{count} suffices", "{count} suffice", optimum)
      : tn("{count} suffices, perhaps fewer", "{count} suffice, perhaps fewer", optimum);
  }
  return optimum_proved
    ? tn("{count} is possible", "{count} are possible", optimum)
    : tn("{count} is possible, perhaps more", "{count} are possible, perhaps more", optimum);
}

function describeDuel(view: TableView, me: number | null): string {
  const [first, second] = view.ranking;
  if (first === undefined || second === undefined) return "";
  const [winner, loser] = [nameOf(view, first), nameOf(view, second)];
  const tell = (won: string, lost: string, others: string): string =>
    first === me ? won : second === me ? lost : others;
  if (view.reason === "finished") {
    return tell(
      t("You win: {loser} cannot move", { loser }),
      t("{winner} wins: you cannot move", { winner }),
      t("{winner} wins: {loser} cannot move", { winner, loser }),
    );
  }
  if (view.reason !== "forfeit") {
    return first === me ? t("You win") : t("{winner} wins", { winner });
  }
  if (view.seats[second]?.present === false) {
    return tell(
      t("You win: {loser} left", { loser }),
      t("{winner} wins: you left", { winner }),
      t("{winner} wins: {loser} left", { winner, loser }),
    );
  }
  return tell(
    t("You win: {loser}'s time ran out", { loser }),
    t("{winner} wins: your time ran out", { winner }),
    t("{winner} wins: {loser}'s time ran out", { winner, loser }),
  );
}

/** Return how equal scores were ranked, empty where there are none. */
export function describeTies(view: TableView): string {
  if (view.contest.is_shared || view.contest.takes_turns) return "";
  const scores = view.seats.map((seat) => seat.score);
  const hasTie = new Set(scores).size < scores.length;
  return hasTie ? t("Of equal scores the one that was reached first ranks first.") : "";
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

/** Return how many seconds a short time has, a begun one counting whole. */
export function countSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

/** Return a short time as "1 second" or "4 seconds", a begun one counting whole. */
export function describeSeconds(milliseconds: number): string {
  return tn("{count} second", "{count} seconds", countSeconds(milliseconds));
}
