"""``thirdcard solve duel``: who wins when two take Sets in turn."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from thirdcard.cli import inputs, solving

HELP = """\
Two players take Sets from a table in turn, without new cards; who finds none
loses.  Say who wins, with the nimber of the table and all claims that win.
"""

EXAMPLES = f"""\
{inputs.CARDS_HELP}
{solving.VARIANTS_NOTE}
rounds:
  With --rounds R, whether the first player can make the last claim within R
  claims of both together.  --winner-only is quicker and finds no nimber.

examples:
  thirdcard deal --cards 24 | thirdcard solve duel -
  thirdcard deal --cards 33 | thirdcard solve duel --winner-only -
  thirdcard deal --cards 81 | thirdcard solve duel --json -

exit codes:
  0 done   2 bad input   3 stopped by --seconds or an interrupt
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    inputs.add_cards(parser)
    inputs.add_variant(parser)
    parser.add_argument(
        "--rounds", type=inputs.natural, metavar="R", help="ask for a win within R claims"
    )
    parser.add_argument("--winner-only", action="store_true", help="who wins, and no nimber")
    solving.add_seconds(parser)


def run(args: Namespace) -> int:
    """Print who wins, and how."""
    variant = inputs.read_variant(args)
    table = solving.read_table(args, variant)
    from thirdcard.jit import announce_compilation
    from thirdcard.solvers.duel import solve_duel

    with announce_compilation():
        answer = solve_duel(
            table, rounds=args.rounds, winner_only=args.winner_only, seconds=args.seconds
        )
    moves = solving.name_claims(variant, table, answer.moves)
    cards = [variant.code(spot) for spot in table.spots]
    document = answer.to_dict() | {"variant": variant.key, "cards": cards, "moves": moves}
    return solving.show_game(args, answer, document, [" ".join(move) for move in moves], "claims")
