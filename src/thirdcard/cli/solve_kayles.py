"""``thirdcard solve kayles``: Arc Kayles on a graph."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from thirdcard.cli import inputs, solving

HELP = """\
Arc Kayles: two players take edges of a graph in turn, none that meets one
taken before; who finds none loses.  Say who wins, with the nimber and all
edges that win.  On a grid this is Cram, on a path Dawson's Kayles.
"""

EXAMPLES = f"""\
{solving.GRAPH_HELP}
examples:
  printf '1 2\\n2 3\\n3 4\\n' | thirdcard solve kayles -
  thirdcard solve kayles petersen.g6 --json
  thirdcard solve kayles grid.gr --winner-only --seconds 10

exit codes:
  0 done   2 bad input   3 stopped by --seconds or an interrupt
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    solving.add_graph(parser)
    parser.add_argument(
        "--rounds", type=inputs.natural, metavar="R", help="ask for a win within R moves"
    )
    parser.add_argument("--winner-only", action="store_true", help="who wins, and no nimber")
    solving.add_seconds(parser)


def run(args: Namespace) -> int:
    """Print who wins, and how."""
    graph = solving.read_graph_file(args)
    from thirdcard.jit import announce_compilation
    from thirdcard.solvers.kayles import solve_kayles

    with announce_compilation():
        answer = solve_kayles(
            graph, rounds=args.rounds, winner_only=args.winner_only, seconds=args.seconds
        )
    moves = solving.name_edges(graph, answer.moves)
    document = answer.to_dict() | {"moves": moves}
    return solving.show_game(args, answer, document, [" ".join(move) for move in moves], "edges")
