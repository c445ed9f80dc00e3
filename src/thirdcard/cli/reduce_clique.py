"""``thirdcard reduce clique``: multicoloured clique as the one-round game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from thirdcard.cli import inputs, reducing, solving

HELP = """\
Turn a graph with its vertices in parts into cards with many values a feature,
of which some are a Set iff the graph has a clique with one vertex of each
part: finding one Set is hard when values are many.  With --solve, find the
clique that way.
"""

EXAMPLES = f"""\
{solving.GRAPH_HELP}
parts:
  --parts FILE has a part a line, the names of its vertices separated by spaces.

examples:
  thirdcard reduce clique graph.txt --parts parts.txt --solve
  thirdcard reduce clique graph.col --parts parts.txt --json

exit codes:
  0 done, or a clique   1 there is no clique   2 bad input
  3 stopped by --seconds or an interrupt
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    solving.add_graph(parser)
    parser.add_argument("--parts", metavar="FILE", required=True, help="file of the parts")
    reducing.add_options(parser)


def run(args: Namespace) -> int:
    """Print the cards of a graph, or its clique."""
    from thirdcard.reductions import clique

    graph = solving.read_graph_file(args)
    parts = clique.read_parts(inputs.read_file(args.parts), graph)
    reduced = clique.forward(graph, parts)
    reducing.write_cards(args, reduced.lines)
    document: dict[str, Any] = {
        "cards": list(reduced.lines),
        "values": reduced.values,
        "dimensions": reduced.dimensions,
        "names": reduced.names,
    }
    if not args.solve:
        title = (
            f"{len(reduced.cards)} cards of {reduced.dimensions} features with "
            f"{reduced.values} values: a Set iff there is a clique"
        )
        return reducing.finish(
            args, document, [title, *reducing.list_names(reduced.names)], "optimal"
        )
    answer = clique.solve(graph, parts, args.seconds)
    names = solving.name_edges(graph, answer.witness)
    found = names[0] if names else None
    document |= {"clique": found}
    if answer.status == "limit":
        lines = ["not known whether there is a clique"]
    else:
        lines = ["there is no clique" if found is None else f"clique: {' '.join(found)}"]
    return reducing.finish(args, document, lines, answer.status)
