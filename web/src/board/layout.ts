/**
 * Where the cards lie: pure functions from the size of the board to a place for every slot.
 *
 * Two steps keep cards in place.  A *plan* is made once, for the table's first size: in which
 * direction its lines run, how many cards make a line, whether cards stand on end.  Then a *layout*
 * follows from plan and number of slots; more cards only add lines at the end.
 *
 * Without groups a line has three cards: on a wide board slot s lies in column ⌊s/3⌋, on a tall one
 * in row ⌊s/3⌋.  With g groups slot s lies in group s % g, at index ⌊s/g⌋.
 *
 * A reader can wish for lines that are rows or columns, and for cards that lie or stand.  Wishes for
 * lines are met where that leaves cards large enough to touch; cards are as they are wished.
 */

export interface Size {
  width: number;
  height: number;
}

export interface Place extends Size {
  x: number;
  y: number;
}

/** What a reader wants of every board. */
export interface Wishes {
  cards: "automatic" | "lying" | "standing";
  lines: "automatic" | "rows" | "columns";
}

export const NO_WISHES: Wishes = { cards: "automatic", lines: "automatic" };

/** Rows and columns of groups. */
export type Shape = readonly [rows: number, columns: number];

export interface Plan {
  /** Whether cards stand on end. */
  upright: boolean;
  /** What the lines of a group are. */
  flow: "rows" | "columns";
  /** Cards in a line. */
  lane: number;
  groups: number;
  /** Rows and columns of groups, as the game has them. */
  shape: Shape;
  /** Groups side by side on this board. */
  across: number;
  /** Whether cards have their least size and the board is scrolled. */
  scrolls: boolean;
}

export interface Layout {
  plan: Plan;
  card: Size;
  /** Height of it all, more than the board's if it scrolls. */
  height: number;
  /** Frames of the groups; none on an undivided table. */
  panels: Place[];
  place(slot: number): Place;
}

const LINE = 3;
/** More cards than this are laid in longer lines. */
const MANY = 24;
/** Up to so many cards each is large enough for a finger. */
const HANDY = 21;

/** Return the shortest side that a card may have before the board scrolls. */
const leastOf = (slots: number): number => (slots <= HANDY ? 44 : 40);

/** Longest side of a card: larger ones are harder to take in. */
const MOST = 340;

function gapOf(board: Size): number {
  return Math.max(5, Math.min(14, Math.round(Math.min(board.width, board.height) / 60)));
}

function isDivided(plan: { groups: number }): boolean {
  return plan.groups > 1;
}

/** Room inside a group's frame. */
function paddingOf(plan: { groups: number }, gap: number): number {
  return isDivided(plan) ? gap : 0;
}

function grid(plan: Plan, perGroup: number): { columns: number; rows: number } {
  const lines = Math.max(1, Math.ceil(perGroup / plan.lane));
  const across = Math.min(plan.lane, Math.max(1, perGroup));
  // A line keeps its full length, or cards would move when it fills up.
  const length = plan.groups === 1 ? plan.lane : across;
  return plan.flow === "rows" ? { columns: length, rows: lines } : { columns: lines, rows: length };
}

/** Return the largest card for a plan; `aspect` is width by height of a card that lies down. */
function fit(plan: Plan, slots: number, board: Size, aspect: number): Size {
  const gap = gapOf(board);
  const padding = paddingOf(plan, gap);
  const down = Math.ceil(plan.groups / plan.across);
  const { columns, rows } = grid(plan, Math.ceil(slots / plan.groups));
  const room = (length: number, panels: number, cards: number) =>
    (length - gap * (panels - 1) - 2 * padding * panels - gap * panels * (cards - 1)) /
    (panels * cards);
  const ratio = plan.upright ? 1 / aspect : aspect;
  const most = plan.upright ? MOST / aspect : MOST;
  const wide = room(board.width, plan.across, columns);
  const high = plan.scrolls ? Infinity : room(board.height, down, rows);
  const width = Math.max(1, Math.floor(Math.min(wide, high * ratio, most)));
  return { width, height: Math.floor(width / ratio) };
}

function shortSide(card: Size): number {
  return Math.min(card.width, card.height);
}

/** Return the ways in which cards may be turned. */
function turns({ cards }: Wishes): readonly boolean[] {
  return cards === "automatic" ? [false, true] : [cards === "standing"];
}

