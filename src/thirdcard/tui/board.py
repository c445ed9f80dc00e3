"""The whole table, drawn on a canvas: cards, groups, and the cards that a claim may go on from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.style import Style

from thirdcard.game.table_views import HintView, SpotView, TableView
from thirdcard.tui.canvas import Canvas
from thirdcard.tui.cards import COLOUR, Drawing, Marks, draw_card, read_face, sign, sign_style
from thirdcard.tui.keyboards import QWERTY, Rows
from thirdcard.tui.layout import Plan, find_slot, key_of_chain, key_of_slot, make_plan

__all__ = [
    "Chosen",
    "Target",
    "chain_of",
    "draw_board",
    "find_target",
    "plan_board",
    "target_of_key",
]

CHAIN_ROWS = 2


@dataclass(frozen=True)
class Target:
    """A card that can be marked: one on a slot, or one of the claim before, counted from 0."""

    slot: int | None = None
    chain: int | None = None


@dataclass(frozen=True)
class Chosen:
    """What the player has marked, and where the cursor is.

    Attributes:
        targets: the marked cards, in their order.
        cursor: the slot where the cursor is, None while it is not used.
        hint: the newest hint.
        drawing: how cards are drawn.
        keys: what stands on the keys that mark cards.
    """

    targets: tuple[Target, ...] = ()
    cursor: int | None = None
    hint: HintView | None = None
    drawing: Drawing = COLOUR
    keys: Rows = QWERTY


def chain_of(view: TableView, seat: int | None) -> tuple[SpotView, ...]:
    """Return the cards one of which a seat's next claim must use."""
    return view.seats[seat].chain if seat is not None and seat < len(view.seats) else ()


def plan_board(
    view: TableView, seat: int | None, width: int, height: int, keys: Rows = QWERTY
) -> Plan:
    """Return where the cards of a table lie on a board."""
    top = CHAIN_ROWS if view.chains else 0
    plan = make_plan(len(view.slots), view.group_shape, width, height - top)
    x, y = plan.origin
    return replace(plan, origin=(x, y + top), keys=keys)


def draw_board(
    view: TableView, seat: int | None, chosen: Chosen, width: int, height: int
) -> Canvas:
    """Draw a table as a seat sees it, None for a spectator."""
    canvas = Canvas(width, height)
    plan = plan_board(view, seat, width, height, chosen.keys)
    if not plan.fits:
        canvas.put(0, 0, f"{len(view.slots)} cards need a larger terminal."[:width])
        return canvas
    shown = set(chosen.hint.cards) if chosen.hint else set()
    for number, slot in enumerate(view.slots):
        if slot is None:
            continue
        marks = Marks(
            key=key_of_slot(plan, number),
            is_marked=Target(slot=number) in chosen.targets or number in view.face_up,
            is_hinted=slot.card in shown,
            is_at=chosen.cursor == number,
        )
        face = None if slot.card is None else read_face(view.deck, slot.card)
        draw_card(canvas, plan.box(number), face, marks, chosen.drawing)
    if view.chains:
        _draw_chain(canvas, view, seat, plan, chosen, shown)
    return canvas


def _draw_chain(
    canvas: Canvas,
    view: TableView,
    seat: int | None,
    plan: Plan,
    chosen: Chosen,
    shown: set[str],
) -> None:
    chain = chain_of(view, seat)
    if not chain:
        canvas.put(1, 0, "Your first claim is free: no card to go on from yet.", Style(dim=True))
        return
    canvas.put(1, 0, "Use one of:", Style(dim=True))
    for target, x, text in _place_chain(view, chain, plan, chosen.drawing):
        assert target.chain is not None
        card = chain[target.chain]
        face = read_face(view.deck, card.card)
        key = key_of_chain(plan, target.chain)
        is_marked = target in chosen.targets
        style = sign_style(face, chosen.drawing) + Style(reverse=is_marked, bold=is_marked)
        canvas.put(x, 0, f"{key} ", Style(bold=True))
        canvas.put(x + 2, 0, text + ("*" if card.card in shown else ""), style)


def _place_chain(
    view: TableView, chain: tuple[SpotView, ...], plan: Plan, drawing: Drawing
) -> Iterator[tuple[Target, int, str]]:
    """Yield the cards of the claim before, where each begins and how it is written."""
    x = 13
    for index, card in enumerate(chain):
        text = sign(read_face(view.deck, card.card), drawing)
        if plan.groups > 1:
            text += f" in {card.group + 1}"
        yield Target(chain=index), x, text
        x += len(text) + 5


def find_target(
    view: TableView, seat: int | None, drawing: Drawing, size: tuple[int, int], at: tuple[int, int]
) -> Target | None:
    """Return the card at a cell of a board, None for none."""
    plan = plan_board(view, seat, *size)
    if view.chains and at[1] == 0:
        places = _place_chain(view, chain_of(view, seat), plan, drawing)
        return next((t for t, x, text in places if x <= at[0] < x + 2 + len(text)), None)
    slot = find_slot(plan, *at)
    return None if slot is None or view.slots[slot] is None else Target(slot=slot)


def target_of_key(view: TableView, seat: int | None, plan: Plan, key: str) -> Target | None:
    """Return the card that a key marks, None for none."""
    for slot, lies in enumerate(view.slots):
        if lies is not None and key == key_of_slot(plan, slot):
            return Target(slot=slot)
    for index in range(len(chain_of(view, seat))):
        if key == key_of_chain(plan, index):
            return Target(chain=index)
    return None
