"""``thirdcard reduce sat``: 3-SAT as a packing of Sets."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from thirdcard.cli import inputs, reducing

HELP = """\
Turn a formula with at most three literals a clause into cards of which a
certain number of disjoint Sets can be taken iff it is satisfiable: taking as
many Sets as possible is NP-hard.  With --solve, decide the formula that way.
"""

EXAMPLES = """\
formula:
  FILE is in DIMACS CNF; - is standard input.

examples:
  printf 'p cnf 2 2\\n1 2 0\\n-1 0\\n' | thirdcard reduce sat - --solve
  thirdcard reduce sat formula.cnf --json
  thirdcard reduce sat formula.cnf --out cards.txt

exit codes:
  0 done, or satisfiable   1 unsatisfiable   2 bad input
  3 stopped by --seconds or an interrupt
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="file of a formula, - for stdin")
    reducing.add_options(parser)


def run(args: Namespace) -> int:
    """Print the cards of a formula, or its solution."""
    from thirdcard.formats.dimacs import read_cnf
    from thirdcard.reductions import sat

    cnf = read_cnf(inputs.read_file(args.file))
    reduced = sat.forward(cnf)
    reducing.write_cards(args, reduced.cards)
    document: dict[str, Any] = {
        "cards": list(reduced.cards),
        "features": reduced.features,
        "target": reduced.target,
        "names": reduced.names,
    }
    if not args.solve:
        title = (
            f"{len(reduced.cards)} cards of {reduced.features} features: "
            f"{reduced.target} disjoint Sets iff the formula is satisfiable"
        )
        return reducing.finish(
            args, document, [title, *reducing.list_names(reduced.names)], "optimal"
        )
    answer = sat.solve(cnf, args.seconds)
    assignment = list(answer.witness[0]) if answer.witness else None
    document |= {"satisfiable": answer.value, "assignment": assignment}
    return reducing.finish(args, document, _solution(answer.value, assignment), answer.status)


def _solution(satisfiable: bool | int | None, assignment: list[int] | None) -> list[str]:
    """Return the lines that solvers print in the SAT competition."""
    if satisfiable is None:
        return ["s UNKNOWN"]
    if assignment is None:
        return ["s UNSATISFIABLE"]
    lines, words = ["s SATISFIABLE"], [*map(str, assignment), "0"]
    line = "v"
    for word in words:
        if len(line) + len(word) > 77:
            lines.append(line)
            line = "v"
        line += f" {word}"
    return [*lines, line]
