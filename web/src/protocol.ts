/**
 * What server and client say to each other: the types of `thirdcard.server.messages` and
 * `thirdcard.game.views`, and nothing else.
 */

export const PROTOCOL = 2;

/** Longest thing that can be said at once, in characters. */
export const MAX_CHAT = 250;

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
  /** Whether its person has been without a connection for a while. */
  away: boolean;
  /** Whether it may not chat. */
  muted: boolean;
  /** Until when it may not claim, null where it may. */
  locked_until: number | null;
}

export interface LastClaim {
  seat: number;
  cards: string[];
  linked: string | null;
  joint: SpotView | null;
}

/** What a table's host can choose beyond the variant. */
export interface Options {
  table_size: number | null;
  seats: number;
  contest: string;
  lay_ms: number;
  call_seconds: number;
  penalty: "none" | "point" | "lock";
  lock_seconds: number;
  growth: "automatic" | "vote";
  end_score: number;
  end_seconds: number;
  hints: "off" | "vote" | "private";
  fair_window_ms: number;
  turn_seconds: number;
  show_seconds: number;
  idle_seconds: number;
}

/** What is played for. */
export interface ContestView {
  key: string;
  title: string;
  sentence: string;
  /** Whether claims are made in turns. */
  takes_turns: boolean;
  /** Whether the last claim can be undone. */
  takes_back: boolean;
  /** Whether all play together for one result. */
  is_shared: boolean;
  /** Whether the most or the fewest claims are best, where all play together. */
  goal: "most" | "fewest" | null;
}

/** Until `until` only `seat` may claim. */
export interface CallView {
  seat: number;
  until: number;
}

/** What people vote on: more cards, a pause, its end, a hint. */
export type Subject = "cards" | "pause" | "continue" | "hint";

/** A question that all people at the table must agree to, and the seats that do so far. */
export interface VoteView {
  subject: Subject;
  seats: number[];
}

/** Whether there is a claim, and some of its cards from stage 2 on. */
export interface HintView {
  stage: number;
  cards: string[];
  there: boolean;
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
  claim_title: string;
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
  reason: EndReason | null;
  started_at: number | null;
  ended_at: number | null;
  options: Options;
  /** What differs from the usual, for people. */
  sentences: string[];
  contest: ContestView;
  /** The seat of who may choose options and send others away. */
  host: number | null;
  call: CallView | null;
  votes: VoteView[];
  /** Since when the game rests, null while it goes on. */
  paused: number | null;
  /** The newest hint that was for all, null where the table has changed since. */
  hint: HintView | null;
  /** When the time of the game is over, null without a limit or before the start. */
  ends_at: number | null;
  /** The most or fewest claims that can be taken from the table, where that is solved. */
  optimum: number | null;
  /** Whether it is proved, or a bound. */
  optimum_proved: boolean;
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
  host: number | null;
  ranking: number[];
}
export interface Left extends Numbered {
  type: "left";
  seat: number;
  by_host: boolean;
  banned: boolean;
  host: number | null;
}
/** A person has been without a connection for a while. */
export interface WentAway extends Numbered {
  type: "went_away";
  seat: number;
}
export interface CameBack extends Numbered {
  type: "came_back";
  seat: number;
}
/** The host chose other options. */
export interface Configured extends Numbered {
  type: "configured";
  options: Options;
  sentences: string[];
  contest: ContestView;
  max_seats: number;
  turn_seconds: number;
}
/** The host took a seat's right to chat, or gave it back. */
export interface Muted extends Numbered {
  type: "muted";
  seat: number;
  muted: boolean;
}
export interface Started extends Numbered {
  type: "started";
  turn: number | null;
  ends_at: number | null;
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
  seen: number;
  cost: number;
  locked_until: number | null;
  score: number;
  ranking: number[];
}
/** Until `until` only this seat may claim. */
export interface Called extends Numbered {
  type: "called";
  seat: number;
  until: number;
}
/** The time after a call went by without a claim. */
export interface Lapsed extends Numbered {
  type: "lapsed";
  seat: number;
  cost: number;
  locked_until: number | null;
  score: number;
  ranking: number[];
}
/** A right claim waits for the end of the window within which others may come. */
export interface Offered extends Numbered {
  type: "offered";
}
export interface Voted extends Numbered {
  type: "voted";
  seat: number;
  subject: Subject;
  agrees: boolean;
}
export interface Paused extends Numbered {
  type: "paused";
}
/** The pause is over: every time that ran is over so much later. */
export interface Continued extends Numbered {
  type: "continued";
  pause_ms: number;
  ends_at: number | null;
  call: CallView | null;
  locks: (number | null)[];
}
/** A hint was given; it holds no cards where it was for one player alone. */
export interface Hinted extends Numbered {
  type: "hinted";
  seat: number | null;
  stage: number;
  cards: string[];
  there: boolean;
}
/** The last claim was undone by `seat`. */
export interface TakenBack extends Numbered {
  type: "taken_back";
  seat: number;
  /** Whose claim it was; `score` is what that seat has now. */
  claimer: number;
  cards: { slot: number; card: string | null }[];
  size: number;
  score: number;
  last: LastClaim | null;
  turn: number | null;
  ranking: number[];
}
/** The solved value of the table. */
export interface Announced extends Numbered {
  type: "announced";
  optimum: number;
  proved: boolean;
}
/** The empty deck was filled with the cards that lay aside, in a new order. */
export interface Reshuffled extends Numbered {
  type: "reshuffled";
  round: number;
  count: number;
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
  ends_at: number | null;
  call: CallView | null;
}
export type EndReason = "finished" | "score" | "time" | "forfeit" | "abandoned" | "closed";
export interface Ended extends Numbered {
  type: "ended";
  reason: EndReason;
  seed: string;
  ranking: number[];
}

