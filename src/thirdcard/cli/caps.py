"""``thirdcard caps``: layouts without a Set, one of each kind."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from thirdcard.cli import inputs, output
from thirdcard.core.cards import Deck
from thirdcard.errors import OptionError
from thirdcard.variants.registry import parse_deck

if TYPE_CHECKING:
    from thirdcard.lab.experiments.orbits import Level

HELP = """\
List the caps of a deck, the layouts without a Set, one for each orbit: those
that a symmetry takes to each other are alike.  Every orbit comes with its
size, and with whether its caps are complete: each further card makes a Set.

Without --size, the largest caps; with --orbits, those of every size.
"""

EXAMPLES = """\
examples:
  thirdcard caps                          the caps of 20 cards: one orbit
  thirdcard caps --size 16 --complete     74 orbits
  thirdcard caps --orbits --json          the 9,905 orbits of all sizes
  thirdcard caps --plot cap.svg           the first one as a picture
  thirdcard caps --deck junior

exit codes:
  0 done   1 there is none   2 bad input
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    inputs.add_deck(parser)
    parser.add_argument("--size", type=int, metavar="K", help="caps of K cards")
    parser.add_argument("--complete", action="store_true", help="complete caps only")
    parser.add_argument("--orbits", action="store_true", help="caps of every size")
    inputs.add_plot(parser)


def run(args: Namespace) -> int:
    """Print the caps."""
    deck = parse_deck(args.deck)
    if args.size is not None and not 1 <= args.size <= deck.size:
        raise OptionError(f"--size {args.size}: expected 1 to {deck.size} for {deck.key}")
    if args.size is not None and args.orbits:
        raise OptionError("--size and --orbits: expected one of them, --orbits is every size")
    if args.plot is not None:
        from thirdcard.lab.plots import require_picture

        require_picture(args.plot)
    levels = _find_levels(deck, args)
    caps = [cap for level in levels for cap in _iter_caps(deck, level, args.complete)]
    if args.plot is not None and caps:
        from thirdcard.lab.plots import plot_cap

        points = [deck.codes.index(code) for code in caps[0]["cards"]]
        title = f"{len(points)} cards without a Set ({deck.key} deck)"
        plot_cap(args.plot, title, points, deck.space.n)
    size = None if args.orbits else (levels[-1].size if levels else args.size)
    if args.json:
        output.write_json({"deck": deck.key, "size": size, "caps": caps})
    else:
        _write(deck, size, caps, args.complete)
    return output.DONE if caps else output.NO


def _find_levels(deck: Deck, args: Namespace) -> list[Level]:
    """Return the levels that were asked for, all that are not empty."""
    from thirdcard.jit import announce_compilation
    from thirdcard.lab.experiments.families import MOST_ORBITS
    from thirdcard.lab.experiments.orbits import iter_levels

    found: list[Level] = []
    with announce_compilation():
        for level in iter_levels(deck.space.n, "set-free", args.size):
            if len(level) > MOST_ORBITS and level.size != args.size:
                raise OptionError(
                    f"caps of the {deck.key} deck with more than {level.size} cards have too many "
                    f"orbits to list; expected --size 1 to {level.size}"
                )
            if args.orbits:
                found += [level] if level.size else []
            else:
                found = [level]
    return found if args.size is None or found[-1].size == args.size else []


def _iter_caps(deck: Deck, level: Level, complete_only: bool) -> list[dict[str, Any]]:
    from thirdcard.lab.experiments.orbits import find_complete

    return [
        {
            "cards": [deck.code(point) for point in sorted(points)],
            "orbit_size": weight,
            "complete": complete,
        }
        for points, weight, complete in zip(
            level.layouts.tolist(),
            level.weights.tolist(),
            find_complete(level).tolist(),
            strict=True,
        )
        if complete or not complete_only
    ]


def _write(deck: Deck, size: int | None, caps: list[dict[str, Any]], complete: bool) -> None:
    kind = "complete caps" if complete else "caps"
    cards = "" if size is None else f" of {size} cards"
    if not caps:
        output.write(f"no {kind}{cards} ({deck.key} deck)")
        return
    layouts = sum(cap["orbit_size"] for cap in caps)
    orbits = f"{len(caps):,} orbit{'s' * (len(caps) != 1)}"
    output.write(f"{layouts:,} {kind}{cards} in {orbits} ({deck.key} deck)")
    for cap in caps:
        note = "  complete" if cap["complete"] else ""
        output.write(f"{cap['orbit_size']:,} like {' '.join(cap['cards'])}{note}")
