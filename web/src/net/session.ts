/** One reader at one table: holds the state, lets messages change it, and sends the reader's own. */

import { t } from "../language/language.ts";
import type { Request, ServerMessage, Subject } from "../protocol.ts";
import { playSound, prepareSounds } from "../sound/player.ts";
import { openChat, silence } from "../state/chat.ts";
import { call, claim, clear, type Intent, press, sent, type Target } from "../state/choose.ts";
import { disconnected, hasGap, receive } from "../state/receive.ts";
import { soundOf } from "../state/sounds.ts";
import { initialState, type TableState, tell } from "../state/table.ts";
import { ApiError, fetchTable, type OptionValues } from "./api.ts";
import { takeSeatWish } from "./memory.ts";
import { PaintClock } from "./paint.ts";
import { recallSilenced, rememberSilenced } from "./silence.ts";
import { TableSocket } from "./socket.ts";

/** How long cards that were taken are shown on their way. */
const DEPARTURE = 800;
/** How long the cards of a refused claim are shown as wrong. */
const BLUSH = 900;

export class Session {
  #state: TableState;
  readonly #socket: TableSocket;
  readonly #onChange: (state: TableState) => void;
  readonly #timers = new Set<number>();
  readonly #painted = new PaintClock();
  readonly #stopPreparing = prepareSounds();

  constructor(table: string, onChange: (state: TableState) => void) {
    this.#state = { ...initialState(table), silenced: recallSilenced(table) };
    this.#onChange = onChange;
    this.#socket = new TableSocket(table, {
      onMessage: (message) => this.#receive(message),
      onBreak: () => this.#broke(),
      onEnd: (why) => this.#set({ ...this.#state, link: why }),
    });
  }

  get state(): TableState {
    return this.#state;
  }

  sit = (name: string): void => void this.#send({ type: "sit", name });
  start = (): void => void this.#send({ type: "start" });
  addBot = (level: number): void => void this.#send({ type: "add_bot", level });
  removeBot = (seat: number): void => void this.#send({ type: "remove_bot", seat });
  leave = (): void => void this.#send({ type: "leave" });
  configure = (options: OptionValues): void => void this.#send({ type: "configure", options });
  kick = (seat: number, ban: boolean): void => void this.#send({ type: "kick", seat, ban });
  mute = (seat: number, muted: boolean): void => void this.#send({ type: "mute", seat, muted });
  vote = (subject: Subject, agrees: boolean): void =>
    void this.#send({ type: "vote", subject, agrees });
  takeBack = (): void => void this.#send({ type: "take_back" });
  hint = (): void => void this.#send({ type: "hint" });
  explain = (cards: readonly string[]): void => void this.#send({ type: "explain", cards });
  forgetExplained = (): void => this.#set({ ...this.#state, explained: null });
  clear = (): void => this.#set(clear(this.#state));
  claim = (): void => this.#carryOut(claim(this.#state, this.now));
  call = (): void => this.#carryOut(call(this.#state, this.now));
  press = (target: Target): void => this.#carryOut(press(this.#state, target, this.now));

  /** The server's clock, as far as it is known. */
  get now(): number {
    return Date.now() + this.#state.clockLead;
  }

  /** Say something, and tell whether it was sent. */
  chat = (text: string): boolean => this.#send({ type: "chat", text }) !== null;
  openChat = (isOpen: boolean): void => this.#set(openChat(this.#state, isOpen));

  silence = (seat: number, isSilent: boolean): void => {
    this.#set(silence(this.#state, seat, isSilent));
    rememberSilenced(this.#state.table, this.#state.silenced);
  };

  rematch = (): void => {
    const rematchId = this.#send({ type: "rematch" });
    if (rematchId !== null) this.#set({ ...this.#state, rematchId });
  };

  showKeys = (keys: boolean): void => {
    if (keys !== this.#state.keys) this.#set({ ...this.#state, keys });
  };

  close(): void {
    this.#socket.close();
    this.#stopPreparing();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #set(state: TableState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#onChange(state);
    if (state.view) this.#painted.show(state.view.seq);
  }

  #send(request: Request): number | null {
    const id = this.#socket.takeId();
    if (this.#socket.send({ ...request, id })) return id;
    const text = t("Not connected at the moment. Please try again.");
    this.#set(tell(this.#state, { tone: "refusal", text }));
    return null;
  }

  #carryOut([state, intent]: [TableState, Intent]): void {
    this.#set(state);
    if (!intent) return;
    const seen = this.#state.view?.seq ?? 0;
    if (intent.type === "call") {
      this.#send({ ...intent, seen });
    } else if (intent.type === "claim") {
      const id = this.#send({ ...intent, seen, waited: this.#painted.waited(seen) });
      if (id !== null) this.#set(sent(this.#state, id, intent.cards));
    } else {
      const id = this.#send({ ...intent, seen });
      if (id === null) return;
      this.#set({ ...this.#state, flips: [...this.#state.flips, { id, slot: intent.slot }] });
    }
  }

  #receive(message: ServerMessage): void {
    if (message.type === "events" && hasGap(this.#state, message.events)) {
      this.#send({ type: "resync", seen: this.#state.view?.seq ?? 0 });
      return;
    }
    const before = this.#state;
    const { departures, wrong } = before;
    this.#set(receive(before, message, Date.now()));
    const sound = soundOf(before, message, this.#state);
    if (sound) playSound(sound);
    if (this.#state.departures.length > departures.length) {
      this.#later(DEPARTURE, this.#forgetDepartures);
    }
    const { wrong: refused } = this.#state;
    if (refused && refused !== wrong) this.#later(BLUSH, () => this.#forgetWrong(refused.key));
    if (message.type === "welcome") this.#keepSeatWish();
  }

  /** Take the seat that was wished for on another page, and bring the bot that was. */
  #keepSeatWish(): void {
    const { table, seat, view } = this.#state;
    const wish = takeSeatWish(table);
    if (!wish || seat !== null || view?.phase === "ended") return;
    this.sit(wish.name);
    if (wish.bot !== null) this.addBot(wish.bot);
    if (wish.start) this.start();
  }

  #forgetDepartures = (): void => {
    const [, ...departures] = this.#state.departures;
    this.#set({ ...this.#state, departures });
  };

  #forgetWrong(key: number): void {
    if (this.#state.wrong?.key === key) this.#set({ ...this.#state, wrong: null });
  }

  #broke(): void {
    this.#set(disconnected(this.#state));
    // A handshake that is refused does not say why.
    if (this.#state.view || this.#state.attempts !== 1) return;
    fetchTable(this.#state.table).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) return;
      this.#socket.close();
      this.#set({ ...this.#state, link: "missing" });
    });
  }

  #later(delay: number, act: () => void): void {
    const timer = window.setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, delay);
    this.#timers.add(timer);
  }
}