export type EventView =
  | Opened
  | Configured
  | Joined
  | Left
  | WentAway
  | CameBack
  | Muted
  | Started
  | Dealt
  | Reshuffled
  | Called
  | Lapsed
  | Offered
  | Claimed
  | ClaimRefused
  | TakenBack
  | Flipped
  | Covered
  | TurnPassed
  | Voted
  | Paused
  | Continued
  | Hinted
  | Announced
  | Resumed
  | Ended;

/** A message of the client before it is given its id. */
export type Request =
  | { type: "sit"; name: string }
  | { type: "leave" }
  | { type: "start" }
  | { type: "add_bot"; level: number }
  | { type: "remove_bot"; seat: number }
  | { type: "configure"; options: Readonly<Record<string, string | number | boolean | null>> }
  | { type: "kick"; seat: number; ban: boolean }
  | { type: "mute"; seat: number; muted: boolean }
  | { type: "call"; seen: number }
  | { type: "claim"; cards: readonly string[]; seen: number; waited: number | null }
  | { type: "take_back" }
  | { type: "flip"; slot: number; seen: number }
  | { type: "vote"; subject: Subject; agrees: boolean }
  | { type: "hint" }
  | { type: "explain"; cards: readonly string[] }
  | { type: "chat"; text: string }
  | { type: "echo" }
  | { type: "rematch" }
  | { type: "resync"; seen: number }
  | { type: "ping" };

export type ClientMessage = Request & { id: number };

/** Something that was said: by whom (the name at that time), when, and what. */
export interface ChatLine {
  seat: number;
  name: string;
  at: number;
  text: string;
}

export interface Welcome {
  type: "welcome";
  protocol: number;
  table: string;
  seat: number | null;
  now: number;
  view: TableView;
  online: number[];
  watching: number;
  /** The round trip of each seat that is online, in milliseconds, null before it was measured. */
  trips: (number | null)[];
  rematch: string | null;
  /** What was said lately, oldest first. */
  chat: ChatLine[];
  /** The newest hint that was for the reader alone. */
  hint: HintView | null;
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
  trips: (number | null)[];
  watching: number;
}
export interface Said {
  type: "said";
  line: ChatLine;
}
/** A hint for the reader alone. */
export interface HintGiven {
  type: "hint_given";
  hint: HintView;
}
/** A feature of some cards: the value of each in words, and whether they go together. */
export interface FeatureExplained {
  feature: string;
  values: string[];
  verdict: "same" | "different" | "fails";
}
/** Why some cards are a claim, or none. */
export interface Explained {
  type: "explained";
  cards: string[];
  is_claim: boolean;
  sentence: string;
  features: FeatureExplained[];
  /** Where two cards were asked for, the card that makes a Set with them. */
  third: SpotView | null;
}
/** To be answered by `echo` at once. */
export interface Probe {
  type: "probe";
  id: number;
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
  | Said
  | HintGiven
  | Explained
  | RematchReady
  | Pong
  | Probe;

/** Codes with which the server closes a socket. */
export const CLOSE = { protocol: 4400, barred: 4403, missing: 4404, slow: 4408 } as const;
