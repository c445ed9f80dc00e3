/** A WebSocket that comes back by itself: after a break, a server's restart, a sleep. */

import { language } from "../language/language.ts";
import { PROTOCOL } from "../protocol.ts";

export interface ConnectionOptions<Incoming, Outgoing> {
  /** Path on the page's own server. */
  path: string;
  /** Codes with which the server closes for good. */
  finalCodes: readonly number[];
  /** Return a message that the server answers, whatever else goes on. */
  ping(): Outgoing;
  onMessage(message: Incoming): void;
  /** The socket broke, or could not be opened; it will be tried again. */
  onBreak(): void;
  /** The server closed for good, with one of the codes. */
  onEnd(code: number, reason: string): void;
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

export class Connection<Incoming, Outgoing> {
  readonly #address: string;
  readonly #options: ConnectionOptions<Incoming, Outgoing>;
  #socket: WebSocket | null = null;
  #attempt = 0;
  #timer = 0;
  #watchdog = 0;
  #isClosed = false;

  constructor(options: ConnectionOptions<Incoming, Outgoing>) {
    const { protocol, host } = window.location;
    const server = `${protocol === "https:" ? "wss" : "ws"}://${host}`;
    const query = new URLSearchParams({ protocol: String(PROTOCOL), language: language() });
    this.#address = `${server}${options.path}?${query}`;
    this.#options = options;
    window.addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#open();
  }

  /** Send a message, or return false while there is no connection. */
  send(message: Outgoing): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.#isClosed = true;
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
      this.#options.onMessage(JSON.parse(String(data)) as Incoming);
    };
    socket.onclose = ({ code, reason }) => this.#lost(code, reason);
    this.#watch(PATIENCE, this.#giveUp);
  }

  #lost(code: number, reason: string): void {
    clearTimeout(this.#watchdog);
    this.#socket = null;
    if (this.#isClosed) return;
    if (this.#options.finalCodes.includes(code)) {
      this.close();
      this.#options.onEnd(code, reason);
      return;
    }
    this.#timer = window.setTimeout(() => this.#open(), delayBefore(this.#attempt, Math.random()));
    this.#attempt += 1;
    this.#options.onBreak();
  }

  #drop(): void {
    if (!this.#socket) return;
    const socket = this.#socket;
    this.#socket = null;
    socket.onmessage = null;
    socket.onclose = null;
    // A browser complains of a socket that is closed before it is open.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  }

  #watch(after: number, act: () => void): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = window.setTimeout(act, after);
  }

  readonly #ask = (): void => {
    this.send(this.#options.ping());
    this.#watch(PATIENCE, this.#giveUp);
  };

  readonly #giveUp = (): void => {
    this.#drop();
    this.#lost(0, "");
  };

  /** Do not wait any longer: the network, or the reader, is back. */
  readonly #hurry = (): void => {
    if (document.hidden || this.#isClosed) return;
    if (this.#socket) {
      if (this.#socket.readyState === WebSocket.OPEN) this.#ask();
      return;
    }
    clearTimeout(this.#timer);
    this.#open();
  };
}
