"""``thirdcard deal``: a random table, the same again for the same seed."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from thirdcard.cli import inputs, output
from thirdcard.core.notation import format_table
from thirdcard.errors import OptionError
from thirdcard.variants.variant import Variant

HELP = """\
Deal distinct random cards.  The same seed deals the same cards on every
machine, and the cards that a game with that seed begins with.  The cards go to
stdout, where another command can read them, and a seed that was drawn to
stderr.
"""

EXAMPLES = f"""\
{inputs.VARIANTS_HELP}
{inputs.SEEDS_HELP}
examples:
  thirdcard deal
  thirdcard deal --cards 15 --seed monday
  thirdcard deal --variant ultra --json
  thirdcard deal --cards 12 | thirdcard find -

exit codes:
  0 done   2 bad input
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    inputs.add_variant(parser)
    parser.add_argument(
        "--cards", metavar="N", type=inputs.positive, help="how many (default: a table's)"
    )
    inputs.add_seed(parser)


def run(args: Namespace) -> int:
    """Deal the cards and print them."""
    from os import urandom

    from thirdcard.game.shuffle import SEED_BYTES, shuffle

    variant = inputs.read_variant(args)
    count = _require_cards(variant, args.cards)
    seed: str = urandom(SEED_BYTES).hex() if args.seed is None else args.seed
    points = shuffle(variant.deck.size, inputs.read_seed(seed))[:count]
    # As at the game's tables, the groups are dealt to in turn.
    groups = [points[number :: variant.grouping.count] for number in range(variant.grouping.count)]
    if args.json:
        codes = inputs.code_groups(variant, groups)
        cards = {"groups": codes} if variant.grouping.features else {"cards": codes[0]}
        output.write_json({"variant": variant.key, "seed": seed, **cards})
    else:
        if args.seed is None:
            output.inform(f"seed: {seed}")
        output.write(format_table(groups, variant.deck))
    return output.DONE


def _require_cards(variant: Variant, cards: int | None) -> int:
    """Return how many cards to deal: as many as asked for, or as a table of the variant has."""
    if cards is None:
        return variant.table_size
    groups = variant.grouping.count
    most = variant.deck.size // groups * groups
    if cards > most or cards % groups:
        what = f"{groups} to {most} in steps of {groups}" if groups > 1 else f"1 to {most}"
        raise OptionError(f"--cards {cards}: expected {what} for {variant.key}")
    return cards
