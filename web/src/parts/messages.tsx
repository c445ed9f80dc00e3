/** What just happened, in words and small cards; read aloud by assistive technology. */

import type { Sprite } from "../cards/sprite.ts";
import type { Notice, TableState } from "../state/table.ts";
import { SmallCard } from "./claims.tsx";

function Body({ notice, sprite }: { notice: Notice; sprite: Sprite }) {
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

export function Messages({ state, sprite }: { state: TableState; sprite: Sprite }) {
  const [latest, ...earlier] = state.notices;
  return (
    <section class="messages" aria-label="What happened">
      <div class="message" data-testid="message" role="status" aria-live="polite">
        {latest && (
          <div key={latest.key} class={`notice ${latest.tone}`} style={seatStyle(latest)}>
            <Body notice={latest} sprite={sprite} />
          </div>
        )}
      </div>
      <ol class="log" aria-hidden="true">
        {earlier.map((notice) => (
          <li key={notice.key} class={`notice ${notice.tone}`} style={seatStyle(notice)}>
            <Body notice={notice} sprite={sprite} />
          </li>
        ))}
      </ol>
    </section>
  );
}
