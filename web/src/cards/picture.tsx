/** A card as a picture. */

import { t } from "../language/language.ts";
import type { Sprite } from "./sprite.ts";

/** Draw a card (null: its back) as large as its parent allows; assistive technology is told nothing. */
export function Picture({ card, sprite }: { card: string | null; sprite: Sprite }) {
  const { width, height } = sprite;
  return (
    <svg class="picture" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <use href={`#card-${card ?? "back"}`} width={width} height={height} />
    </svg>
  );
}

/** Return a card in words, its code until the words are known. */
export function sayCard(card: string | null, sprite: Sprite): string {
  return card === null ? t("card, face down") : (sprite.words.get(card) ?? card);
}
