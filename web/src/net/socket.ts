/** The connection to a table: numbers what is sent, and answers what must be answered at once. */

import { type ClientMessage, CLOSE, type ServerMessage } from "../protocol.ts";
import type { Link } from "../state/table.ts";
import { Connection } from "./connection.ts";

/** Why a server will not have a socket for good. */
export type EndOfLink = Extract<Link, "missing" | "outdated" | "passcode" | "banned">;

export interface SocketListener {
  onMessage(message: ServerMessage): void;
  /** The socket broke, or could not be opened; it will be tried again. */
  onBreak(): void;
  onEnd(why: EndOfLink): void;
}

function whyEnded(code: number, reason: string): EndOfLink {
  if (code === CLOSE.missing) return "missing";
  if (code === CLOSE.protocol) return "outdated";
  return reason === "passcode" ? "passcode" : "banned";
}

export class TableSocket {
  readonly #connection: Connection<ServerMessage, ClientMessage>;
  #nextId = 1;

  constructor(table: string, { onMessage, onBreak, onEnd }: SocketListener) {
    this.#connection = new Connection<ServerMessage, ClientMessage>({
      path: `/ws/${encodeURIComponent(table)}`,
      finalCodes: [CLOSE.missing, CLOSE.protocol, CLOSE.barred],
      ping: () => ({ type: "ping", id: this.takeId() }),
      onMessage: (message) => {
        // The round trip is measured by this answer: nothing may come before it.
        if (message.type === "probe") this.send({ type: "echo", id: message.id });
        else onMessage(message);
      },
      onBreak,
      onEnd: (code, reason) => onEnd(whyEnded(code, reason)),
    });
  }

  /** Take the next number for a message. */
  takeId(): number {
    return this.#nextId++;
  }

  /** Send a message, or return false while there is no connection. */
  send(message: ClientMessage): boolean {
    return this.#connection.send(message);
  }

  close(): void {
    this.#connection.close();
  }
}
