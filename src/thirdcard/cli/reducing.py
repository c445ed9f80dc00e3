"""What the commands of the reductions share: options, a file to write, cards to show."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from thirdcard.cli import output, solving

if TYPE_CHECKING:
    from thirdcard.reductions.graph_cards import GraphCards

__all__ = ["add_options", "finish", "list_names", "show_graph_cards", "write_cards"]


def add_options(parser: ArgumentParser) -> None:
    """Add ``--out``, ``--solve`` and ``--seconds``."""
    parser.add_argument("--out", metavar="F", help="write the cards, one a line, as digits")
    parser.add_argument(
        "--solve", action="store_true", help="answer the original question through the cards"
    )
    solving.add_seconds(parser)


def write_cards(args: Namespace, cards: Iterable[str]) -> None:
    """Write the cards where ``--out`` says."""
    if args.out is not None:
        output.write_file(args.out, "".join(f"{card}\n" for card in cards), "--out")


def list_names(names: Mapping[str, str]) -> list[str]:
    """Return the cards and what they stand for, as lines."""
    return [f"  {card}  {role}" for card, role in names.items()]


def show_graph_cards(args: Namespace, reduced: GraphCards) -> tuple[dict[str, Any], int | None]:
    """Write the cards of a graph, and show them unless the graph is to be solved.

    Returns:
        what JSON says of them, and the exit code, None if the answer is still to come.
    """
    write_cards(args, reduced.cards)
    document: dict[str, Any] = {
        "cards": list(reduced.cards),
        "features": reduced.features,
        "names": reduced.names,
    }
    if args.solve:
        return document, None
    title = f"{len(reduced.cards)} cards of {reduced.features} features, a Set for every edge"
    return document, finish(args, document, [title, *list_names(reduced.names)], "optimal")


def finish(args: Namespace, document: dict[str, Any], lines: list[str], status: str) -> int:
    """Print as JSON or as lines for people, and return the exit code."""
    if args.json:
        output.write_json(document)
    else:
        output.write("\n".join(lines))
    return solving.exit_code(status)
