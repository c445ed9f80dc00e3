/** The lobby as it is shown: the open tables in their order, and who is here. */

import { t } from "../language/language.ts";
import type { LobbyMessage, LobbyTable } from "../net/lobby.ts";

export interface LobbyState {
  readonly link: "connecting" | "open" | "broken" | "outdated";
  readonly tables: ReadonlyMap<string, LobbyTable>;
  /** Names of those who look at the lobby. */
  readonly people: readonly string[];
  /** How many people are connected, here or at a table. */
  readonly online: number;
}

export const EMPTY_LOBBY: LobbyState = {
  link: "connecting",
  tables: new Map(),
  people: [],
  online: 0,
};

/** Return the lobby after a message; rows that did not change stay the same objects. */
export function receiveLobby(state: LobbyState, message: LobbyMessage): LobbyState {
  switch (message.type) {
    case "lobby": {
      const tables = new Map(message.tables.map((table) => [table.table, table]));
      return { link: "open", tables, people: message.people, online: message.online };
    }
    case "tables": {
      const tables = new Map(state.tables);
      for (const table of message.changed) tables.set(table.table, table);
      for (const table of message.gone) tables.delete(table);
      return { ...state, tables };
    }
    case "people":
      return { ...state, people: message.people, online: message.online };
    case "pong":
      return state;
  }
}

/** How many more can sit down at a table. */
export function countFreeSeats({ seats, max_seats }: LobbyTable): number {
  return Math.max(0, max_seats - seats.length);
}

/** Return 0 for a table that awaits players, 1 for one with a free seat, 2 for one that is full. */
function rank(table: LobbyTable): number {
  if (countFreeSeats(table) === 0) return 2;
  return table.phase === "waiting" ? 0 : 1;
}

function compare(one: LobbyTable, other: LobbyTable): number {
  return (
    rank(one) - rank(other) ||
    other.opened_at - one.opened_at ||
    (one.table < other.table ? -1 : 1)
  );
}

/** Return how far a table is, in a word. */
export function describePhase(phase: LobbyTable["phase"]): string {
  return phase === "waiting" ? t("waiting") : t("playing");
}

function textOf({ title, variant, contest, seats, sentences, phase }: LobbyTable): string {
  const names = seats.map((seat) => seat.name);
  const told = [title, variant, contest ?? "", describePhase(phase), ...names, ...sentences];
  return told.join(" ").toLowerCase();
}

/** Return the tables in which every word of a text occurs. */
export function filterTables(tables: Iterable<LobbyTable>, text: string): LobbyTable[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [...tables];
  if (words.length === 0) return all;
  return all.filter((table) => {
    const told = textOf(table);
    return words.every((word) => told.includes(word));
  });
}

/**
 * Return tables in the order in which they are listed: those that await players first, the newest
 * before the older.
 *
 * While a reader aims at one, `held` is the order that was shown: what is listed keeps its place,
 * and what is new comes last.
 */
export function arrange(
  tables: readonly LobbyTable[],
  held: readonly string[] | null = null,
): LobbyTable[] {
  const sorted = [...tables].sort(compare);
  if (!held) return sorted;
  const places = new Map(held.map((table, place) => [table, place]));
  const placeOf = ({ table }: LobbyTable): number => places.get(table) ?? held.length;
  return sorted.sort((one, other) => placeOf(one) - placeOf(other));
}
