"""``thirdcard solve matching``: the one-round game with any number of values."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from thirdcard.cli import inputs, solving

HELP = """\
The one-round game with K values a feature: find K cards of which each feature
agrees on all, or differs on all.  With --perfect it must differ on all, which
is perfect multi-dimensional matching.
"""

EXAMPLES = """\
cards:
  FILE has a card a line: its values, from 0 to K - 1, separated by spaces, or
  written together as digits where K is at most 10; - is standard input.

examples:
  printf '000\\n111\\n222\\n' | thirdcard solve matching - --values 3
  thirdcard solve matching cards.txt --values 5 --json

exit codes:
  0 found   1 there is none   2 bad input   3 stopped by --seconds or an interrupt
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="file of cards, - for stdin")
    parser.add_argument(
        "--values", type=inputs.positive, metavar="K", required=True, help="values a feature"
    )
    parser.add_argument("--perfect", action="store_true", help="every feature must differ")
    solving.add_seconds(parser)


def run(args: Namespace) -> int:
    """Print the cards that were found."""
    from thirdcard.solvers.matching import find_matching, read_cards_file

    cards = read_cards_file(inputs.read_file(args.file), args.values)
    answer = find_matching(cards, args.values, perfect=args.perfect, seconds=args.seconds)
    lines = [index + 1 for index in answer.witness[0]] if answer.witness else []
    document = answer.to_dict() | {"witness": lines}

    def describe() -> list[str]:
        if not lines:
            return [f"none of {args.values} among {len(cards)} cards"]
        rows = [f"  line {line}: {' '.join(map(str, cards[line - 1]))}" for line in lines]
        return [f"{args.values} of {len(cards)} cards", *rows]

    return solving.show_answer(args, answer, document, describe)
