/** A WebSocket that comes back by itself: after a break, a server's restart, a sleep. */

import { type ClientMessage, CLOSE, PROTOCOL, type ServerMessage } from "../protocol.ts";

export interface SocketListener {
  onMessage(message: ServerMessage): void;
  /** The socket broke, or could not be opened; it will be tried again. */
  onBreak(): void;
  /** The server will not have this socket: there is no such table, or the page is too old. */
  onEnd(why: "missing" | "outdated"): void;
}

const FIRST_DELAY = 300;
const LONGEST_DELAY = 5000;
/** A socket that has been silent for so long is asked for a sign of life… */
const SILENCE = 15_000;
/** …and given up if none comes. */
const PATIENCE = 8000;

/** Return how long to wait before an attempt, `chance` being between 0 and 1. */
export function delayBefore(attempt: number, chance: number): number {
  const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt);
  return delay * (0.75 + chance / 4);
}

export class TableSocket {
  readonly #address: string;
  readonly #listener: SocketListener;
  #socket: WebSocket | null = null;
  #attempt = 0;
  #timer = 0;
  #watchdog = 0;
  #closed = false;
  #nextId = 1;

  constructor(table: string, listener: SocketListener) {
    const { protocol, host } = window.location;
    const scheme = protocol === "https:" ? "wss" : "ws";
    this.#address = `${scheme}://${host}/ws/${encodeURIComponent(table)}?protocol=${PROTOCOL}`;
    this.#listener = listener;
    window.addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#open();
  }

  /** Take the next number for a message. */
  takeId(): number {
    return this.#nextId++;
  }

  /** Send a message, or return false while there is no connection. */
  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.#closed = true;
    window.removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#drop();
  }

  #open(): void {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      this.#attempt = 0;
      this.#watch(SILENCE, this.#ask);
      this.#listener.onMessage(JSON.parse(String(data)) as ServerMessage);
    };
    socket.onclose = ({ code }) => this.#lost(code);
    this.#watch(PATIENCE, this.#giveUp);
  }

  #lost(code: number): void {
    clearTimeout(this.#watchdog);
    this.#socket = null;
    if (this.#closed) return;
    if (code === CLOSE.missing || code === CLOSE.protocol) {
      this.close();
      this.#listener.onEnd(code === CLOSE.missing ? "missing" : "outdated");
      return;
    }
    this.#timer = window.setTimeout(() => this.#open(), delayBefore(this.#attempt, Math.random()));
    this.#attempt += 1;
    this.#listener.onBreak();
  }

  #drop(): void {
    if (!this.#socket) return;
    this.#socket.onmessage = null;
    this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  #watch(after: number, act: () => void): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = window.setTimeout(act, after);
  }

  readonly #ask = (): void => {
    this.send({ type: "ping", id: this.takeId() });
    this.#watch(PATIENCE, this.#giveUp);
  };

  readonly #giveUp = (): void => {
    this.#drop();
    this.#lost(0);
  };

  /** Do not wait any longer: the network, or the reader, is back. */
  readonly #hurry = (): void => {
    if (document.hidden || this.#closed) return;
    if (this.#socket) {
      if (this.#socket.readyState === WebSocket.OPEN) this.#ask();
      return;
    }
    clearTimeout(this.#timer);
    this.#open();
  };
}
