/** The table's voice: two live regions that nobody sees, one of which may interrupt. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Plan } from "../board/layout.ts";
import { cellOf, sayPlaced } from "../board/words.ts";
import { sayCard } from "../cards/picture.tsx";
import type { Sprite } from "../cards/sprite.ts";
import { t } from "../language/language.ts";
import { type Speech, speak, type Words } from "../state/speech.ts";
import type { TableState } from "../state/table.ts";

/** How many things that were said stay in the page: they are read as they come, and only then. */
const MEMORY = 8;

interface Said extends Speech {
  key: number;
}

interface AnnouncerProps {
  state: TableState;
  sprite: Sprite;
  plan: Plan | null;
}

export function Announcer({ state, sprite, plan }: AnnouncerProps) {
  const before = useRef(state);
  const [said, setSaid] = useState<readonly Said[]>([]);
  useEffect(() => {
    const words: Words = {
      card: (code) => sayCard(code, sprite),
      placed: (code, slot) =>
        plan ? sayPlaced(sayCard(code, sprite), cellOf(plan, slot)) : sayCard(code, sprite),
    };
    const { activeElement } = document;
    const at = activeElement instanceof HTMLElement ? (activeElement.dataset["card"] ?? null) : null;
    const speeches = speak(before.current, state, words, at);
    before.current = state;
    if (speeches.length === 0) return;
    setSaid((last) => {
      const key = (last.at(-1)?.key ?? 0) + 1;
      return [...last, ...speeches.map((one, index) => ({ ...one, key: key + index }))].slice(-MEMORY);
    });
  }, [state]);
  const lines = (isUrgent: boolean) =>
    said.filter((one) => one.isUrgent === isUrgent).map(({ key, text }) => <p key={key}>{text}</p>);
  return (
    <section class="visually-hidden" data-testid="announcer" aria-label={t("What is said aloud")}>
      <div role="status" aria-atomic="false" aria-relevant="additions">
        {lines(false)}
      </div>
      <div role="alert" aria-atomic="false" aria-relevant="additions">
        {lines(true)}
      </div>
    </section>
  );
}
