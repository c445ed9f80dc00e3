/** Why some cards are a claim, or are none: feature by feature. */

import type { Sprite } from "../cards/sprite.ts";
import { t } from "../language/language.ts";
import type { Explained } from "../protocol.ts";
import { canExplain } from "../state/choose.ts";
import type { TableState } from "../state/table.ts";
import { SmallCard } from "./claims.tsx";
import { FeatureTable, Sentence } from "./lesson-features.tsx";

interface AskWhyProps {
  state: TableState;
  onExplain(cards: readonly string[]): void;
}

/** Asks about the cards that are marked: what goes with two, or why more are none. */
export function AskWhy({ state, onExplain }: AskWhyProps) {
  const { selection, view } = state;
  if (!view || (view.options.hints === "off" && view.phase !== "ended")) return null;
  return (
    <button
      type="button"
      class="button"
      data-testid="ask-why"
      disabled={!canExplain(state)}
      onClick={() => onExplain(selection)}
    >
      {selection.length > 2 ? t("Why not?") : t("Which third?")}
    </button>
  );
}

interface WhyProps {
  /** Null where nothing was asked. */
  explained: Explained | null;
  sprite: Sprite;
  onClose(): void;
}

export function Why({ explained, sprite, onClose }: WhyProps) {
  if (!explained) return null;
  const { cards, features, is_claim, sentence, third } = explained;
  return (
    <section
      class="why"
      data-testid="why"
      data-claim={is_claim || undefined}
      aria-label={t("Why, or why not")}
    >
      <header>
        <p role="status">
          <Sentence text={sentence} sprite={sprite} third={third?.card} />
        </p>
        <button
          type="button"
          class="close"
          aria-label={t("Close")}
          data-testid="why-close"
          onClick={onClose}
        >
          ×
        </button>
      </header>
      {features.length > 0 && (
        <FeatureTable cards={cards} features={features} sprite={sprite} />
      )}
      {features.length === 0 && !third && (
        <p class="asked">
          {cards.map((card) => (
            <SmallCard key={card} card={card} sprite={sprite} />
          ))}
        </p>
      )}
    </section>
  );
}
