"""``thirdcard orbits``: what a layout is up to symmetry."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from math import comb
from typing import TYPE_CHECKING, Any

from thirdcard.cli import inputs, output
from thirdcard.core.cards import Deck
from thirdcard.core.notation import parse_cards
from thirdcard.errors import NotationError
from thirdcard.variants.registry import parse_deck

if TYPE_CHECKING:
    from thirdcard.lab.canonical import Orbit

HELP = """\
Say what some cards are up to symmetry.  A symmetry is a map of the deck that
takes Sets to Sets; the classic deck has 1,965,150,720.  The answer is

  canonical   the same cards for all layouts that symmetries take to each
              other, and others for any other layout
  stabilizer  how many symmetries keep the layout (they may move its cards)
  orbit size  how many layouts the symmetries make of it
"""

EXAMPLES = f"""\
{inputs.CARDS_HELP}
map:
  With --json, map is a symmetry that takes the cards to the canonical ones:
  the digits of a card, 0 to 2 in the order of its code, are multiplied by
  matrix, then offset is added, all mod 3.

examples:
  thirdcard orbits 1RSD 2RSD 3RSD 1GHO
  thirdcard deal --cards 12 | thirdcard orbits -
  thirdcard orbits --deck junior 1RD 2GS 3PO
  thirdcard orbits --file table.txt --json

exit codes:
  0 done   2 bad input   3 interrupted
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    inputs.add_cards(parser)
    inputs.add_deck(parser)


def run(args: Namespace) -> int:
    """Print the canonical form, the stabiliser's order and the orbit's size."""
    deck = parse_deck(args.deck)
    points = parse_cards(inputs.read_text(args), deck)
    if not points:
        raise NotationError("no cards; the input is empty")
    from thirdcard.lab.canonical import find_orbit

    orbit = find_orbit(deck.space, points)
    answer: dict[str, Any] = {
        "deck": deck.key,
        "cards": [deck.code(point) for point in points],
        "canonical": [deck.code(point) for point in orbit.canonical],
        "stabilizer": orbit.stabilizer,
        "orbit_size": orbit.orbit_size,
        "sets": deck.space.count_lines_in(points),
    }
    if args.json:
        output.write_json(
            answer | {"map": {"matrix": orbit.map.matrix, "offset": orbit.map.offset}}
        )
    else:
        output.write(_describe(deck, orbit, answer))
    return output.DONE


def _describe(deck: Deck, orbit: Orbit, answer: dict[str, Any]) -> str:
    size, sets = len(orbit.points), answer["sets"]
    symmetries = orbit.stabilizer * orbit.orbit_size
    figures = [f"{orbit.stabilizer:,}", f"{orbit.orbit_size:,}"]
    width = max(map(len, figures))
    stabilizer, orbit_size = (figure.rjust(width) for figure in figures)
    cards = f"{size} card{'s' * (size != 1)}"
    return "\n".join(
        [
            f"{cards} with {sets or 'no'} Set{'s' * (sets != 1)} ({deck.key} deck)",
            f"canonical   {' '.join(answer['canonical'])}",
            f"stabilizer  {stabilizer}  symmetries keep the layout, of {symmetries:,}",
            f"orbit size  {orbit_size}  layouts are alike, of {comb(deck.size, size):,} of {cards}",
        ]
    )
