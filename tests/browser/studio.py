"""Where scenes are played that are photographed and measured; see `tests.browser.gallery`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from typing import Any, Final

from playwright.sync_api import Browser, Page

from tests.browser.pages import TablePage
from tests.browser.players import PagePlayer, SocketPlayer, Wire
from tests.club import ClubServer

PASSCODE: Final = "sesame"
LONG_NAME: Final = "Bartholomew the Bold"
NUMBERS: Final = count(1)
SCENES: Final[dict[str, Callable[[Studio], Page]]] = {}


class Studio:
    """Where scenes are played: a server, a browser, and people without one.

    Its pages are in one of the languages of the server.
    """

    def __init__(self, browser: Browser, server: ClubServer, language: str = "en") -> None:
        self.server = server
        self.wire = Wire()
        self._browser = browser
        self._language = language
        self._contexts = ExitStack()

    def page(self) -> Page:
        """Open the browser of one more person."""
        context = self._browser.new_context(
            viewport={"width": 1600, "height": 900}, locale=self._language, service_workers="block"
        )
        self._contexts.callback(context.close)
        return context.new_page()

    def table(self, table: str, name: str | None = None) -> TablePage:
        """Come to a table with a browser, and sit down if there is a name."""
        page = TablePage(self.page(), self.server.url).open(table)
        return page if name is None else page.sit(name)

    def person(self, table: str, name: str) -> SocketPlayer:
        """Seat a person who has no browser."""
        return self.wire.seat(self.server, table, name)

    def game(
        self, variant: str = "classic", name: str = "Ada", other: str = "Emmy", **options: Any
    ) -> tuple[TablePage, SocketPlayer]:
        """Begin a game of two: one with a browser, who is the host, and one without."""
        table = self.server.open_table(variant, **options)
        page = self.table(table, name)
        person = self.person(table, other)
        page.start()
        return page, person

    def strike(self) -> None:
        """Close all browsers, for the next scene."""
        self._contexts.close()

    def close(self) -> None:
        self.strike()
        self.wire.close()


def scene(act: Callable[[Studio], Page]) -> Callable[[Studio], Page]:
    """Enter a function under its name with hyphens."""
    SCENES[act.__name__.replace("_", "-")] = act
    return act


def move_all(page: TablePage, person: SocketPlayer, claims: int, variant: str = "classic") -> None:
    """Let the two of a game claim in turn, as long as there is something to claim."""
    player = PagePlayer(page, variant, 1)
    for number in range(claims):
        if page.look().ended or player.find_claim() is None:
            break
        person.until_seq(page.seq)
        # In a chain one of the two may have nothing to claim while the other has.
        if number % 2 and person.try_to_move():
            page.until_seq(person.seq)
        else:
            player.move()


# -- pages that are no table's ----------------------------------------------------------------


def furnish(studio: Studio) -> list[str]:
    """Open tables of many kinds with people at them, and return the tables' ids."""
    bodies: tuple[tuple[tuple[str, ...], str, dict[str, Any]], ...] = (
        (("Ada", "Emmy"), "classic", {"penalty": "point", "end_score": 10}),
        (("Sophie",), "mega+super", {}),
        (("Olga",), "junior", {}),
        ((LONG_NAME, "Zoë", "Max"), "ultra+chain", {}),
        (("Quentin",), "classic", {"contest": "duel"}),
        (("Ida",), "double", {"call_seconds": 5, "hints": "vote"}),
    )
    tables = []
    for names, variant, options in bodies:
        table = studio.server.open_table(variant, access="public", **options)
        tables.append(table)
        for name in names:
            studio.person(table, name)
    studio.server.open_table("memory", access="passcode", passcode=PASSCODE)
    return tables
