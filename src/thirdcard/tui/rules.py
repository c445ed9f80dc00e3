"""The rules of what is played, and the keys; for the page that ``?`` shows."""

from __future__ import annotations

from textwrap import wrap

from thirdcard.game.table_views import TableView
from thirdcard.variants.axes import AXES
from thirdcard.variants.registry import parse_variant

__all__ = ["KEYS", "tell_rules"]

KEYS = (
    ("the key on a card", "mark it, or unmark it; where cards lie face down, turn it up"),
    ("mouse", "the same, and the words of the last line"),
    ("arrows, space", "move over the cards, and mark"),
    ("Esc", "unmark all"),
    ("Enter", "start; claim what is marked, where a claim has no fixed size"),
    ("C", "call, where one calls before a claim"),
    ("H", "a hint: whether there is a claim, one of its cards, all but one"),
    ("P", "pause, and go on"),
    ("M", "ask for more cards, where they come when all ask"),
    ("T", "take the last claim back, where all play together"),
    ("N", "play again, after the end"),
    ("S", "at a server's table: say something, and see what was said"),
    ("W", "who is there: add and remove bots; the host mutes, sends away, bans"),
    ("O", "before the start: the options, for the host"),
    ("?", "these rules"),
    ("Q", "quit"),
)
"""Each key with what it does."""


def tell_rules(view: TableView, width: int) -> list[str]:
    """Return lines of a width that say what a table plays, and with which keys."""
    variant = parse_variant(view.variant)
    told = [
        "A Set is three cards that in each feature are all the same, or all different.",
        view.contest.sentence,
    ]
    for axis, value in zip(AXES, variant.values, strict=True):
        if value is not axis.default:
            told.append(f"{value.title}: {value.sentence}")
    lines = [line for sentence in (*told, *view.sentences) for line in wrap(sentence, width)]
    lines.append("")
    column = max(len(key) for key, _ in KEYS) + 2
    for key, what in KEYS:
        lines += wrap(f"{key:<{column}}{what}", width, subsequent_indent=" " * column)
    last = (
        "A small letter does what its capital does where it marks no card; q only before the start."
    )
    return [*lines, "", *wrap(last, width)]
