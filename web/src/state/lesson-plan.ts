/** How the few cards of a lesson are laid: in rows, as large as they can be. */

import {
  layOut,
  type Layout,
  makePlan,
  NO_WISHES,
  type Plan,
  type Shape,
  type Size,
} from "../board/layout.ts";

/** How much smaller cards may be for the sake of rows that are all full. */
const EVENNESS = 0.7;

/** So many cards are compared with each other, and lie side by side. */
const FEW = 4;

function* inRows(slots: number, shape: Shape): Generator<Plan> {
  for (let lane = slots <= FEW ? slots : 1; lane <= slots; lane++) {
    for (const upright of [false, true]) {
      yield { upright, flow: "rows", lane, groups: 1, shape, across: 1, scrolls: false };
    }
  }
}

/**
 * Return places for a lesson's cards; divided tables are laid as at a game.
 *
 * Where cards would be too small for a finger they need more than the height of the board.
 */
export function layLesson(slots: number, shape: Shape, board: Size, aspect: number): Layout {
  const [rows, columns] = shape;
  const usual = (): Layout => {
    const plan = makePlan(slots, shape, board, aspect, NO_WISHES);
    return layOut(plan, slots, board, aspect);
  };
  if (rows * columns > 1) return usual();
  let best: Layout | null = null;
  let most = -1;
  for (const plan of inRows(slots, shape)) {
    const layout = layOut(plan, slots, board, aspect);
    const { width, height } = layout.card;
    const merit = width * height * (slots % plan.lane === 0 ? 1 : EVENNESS);
    if (layout.height <= board.height && merit > most) [best, most] = [layout, merit];
  }
  return best ?? usual();
}
