"""``thirdcard count``: exact numbers of what a deck holds."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from thirdcard.cli import inputs, output
from thirdcard.core.cards import Deck
from thirdcard.errors import OptionError
from thirdcard.variants.registry import parse_deck

HELP = """\
Count exactly, nothing is sampled: the Sets of a deck, its Super-Sets, its
planes (nine cards that hold twelve Sets), or the layouts of some cards: all
of them, those without a Set (set-free), or without a Super-Set.

With --orbits the layouts are also counted up to symmetry: two that a map of
the geometry takes to each other hold the same Sets and count once.
"""

EXAMPLES = """\
examples:
  thirdcard count sets
  thirdcard count supersets --deck mega
  thirdcard count layouts --size 12 --orbits    classes of 12-card tables
  thirdcard count layouts --json                of every size
  thirdcard count set-free --orbits             caps, and classes of caps
  thirdcard count superset-free --size 9

exit codes:
  0 done   2 bad input   3 stopped by a limit, with what was reached
"""

LAYOUTS = "layouts"
FAMILIES = ("set-free", "superset-free")
KINDS = ("sets", "supersets", "planes", *FAMILIES, LAYOUTS)
_NAMES = {family: f"{family} layouts" for family in FAMILIES}


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("what", metavar="WHAT", choices=KINDS, help=", ".join(KINDS))
    inputs.add_deck(parser)
    parser.add_argument("--size", type=int, metavar="K", help="layouts of K cards only")
    parser.add_argument("--orbits", action="store_true", help="count layouts up to symmetry too")


def run(args: Namespace) -> int:
    """Print the number, or one for every size."""
    deck = parse_deck(args.deck)
    if args.what not in (LAYOUTS, *FAMILIES) and (args.size is not None or args.orbits):
        option = "--orbits" if args.size is None else "--size"
        sized = ", ".join((*FAMILIES, LAYOUTS))
        raise OptionError(f"{option}: {args.what} have no sizes; expected one of {sized}")
    if args.size is not None and not 0 <= args.size <= deck.size:
        raise OptionError(f"--size {args.size}: expected 0 to {deck.size} for {deck.key}")
    answer: dict[str, Any] = {"what": args.what, "deck": deck.key}
    ended = True
    if args.what in FAMILIES:
        counted, ended = _count_family(deck, args)
        answer |= counted
    else:
        answer |= _count_layouts(deck, args) if args.what == LAYOUTS else _count(deck, args.what)
    if args.json:
        output.write_json(answer)
    else:
        output.write(_describe(answer))
    if not ended:
        output.inform(f"stopped at {list(answer['by_size'])[-1]} cards: too many orbits to list")
    return output.DONE if ended else output.STOPPED


def _count(deck: Deck, what: str) -> dict[str, Any]:
    from thirdcard.lab.experiments import counts

    count = {
        "sets": counts.count_lines,
        "supersets": counts.count_bowties,
        "planes": counts.count_planes,
    }[what]
    return {"value": count(deck.space.n)}


def _count_layouts(deck: Deck, args: Namespace) -> dict[str, Any]:
    from thirdcard.lab.experiments import counts

    n, answer = deck.space.n, dict[str, Any]()
    orbits = counts.count_layout_orbits(n) if args.orbits else None
    if args.size is not None:
        answer |= {"size": args.size, "value": counts.count_layouts(n, args.size)}
        if orbits:
            answer["orbits"] = orbits[args.size]
    else:
        sizes = range(deck.size + 1)
        answer["by_size"] = {str(size): counts.count_layouts(n, size) for size in sizes}
        if orbits:
            answer["orbits"] = {str(size): orbits[size] for size in sizes}
    return answer


def _count_family(deck: Deck, args: Namespace) -> tuple[dict[str, Any], bool]:
    """Return the numbers of a family, and whether they go on to its largest layouts."""
    from thirdcard.odds.tables import find_family

    ended, found = True, find_family(deck.key, args.what)
    if found is None:
        from thirdcard.jit import announce_compilation
        from thirdcard.lab.experiments.families import count_family

        with announce_compilation():
            count = count_family(deck.space.n, args.what, args.size)
        found = {"layouts": count.layouts, "orbits": count.orbits}
        ended = count.ended or args.size in count.layouts
    if args.size is None:
        parts = {"by_size": "layouts"} | ({"orbits": "orbits"} if args.orbits else {})
        return {
            key: {str(size): value for size, value in found[part].items()}
            for key, part in parts.items()
        }, ended
    if not ended:
        raise OptionError(
            f"--size {args.size}: layouts of more than {max(found['layouts'])} cards of the "
            f"{deck.key} deck have too many orbits to list"
        )
    empty = int(args.size == 0)
    answer = {"size": args.size, "value": found["layouts"].get(args.size, empty)}
    if args.orbits:
        answer["orbits"] = found["orbits"].get(args.size, empty)
    return answer, True


def _describe(answer: dict[str, Any]) -> str:
    if "by_size" not in answer:
        size = f" of {answer['size']} cards" if "size" in answer else ""
        kind = _NAMES.get(answer["what"], answer["what"])
        line = f"{answer['value']:,} {kind}{size} ({answer['deck']} deck)"
        if "orbits" in answer:
            line += f"\n{answer['orbits']:,} up to symmetry"
        return line
    orbits = answer.get("orbits")
    rows = [["cards", answer["what"], *(["up to symmetry"] if orbits else [])]]
    for size, value in answer["by_size"].items():
        rows.append([size, f"{value:,}", *([f"{orbits[size]:,}"] if orbits else [])])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
