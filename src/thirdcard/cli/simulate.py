"""``thirdcard simulate``: whole games, and how often a table in play holds no claim."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from thirdcard.cli import inputs, output
from thirdcard.variants.variant import Variant

if TYPE_CHECKING:
    from thirdcard.lab.experiments.real_play import RealPlay

HELP = """\
Play whole games at random and count the tables met: how many of each size,
how many of them without a claim, and how many cards are left at the end.

A table in play is no fresh deal: claims have been taken out of it, so it
holds none more often the longer the game goes.
"""

EXAMPLES = f"""\
{inputs.VARIANTS_HELP}
policies: which claim of those on the table is taken
  random    any, all alike
  first     the first found
  easiest   one whose cards differ in the fewest features
  hardest   one whose cards differ in the most features

examples:
  thirdcard simulate --games 1000000 --seed 1
  thirdcard simulate --games 100000 --policy hardest --plot rounds.svg
  thirdcard simulate --variant mega --games 10000
  thirdcard simulate --games 1000000000 --resume games.part

exit codes:
  0 done   2 bad input   3 interrupted, with what was reached
"""

POLICIES = ("random", "first", "easiest", "hardest")


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    inputs.add_variant(parser)
    parser.add_argument(
        "--games", type=inputs.positive, metavar="N", required=True, help="games to play"
    )
    parser.add_argument("--policy", choices=POLICIES, default="random", help="which claim is taken")
    parser.add_argument(
        "--seed",
        type=inputs.natural,
        metavar="S",
        default=0,
        help="what the games depend on (default: 0)",
    )
    inputs.add_plot(parser)
    inputs.add_work(parser)


def run(args: Namespace) -> int:
    """Play, and print the shares of tables without a claim."""
    variant = inputs.read_variant(args)
    if args.plot is not None:
        from thirdcard.lab.plots import require_picture

        require_picture(args.plot)
    from thirdcard.jit import announce_compilation
    from thirdcard.lab.experiments.real_play import simulate

    work = inputs.read_work(args)
    with announce_compilation():
        played = simulate(variant, args.games, args.seed, args.policy, work)
    if args.plot is not None:
        from thirdcard.lab.plots import plot_rounds
        from thirdcard.odds.exact import find_p_none

        fresh = find_p_none(variant, variant.table_size)
        title = f"{variant.title}, {played.played:,} games, {played.policy} claims"
        plot_rounds(args.plot, title, played.rounds, fresh)
    if args.json:
        output.write_json(played.to_dict())
    else:
        _write(variant, played)
    if not played.complete:
        output.inform(f"interrupted after {played.played:,} of {args.games:,} games")
    return output.DONE if played.complete else output.STOPPED


def _write(variant: Variant, played: RealPlay) -> None:
    from thirdcard.lab.report import format_count, format_probability, write_table
    from thirdcard.odds.exact import find_p_none

    title = f"{variant.title}, {format_count(played.played)} games, {played.policy} claims"
    output.write(f"{title}, seed {played.seed}")
    write_table(
        ["cards", "tables met", "without a claim", "share"],
        [
            [str(size), format_count(met), format_count(none), output.format_share(none, met)]
            for size, (met, none) in played.tables.items()
        ],
    )
    output.write(f"\nby round, tables of {variant.table_size} cards")
    write_table(
        ["claims before", "tables met", "without a claim", "share"],
        [
            [str(number), format_count(met), format_count(none), output.format_share(none, met)]
            for number, met, none in played.rounds
            if met
        ],
    )
    output.write("\nat the end")
    write_table(
        ["cards left", "games", "share"],
        [
            [str(cards), format_count(games), output.format_share(games, played.played)]
            for cards, games in played.left.items()
        ],
    )
    output.write(f"claims a game: {played.claims_per_game:.4f}")
    fresh = find_p_none(variant, variant.table_size)
    if fresh is not None:
        cards = variant.table_size
        output.write(f"a fresh deal of {cards} holds none: {format_probability(fresh)}")
