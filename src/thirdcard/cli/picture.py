"""``thirdcard picture``: a table as an SVG or PNG file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from thirdcard.cli import inputs, output
from thirdcard.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from thirdcard.core.geometry import Point
    from thirdcard.core.themes import Theme
    from thirdcard.variants.variant import Spot, Variant

HELP = """\
Draw a table as a picture, for a slide or a forum post: as SVG, or as PNG with
so many pixels across.  Without --out the SVG goes to stdout.
"""

EXAMPLES = f"""\
{inputs.CARDS_HELP}
{inputs.VARIANTS_HELP}
examples:
  thirdcard deal | thirdcard picture - --out table.png
  thirdcard picture 1RSD 2RSD 3RSD --out set.svg --numbers
  thirdcard picture --variant ultra "1RSD / 2GSD / 3PSD" --out ultra.svg --dark
  thirdcard deal | thirdcard picture - --mark "1RSD 2RSD 3RSD" --out marked.svg

exit codes:
  0 done   2 bad input
"""

_WIDTH = 1200


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    inputs.add_cards(parser)
    inputs.add_variant(parser)
    inputs.add_previous(parser)
    parser.add_argument("--out", metavar="F", help="the file, ending in .svg or .png")
    parser.add_argument("--theme", metavar="T", default="classic", help="the look of the cards")
    parser.add_argument("--dark", action="store_true", help="for a dark page")
    parser.add_argument("--numbers", action="store_true", help="number the cards")
    parser.add_argument("--mark", metavar="CARDS", default="", help="draw a ring around cards")
    parser.add_argument(
        "--columns", metavar="N", type=inputs.positive, help="cards in a row (default: what fits)"
    )
    parser.add_argument(
        "--width", metavar="W", type=inputs.positive, help=f"pixels across (default: {_WIDTH})"
    )
    parser.add_argument(
        "--transparent", action="store_true", help="leave out what the cards lie on"
    )


def run(args: Namespace) -> int:
    """Draw the table."""
    from thirdcard.core.table_drawing import table_svg

    variant = inputs.read_variant(args)
    suffix = _read_suffix(args)
    theme = _find_theme(args.theme)
    groups = inputs.read_groups(args, variant)
    table = inputs.collect_spots(variant, groups)
    previous = inputs.read_previous(args, variant)
    drawing = table_svg(
        variant.deck,
        groups,
        theme,
        shape=variant.grouping.shape,
        previous=[variant.point(spot) for spot in previous],
        title=_say(variant, table),
        dark=args.dark,
        numbers=args.numbers,
        ground=not args.transparent,
        marked=_read_marked(args.mark, variant, table),
        columns=args.columns,
        width=args.width or (None if suffix == ".svg" else _WIDTH),
    )
    _deliver(args, drawing, suffix)
    return output.DONE


def _read_suffix(args: Namespace) -> str:
    from os.path import splitext

    suffix = ".svg" if args.out is None else splitext(args.out)[1].lower()
    if suffix not in (".svg", ".png"):
        raise OptionError(f"--out {args.out}: expected a name that ends in .svg or .png")
    if args.json and args.out is None:
        raise OptionError("--json without --out: expected a file for the picture")
    return suffix


def _find_theme(key: str) -> Theme:
    from thirdcard.core.themes import PAPER_THEMES

    if key not in PAPER_THEMES:
        known = ", ".join(PAPER_THEMES)
        raise OptionError(f"--theme: {key[:24]!r} is no theme; expected one of {known}")
    return PAPER_THEMES[key]


def _read_marked(text: str, variant: Variant, table: Sequence[Spot]) -> set[Point]:
    from thirdcard.core.notation import parse_cards

    marked = set(parse_cards(text, variant.deck))
    for point in marked - set(map(variant.point, table)):
        raise OptionError(f"--mark: {variant.deck.code(point)} is not on the table")
    return marked


def _say(variant: Variant, table: Sequence[Spot]) -> str:
    cards = "1 card" if len(table) == 1 else f"{len(table)} cards"
    return f"{variant.title}, {cards}"


def _deliver(args: Namespace, drawing: str, suffix: str) -> None:
    if args.out is None:
        output.write(drawing)
        return
    content = f"{drawing}\n".encode()
    if suffix == ".png":
        from thirdcard.paper.pictures import draw_png

        content = draw_png(drawing, args.width or _WIDTH)
    output.write_file(args.out, content, "--out")
    if args.json:
        output.write_json({"file": args.out, "bytes": len(content)})
