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
  best_claim_ms: number | null;
  best_game_ms: number | null;
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

/** Return a leader board: of all games where no variant is named. */
export const fetchLeaders = (variant: string | null, contest: string | null) => {
  const query = new URLSearchParams();
  if (variant !== null) query.set("variant", variant);
  if (contest !== null) query.set("contest", contest);
  return request<Leaders>(`/api/leaders?${query}`);
};
