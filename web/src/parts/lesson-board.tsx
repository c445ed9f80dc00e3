/** The table of a lesson's step, drawn as that of a game. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import { Card } from "../board/card.tsx";
import { keyOfChain, keyOfSlot } from "../board/keys.ts";
import type { Layout, Place, Plan } from "../board/layout.ts";
import { useSize } from "../board/measure.ts";
import { useRoving } from "../board/roving.ts";
import { cellOf, sayPlaced } from "../board/words.ts";
import { Picture, sayCard } from "../cards/picture.tsx";
import { ASPECT, type Sprite } from "../cards/sprite.ts";
import { t } from "../language/language.ts";
import { useKeyRows } from "../net/keyboard.ts";
import type { Step } from "../net/lessons.ts";
import { faceOf, type LessonState, markOf, turnsUp } from "../state/lesson.ts";
import { layLesson } from "../state/lesson-plan.ts";

/** Room around the cards for the ring of a marked one; as in the style sheet. */
const MARGIN = 4;

interface LessonBoardProps {
  state: LessonState;
  step: Step;
  sprite: Sprite;
  /** Whether to show which key marks which card. */
  showsKeys: boolean;
  onPress(card: string): void;
  /** Tells which plan the keyboard follows. */
  onPlan(plan: Plan): void;
}

const styleOf = ({ x, y, width, height }: Place) => ({
  left: `${x}px`,
  top: `${y}px`,
  width: `${width}px`,
  height: `${height}px`,
});

const longSide = ({ card }: Layout) => `${Math.max(card.width, card.height)}px`;

interface ShownCardProps {
  card: string;
  /** Absent where the card lies in the flow of the page. */
  place?: Place;
  sprite: Sprite;
  mark: string;
}

/** A card that is only looked at. */
function ShownCard({ card, place, sprite, mark }: ShownCardProps) {
  const words = sayCard(card, sprite);
  return (
    <span
      class={`card ${mark}`}
      style={place && styleOf(place)}
      data-card={card}
      role="img"
      aria-label={mark ? t("{card}, marked", { card: words }) : words}
    >
      <span class="front">
        <Picture card={card} sprite={sprite} />
      </span>
    </span>
  );
}

export function LessonBoard(props: LessonBoardProps) {
  const { state, step, sprite, showsKeys, onPress, onPlan } = props;
  const element = useRef<HTMLDivElement>(null);
  // What the cards are fitted into; they may need more, and then the board grows with them.
  const room = useRef<HTMLDivElement>(null);
  const rows = useKeyRows();
  const board = useSize(room, MARGIN);
  const slots = step.slots.length;
  const shape = state.lesson.group_shape;
  const layout = useMemo(
    () => (board && board.width > 0 ? layLesson(slots, shape, board, ASPECT) : null),
    [slots, shape, board],
  );
  useEffect(() => {
    if (layout) onPlan(layout.plan);
  }, [layout]);
  const picks = step.task === "pick";
  const lying = step.slots.map((here) => here !== null);
  const { stop, onFocusIn, onKeyDown } = useRoving(element, layout, lying);
  return (
    <div class="lesson-table" data-task={step.task}>
      <div
        ref={element}
        class="board"
        role="group"
        aria-label={t("Cards on the table")}
        onFocusIn={picks ? onFocusIn : undefined}
        onKeyDown={picks ? onKeyDown : undefined}
      >
        <div ref={room} class="room" />
        {layout && (
          <div
            class="cards"
            style={{ height: `${layout.height}px`, "--card-width": longSide(layout) }}
          >
            {layout.panels.map((panel, group) => (
              <div key={`group-${group}`} class="panel" style={styleOf(panel)} data-group={group} />
            ))}
            {step.slots.map((here, slot) => {
              if (!here) return null;
              const key = `${state.index}-${slot}`;
              const place = layout.place(slot);
              const mark = markOf(state, here.card);
              if (!picks) {
                return <ShownCard key={key} card={here.card} {...{ place, sprite, mark }} />;
              }
              return (
                <Card
                  key={key}
                  card={faceOf(state, here)}
                  slot={slot}
                  place={place}
                  sprite={sprite}
                  mark={mark}
                  label={sayPlaced(sayCard(faceOf(state, here), sprite), cellOf(layout.plan, slot))}
                  hotkey={keyOfSlot(rows, layout.plan, slot)}
                  showsKey={showsKeys}
                  isStop={slot === stop}
                  faceDown={turnsUp(step)}
                  onPress={() => onPress(here.card)}
                />
              );
            })}
          </div>
        )}
      </div>
      {step.previous.length > 0 && (
        <section class="lesson-chain" aria-label={t("The claim to be continued")}>
          <h3>{t("The claim before")}</h3>
          <ul>
            {step.previous.map(({ card }, index) => (
              <li key={card}>
                {picks ? (
                  <Card
                    card={card}
                    sprite={sprite}
                    mark={markOf(state, card)}
                    hotkey={layout ? keyOfChain(rows, layout.plan, index) : null}
                    showsKey={showsKeys}
                    onPress={() => onPress(card)}
                  />
                ) : (
                  <ShownCard card={card} sprite={sprite} mark={markOf(state, card)} />
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
