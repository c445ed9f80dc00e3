/** The one object from which the page of a table is drawn. */

import type { ChatLine, Explained, HintView, TableView } from "../protocol.ts";

/**
 * The socket: `connecting` until the first welcome, `broken` while it tries to come back,
 * `missing`, `outdated`, `passcode` (which is asked for) and `banned` if it will not.
 */
export type Link =
  | "connecting"
  | "open"
  | "broken"
  | "missing"
  | "outdated"
  | "passcode"
  | "banned";

/** A claim that was sent and is not yet answered, or answered before its event arrived. */
export interface Pending {
  id: number;
  cards: readonly string[];
  /** Number of the event that settles it, null until the server has said so. */
  doneAt: number | null;
  /** Whether it was found right, and waits for the end of the window within which others may come. */
  isOffered: boolean;
}

/** Cards on their way from the table to whoever took them. */
export interface Departure {
  key: number;
  seat: number;
  cards: readonly { slot: number; card: string }[];
}

/** One thing that happened, in words. */
export interface Notice {
  key: number;
  /**
   * `refusal` is about something the reader did, `quiet` may be overlooked, and what is `shown`
   * stands elsewhere on the page as well.
   */
  tone: "claim" | "refusal" | "plain" | "quiet" | "shown";
  text: string;
  /** Facts below the text, such as "colour: red, red, green". */
  lines: readonly string[];
  /** Cards it is about. */
  cards: readonly string[];
  /** Whose doing it was, null for nobody's. */
  seat: number | null;
  /** Whether one may ask why its cards are no claim. */
  canExplain: boolean;
}

/** Something that was said, with a key that tells it from other lines. */
export interface Remark extends ChatLine {
  key: number;
}

export interface TableState {
  /** Id of the table, from the address. */
  readonly table: string;
  readonly link: Link;
  /** Failed attempts since the socket was last open. */
  readonly attempts: number;

  /** The table as the server shows it; null before the first welcome. */
  readonly view: TableView | null;
  /** The reader's own seat, null for a spectator. */
  readonly seat: number | null;
  readonly online: readonly number[];
  /** The round trip of each seat that is online, null before it was measured. */
  readonly trips: readonly (number | null)[];
  readonly watching: number;

  /** The server's clock less the reader's, in milliseconds. */
  readonly clockLead: number;
  /** When the turn began, by the server's clock; null if nobody saw it. */
  readonly turnAt: number | null;

  /** Codes of the cards that are marked for the next claim, in the order they were chosen. */
  readonly selection: readonly string[];
  readonly pending: readonly Pending[];
  /** Slots the reader asked to turn up, with the ids of the messages. */
  readonly flips: readonly { id: number; slot: number }[];
  /** Cards of the reader's last refused claim, to be shaken; `key` tells one from the next. */
  readonly wrong: { key: number; cards: readonly string[] } | null;

  /** Numbers of offered claims that are not decided, as far as is known. */
  readonly offers: readonly number[];
  /** The newest price of a wrong claim; `key` tells one from the next. */
  readonly fine: { key: number; seat: number; cost: number } | null;

  /** The newest hint that was for the reader alone, null where the table has changed since. */
  readonly hint: HintView | null;
  /** Why some cards are a claim, or none: the newest answer. */
  readonly explained: Explained | null;

  /** What was said, oldest first. */
  readonly chat: readonly Remark[];
  readonly isChatOpen: boolean;
  /** Remarks that came while the chat was closed. */
  readonly unread: number;
  /** Seats whose remarks the reader does not want to see. */
  readonly silenced: readonly number[];

  readonly departures: readonly Departure[];
  /** What happened, the newest first. */
  readonly notices: readonly Notice[];
  /** Source of the keys of notices and departures. */
  readonly nextKey: number;

  /** The table that continues this one; `name` is who asked first, if known. */
  readonly rematch: { table: string; name: string | null } | null;
  /** Id of the reader's own wish to play again, null if there is none. */
  readonly rematchId: number | null;

  /** Whether the keys of the cards are shown: somebody uses a keyboard. */
  readonly keys: boolean;
}

export function initialState(table: string): TableState {
  return {
    table,
    link: "connecting",
    attempts: 0,
    view: null,
    seat: null,
    online: [],
    trips: [],
    watching: 0,
    clockLead: 0,
    turnAt: null,
    selection: [],
    pending: [],
    flips: [],
    wrong: null,
    offers: [],
    fine: null,
    hint: null,
    explained: null,
    chat: [],
    isChatOpen: false,
    unread: 0,
    silenced: [],
    departures: [],
    notices: [],
    nextKey: 1,
    rematch: null,
    rematchId: null,
    keys: false,
  };
}

/** How many notices are kept. */
const MEMORY = 12;

export type Draft = Pick<Notice, "tone" | "text"> & Partial<Omit<Notice, "key">>;

/** Return the state with one more notice. */
export function tell(state: TableState, draft: Draft): TableState {
  const key = state.nextKey;
  const notice = { lines: [], cards: [], seat: null, canExplain: false, ...draft, key };
  return {
    ...state,
    notices: [notice, ...state.notices].slice(0, MEMORY),
    nextKey: state.nextKey + 1,
  };
}

/** Return the state with one more fact below its newest notice, or a notice of its own. */
export function addLine(state: TableState, line: string): TableState {
  const [newest, ...others] = state.notices;
  if (!newest) return tell(state, { tone: "quiet", text: line });
  return { ...state, notices: [{ ...newest, lines: [...newest.lines, line] }, ...others] };
}

/** Whether the reader is the host. */
export function isHost({ seat, view }: TableState): boolean {
  return seat !== null && view?.host === seat;
}

/** Whether the reader holds a seat and has not left it. */
export function isSeated(state: TableState): boolean {
  return state.seat !== null && state.view?.seats[state.seat]?.present === true;
}
