/** A card as a picture. */

import type { Sprite } from "./sprite.ts";

interface PictureProps {
  /** Code of the card, null for its back. */
  card: string | null;
  sprite: Sprite;
  /** Whether the card stands on end. */
  upright?: boolean;
}

/** Draw a card as large as its parent allows; it says nothing to assistive technology. */
export function Picture({ card, sprite, upright = false }: PictureProps) {
  const { width, height } = sprite;
  return (
    <svg
      class="picture"
      viewBox={upright ? `0 0 ${height} ${width}` : `0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      <use
        href={`#card-${card ?? "back"}`}
        width={width}
        height={height}
        transform={upright ? `translate(${height} 0) rotate(90)` : undefined}
      />
    </svg>
  );
}

/** Return a card in words, its code until the words are known. */
export function sayCard(card: string | null, sprite: Sprite): string {
  return card === null ? "card, face down" : (sprite.words.get(card) ?? card);
}
