"""``thirdcard reduce edge-domination``: edge dominating set of a graph, as cards."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from thirdcard.cli import reducing, solving

HELP = """\
Turn a graph into cards, one a vertex and one an edge, with one Set an edge.
The fewest disjoint Sets whose removal leaves none are then a smallest set of
edges that every edge meets.  With --solve, find it that way.
"""

EXAMPLES = f"""\
{solving.GRAPH_HELP}
examples:
  printf 'a b\\nb c\\nc d\\n' | thirdcard reduce edge-domination - --solve
  thirdcard reduce edge-domination graph.col --json

exit codes:
  0 done   2 bad input   3 stopped by --seconds or an interrupt, with bounds
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    solving.add_graph(parser)
    reducing.add_options(parser)


def run(args: Namespace) -> int:
    """Print the cards of a graph, or its smallest edge dominating set."""
    from thirdcard.reductions import edge_domination

    graph = solving.read_graph_file(args)
    document, code = reducing.show_graph_cards(args, edge_domination.forward(graph))
    if code is not None:
        return code
    answer = edge_domination.solve(graph, args.seconds)
    edges = solving.name_edges(graph, answer.witness)
    document |= {"value": answer.value, "edges": edges, "bound": answer.bound}
    many = f"{answer.value} edge{'s' * (answer.value != 1)}"
    lines = [f"{many} that every edge meets", *(f"  {' '.join(edge)}" for edge in edges)]
    if answer.status == "limit":
        lines.append(f"stopped: at least {answer.bound} are needed")
    return reducing.finish(args, document, lines, answer.status)
