/** What the server tells of people's games; times in milliseconds, dates since 1970 in UTC. */

import { request } from "./api.ts";

export interface Person {
  /** What stands in the address of their page, null while nothing is stored of them. */
  id: string | null;
  name: string;
  has_account: boolean;
}

export interface Rating {
  /** What the strength very likely exceeds. */
  strength: number;
  mu: number;
  sigma: number;
  games: number;
}

/** Some games that followed each other. */
export interface TrendPoint {
  at: number;
  games: number;
  claims: number;
  median_ms: number;
}

/** A shortest time, and when the game ended in which that was. */
export interface Best {
  ms: number;
  at: number;
  /** The id of its table, null where the reader may not come there. */
  table: string | null;
}

/** Somebody's games of a variant and a contest. */
export interface Figures {
  variant: string;
  title: string;
  contest: string;
  contest_title: string;
  games: number;
  against: number;
  wins: number;
  claims: number;
  refusals: number;
  median_ms: number | null;
  by_differing: { differing: number; claims: number; median_ms: number }[];
  trend: TrendPoint[];
  best_claim: Best | null;
  best_game: Best | null;
  rating: Rating | null;
}

export interface Opponent {
  who: "person" | "bot" | "guests" | "left";
  person: Person | null;
  bot: number | null;
  title: string;
  games: number;
  won: number;
}

export interface Statistics {
  person: Person;
  games: number;
  wins: number;
  claims: number;
  rating: Rating | null;
  figures: Figures[];
  opponents: Opponent[];
}

/** A game that somebody played. */
export interface Played {
  /** The id of its table, null where the reader may not come there. */
  table: string | null;
  variant: string;
  title: string;
  contest: string;
  contest_title: string;
  at: number;
  seats: number;
  /** Null where it was alone, or all played together. */
  place: number | null;
  score: number;
  won: boolean;
}

/** Some games, the newest first. */
export interface PlayedPage {
  games: Played[];
  /** What the next page is asked for by, null where there is none. */
  before: number | null;
}

/** What is played in the club. */
export interface Kind {
  variant: string;
  title: string;
  contest: string;
  contest_title: string;
  games: number;
}

export interface Leaders {
  /** Null for all games together. */
  variant: string | null;
  title: string;
  contest: string | null;
  rated: { person: Person; rating: Rating }[];
  fastest: { person: Person; ms: number; games: number }[];
  bots: Rating[];
  kinds: Kind[];
}

export const fetchMyStatistics = () => request<Statistics>("/api/me/statistics");
export const fetchStatistics = (person: string) =>
  request<Statistics>(`/api/people/${encodeURIComponent(person)}/statistics`);

/** Return games of somebody that ended before a time, or the newest; one's own for null. */
export const fetchPlayed = (person: string | null, before: number | null) => {
  const whose = person === null ? "me" : `people/${encodeURIComponent(person)}`;
  return request<PlayedPage>(`/api/${whose}/games${before === null ? "" : `?before=${before}`}`);
};

/** Return a leader board: of all games where no variant is named. */
export const fetchLeaders = (variant: string | null, contest: string | null) => {
  const query = new URLSearchParams();
  if (variant !== null) query.set("variant", variant);
  if (contest !== null) query.set("contest", contest);
  return request<Leaders>(`/api/leaders?${query}`);
};
