"""The routes of tables to study: any table that can be written, opened by its address.

``/t/CARDS`` is the page, ``/t/CARDS.svg`` the picture, ``/api/study`` what the page is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, QueryParameter

from thirdcard.core.table_drawing import table_svg
from thirdcard.core.themes import CLASSIC_THEME, THEMES
from thirdcard.errors import MalformedError, OptionError
from thirdcard.phrases import counted, join_words, phrase
from thirdcard.server.entrance import address_of
from thirdcard.server.languages import Catalogue, current
from thirdcard.server.limits import Limit
from thirdcard.server.packed import Packed, pack
from thirdcard.server.pages import A_DAY, show_page, welcome
from thirdcard.server.studies import (
    QUESTIONS,
    Answered,
    Studies,
    Study,
    StudyOdds,
    find_conflict,
)
from thirdcard.server.written import PATH, WrittenTable, read_table

__all__ = ["ROUTES"]

_PICTURES_KEPT = 64
_WIDTH = 1200
_SVG = ".svg"
_NOT_KEPT = {"Cache-Control": "no-store"}
_KEPT = {"Cache-Control": "private, max-age=600", "Vary": "Accept-Language, Cookie"}

_Variant = Annotated[str, QueryParameter(description="a variant expression")]
_Cards = Annotated[str, QueryParameter(description="the cards, as in a link or in text")]
_Previous = Annotated[
    str, QueryParameter(description="the claim to continue, as `cards`; for variants that chain")
]


@get("/api/study")
async def study(
    request: Request[Any, Any, Any],
    cards: _Cards,
    variant: _Variant = "classic",
    previous: _Previous = "",
) -> Response[Study]:
    """Return a table with all claims on it, given by its cards."""
    table = _open(request, variant, cards, previous)
    studies: Studies = request.app.state.studies
    return Response(await studies.describe(table), headers=_KEPT)


@get("/api/study/odds")
async def study_odds(
    request: Request[Any, Any, Any],
    cards: _Cards,
    variant: _Variant = "classic",
    previous: _Previous = "",
) -> Response[StudyOdds]:
    """Tell how usual it is that so many claims lie on a table; null where there are too many."""
    table = _open(request, variant, cards, previous)
    studies: Studies = request.app.state.studies
    return Response(await studies.weigh(table), headers=_KEPT)


@get("/api/study/{question:str}")
async def study_question(
    request: Request[Any, Any, Any],
    question: FromPath[str],
    cards: _Cards,
    variant: _Variant = "classic",
    previous: _Previous = "",
) -> Response[Answered]:
    """Answer a hard question about a table: ``packing``, ``domination`` or ``duel``."""
    if question not in QUESTIONS:
        raise NotFoundException(
            detail=phrase(
                "there is no question {question}; expected {known}",
                question=repr(question[:40]),
                known=join_words([*QUESTIONS, "odds"], "or"),
            )
        )
    table = _open(request, variant, cards, previous)
    if reason := find_conflict(question, table):
        raise OptionError(reason)
    studies: Studies = request.app.state.studies
    answer = await studies.answer(question, table)
    return Response(answer, headers=_NOT_KEPT if answer.status == "limit" else _KEPT)


def _open(request: Request[Any, Any, Any], variant: str, cards: str, previous: str) -> WrittenTable:
    """Read a table for somebody who does not ask too often."""
    limit: Limit = request.app.state.study_limit
    limit.take(address_of(request))
    return read_table(variant, cards, previous)


@get([PATH, "/t"], include_in_schema=False)
async def table_form(request: Request[Any, Any, Any]) -> Response[str]:
    """Return the page on which a table can be written down."""
    return await welcome(request, show_page(request))


@get(PATH + "{cards:path}", include_in_schema=False)
async def table_page(
    request: Request[Any, Any, Any],
    cards: FromPath[str],
    variant: FromQuery[str] = "classic",
    previous: FromQuery[str] = "",
) -> Response[Any]:
    """Return the page of a table; or its picture, if the address ends with ``.svg``."""
    written = cards.removeprefix("/")
    if written.endswith(_SVG):
        return _show_picture(request, read_table(variant, written.removesuffix(_SVG), previous))
    try:
        table = read_table(variant, written, previous)
    except MalformedError:
        # The page itself asks what is wrong, and says it.
        return await welcome(request, show_page(request, 400))
    about = {
        "type": "website",
        "site_name": "thirdcard",
        "title": table.variant.title,
        "description": counted(
            len(table.spots), "{count} card on the table", "{count} cards on the table"
        ),
    }
    return await welcome(request, show_page(request, about=about))


# -- pictures ---------------------------------------------------------------------------------


def _show_picture(request: Request[Any, Any, Any], table: WrittenTable) -> Response[bytes]:
    """Return the picture of a table in the theme that the query asks for."""
    query = request.query_params
    theme = query.get("theme", CLASSIC_THEME.key)
    if theme not in THEMES:
        raise OptionError(
            phrase(
                "there is no theme {theme}; expected {known}",
                theme=repr(theme[:40]),
                known=join_words(list(THEMES), "or"),
            )
        )
    drawn = _draw(
        table,
        theme,
        current(),
        dark=_is_on(query, "dark", default=False),
        numbers=_is_on(query, "numbers", default=False),
        ground=_is_on(query, "ground", default=True),
    )
    return drawn.answer(request, A_DAY, "Accept-Language, Cookie")


def _is_on(query: Mapping[str, str], name: str, *, default: bool) -> bool:
    value = query.get(name)
    if value is None:
        return default
    if value not in ("0", "1"):
        raise OptionError(
            phrase("{option} is {value}; expected 0 or 1", option=name, value=repr(value[:40]))
        )
    return value == "1"


@lru_cache(_PICTURES_KEPT)
def _draw(
    table: WrittenTable,
    theme: str,
    catalogue: Catalogue,
    *,
    dark: bool,
    numbers: bool,
    ground: bool,
) -> Packed:
    variant = table.variant
    drawing = table_svg(
        variant.deck,
        table.groups,
        THEMES[theme],
        shape=variant.grouping.shape,
        previous=[variant.point(spot) for spot in table.previous],
        title=catalogue.tell(variant.title),
        dark=dark,
        numbers=numbers,
        ground=ground,
        width=_WIDTH,
        tell=catalogue.tell,
    )
    return pack(drawing.encode(), "image/svg+xml")


ROUTES: Final = [study, study_odds, study_question, table_form, table_page]
"""What the application serves of this module."""
