"""Documents as values, made into PDF by typst.

A template in ``templates`` is the layout; what stands on a sheet is handed to it as JSON, so that
no text can be taken for markup.  Each card is drawn once, as the SVG of `thirdcard.core.drawing`,
and shown by name wherever it is needed.

The same document gives the same bytes: it bears no date, and only the fonts that typst itself
carries are looked at.  They are embedded.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from thirdcard.core.cards import COLOUR, Card
from thirdcard.core.drawing import card_svg
from thirdcard.core.themes import PAPER_THEMES, Theme
from thirdcard.errors import OptionError
from thirdcard.phrases import phrase

__all__ = ["Tell", "draw_cards", "find_theme", "tell_emblems", "typeset"]

Tell = Callable[[str], str]
"""Says a phrase in a language."""

_TEMPLATES: Final = Path(__file__).with_name("templates")


def find_theme(key: str) -> Theme:
    """Return a look of the cards by its key.

    Raises:
        OptionError: there is no such look.
    """
    if key not in PAPER_THEMES:
        raise OptionError(
            phrase(
                "{theme} is no theme; expected one of {known}",
                theme=repr(key[:24]),
                known=", ".join(PAPER_THEMES),
            )
        )
    return PAPER_THEMES[key]


def draw_cards(
    cards: Iterable[Card], theme: Theme, tell: Tell, *, portrait: bool = False
) -> dict[str, dict[str, str]]:
    """Return the drawing and the words of every card, by its code, for a document."""
    return {
        card.code: {
            "drawing": card_svg(card, theme, portrait=portrait),
            "words": tell(card.deck.describe(card.point, theme.say_colours)),
        }
        for card in cards
    }


def tell_emblems(theme: Theme, tell: Tell) -> str | None:
    """Say which letter means which colour, None for a theme that has no letters on its symbols."""
    if not theme.emblems:
        return None
    first, *others = [
        phrase("{letter}: {colour}", letter=letter, colour=colour)
        for letter, colour in zip(COLOUR.codes, theme.names, strict=True)
    ]
    told = first
    for other in others:
        told = phrase("{title} · {other}", title=told, other=other)
    return tell(told)


def typeset(template: str, document: Mapping[str, Any]) -> bytes:
    """Return the PDF of a document.

    Args:
        template: name of the layout.
        document: what stands on the sheets, as values of JSON.
    """
    import typst

    pdf: bytes = typst.compile(
        _TEMPLATES / f"{template}.typ",
        root=_TEMPLATES,
        ignore_system_fonts=True,
        sys_inputs={"document": json.dumps(document)},
    )
    return pdf
