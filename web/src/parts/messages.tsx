/** What just happened, in words and small cards; `announcer.tsx` says it aloud. */

import type { Sprite } from "../cards/sprite.ts";
import { t } from "../language/language.ts";
import type { Notice, TableState } from "../state/table.ts";
import { SmallCard } from "./claims.tsx";

interface BodyProps {
  notice: Notice;
  sprite: Sprite;
  /** Absent where one cannot ask any more. */
  onWhy?: ((cards: readonly string[]) => void) | undefined;
}

function Body({ notice, sprite, onWhy }: BodyProps) {
  return (
    <>
      <p>
        {notice.text}
        {notice.tone === "claim" && (
          <span class="inline-cards">
            {notice.cards.map((card) => (
              <SmallCard key={card} card={card} sprite={sprite} />
            ))}
          </span>
        )}
        {notice.canExplain && onWhy && (
          <button
            type="button"
            class="ask-why"
            data-testid="why-button"
            onClick={() => onWhy(notice.cards)}
          >
            {t("Why?")}
          </button>
        )}
      </p>
      {notice.lines.length > 0 && (
        <ul class="lines">
          {notice.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const seatStyle = ({ seat }: Notice) =>
  seat === null ? {} : { "--seat": `var(--seat-${seat % 12})` };

interface MessagesProps {
  state: TableState;
  sprite: Sprite;
  onWhy(cards: readonly string[]): void;
}

export function Messages({ state, sprite, onWhy }: MessagesProps) {
  const [latest, ...earlier] = state.notices;
  return (
    <section class="messages" aria-label={t("What happened")}>
      <div class="message" data-testid="message">
        {latest && (
          <div key={latest.key} class={`notice ${latest.tone}`} style={seatStyle(latest)}>
            <Body notice={latest} sprite={sprite} onWhy={onWhy} />
          </div>
        )}
      </div>
      <ol class="log">
        {earlier.map((notice) => (
          <li key={notice.key} class={`notice ${notice.tone}`} style={seatStyle(notice)}>
            <Body notice={notice} sprite={sprite} />
          </li>
        ))}
      </ol>
    </section>
  );
}
