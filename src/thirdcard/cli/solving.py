"""What the commands of the hard problems share: a table, a time limit, an answer to show."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from thirdcard.cli import inputs, output
from thirdcard.variants.variant import Variant

if TYPE_CHECKING:
    import networkx as nx

    from thirdcard.solvers.hypergraph import Table
    from thirdcard.solvers.result import Answer, GameAnswer

__all__ = [
    "GRAPH_HELP",
    "VARIANTS_NOTE",
    "add_graph",
    "add_seconds",
    "exit_code",
    "name_claims",
    "name_edges",
    "read_graph_file",
    "read_table",
    "show_answer",
    "show_game",
]

VARIANTS_NOTE = """\
variant:
  Its deck and groups are meant; what is taken are Sets.  Groups are written
  with / between them, as for thirdcard find.
"""

GRAPH_HELP = """\
graph:
  FILE is a graph in DIMACS (.col), PACE (.gr), graph6 or sparse6, or a list of
  edges, two names a line; - is standard input.  Vertices are named as there.
"""


def add_seconds(parser: ArgumentParser) -> None:
    """Add ``--seconds``."""
    parser.add_argument(
        "--seconds",
        type=_seconds,
        metavar="S",
        help="stop after so long, with what is proved until then (exit code 3)",
    )


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise ArgumentTypeError(f"expected a number of seconds above 0, not {text[:20]!r}")
    return value


def add_graph(parser: ArgumentParser) -> None:
    """Add the file of a graph."""
    parser.add_argument("graph", metavar="GRAPH", help="file of a graph, - for stdin")


def read_table(args: Namespace, variant: Variant) -> Table:
    """Return the cards of a command as a table."""
    from thirdcard.solvers.hypergraph import Table

    groups = inputs.read_groups(args, variant)
    return Table(variant.space, tuple(inputs.collect_spots(variant, groups)))


def read_graph_file(args: Namespace) -> nx.Graph[int]:
    """Return the graph of a command, its vertices numbered from 0."""
    from thirdcard.formats.graphs import read_graph

    return read_graph(inputs.read_file(args.graph), name=args.graph)


def name_edges(graph: nx.Graph[int], edges: Iterable[Sequence[int]]) -> list[list[str]]:
    """Return edges as the names of their vertices in the file."""
    labels = graph.nodes(data="label")
    return [[str(labels[vertex]) for vertex in edge] for edge in edges]


def name_claims(variant: Variant, table: Table, claims: Iterable[Sequence[int]]) -> list[list[str]]:
    """Return claims as the codes of their cards."""
    return [[variant.code(table.spots[vertex]) for vertex in claim] for claim in claims]


def show_answer(
    args: Namespace, answer: Answer, document: dict[str, Any], describe: Callable[[], list[str]]
) -> int:
    """Print an answer as JSON or as lines for people, and return the exit code of its status."""
    if args.json:
        output.write_json(document)
    else:
        lines = describe()
        lines.append(f"{_describe_status(answer)}: {answer.method} ({answer.seconds:.3f} s)")
        output.write("\n".join(lines))
    return exit_code(answer.status)


def _describe_status(answer: Answer) -> str:
    if answer.status == "limit":
        bound = "no bound" if answer.bound is None else f"the bound is {answer.bound}"
        return f"stopped, {bound}"
    return "proved" if answer.status == "optimal" else "proved that there is none"


def show_game(
    args: Namespace, answer: GameAnswer, document: dict[str, Any], moves: list[str], noun: str
) -> int:
    """Print who wins as JSON or as lines for people, and return the exit code."""
    if args.json:
        output.write_json(document)
        return exit_code(answer.status)
    if answer.winner is None:
        lines = ["not known who wins"]
    else:
        nimber = "" if answer.nimber is None else f" (nimber {answer.nimber})"
        lines = [f"the {answer.winner} player wins{nimber}"]
    if moves:
        all_known = answer.nimber is not None and answer.status == "optimal"
        lines.append(f"{noun} that win{'' if all_known else ', perhaps among others'}:")
        lines += [f"  {move}" for move in moves]
    status = "proved" if answer.status == "optimal" else "stopped"
    lines.append(f"{status}: {answer.method} ({answer.seconds:.3f} s)")
    output.write("\n".join(lines))
    return exit_code(answer.status)


def exit_code(status: str) -> int:
    """Return the exit code of a status."""
    return {"optimal": output.DONE, "infeasible": output.NO, "limit": output.STOPPED}[status]
