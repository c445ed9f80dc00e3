/** The lobby's WebSocket: which tables are open, and who is looking at them. */

import { CLOSE } from "../protocol.ts";
import type { Access } from "./api.ts";
import { Connection } from "./connection.ts";

/** An open table, as the lobby tells of it. */
export interface LobbyTable {
  table: string;
  variant: string;
  title: string;
  /** What is played for, null where that is the usual. */
  contest: string | null;
  phase: "waiting" | "playing";
  /** Who is at the table; `bot` is the level of a bot, null for a person. */
  seats: { name: string; bot: number | null }[];
  max_seats: number;
  /** How many people watch. */
  watching: number;
  access: Access;
  /** Milliseconds since 1970. */
  opened_at: number;
  /** What the host chose beyond the variant, for people. */
  sentences: string[];
}

export type LobbyMessage =
  | { type: "lobby"; protocol: number; tables: LobbyTable[]; people: string[]; online: number }
  | { type: "tables"; changed: LobbyTable[]; gone: string[] }
  | { type: "people"; people: string[]; online: number }
  | { type: "pong"; id: number };

interface Ping {
  type: "ping";
  id: number;
}

interface LobbyListener {
  onMessage(message: LobbyMessage): void;
  onBreak(): void;
  /** The server speaks another protocol than this page. */
  onOutdated(): void;
}

/** Listen to the lobby until the returned function is called. */
export function listenToLobby({ onMessage, onBreak, onOutdated }: LobbyListener): () => void {
  let id = 0;
  const connection = new Connection<LobbyMessage, Ping>({
    path: "/ws/lobby",
    finalCodes: [CLOSE.protocol],
    ping: () => ({ type: "ping", id: ++id }),
    onMessage,
    onBreak,
    onEnd: onOutdated,
  });
  return () => connection.close();
}
