"""What one may ask for about the others at a table, and about its options: as menus.

Which of it is allowed the server says; a menu leaves out what it would refuse for certain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import msgspec

from thirdcard.bots import LEVELS
from thirdcard.errors import OptionError
from thirdcard.game.commands import Configure, Kick, Mute
from thirdcard.game.options import OptionAnswer, Options, describe_options
from thirdcard.game.table_views import SeatView, TableView
from thirdcard.tui.source import AddBot, Errand, RemoveBot
from thirdcard.variants.registry import parse_variant

__all__ = ["Entry", "Menu", "Question", "list_options", "list_people"]

_MOST_DIGITS = 8


@dataclass(frozen=True)
class Menu:
    """Some things to choose from, and a sentence below them."""

    title: str
    entries: tuple[Entry, ...]
    note: str = ""


@dataclass(frozen=True)
class Question:
    """Something to be typed: what stands before it, its length, and what is done with it.

    `read` raises an `OptionError` where it makes no sense.
    """

    prompt: str
    most: int
    read: Callable[[str], Errand]


@dataclass(frozen=True)
class Entry:
    """A line of a menu: what it says, and what it leads to."""

    text: str
    leads_to: Errand | Menu | Question


# -- people -------------------------------------------------------------------------------------


def list_people(view: TableView, seat: int | None) -> Menu:
    """Return what can be done about the others at a table.

    Args:
        view: the table.
        seat: the reader's own.
    """
    is_host = view.host is not None and view.host == seat
    others = [each for each in view.seats if each.present and each.seat != seat]
    entries = [entry for each in others for entry in _list_person(each, is_host)]
    if sum(each.present for each in view.seats) < view.max_seats:
        entries.append(Entry("Add a bot …", _list_levels()))
    if not others:
        note = "Nobody else is here."
    elif is_host or view.host is None:
        note = "You are the host." if is_host else ""
    else:
        note = f"The host, {view.seats[view.host].name}, can mute people and send them away."
    return Menu("Who is here", tuple(entries), note)


def _list_person(person: SeatView, is_host: bool) -> Iterator[Entry]:
    name, seat = person.name, person.seat
    if person.bot is not None:
        yield Entry(f"Remove {name}", RemoveBot(seat))
    elif is_host:
        text = f"Let {name} chat again" if person.muted else f"Mute {name}"
        yield Entry(text, Mute("", seat, not person.muted))
        yield Entry(f"Send {name} away", Kick("", seat))
        sure = Menu(
            f"Ban {name} from this table for good?",
            (Entry(f"Ban {name}", Kick("", seat, ban=True)),),
        )
        yield Entry(f"Ban {name} …", sure)


def _list_levels() -> Menu:
    entries = (
        Entry(f"{number} {level.title}: {level.sentence}", AddBot(number))
        for number, level in enumerate(LEVELS, start=1)
    )
    return Menu("Which bot?", tuple(entries))


# -- options ------------------------------------------------------------------------------------


def list_options(view: TableView) -> Menu:
    """Return the options of a table, which its host may change before the start."""
    variant = parse_variant(view.variant)
    entries = [
        Entry(f"{option.title}: {_tell_value(option, view.options)}", _change(option, view.options))
        for option in describe_options(variant, view.options)
        if option.conflict is None
    ]
    return Menu("Options", tuple(entries), "Options that would change nothing are left out.")


def _value(option: OptionAnswer, options: Options) -> int | str:
    value: int | str | None = getattr(options, option.key)
    return option.default if value is None else value


def _tell_value(option: OptionAnswer, options: Options) -> str:
    value = _value(option, options)
    for choice in option.choices or ():
        if choice.value == value:
            return choice.title
    return f"{value} {option.unit}" if option.unit else f"{value}"


def _change(option: OptionAnswer, options: Options) -> Menu | Question:
    def choose(value: int | str) -> Configure:
        return Configure("", msgspec.structs.replace(options, **{option.key: value}))

    def read(text: str) -> Configure:
        least, most = option.least or 0, option.most or 0
        digits = text.strip()
        value = int(digits) if digits.isascii() and digits.isdecimal() else -1
        if not least <= value <= most:
            raise OptionError(f"{option.title}: expected {least} to {most}, not {digits}.")
        return choose(value)

    if option.choices is None:
        unit = f" {option.unit}" if option.unit else ""
        prompt = f"{option.title}, {option.least} to {option.most}{unit}: "
        return Question(prompt, _MOST_DIGITS, read)
    entries = (Entry(f"{c.title}: {c.sentence}", choose(c.value)) for c in option.choices)
    return Menu(option.title, tuple(entries), option.sentence)
