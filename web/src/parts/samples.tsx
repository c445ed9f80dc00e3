/** Three cards of a deck, in the chosen look. */

import { useMemo } from "preact/hooks";
import { Picture, sayCard } from "../cards/picture.tsx";
import { useSprite } from "../cards/sprite.ts";
import { useTheme } from "./theme.tsx";

export function Samples({ deck }: { deck: string | null }) {
  const { theme } = useTheme();
  const sprite = useSprite(theme, deck);
  // In the order of the deck the first, the middle and the last card differ in every feature.
  const samples = useMemo(() => {
    const last = sprite.codes.length - 1;
    return [0, Math.floor(last / 2), last].flatMap((index) => sprite.codes[index] ?? []);
  }, [sprite]);
  return (
    <div class="samples" data-deck={deck ?? undefined}>
      {samples.map((card) => (
        <span key={card} class="sample" role="img" aria-label={sayCard(card, sprite)}>
          <Picture card={card} sprite={sprite} />
        </span>
      ))}
    </div>
  );
}