function* candidates(
  slots: number,
  shape: Shape,
  board: Size,
  wishes: Wishes,
): Generator<Plan> {
  const [groupRows, groupColumns] = shape;
  const groups = groupRows * groupColumns;
  const wide = board.width >= board.height;
  const { lines } = wishes;
  const flow = lines === "columns" ? lines : "rows";
  for (const upright of turns(wishes)) {
    const common = { upright, groups, shape, scrolls: false };
    if (groups === 1 && slots <= MANY) {
      const usual = wide ? "columns" : "rows";
      yield { ...common, flow: lines === "automatic" ? usual : lines, lane: LINE, across: 1 };
    } else if (groups === 1) {
      for (let lane = LINE; lane <= slots; lane++) {
        yield { ...common, flow, lane, across: 1 };
      }
    } else {
      // A single row of groups may as well be a column.
      for (const across of groupRows === 1 ? [groupColumns, 1] : [groupColumns]) {
        for (let lane = 1; lane <= Math.ceil(slots / groups); lane++) {
          yield { ...common, flow, lane, across };
        }
      }
    }
  }
}

/** How much smaller cards may be for the sake of lines that are all full. */
const EVENNESS = 0.7;

/** Return the plan under which that many cards are largest, of those that are as wished. */
export function makePlan(
  slots: number,
  shape: Shape,
  board: Size,
  aspect: number,
  wishes = NO_WISHES,
): Plan {
  let best: Plan | null = null;
  let most = -1;
  for (const plan of candidates(Math.max(1, slots), shape, board, wishes)) {
    const { width, height } = fit(plan, slots, board, aspect);
    const isEven = Math.ceil(slots / plan.groups) % plan.lane === 0;
    const merit = width * height * (isEven ? 1 : EVENNESS);
    if (merit > most) [best, most] = [plan, merit];
  }
  if (best && shortSide(fit(best, slots, board, aspect)) >= leastOf(slots)) return best;
  if (wishes.lines !== "automatic") {
    return makePlan(slots, shape, board, aspect, { ...wishes, lines: "automatic" });
  }
  return makeScrollingPlan(slots, shape, board, aspect, wishes);
}

/** Whether a plan still has room for its cards. */
export function holds(plan: Plan, slots: number, board: Size, aspect: number): boolean {
  return !plan.scrolls && shortSide(fit(plan, slots, board, aspect)) >= leastOf(slots);
}

/** Return a plan with cards of about the least size, as many side by side as fit. */
function makeScrollingPlan(
  slots: number,
  shape: Shape,
  board: Size,
  aspect: number,
  { cards }: Wishes,
): Plan {
  const [rows, columns] = shape;
  const groups = rows * columns;
  const across = rows === 1 ? 1 : columns;
  const grouping = { groups, shape, across };
  const upright = cards === "standing";
  const base: Plan = { upright, flow: "rows", lane: 1, ...grouping, scrolls: true };
  const perGroup = Math.max(1, Math.ceil(slots / groups));
  for (let lane = perGroup; lane > 1; lane--) {
    const plan = { ...base, lane };
    if (shortSide(fit(plan, slots, board, aspect)) >= 1.15 * leastOf(slots)) return plan;
  }
  return base;
}

/** Return a place for every slot under a plan. */
export function layOut(plan: Plan, slots: number, board: Size, aspect: number): Layout {
  const { groups, across } = plan;
  const gap = gapOf(board);
  const padding = paddingOf(plan, gap);
  const card = fit(plan, slots, board, aspect);
  const { columns, rows } = grid(plan, Math.ceil(slots / groups));
  const panel = {
    width: columns * (card.width + gap) - gap + 2 * padding,
    height: rows * (card.height + gap) - gap + 2 * padding,
  };
  const down = Math.ceil(groups / across);
  const width = across * (panel.width + gap) - gap;
  const height = down * (panel.height + gap) - gap;
  const left = Math.max(0, Math.floor((board.width - width) / 2));
  // On a tall board new lines come below: what is there must not be moved up by them.
  const spare = Math.max(0, board.height - height);
  const top = Math.floor(plan.flow === "rows" && groups === 1 ? Math.min(spare / 2, gap) : spare / 2);

  const corner = (group: number) => ({
    x: left + (group % across) * (panel.width + gap),
    y: top + Math.floor(group / across) * (panel.height + gap),
  });
  const place = (slot: number): Place => {
    const index = Math.floor(slot / groups);
    const line = Math.floor(index / plan.lane);
    const along = index % plan.lane;
    const [column, row] = plan.flow === "rows" ? [along, line] : [line, along];
    const { x, y } = corner(slot % groups);
    return {
      x: x + padding + column * (card.width + gap),
      y: y + padding + row * (card.height + gap),
      ...card,
    };
  };
  const panels = isDivided(plan)
    ? Array.from({ length: groups }, (_, group) => ({ ...corner(group), ...panel }))
    : [];
  return { plan, card, height: top + height, panels, place };
}
