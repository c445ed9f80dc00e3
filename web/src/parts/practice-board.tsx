/** The table of practice. */

import type { Plan } from "../board/layout.ts";
import { OpenBoard } from "../board/open-board.tsx";
import type { Sprite } from "../cards/sprite.ts";
import { markOfPlace, type Round } from "../state/practice.ts";

interface PracticeBoardProps {
  round: Round;
  sprite: Sprite;
  /** Whether to show which key marks which card. */
  showsKeys: boolean;
  onPress(place: number): void;
  /** Tells which plan the keyboard follows. */
  onPlan(plan: Plan): void;
}

export function PracticeBoard({ round, ...board }: PracticeBoardProps) {
  return (
    <OpenBoard
      table={round.table}
      id={round.table.id}
      markOf={(place) => markOfPlace(round, place)}
      {...board}
    />
  );
}
