/** Which sound a message of the server is worth: one at most, whatever it tells. */

import type { EventView, ServerMessage } from "../protocol.ts";
import type { TableState } from "./table.ts";

/** Every sound, the most important first: of several at once only that one is heard. */
export const SOUNDS = ["over", "refused", "mine", "turn", "theirs", "dealt", "said"] as const;

export type Sound = (typeof SOUNDS)[number];

/** Return the more important of two sounds. */
export function louder(one: Sound | null, other: Sound | null): Sound | null {
  if (one === null || other === null) return one ?? other;
  return SOUNDS.indexOf(one) <= SOUNDS.indexOf(other) ? one : other;
}

function soundOfEvent(event: EventView, me: number | null): Sound | null {
  switch (event.type) {
    case "claimed":
      return event.seat === me ? "mine" : "theirs";
    case "called":
      return event.seat === me ? null : "turn";
    case "turn_passed":
      return event.to === me ? "turn" : null;
    case "dealt":
      return event.reason === "growth" ? "dealt" : null;
    case "lapsed":
      return event.seat === me ? "refused" : null;
    case "ended":
      return "over";
    default:
      return null;
  }
}

/** Return the sound of a message, given the table before and after it; null for none. */
export function soundOf(
  before: TableState,
  message: ServerMessage,
  after: TableState,
): Sound | null {
  switch (message.type) {
    case "events": {
      // Only what is new: a view that was sent anew may have told it already.
      const seen = before.view?.seq ?? Infinity;
      return message.events
        .filter(({ seq }) => seq > seen)
        .map((event) => soundOfEvent(event, after.seat))
        .reduce(louder, after.wrong === before.wrong ? null : "refused");
    }
    case "refused":
      return "refused";
    case "said": {
      const { seat } = message.line;
      return seat === after.seat || after.silenced.includes(seat) ? null : "said";
    }
    default:
      return null;
  }
}
