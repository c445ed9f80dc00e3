"""``thirdcard reduce arc-kayles``: Arc Kayles on a graph, as a duel with cards."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from thirdcard.cli import reducing, solving

HELP = """\
Turn a graph into cards, one a vertex and one an edge, with one Set an edge.
Two players who take Sets in turn then play Arc Kayles on the graph.  With
--solve, say who wins by playing the cards.
"""

EXAMPLES = f"""\
{solving.GRAPH_HELP}
examples:
  printf '1 2\\n2 3\\n3 4\\n' | thirdcard reduce arc-kayles - --solve
  thirdcard reduce arc-kayles petersen.g6 --json

exit codes:
  0 done   2 bad input   3 stopped by --seconds or an interrupt
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    solving.add_graph(parser)
    reducing.add_options(parser)


def run(args: Namespace) -> int:
    """Print the cards of a graph, or who wins on it."""
    from thirdcard.reductions import arc_kayles

    graph = solving.read_graph_file(args)
    document, code = reducing.show_graph_cards(args, arc_kayles.forward(graph))
    if code is not None:
        return code
    answer = arc_kayles.solve(graph, args.seconds)
    moves = solving.name_edges(graph, answer.moves)
    document |= {"winner": answer.winner, "nimber": answer.nimber, "moves": moves}
    return solving.show_game(args, answer, document, [" ".join(move) for move in moves], "edges")
