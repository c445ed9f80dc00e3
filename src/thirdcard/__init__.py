"""thirdcard: play, solve and study SET and every game of its family.

Any two cards determine the third, and the rest follows:

>>> from thirdcard import CLASSIC, parse_card, parse_variant
>>> one, two = parse_card("1RSD", CLASSIC), parse_card("two green striped squiggles", CLASSIC)
>>> CLASSIC.describe(CLASSIC.space.third(one, two))
'three purple open ovals'
>>> sum(1 for _ in parse_variant("classic").iter_claims(range(81)))
1080

The names in `__all__` are the library's front door.  Each is loaded when it is first used, and
none needs more than the standard library.  Behind them stand the layers, each of which has its
own front page: `thirdcard.core`, `thirdcard.variants`, `thirdcard.game`, `thirdcard.server` and
`thirdcard.cli`.
"""

# Set here and not imported from typing, which takes longer to load than all of this module.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from thirdcard.core.cards import Card, Deck, Feature
    from thirdcard.core.drawing import card_svg
    from thirdcard.core.geometry import Line, Point, Space, count_flats
    from thirdcard.core.notation import format_table, parse_card, parse_cards, parse_groups
    from thirdcard.core.table_drawing import table_svg
    from thirdcard.core.themes import THEMES, Theme
    from thirdcard.errors import (
        ConflictError,
        MalformedError,
        MessageError,
        NotationError,
        OptionError,
        RecordError,
        Refusal,
        ThirdcardError,
        VariantError,
    )
    from thirdcard.variants.decks import CLASSIC, JUNIOR, MEGA
    from thirdcard.variants.registry import iter_variants, parse_deck, parse_variant
    from thirdcard.variants.variant import Spot, Variant

__all__ = [
    "CLASSIC",
    "JUNIOR",
    "MEGA",
    "THEMES",
    "Card",
    "ConflictError",
    "Deck",
    "Feature",
    "Line",
    "MalformedError",
    "MessageError",
    "NotationError",
    "OptionError",
    "Point",
    "RecordError",
    "Refusal",
    "Space",
    "Spot",
    "Theme",
    "ThirdcardError",
    "Variant",
    "VariantError",
    "__version__",
    "card_svg",
    "count_flats",
    "format_table",
    "iter_variants",
    "parse_card",
    "parse_cards",
    "parse_deck",
    "parse_groups",
    "parse_variant",
    "table_svg",
]

__version__ = "0.1.0"

_MODULES = {
    "core.cards": ("Card", "Deck", "Feature"),
    "core.drawing": ("card_svg",),
    "core.geometry": ("Line", "Point", "Space", "count_flats"),
    "core.notation": ("format_table", "parse_card", "parse_cards", "parse_groups"),
    "core.table_drawing": ("table_svg",),
    "core.themes": ("THEMES", "Theme"),
    "errors": (
        "ConflictError",
        "MalformedError",
        "MessageError",
        "NotationError",
        "OptionError",
        "RecordError",
        "Refusal",
        "ThirdcardError",
        "VariantError",
    ),
    "variants.decks": ("CLASSIC", "JUNIOR", "MEGA"),
    "variants.registry": ("iter_variants", "parse_deck", "parse_variant"),
    "variants.variant": ("Spot", "Variant"),
}

if not TYPE_CHECKING:  # a type checker would take it for a promise of any name

    def __getattr__(name: str) -> object:
        """Load a public name from its module, once (PEP 562)."""
        for module, names in _MODULES.items():
            if name in names:
                from importlib import import_module

                value = getattr(import_module(f"{__name__}.{module}"), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
