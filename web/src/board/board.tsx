/** The table: cards on their slots, holes, groups, and cards on their way to who took them. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import { Picture } from "../cards/picture.tsx";
import { ASPECT, type Sprite } from "../cards/sprite.ts";
import { t } from "../language/language.ts";
import { useSettings } from "../net/settings.ts";
import { markOf, type Target } from "../state/choose.ts";
import type { Departure, TableState } from "../state/table.ts";
import { chainOf } from "../state/view.ts";
import { Card } from "./card.tsx";
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
  useEffect(() => {
    if (plan) onPlan(plan);
  }, [plan]);

  return (
    <div
      ref={element}
      class={`board ${plan?.scrolls ? "scrolls" : ""}`}
      role="group"
      aria-label={t("Cards on the table")}
      data-paused={view?.paused != null || undefined}
      data-flow={plan?.flow}
      data-lane={plan?.lane}
    >
      {layout && view && (
        <div class="cards" style={{ height: `${layout.height}px`, "--card-width": longSide(layout) }}>
          {layout.panels.map((panel, group) => (
            <div key={`group-${group}`} class="panel" style={styleOf(panel)} data-group={group} />
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
                hint={state.keys ? keyOfSlot(layout.plan, slot) : null}
                scrolls={layout.plan.scrolls}
                faceDown={view.face_down}
                onPress={() => onPress({ slot })}
              />
            ) : (
              <span
                key={`hole-${slot}`}
                class="hole"
                data-hole={slot}
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

function longSide({ card }: Layout): string {
  return `${Math.max(card.width, card.height)}px`;
}

/** Return the card that a key marks, null for none. */
export function targetOf(state: TableState, plan: Plan, pressed: string): Target | null {
  const { view } = state;
  if (!view) return null;
  const chain = chainOf(view, state.seat);
  const found = targetOfKey(plan, view.slots.length, chain.length, pressed);
  if (!found) return null;
  if ("slot" in found) return found;
  const spot = chain[found.chain];
  return spot ? { card: spot.card } : null;
}
