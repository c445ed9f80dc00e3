/**
 * What server and client say to each other: the types of `thirdcard.server.messages` and
 * `thirdcard.game.views`, and nothing else.
 */

export const PROTOCOL = 1;

/** A card that has left the table, and the group it lay in. */
export interface SpotView {
  card: string;
  group: number;
}

/** A card on the table, null while it lies face down. */
export interface SlotView {
  card: string | null;
}

export interface SeatView {
  seat: number;
  name: string;
  /** The level of a bot, null for a person. */
  bot: number | null;
  present: boolean;
  score: number;
  refusals: number;
  /** The cards one of which the seat's next claim must use, empty for none. */
  chain: SpotView[];
}

export interface LastClaim {
  seat: number;
  cards: string[];
  linked: string | null;
  joint: SpotView | null;
}

export type Phase = "unopened" | "waiting" | "playing" | "ended";

/** A table as everyone may see it after the event `seq`. */
export interface TableView {
  seq: number;
  variant: string;
  title: string;
  deck: string;
  /** Slot s lies in group s % groups. */
  groups: number;
  /** Rows and columns in which the groups are laid, in reading order. */
  group_shape: [number, number];
  claim_sizes: [number, number];
  claim_noun: string;
  face_down: boolean;
  /** Whether a claim uses one card of an earlier one. */
  chains: boolean;
  max_seats: number;
  /**
   * Time for each turn, counted from `started`, `turn_passed`, `flipped`, `claimed` or `resumed`;
   * a seat that is alone at the table has all the time.
   */
  turn_seconds: number;
  phase: Phase;
  seats: SeatView[];
  /** The places of the table, null for a hole. */
  slots: (SlotView | null)[];
  face_up: number[];
  turn: number | null;
  undealt: number;
  last: LastClaim | null;
  /** Seats from first to last. */
  ranking: number[];
  commitment: string;
  seed: string | null;
  reason: string | null;
  started_at: number | null;
  ended_at: number | null;
}

interface Numbered {
  seq: number;
  at: number;
}

export interface Opened extends Numbered {
  type: "opened";
  commitment: string;
}
export interface Joined extends Numbered {
  type: "joined";
  seat: number;
  name: string;
  bot: number | null;
  chain: SpotView[];
}
export interface Left extends Numbered {
  type: "left";
  seat: number;
}
export interface Started extends Numbered {
  type: "started";
  turn: number | null;
}
export interface Dealt extends Numbered {
  type: "dealt";
  reason: "start" | "refill" | "growth";
  cards: { slot: number; card: string | null }[];
  size: number;
  undealt: number;
}
export interface Claimed extends Numbered {
  type: "claimed";
  seat: number;
  cards: string[];
  linked: string | null;
  slots: number[];
  size: number;
  joint: SpotView | null;
  score: number;
  chains: SpotView[][];
  ranking: number[];
}
/** A seat's claim was judged and refused. */
export interface ClaimRefused extends Numbered {
  type: "refused";
  seat: number;
  code: string;
  cards: string[];
}
export interface Flipped extends Numbered {
  type: "flipped";
  seat: number;
  slot: number;
  card: string;
}
export interface Covered extends Numbered {
  type: "covered";
  slots: number[];
}
export interface TurnPassed extends Numbered {
  type: "turn_passed";
  to: number;
  reason: "no_match" | "time" | "left";
}
/** A server took the table up again; the times of turns count anew. */
export interface Resumed extends Numbered {
  type: "resumed";
}
export interface Ended extends Numbered {
  type: "ended";
  reason: string;
  seed: string;
  ranking: number[];
}

export type EventView =
  | Opened
  | Joined
  | Left
  | Started
  | Dealt
  | Claimed
  | ClaimRefused
  | Flipped
  | Covered
  | TurnPassed
  | Resumed
  | Ended;

/** A message of the client before it is given its id. */
export type Request =
  | { type: "sit"; name: string }
  | { type: "leave" }
  | { type: "start" }
  | { type: "add_bot"; level: number }
  | { type: "remove_bot"; seat: number }
  | { type: "claim"; cards: readonly string[]; seen: number }
  | { type: "flip"; slot: number; seen: number }
  | { type: "rematch" }
  | { type: "resync"; seen: number }
  | { type: "ping" };

export type ClientMessage = Request & { id: number };

export interface Welcome {
  type: "welcome";
  protocol: number;
  table: string;
  seat: number | null;
  now: number;
  view: TableView;
  online: number[];
  watching: number;
  rematch: string | null;
}
export interface Snapshot {
  type: "snapshot";
  view: TableView;
}
export interface Events {
  type: "events";
  events: EventView[];
}
export interface Done {
  type: "done";
  id: number;
  seq: number;
}
/** The message `id` was not carried out; null for one that could not be read. */
export interface Refused {
  type: "refused";
  id: number | null;
  code: string;
  message: string;
  details: Record<string, unknown>;
}
export interface You {
  type: "you";
  seat: number | null;
}
export interface Presence {
  type: "presence";
  online: number[];
  watching: number;
}
export interface RematchReady {
  type: "rematch_ready";
  table: string;
  name: string;
}
export interface Pong {
  type: "pong";
  id: number;
  now: number;
}

export type ServerMessage =
  | Welcome
  | Snapshot
  | Events
  | Done
  | Refused
  | You
  | Presence
  | RematchReady
  | Pong;

/** Codes with which the server closes a socket. */
export const CLOSE = { protocol: 4400, missing: 4404, slow: 4408 } as const;
