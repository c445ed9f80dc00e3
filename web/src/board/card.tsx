/** One card that can be marked: a button with a front and a back. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Picture, sayCard } from "../cards/picture.tsx";
import type { Sprite } from "../cards/sprite.ts";
import { t } from "../language/language.ts";
import type { Mark } from "../state/choose.ts";
import type { Place } from "./layout.ts";

interface CardProps {
  card: string | null;
  /** Slot on the table; absent for a card of an earlier claim. */
  slot?: number;
  /** Absent where the card lies in the flow of the page. */
  place?: Place;
  sprite: Sprite;
  mark: Mark;
  /** The number of a colour in which it is shown, with others of that colour; -1 for none. */
  tone?: number;
  /** What it is called; its name alone where that is not said. */
  label?: string;
  /** Key that marks it, null for none, and whether it is shown. */
  hotkey: string | null;
  showsKey: boolean;
  /** Whether the Tab key comes to it; absent where it comes to each card. */
  isStop?: boolean;
  /** Whether a touch may be the begin of scrolling, so that only a tap counts. */
  scrolls?: boolean;
  faceDown?: boolean;
  onPress(): void;
}

/** How long a card takes to turn over; as in the style sheet. */
const TURN = 320;

/** Return the front to draw: for a moment still the old one, while the card is turned down. */
function useFront(card: string | null): string | null {
  const [front, setFront] = useState(card);
  useEffect(() => {
    if (card !== null) {
      setFront(card);
      return;
    }
    const timer = setTimeout(() => setFront(null), TURN);
    return () => clearTimeout(timer);
  }, [card]);
  return card ?? front;
}

/** Return listeners that act when a pointer goes down, and once. */
function usePress(onPress: () => void, scrolls: boolean) {
  const handled = useRef(false);
  return {
    onPointerDown(event: PointerEvent): void {
      handled.current = event.button === 0 && !(scrolls && event.pointerType !== "mouse");
      if (handled.current) onPress();
    },
    onClick(event: MouseEvent): void {
      // Keyboards and assistive technology click without a pointer.
      if (event.detail === 0 || !handled.current) onPress();
      handled.current = false;
    },
  };
}

/** Return the id of the element at a slot. */
export const idOf = (slot: number): string => `slot-${slot}`;

function describe(mark: Mark, tone: number): string | undefined {
  if (mark === "hinted") return t("shown by the hint");
  return tone >= 0 ? t("shown, number {number}", { number: tone + 1 }) : undefined;
}

export function Card(props: CardProps) {
  const { card, slot, place, sprite, mark, hotkey, isStop = true, faceDown = false } = props;
  const { tone = -1 } = props;
  const front = useFront(card);
  const press = usePress(props.onPress, props.scrolls ?? false);
  const style = {
    ...(place && {
      left: `${place.x}px`,
      top: `${place.y}px`,
      width: `${place.width}px`,
      height: `${place.height}px`,
    }),
    ...(tone >= 0 && { "--tone": `var(--seat-${tone % 12})` }),
  };
  return (
    <button
      type="button"
      class={`card ${mark} ${tone >= 0 ? "toned" : ""} ${faceDown ? (card === null ? "down" : "up") : ""}`}
      style={style}
      id={slot === undefined ? undefined : idOf(slot)}
      tabIndex={isStop ? undefined : -1}
      data-card={card ?? ""}
      data-slot={slot}
      data-chain-card={slot === undefined ? card : undefined}
      aria-pressed={mark === "chosen" || mark === "pending"}
      aria-label={props.label ?? sayCard(card, sprite)}
      aria-description={describe(mark, tone)}
      aria-keyshortcuts={hotkey ?? undefined}
      {...press}
    >
      {/* Another card is another picture, which comes in anew; the button keeps the focus. */}
      <span class="turning" key={faceDown ? "" : card}>
        {(front !== null || !faceDown) && (
          <span class="front">
            <Picture card={front} sprite={sprite} />
          </span>
        )}
        {faceDown && (
          <span class="back">
            <Picture card={null} sprite={sprite} />
          </span>
        )}
      </span>
      {hotkey && props.showsKey && (
        <kbd class="hint" aria-hidden="true" translate={false}>
          {hotkey}
        </kbd>
      )}
    </button>
  );
}
