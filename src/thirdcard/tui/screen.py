"""The whole screen: the board, and around it scores, times, messages and what can be done.

::

    80 columns                            from 110 on
    title · deck · time                   title · deck · time
    scores                                board                  │ scores
    board                                                        │ last claim
    messages                                                     │ messages
    what can be done                      what can be done
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rich.cells import cell_len
from rich.style import Style

from thirdcard.game.table_views import SeatView, TableView
from thirdcard.tui.board import Chosen, Target, draw_board, find_target
from thirdcard.tui.canvas import Canvas
from thirdcard.tui.cards import ASCII, COLOUR, Drawing, read_face, sign, sign_style
from thirdcard.tui.words import (
    Notice,
    describe_lead,
    describe_optimum,
    describe_reason,
    duration,
    name_of,
    title_of,
)

__all__ = ["LEAST_SIZE", "Deed", "Shown", "board_area", "draw_screen", "find_at", "iter_deeds"]

LEAST_SIZE = (80, 24)
"""Columns and rows that are needed."""

_WIDE = 110
_SIDE = 34
_NOTICES = 2
_KNOWN_FIRST = ("unmark", "people", "hint")

_BOLD = Style(bold=True)
_DIM = Style(dim=True)
_NONE = Style.null()
_BAR = Style(bgcolor="#20242c")
_TONES = {
    "plain": _NONE,
    "claim": _BOLD,
    "refusal": Style(color="#ff9d6b", bold=True),
    "quiet": _DIM,
}


@dataclass(frozen=True)
class Shown:
    """All that is to be seen.

    Attributes:
        view: the table, None while there is none yet.
        seat: the player's own, None for a spectator.
        chosen: what is marked, the cursor, the hint, how cards are drawn.
        notices: what was said, the newest last.
        now: the time on the table's clock, in milliseconds.
        turn_since: since when the seat to move has its turn.
        trouble: what is wrong with the connection, empty for nothing.
        has_company: whether others can come to the table.
    """

    view: TableView | None
    seat: int | None = None
    chosen: Chosen = field(default_factory=Chosen)
    notices: tuple[Notice, ...] = ()
    now: int = 0
    turn_since: int = 0
    trouble: str = ""
    has_company: bool = False

    @property
    def drawing(self) -> Drawing:
        """How cards are drawn."""
        return self.chosen.drawing


@dataclass(frozen=True)
class Deed:
    """Something that can be done now: its name, its key, what the last line says of it."""

    name: str
    key: str
    text: str


def iter_deeds(
    view: TableView | None, seat: int | None, has_company: bool = False
) -> Iterator[Deed]:
    """Yield what can be done at a table now."""
    if view is not None and seat is not None:
        if view.phase == "waiting":
            yield Deed("enter", "Enter", "start")
            if has_company and view.host == seat:
                yield Deed("options", "O", "options")
        elif view.phase == "playing":
            yield from _iter_moves(view)
        else:
            yield Deed("again", "N", "play again")
        if has_company:
            yield Deed("say", "S", "say")
            if view.phase != "ended":
                yield Deed("people", "W", "people")
    yield Deed("rules", "?", "rules")
    yield Deed("quit", "Q", "quit")


def _iter_moves(view: TableView) -> Iterator[Deed]:
    if view.paused is not None:
        yield Deed("pause", "P", "go on")
        return
    if view.options.call_seconds and view.call is None:
        yield Deed("call", "C", "call")
    if view.claim_sizes[0] != view.claim_sizes[1]:
        yield Deed("enter", "Enter", "claim")
    if not view.face_down:
        yield Deed("unmark", "Esc", "unmark")
    if view.options.hints != "off":
        yield Deed("hint", "H", "hint")
    if view.options.growth == "vote":
        yield Deed("more", "M", "more")
    if view.contest.takes_back and view.last is not None:
        yield Deed("take_back", "T", "take back")
    yield Deed("pause", "P", "pause")


# -- where things are ---------------------------------------------------------------------------


def _is_wide(width: int) -> bool:
    return width >= _WIDE


def board_area(width: int, height: int) -> tuple[int, int, int, int]:
    """Return x, y, width and height of the board."""
    if _is_wide(width):
        return 1, 1, width - _SIDE - 3, height - 2
    return 0, 2, width, height - 3 - _NOTICES


def _place_deeds(shown: Shown, width: int) -> Iterator[tuple[Deed, int]]:
    deeds = list(iter_deeds(shown.view, shown.seat, shown.has_company))
    # Where there is too little room some of the keys have to be known.
    for name in ("", *_KNOWN_FIRST):
        deeds = [deed for deed in deeds if deed.name != name]
        lengths = [len(deed.key) + 1 + len(deed.text) for deed in deeds]
        room = width - 2 - sum(lengths)
        gap = min(3, room // max(1, len(deeds) - 1))
        if gap >= 1:
            break
    x = 1
    for deed, length in zip(deeds, lengths, strict=True):
        yield deed, x
        x += length + max(1, gap)


def find_at(shown: Shown, size: tuple[int, int], x: int, y: int) -> Target | str | None:
    """Return the card at a cell of the screen, or the name of what can be done there."""
    if y == size[1] - 1:
        places = (
            (d, start, start + len(d.key) + 1 + len(d.text))
            for d, start in _place_deeds(shown, size[0])
        )
        return next((deed.name for deed, start, end in places if start <= x < end), None)
    left, top, width, height = board_area(*size)
    inside = left <= x < left + width and top <= y < top + height
    if shown.view is None or shown.view.phase != "playing" or not inside:
        return None
    at = x - left, y - top
    return find_target(shown.view, shown.seat, shown.drawing, (width, height), at)


# -- drawing ------------------------------------------------------------------------------------


def draw_screen(shown: Shown, width: int, height: int) -> Canvas:
    """Draw everything on a screen of so many columns and rows."""
    canvas = Canvas(width, height)
    if width < LEAST_SIZE[0] or height < LEAST_SIZE[1]:
        least = f"{LEAST_SIZE[0]}×{LEAST_SIZE[1]}"
        if shown.drawing == ASCII:
            least = least.replace("×", "x")
        sentence = f"The table needs {least} characters; this window has {width}x{height}."
        _write_wrapped(canvas, 0, 0, width, sentence)
        return canvas
    view = shown.view
    _draw_last_line(canvas, shown)
    if view is None:
        canvas.put(2, 1, shown.trouble or "Going to the table …")
        return canvas
    _draw_title(canvas, shown, view)
    x, y, across, down = board_area(width, height)
    if view.phase == "waiting":
        _draw_waiting(canvas, shown, view, (x + 2, y + 1, across - 4))
    elif view.paused is None:
        _copy(canvas, draw_board(view, shown.seat, shown.chosen, across, down), x, y)
    if view.phase == "ended":
        _draw_end(canvas, shown, view, (x, y, across, down))
    if view.paused is not None:
        _draw_box(canvas, shown, (x, y, across, down), ["The game is paused.", "", "P goes on."])
    if _is_wide(width):
        _draw_side(canvas, shown, view, width - _SIDE - 1, height)
    else:
        _draw_scores(canvas, shown, view, width)
        _draw_notices(canvas, shown, view, (1, height - 1 - _NOTICES, width - 2, _NOTICES))
    return canvas


def _copy(canvas: Canvas, other: Canvas, x: int, y: int) -> None:
    for row in range(other.height):
        column = x
        for segment in other.row(row):
            canvas.put(column, y + row, segment.text, segment.style or _NONE)
            column += cell_len(segment.text)


def _draw_title(canvas: Canvas, shown: Shown, view: TableView) -> None:
    bar = _BAR if shown.drawing == COLOUR else Style(reverse=True)
    canvas.fill(0, 0, canvas.width, 1, " ", bar)
    canvas.put(1, 0, title_of(view), _BOLD)
    parts = [describe_optimum(view)] if view.phase == "playing" else []
    if view.phase != "waiting":
        parts += [f"deck {view.undealt}", _clock(shown, view)]
    right = "   ".join(part for part in parts if part)
    canvas.put(canvas.width - 1 - len(right), 0, right)


def _clock(shown: Shown, view: TableView) -> str:
    if view.started_at is None:
        return ""
    now = view.ended_at or view.paused or shown.now
    if view.ends_at is not None and view.phase == "playing":
        return f"{duration(view.ends_at - now)} left"
    return duration(now - view.started_at)


def _draw_last_line(canvas: Canvas, shown: Shown) -> None:
    y = canvas.height - 1
    bar = _BAR if shown.drawing == COLOUR else _NONE
    canvas.fill(0, y, canvas.width, 1, " ", bar)
    key = Style(bold=True, color="#ffd75e") if shown.drawing == COLOUR else Style(reverse=True)
    for deed, x in _place_deeds(shown, canvas.width):
        canvas.write(x, y, (deed.key, key), (f" {deed.text}", _NONE))


def _tell_seat(shown: Shown, view: TableView, number: int) -> tuple[str, Style]:
    """Return what is told of a seat beside its name and score, and how its name is written."""
    seat = view.seats[number]
    left = None
    if view.turn == number and view.paused is None:
        others = sum(other.present for other in view.seats) > 1
        rest = shown.turn_since + view.turn_seconds * 1000 - shown.now
        left = f"to move {duration(rest)}" if others else "to move"
    elif view.call is not None and view.call.seat == number:
        left = f"called {duration(view.call.until - shown.now)}"
    elif seat.locked_until is not None and seat.locked_until > shown.now:
        left = f"locked {duration(seat.locked_until - shown.now)}"
    elif not seat.present:
        left = "left"
    elif seat.away:
        left = "away"
    return left or "", _BOLD if number == shown.seat or view.turn == number else _NONE


def _order(view: TableView) -> tuple[int, ...]:
    return view.ranking or tuple(range(len(view.seats)))


def _draw_scores(canvas: Canvas, shown: Shown, view: TableView, width: int) -> None:
    if view.phase == "waiting":
        return
    x = 1
    for number in _order(view):
        told, style = _tell_seat(shown, view, number)
        name = name_of(view, number, shown.seat)
        spans = [(f"{name} ", style), (f"{view.seats[number].score}", _BOLD)]
        spans += [(f" ({told})", _DIM)] if told else []
        if x + sum(cell_len(text) for text, _ in spans) >= width:
            canvas.put(min(x, width - 2), 1, "…" if shown.drawing != ASCII else "+", _DIM)
            break
        x = canvas.write(x, 1, *spans) + 3


def _spans(shown: Shown, view: TableView, notice: Notice) -> list[tuple[str, Style]]:
    tone = _TONES[notice.tone]
    if shown.drawing != COLOUR:
        tone = Style(bold=tone.bold, dim=tone.dim)
    spans = [(notice.text, tone)]
    for card in notice.cards:
        face = read_face(view.deck, card)
        spans.append((sign(face, shown.drawing), sign_style(face, shown.drawing)))
    return spans


def _draw_notices(
    canvas: Canvas, shown: Shown, view: TableView, area: tuple[int, int, int, int]
) -> None:
    x, y, width, rows = area
    lines: list[list[tuple[str, Style]]] = []
    for notice in shown.notices:
        lines += _wrap(_spans(shown, view, notice), width)
    # The newest stands last, and is seen even where it is long.
    for row, line in enumerate(lines[-rows:]):
        canvas.write(x, y + row, *line)


def _wrap(spans: list[tuple[str, Style]], width: int) -> list[list[tuple[str, Style]]]:
    """Return spans broken into lines, between words and cards."""
    lines: list[list[tuple[str, Style]]] = [[]]
    used = 0
    for text, style in spans:
        for word in text.split():
            if used and used + 1 + cell_len(word) > width:
                lines.append([])
                used = 0
            if used:
                lines[-1].append((" ", style if lines[-1][-1][1] is style else _NONE))
            lines[-1].append((word, style))
            used += cell_len(word) + (used > 0)
    return lines


def _write_wrapped(canvas: Canvas, x: int, y: int, width: int, text: str) -> int:
    """Write a text within a width, and return the row below it."""
    for line in _wrap([(text, _NONE)], width):
        canvas.write(x, y, *line)
        y += 1
    return y


def _draw_waiting(
    canvas: Canvas, shown: Shown, view: TableView, area: tuple[int, int, int]
) -> None:
    x, y, width = area
    width = min(width, 76)
    canvas.put(x, y, title_of(view), _BOLD)
    y = _write_wrapped(canvas, x, y + 2, width, view.contest.sentence)
    for sentence in view.sentences:
        y = _write_wrapped(canvas, x, y, width, sentence)
    y += 1
    for seat in view.seats:
        if seat.present:
            canvas.put(x, y, f"- {name_of(view, seat.seat, shown.seat)}{_mark_seat(shown, seat)}")
            y += 1
    prompt = "Enter starts the game; ? tells the rules and the keys."
    canvas.put(x, y + 1, prompt if shown.seat is not None else "You are watching.", _BOLD)


def _mark_seat(shown: Shown, seat: SeatView) -> str:
    view = shown.view
    marks = ["host"] if shown.has_company and view is not None and view.host == seat.seat else []
    marks += ["muted"] if seat.muted else []
    return f" ({', '.join(marks)})" if marks else ""


def _draw_box(
    canvas: Canvas, shown: Shown, area: tuple[int, int, int, int], lines: list[str]
) -> None:
    """Write some lines into a frame in the middle of an area."""
    x, y, across, down = area
    width = max(cell_len(line) for line in lines) + 6
    height = len(lines) + 4
    left, top = x + max(0, (across - width) // 2), y + max(0, (down - height) // 2)
    canvas.clear(left - 1, top, width + 2, height)
    corners, flat, side = ("++++", "-", "|") if shown.drawing == ASCII else ("╭╮╰╯", "─", "│")
    ground = Style(bgcolor="#20242c") if shown.drawing == COLOUR else _NONE
    canvas.fill(left, top, width, height, " ", ground)
    canvas.put(left, top, corners[0] + flat * (width - 2) + corners[1])
    for row in range(top + 1, top + height - 1):
        canvas.put(left, row, side)
        canvas.put(left + width - 1, row, side)
    canvas.put(left, top + height - 1, corners[2] + flat * (width - 2) + corners[3])
    for row, line in enumerate(lines):
        canvas.put(left + 3, top + 2 + row, line, _BOLD if row == 0 else _NONE)


def _draw_end(
    canvas: Canvas, shown: Shown, view: TableView, area: tuple[int, int, int, int]
) -> None:
    lines = [describe_lead(view, shown.seat) or describe_reason(view.reason)]
    if lines[0] != describe_reason(view.reason):
        lines.append(describe_reason(view.reason))
    lines.append("")
    for place, number in enumerate(_order(view), start=1):
        name = name_of(view, number, shown.seat)
        lines.append(f"{place}.  {view.seats[number].score:>3}  {name}")
    lines += ["", "N plays again, Q quits." if shown.seat is not None else "Q quits."]
    _draw_box(canvas, shown, area, lines)


def _draw_side(canvas: Canvas, shown: Shown, view: TableView, x: int, height: int) -> None:
    """Draw scores, the last claim and the messages beside the board."""
    bar = "|" if shown.drawing == ASCII else "│"
    for row in range(1, height - 1):
        canvas.put(x - 1, row, bar, _DIM)
    x, y, width = x + 1, 2, _SIDE - 1
    for number in _order(view):
        told, style = _tell_seat(shown, view, number)
        canvas.put(x, y, name_of(view, number, shown.seat)[: width - 5], style)
        score = str(view.seats[number].score)
        canvas.put(x + width - len(score), y, score, _BOLD)
        if told:
            y += 1
            canvas.put(x + 2, y, told, _DIM)
        y += 1
    if view.last is not None:
        canvas.put(x, y + 1, f"Last: {name_of(view, view.last.seat, shown.seat)}", _DIM)
        cards = Notice("", cards=view.last.cards)
        y += 2
        for line in _wrap(_spans(shown, view, cards), width):
            canvas.write(x, y, *line)
            y += 1
    top = y + 2
    _draw_notices(canvas, shown, view, (x, top, width, height - 2 - top))
