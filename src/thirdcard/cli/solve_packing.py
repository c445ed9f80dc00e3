"""``thirdcard solve packing``: the most disjoint Sets."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from thirdcard.cli import inputs, output, solving

if TYPE_CHECKING:
    from thirdcard.solvers.hypergraph import Table

HELP = """\
Find the most Sets that can be taken from a table one after the other, without
new cards: the CO-OP game.  The answer is proved.
"""

EXAMPLES = f"""\
{inputs.CARDS_HELP}
{solving.VARIANTS_NOTE}
export:
  --export F writes the table for other programs: its Sets as hyperedges (.hgr),
  the graph of Sets that meet (.gr, .col, .g6), or this question as weighted
  MaxSAT (.wcnf).  --certificate F writes what a stranger needs to check the
  answer: the Sets, and why there are no more.

examples:
  thirdcard deal --cards 30 | thirdcard solve packing -
  thirdcard solve packing --file table.txt --certificate packing.json
  thirdcard deal --cards 81 | thirdcard solve packing --json -

exit codes:
  0 done   2 bad input   3 stopped by --seconds or an interrupt, with bounds
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    inputs.add_cards(parser)
    inputs.add_variant(parser)
    solving.add_seconds(parser)
    parser.add_argument("--certificate", metavar="F", help="write a proof that can be checked")
    parser.add_argument("--export", metavar="F", help="write the table for other programs")


def run(args: Namespace) -> int:
    """Print the most disjoint Sets."""
    variant = inputs.read_variant(args)
    table = solving.read_table(args, variant)
    if args.export is not None:
        output.write_file(args.export, _export(table, args.export), "--export")
    from thirdcard.jit import announce_compilation
    from thirdcard.solvers.packing import max_packing

    with announce_compilation():
        answer = max_packing(table, seconds=args.seconds)
    if args.certificate is not None:
        from thirdcard.solvers.certificates import make_certificate

        output.write_file(args.certificate, f"{make_certificate(table, answer)}\n", "--certificate")
    witness = solving.name_claims(variant, table, answer.witness)
    cards = [variant.code(spot) for spot in table.spots]
    document = answer.to_dict() | {"variant": variant.key, "cards": cards, "witness": witness}

    def describe() -> list[str]:
        left = table.size - 3 * len(witness)
        many = f"{len(witness)} Set{'s' * (len(witness) != 1)}"
        lines = [f"{many} of {table.size} cards, {left} left ({variant.key})"]
        return lines + [f"  {' '.join(claim)}" for claim in witness]

    return solving.show_answer(args, answer, document, describe)


def _export(table: Table, path: str) -> str:
    from thirdcard.errors import OptionError
    from thirdcard.formats.dimacs import write_wcnf
    from thirdcard.formats.graphs import Kind, write_graph
    from thirdcard.formats.hypergraphs import line_intersection_graph, write_hgr
    from thirdcard.solvers.packing import packing_clauses

    suffix = path.rpartition(".")[2].lower()
    if suffix == "hgr":
        return write_hgr(table.hypergraph)
    if suffix == "wcnf":
        hard, soft = packing_clauses(table.hypergraph)
        return write_wcnf(hard, [(1, clause) for clause in soft])
    kinds: dict[str, Kind] = {"gr": "gr", "col": "col", "g6": "graph6"}
    if suffix not in kinds:
        raise OptionError(
            f"--export {path}: expected a name that ends in .hgr, .wcnf, .gr, .col or .g6"
        )
    return write_graph(line_intersection_graph(table.hypergraph), kinds[suffix])
