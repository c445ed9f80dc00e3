/**
 * The pictures of a deck in a theme, lying or standing: one SVG from the server, inlined once,
 * whose symbols are shown by reference.  What the cards are called is read from it, too.
 */

import { useEffect, useState } from "preact/hooks";
import { useIsDark } from "../net/settings.ts";

export interface Sprite {
  theme: string;
  deck: string;
  width: number;
  height: number;
  codes: string[];
  /** Every card in words, by its code. */
  words: ReadonlyMap<string, string>;
}

/** Width by height of a card that lies down. */
export const ASPECT = 1.5;

/** Stands in until the first sprite is here. */
export const NO_SPRITE: Sprite = {
  theme: "",
  deck: "",
  width: 120 * ASPECT,
  height: 120,
  codes: [],
  words: new Map(),
};

const PREFIX = "card-";
/** Id of the element that holds the sprite. */
const HOME = "sprite";
const loading = new Map<string, Promise<[SVGSVGElement, Sprite]>>();

async function load(
  theme: string,
  deck: string,
  upright: boolean,
  dark: boolean,
): Promise<[SVGSVGElement, Sprite]> {
  const form = `${upright ? "-upright" : ""}${dark ? "-dark" : ""}`;
  const response = await fetch(`/cards/${theme}/${deck}${form}.svg`);
  if (!response.ok) throw new Error(`no pictures for ${deck} in ${theme}`);
  const text = await response.text();
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (!(root instanceof SVGSVGElement)) throw new Error("the pictures cannot be read");
  return [root, read(root, theme, deck)];
}

function read(root: SVGSVGElement, theme: string, deck: string): Sprite {
  const words = new Map<string, string>();
  let [width, height] = [NO_SPRITE.width, NO_SPRITE.height];
  for (const symbol of root.querySelectorAll("symbol")) {
    const title = symbol.querySelector("title");
    const box = symbol.viewBox.baseVal;
    if (box.width) [width, height] = [box.width, box.height];
    if (title) words.set(symbol.id.slice(PREFIX.length), title.textContent);
    // It would be shown as a tooltip over the card.
    title?.remove();
  }
  return { theme, deck, width, height, codes: [...words.keys()], words };
}

/** Put a sprite into the page in place of the one before. */
function install(root: SVGSVGElement, theme: string, dark: boolean): void {
  let home = document.getElementById(HOME);
  if (!home) {
    home = document.createElement("div");
    home.id = HOME;
    document.body.prepend(home);
  }
  home.dataset["theme"] = theme;
  home.dataset["form"] = dark ? "dark" : "light";
  if (root.parentNode !== home) home.replaceChildren(root);
}

function fetchSprite(
  theme: string,
  deck: string,
  upright: boolean,
  dark: boolean,
): Promise<[SVGSVGElement, Sprite]> {
  const key = `${theme}/${deck}/${upright}/${dark}`;
  let promise = loading.get(key);
  if (!promise) {
    promise = load(theme, deck, upright, dark);
    promise.catch(() => loading.delete(key));
    loading.set(key, promise);
  }
  return promise;
}

/** Return the pictures of a deck as the page is light or dark; until they are here, the ones before. */
export function useSprite(theme: string, deck: string | null, upright = false): Sprite {
  const [sprite, setSprite] = useState(NO_SPRITE);
  const dark = useIsDark();
  useEffect(() => {
    if (!deck) return;
    let current = true;
    let timer = 0;
    const attempt = (): void => {
      fetchSprite(theme, deck, upright, dark).then(
        ([root, loaded]) => {
          if (!current) return;
          install(root, theme, dark);
          setSprite(loaded);
        },
        () => {
          if (current) timer = window.setTimeout(attempt, 2000);
        },
      );
    };
    attempt();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [theme, deck, upright, dark]);
  return sprite;
}
