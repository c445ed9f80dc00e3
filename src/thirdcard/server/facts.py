"""The routes that tell what there is to play, and how it looks."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from thirdcard import __version__
from thirdcard.core.drawing import deck_sprite
from thirdcard.core.themes import THEMES
from thirdcard.errors import OptionError
from thirdcard.game.options import OptionAnswer, Options, describe_options
from thirdcard.phrases import phrase
from thirdcard.server import answers, protocol
from thirdcard.server.languages import Catalogue, Languages, current
from thirdcard.server.packed import Packed, pack
from thirdcard.server.pages import A_DAY
from thirdcard.variants.registry import parse_deck, parse_variant

__all__ = ["ROUTES"]

_UPRIGHT = "-upright"
_DARK = "-dark"
_SPRITES_KEPT = 192

_read_options = msgspec.json.Decoder(Options)


@get("/api/health", sync_to_thread=False)
def health() -> dict[str, str]:
    """Tell that the server runs, and its version."""
    return {"status": "ok", "version": __version__}


@get("/api/axes", sync_to_thread=False)
def axes() -> answers.AxesAnswer:
    """Return the four axes that variants are made of, and what cannot go together."""
    return answers.describe_axes()


@get("/api/variants/{expression:str}", sync_to_thread=False)
def variant(expression: FromPath[str]) -> answers.VariantAnswer:
    """Describe the variant that an expression names."""
    return answers.describe_variant(parse_variant(expression))


@get("/api/options", sync_to_thread=False)
def table_options(
    variant: FromQuery[str] = "classic", options: FromQuery[str] = "{}"
) -> list[OptionAnswer]:
    """Describe what a table's host can choose: with a variant, and beside what is chosen so far."""
    try:
        chosen = _read_options.decode(options)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise OptionError(
            phrase("options are a JSON object of options by key: {error}", error=str(error))
        ) from None
    return describe_options(parse_variant(variant), chosen)


@get("/api/languages", sync_to_thread=False)
def languages(request: Request[Any, Any, Any]) -> list[answers.LanguageAnswer]:
    """Return the languages that the club speaks."""
    spoken: Languages = request.app.state.languages
    return [answers.LanguageAnswer(c.key, c.title) for c in spoken.by_key.values()]


@get("/api/themes", sync_to_thread=False)
def themes() -> list[answers.ThemeAnswer]:
    """Return the looks that cards can be drawn in."""
    return [answers.describe_theme(theme) for theme in THEMES.values()]


@get("/cards/{theme:str}/{deck:str}", sync_to_thread=False)
def sprite(
    request: Request[Any, Any, Any], theme: FromPath[str], deck: FromPath[str]
) -> Response[bytes]:
    """Return every card of a deck as one SVG of symbols, with its words in the reader's language.

    At ``/cards/THEME/DECK.svg`` the cards lie, at ``/cards/THEME/DECK-upright.svg`` they stand;
    at ``DECK-dark.svg`` and ``DECK-upright-dark.svg`` they are drawn for a page that is dark.
    """
    if theme not in THEMES or not deck.endswith(".svg"):
        raise NotFoundException(
            detail=phrase("no cards at {place}; expected THEME/DECK.svg", place=f"{theme}/{deck}")
        )
    name = deck.removesuffix(".svg")
    is_dark, name = name.endswith(_DARK), name.removesuffix(_DARK)
    is_upright, name = name.endswith(_UPRIGHT), name.removesuffix(_UPRIGHT)
    key = parse_deck(name).key
    drawn = _draw(theme, key, current(), upright=is_upright, dark=is_dark)
    return drawn.answer(request, A_DAY, "Accept-Language, Cookie")


@lru_cache(_SPRITES_KEPT)
def _draw(theme: str, deck: str, catalogue: Catalogue, *, upright: bool, dark: bool) -> Packed:
    look = THEMES[theme].form(dark=dark)
    drawing = deck_sprite(parse_deck(deck), look, portrait=upright, tell=catalogue.tell)
    return pack(drawing.encode(), "image/svg+xml")


@get("/api/protocol", sync_to_thread=False)
def protocol_schema() -> dict[str, Any]:
    """Return the JSON schema of all messages of a table's WebSocket."""
    return protocol.schema()


ROUTES: Final = [health, axes, variant, table_options, languages, themes, sprite, protocol_schema]
