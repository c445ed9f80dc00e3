/** A table on which all cards lie open and one alone picks them: the cards, and a claim before. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import { sayCard } from "../cards/picture.tsx";
import { ASPECT, type Sprite } from "../cards/sprite.ts";
import { t } from "../language/language.ts";
import { useKeyRows } from "../net/keyboard.ts";
import { useSettings } from "../net/settings.ts";
import type { SpotView } from "../protocol.ts";
import type { Mark } from "../state/choose.ts";
import { Card } from "./card.tsx";
import { keyOfChain, keyOfSlot } from "./keys.ts";
import { layOut, makePlan, type Place, type Plan } from "./layout.ts";
import { useSize } from "./measure.ts";
import { useRoving } from "./roving.ts";
import { cellOf, sayPlaced } from "./words.ts";

/** Room around the cards for the ring of a marked one; as in the style sheet. */
const MARGIN = 4;

export interface OpenTable {
  /** The slot's number modulo the number of groups is the group; null for an empty place. */
  slots: readonly (string | null)[];
  /** The claim to be continued; the places of its cards are counted on from those of the slots. */
  previous: readonly SpotView[];
  group_shape: readonly [rows: number, columns: number];
}

interface OpenBoardProps {
  table: OpenTable;
  /** Tells one table from the next, whose cards come in anew. */
  id: string;
  sprite: Sprite;
  markOf(place: number): Mark;
  /** The number of a colour in which the card at a place is shown, -1 for none. */
  toneOf?(place: number): number;
  /** Whether to show which key marks which card. */
  showsKeys: boolean;
  onPress(place: number): void;
  /** Tells which plan the keyboard follows. */
  onPlan(plan: Plan): void;
}

const styleOf = ({ x, y, width, height }: Place) => ({
  left: `${x}px`,
  top: `${y}px`,
  width: `${width}px`,
  height: `${height}px`,
});

export function OpenBoard(props: OpenBoardProps) {
  const { id, sprite, markOf, toneOf = () => -1, showsKeys, onPress, onPlan } = props;
  const { slots, previous, group_shape } = props.table;
  const element = useRef<HTMLDivElement>(null);
  const board = useSize(element, MARGIN);
  const { cards, lines } = useSettings();
  const layout = useMemo(() => {
    if (!board || board.width <= 0) return null;
    const plan = makePlan(slots.length, group_shape, board, ASPECT, { cards, lines });
    return layOut(plan, slots.length, board, ASPECT);
  }, [slots.length, group_shape.join(), board, cards, lines]);
  const plan = layout?.plan ?? null;
  useEffect(() => {
    if (plan) onPlan(plan);
  }, [plan]);
  const rows = useKeyRows();
  const lying = slots.map((card) => card !== null);
  const { stop, onFocusIn, onKeyDown } = useRoving(element, layout, lying);
  return (
    <div class="practice-table">
      <div
        ref={element}
        class={`board ${plan?.scrolls ? "scrolls" : ""}`}
        role="group"
        aria-label={t("Cards on the table")}
        tabIndex={-1}
        onFocusIn={onFocusIn}
        onKeyDown={onKeyDown}
      >
        {layout && (
          <div
            class="cards"
            style={{
              height: `${layout.height}px`,
              "--card-width": `${Math.max(layout.card.width, layout.card.height)}px`,
            }}
          >
            {layout.panels.map((panel, group) => (
              <div key={`group-${group}`} class="panel" style={styleOf(panel)} data-group={group} />
            ))}
            {slots.map((card, slot) =>
              card === null ? null : (
                <Card
                  key={`${id}-${slot}`}
                  card={card}
                  slot={slot}
                  place={layout.place(slot)}
                  sprite={sprite}
                  mark={markOf(slot)}
                  tone={toneOf(slot)}
                  label={sayPlaced(sayCard(card, sprite), cellOf(layout.plan, slot))}
                  hotkey={keyOfSlot(rows, layout.plan, slot)}
                  showsKey={showsKeys}
                  isStop={slot === stop}
                  scrolls={layout.plan.scrolls}
                  onPress={() => onPress(slot)}
                />
              ),
            )}
          </div>
        )}
      </div>
      {previous.length > 0 && (
        <section class="practice-chain" aria-label={t("The claim to be continued")}>
          <h3>{t("Use one card of the claim before")}</h3>
          <ul>
            {previous.map(({ card }, index) => (
              <li key={card}>
                <Card
                  card={card}
                  sprite={sprite}
                  mark={markOf(slots.length + index)}
                  tone={toneOf(slots.length + index)}
                  hotkey={plan ? keyOfChain(rows, plan, index) : null}
                  showsKey={showsKeys}
                  onPress={() => onPress(slots.length + index)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
