/** The table: cards on their slots, holes, groups, and cards on their way to who took them. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import { Picture, sayCard } from "../cards/picture.tsx";
import { ASPECT, type Sprite } from "../cards/sprite.ts";
import { t } from "../language/language.ts";
import { useSettings } from "../net/settings.ts";
import { useKeyRows } from "../net/keyboard.ts";
import { markOf, type Target } from "../state/choose.ts";
import type { Departure, TableState } from "../state/table.ts";
import { chainOf } from "../state/view.ts";
import { Card, idOf } from "./card.tsx";
import type { KeyRows, Pressed } from "./keyboards.ts";
import { keyOfSlot, targetOfKey } from "./keys.ts";
import {
  holds,
  type Layout,
  layOut,
  makePlan,
  type Place,
  type Plan,
  type Shape,
  type Size,
} from "./layout.ts";
import { useSize } from "./measure.ts";
import { useRoving } from "./roving.ts";
import { cellOf, sayPlaced } from "./words.ts";

/** Room around the cards for the ring of a marked one; as in the style sheet. */
const MARGIN = 4;

interface BoardProps {
  state: TableState;
  sprite: Sprite;
  onPress(target: Target): void;
  /** Tells which plan the keyboard follows. */
  onPlan(plan: Plan): void;
}

/**
 * Return a plan that stays while the window keeps its size, however the table grows.
 *
 * What stands beside the board may take a little of its room; if that led to another plan, and
 * the other plan to other things beside the board, the two might never come to rest.
 */
function usePlan(board: Size | null, slots: number, shape: Shape): Plan | null {
  const { cards, lines } = useSettings();
  const kept = useRef<{ board: Size; key: string; plan: Plan } | null>(null);
  if (!board || board.width <= 0 || slots === 0) return null;
  const key = [window.innerWidth, window.innerHeight, ...shape, cards, lines].join();
  const last = kept.current;
  if (last?.key === key && (last.board === board || holds(last.plan, slots, board, ASPECT))) {
    return last.plan;
  }
  const plan = makePlan(slots, shape, board, ASPECT, { cards, lines });
  kept.current = { board, key, plan };
  return plan;
}

const styleOf = ({ x, y, width, height }: Place) => ({
  left: `${x}px`,
  top: `${y}px`,
  width: `${width}px`,
  height: `${height}px`,
});

function Leaving(props: { departure: Departure; layout: Layout; sprite: Sprite }) {
  const { departure, layout, sprite } = props;
  return (
    <>
      {departure.cards.map(({ slot, card }) => (
        <span
          key={card}
          class="leaving"
          style={{ ...styleOf(layout.place(slot)), "--seat": `var(--seat-${departure.seat % 12})` }}
        >
          <Picture card={card} sprite={sprite} />
        </span>
      ))}
    </>
  );
}

export function Board({ state, sprite, onPress, onPlan }: BoardProps) {
  const element = useRef<HTMLDivElement>(null);
  const board = useSize(element, MARGIN);
  const { view } = state;
  const slots = view?.slots ?? [];
  const plan = usePlan(board, slots.length, view?.group_shape ?? [1, 1]);
  const layout = useMemo(
    () => (plan && board ? layOut(plan, slots.length, board, ASPECT) : null),
    [plan, slots.length, board],
  );
  const rows = useKeyRows();
  const lying = slots.map((here) => here !== null);
  const { stop, onFocusIn, onKeyDown } = useRoving(element, layout, lying);
  useEffect(() => {
    if (plan) onPlan(plan);
  }, [plan]);
  const count = lying.filter(Boolean).length;

  return (
    <div
      ref={element}
      class={`board ${plan?.scrolls ? "scrolls" : ""}`}
      role="group"
      aria-label={t("Cards on the table: {count}", { count })}
      tabIndex={-1}
      onFocusIn={onFocusIn}
      onKeyDown={onKeyDown}
      data-paused={view?.paused != null || undefined}
      data-flow={plan?.flow}
      data-lane={plan?.lane}
    >
      {layout && view && (
        <div class="cards" style={{ height: `${layout.height}px`, "--card-width": longSide(layout) }}>
          {layout.panels.map((panel, group) => (
            <div
              key={`group-${group}`}
              class="panel"
              style={styleOf(panel)}
              data-group={group}
              role="group"
              aria-label={t("Group {group}", { group: group + 1 })}
              aria-owns={idsOf(group, layout.panels.length, slots.length)}
            />
          ))}
          {slots.map((here, slot) =>
            here ? (
              <Card
                key={`slot-${slot}`}
                card={here.card}
                slot={slot}
                place={layout.place(slot)}
                sprite={sprite}
                mark={markOf(state, here.card, slot)}
                label={sayPlaced(sayCard(here.card, sprite), cellOf(layout.plan, slot))}
                hotkey={keyOfSlot(rows, layout.plan, slot)}
                showsKey={state.keys}
                isStop={slot === stop}
                scrolls={layout.plan.scrolls}
                faceDown={view.face_down}
                onPress={() => onPress({ slot })}
              />
            ) : (
              <span
                key={`hole-${slot}`}
                class="hole"
                id={idOf(slot)}
                data-hole={slot}
                tabIndex={-1}
                role="img"
                aria-label={sayPlaced(t("empty place"), cellOf(layout.plan, slot))}
                style={styleOf(layout.place(slot))}
              />
            ),
          )}
          {state.departures.map((departure) => (
            <Leaving key={departure.key} departure={departure} layout={layout} sprite={sprite} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Return the ids of a group's places, which the group has as its own for who cannot see them. */
function idsOf(group: number, groups: number, slots: number): string {
  const ids = Array.from({ length: slots }, (_, slot) => slot);
  return ids
    .filter((slot) => slot % groups === group)
    .map(idOf)
    .join(" ");
}

function longSide({ card }: Layout): string {
  return `${Math.max(card.width, card.height)}px`;
}

/** Return the card that a key marks, null for none. */
export function targetOf(
  state: TableState,
  rows: KeyRows,
  plan: Plan,
  pressed: Pressed,
): Target | null {
  const { view } = state;
  if (!view) return null;
  const chain = chainOf(view, state.seat);
  const found = targetOfKey(rows, plan, view.slots.length, chain.length, pressed);
  if (!found) return null;
  if ("slot" in found) return found;
  const spot = chain[found.chain];
  return spot ? { card: spot.card } : null;
}
