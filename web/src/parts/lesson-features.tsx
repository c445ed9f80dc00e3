/** Why, or why not: the features of three cards with ticks and crosses, and cards in sentences. */

import { sayValue } from "../cards/colours.ts";
import type { Sprite } from "../cards/sprite.ts";
import { t } from "../language/language.ts";
import type { FeatureExplained } from "../protocol.ts";
import { SmallCard } from "./claims.tsx";

function sayVerdict(verdict: FeatureExplained["verdict"]): string {
  switch (verdict) {
    case "same":
      return t("all the same");
    case "different":
      return t("all different");
    case "fails":
      return t("two alike, one not");
  }
}

interface FeatureTableProps {
  cards: readonly string[];
  features: readonly FeatureExplained[];
  sprite: Sprite;
}

export function FeatureTable({ cards, features, sprite }: FeatureTableProps) {
  return (
    <table class="features" data-testid="features">
      <thead>
        <tr>
          <td />
          {cards.map((card) => (
            <th scope="col" key={card}>
              <SmallCard card={card} sprite={sprite} />
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {features.map(({ feature, values, verdict }) => (
          <tr key={feature} data-feature={feature} data-verdict={verdict}>
            <th scope="row">{feature}</th>
            {values.map((value, index) => (
              <td key={index}>{sayValue(value)}</td>
            ))}
            <td class="verdict">
              <span aria-hidden="true">{verdict === "fails" ? "✗" : "✓"}</span>
              <span class="words">{sayVerdict(verdict)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SentenceProps {
  text: string;
  sprite: Sprite;
  /** The card that was asked for, which stands out. */
  third?: string | undefined;
}

/** Draw a sentence with a picture wherever it has the code of a card. */
export function Sentence({ text, sprite, third }: SentenceProps) {
  const parts = text.split(/\b([123][A-Z]{2,4})\b/);
  return (
    <>
      {parts.map((part, index) => {
        if (index % 2 === 0 || !sprite.words.has(part)) return part;
        const card = <SmallCard key={index} card={part} sprite={sprite} />;
        if (part !== third) return card;
        return (
          <span key={index} class="third" data-testid="third">
            {card}
          </span>
        );
      })}
    </>
  );
}
