"""``thirdcard third``: the card that makes a Set with two others."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from thirdcard.cli import inputs, output
from thirdcard.core.notation import parse_cards
from thirdcard.errors import NotationError
from thirdcard.variants.registry import parse_deck

HELP = """\
Say which card makes a Set with two others.  There is always exactly one: in
each feature it repeats what the two share, or shows the value that both lack.
"""

EXAMPLES = f"""\
{inputs.CARDS_HELP}
examples:
  thirdcard third 1RSD 2RSD
  thirdcard third "one green solid oval" "two red striped ovals"
  thirdcard third 2RHOG 1GSDP --deck mega

exit codes:
  0 done   2 bad input
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    inputs.add_cards(parser)
    inputs.add_deck(parser)


def run(args: Namespace) -> int:
    """Print the third card."""
    deck = parse_deck(args.deck)
    points = parse_cards(inputs.read_text(args), deck)
    if len(points) != 2:
        raise NotationError(f"expected two different cards, got {len(points)}")
    third = deck.space.third(*points)
    if args.json:
        codes = [deck.code(point) for point in points]
        output.write_json({"cards": codes, "third": deck.code(third)})
    else:
        output.write(f"{deck.code(third)}  {deck.describe(third)}")
    return output.DONE
