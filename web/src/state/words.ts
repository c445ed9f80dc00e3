/** What happened, in words for people. */

import type { EventView, Refused, TableView } from "../protocol.ts";
import type { Draft } from "./table.ts";

function nameOf(view: TableView, seat: number): string {
  return view.seats[seat]?.name ?? "Somebody";
}

function count(cards: number): string {
  return cards === 1 ? "1 card" : `${cards} cards`;
}

/** Return what to add to the notice of the event before; null for nothing. */
export function describeConsequence(event: EventView): string | null {
  if (event.type !== "dealt" || event.reason !== "growth") return null;
  return `No claim was left: ${count(event.cards.length)} added.`;
}

/** Return what to say of an event, given the table after it; null for nothing. */
export function describeEvent(view: TableView, event: EventView, me: number | null): Draft | null {
  const mine = "seat" in event && event.seat === me;
  switch (event.type) {
    case "joined":
      return {
        tone: "plain",
        text: mine ? "You have a seat." : `${event.name} sat down.`,
        seat: event.seat,
      };
    case "left":
      return { tone: "plain", text: `${nameOf(view, event.seat)} left.`, seat: event.seat };
    case "started":
      return { tone: "plain", text: "The game has begun." };
    case "claimed":
      return {
        tone: "claim",
        text: mine ? "You took" : `${nameOf(view, event.seat)} took`,
        cards: event.cards,
        seat: event.seat,
      };
    case "refused":
      if (mine || event.code === "too_late") return null;
      return {
        tone: "quiet",
        text: `${nameOf(view, event.seat)} claimed wrongly.`,
        seat: event.seat,
      };
    case "turn_passed": {
      const why = { no_match: "No match. ", time: "Time is up. ", left: "" }[event.reason] ?? "";
      const whose = event.to === me ? "It is your turn." : `${nameOf(view, event.to)} is next.`;
      return { tone: "plain", text: why + whose, seat: event.to };
    }
    case "ended":
      return { tone: "quiet", text: "The game is over." };
    default:
      return null;
  }
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
  };
}

/** Return who is ahead, in a few words; empty while nobody is. */
export function describeLead(view: TableView, me: number | null): string {
  const ranked = view.ranking.flatMap((seat) => view.seats[seat] ?? []);
  const best = ranked[0]?.score ?? 0;
  if (best === 0) return "";
  const leaders = ranked.filter((seat) => seat.score === best);
  const [first] = leaders;
  const isTie = leaders.length > 1;
  const who = first?.seat === me ? "You" : first?.name;
  if (view.phase === "ended") return isTie ? `${who} won, being first to ${best}` : `${who} won`;
  if (isTie) return "Level";
  return who === "You" ? "You lead" : `${who} leads`;
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
