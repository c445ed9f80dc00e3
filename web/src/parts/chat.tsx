/** What people at the table say to each other. */

import { useEffect, useRef, useState } from "preact/hooks";
import { locale, t, tn } from "../language/language.ts";
import { MAX_CHAT } from "../protocol.ts";
import { canSay, heardBy, lengthOf, whyMute } from "../state/chat.ts";
import type { Remark, TableState } from "../state/table.ts";

interface ChatProps {
  state: TableState;
  onSay(text: string): boolean;
  onOpen(isOpen: boolean): void;
}

/** Opens and closes the chat, and shows how much was said meanwhile. */
export function ChatButton({ state, onOpen }: Pick<ChatProps, "state" | "onOpen">) {
  const { isChatOpen, unread } = state;
  return (
    <button
      type="button"
      class="button chat-button"
      data-testid="chat-button"
      aria-expanded={isChatOpen}
      aria-label={
        unread > 0 ? tn("Chat, {count} unread", "Chat, {count} unread", unread) : t("Chat")
      }
      title={t("Chat")}
      onClick={() => onOpen(!isChatOpen)}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 4h14v9.5H9L5 17v-3.5H3z" />
      </svg>
      {unread > 0 && (
        <span class="unread" data-testid="unread">
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </button>
  );
}

function timeOf(at: number): string {
  return new Date(at).toLocaleTimeString(locale(), { timeStyle: "short" });
}

function Line({ remark, isMine }: { remark: Remark; isMine: boolean }) {
  const { seat, name, at, text } = remark;
  return (
    <li
      class="remark"
      data-mine={isMine || undefined}
      style={{ "--seat": `var(--seat-${seat % 12})` }}
    >
      <span class="who" translate={false}>{name}</span>
      <time dateTime={new Date(at).toISOString()}>{timeOf(at)}</time>
      <p translate={false}>{text}</p>
    </li>
  );
}

/** How near to its end a list must be to follow what is added. */
const NEAR = 60;

function Lines({ state }: { state: TableState }) {
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const remarks = heardBy(state);
  useEffect(() => {
    const { current } = list;
    if (current && follows.current) current.scrollTop = current.scrollHeight;
  }, [remarks.at(-1)?.key]);
  return (
    <div
      ref={list}
      class="remarks"
      role="log"
      // It scrolls, so keys must get there.
      tabIndex={0}
      aria-label={t("What was said")}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < NEAR;
      }}
    >
      {remarks.length === 0 && <p class="aside">{t("Nothing has been said yet.")}</p>}
      <ol>
        {remarks.map((remark) => (
          <Line key={remark.key} remark={remark} isMine={remark.seat === state.seat} />
        ))}
      </ol>
    </div>
  );
}

function SayForm({ onSay }: Pick<ChatProps, "onSay">) {
  const [text, setText] = useState("");
  const left = MAX_CHAT - lengthOf(text.trim());
  return (
    <form
      class="say"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSay(text) && onSay(text.trim())) setText("");
      }}
    >
      <div class="entry">
        <input
          data-testid="chat-input"
          aria-label={t("Say something")}
          placeholder={t("Say something")}
          autocomplete="off"
          dir="auto"
          aria-invalid={left < 0 || undefined}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => key === "Escape" && currentTarget.blur()}
        />
        <span class="left" data-testid="chat-left" data-over={left < 0 || undefined}>
          {left}
        </span>
      </div>
      <button class="button primary" data-testid="say" disabled={!canSay(text)}>
        {t("Say")}
      </button>
    </form>
  );
}

export function Chat({ state, onSay, onOpen }: ChatProps) {
  if (!state.isChatOpen) return null;
  const mute = whyMute(state);
  return (
    <section class="chat" data-testid="chat" aria-label={t("Chat")}>
      <header>
        <h2>{t("Chat")}</h2>
        <button
          type="button"
          class="close"
          data-testid="chat-close"
          aria-label={t("Close the chat")}
          onClick={() => onOpen(false)}
        >
          ×
        </button>
      </header>
      <Lines state={state} />
      {mute === null ? <SayForm onSay={onSay} /> : <p class="aside mute">{mute}</p>}
    </section>
  );
}
