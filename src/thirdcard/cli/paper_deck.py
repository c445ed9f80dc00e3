"""``thirdcard paper deck``: a deck to be cut out."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from thirdcard.cli import inputs, printing

HELP = """\
Write a deck as PDF, to be printed and cut out: nine cards on a page, each 58 by
87 mm, with marks where to cut.  Behind each page of cards stands one of backs, for
printing on both sides, turned along the long edge.  The same call writes the same
bytes.
"""

EXAMPLES = f"""\
{printing.THEMES_NOTE}
examples:
  thirdcard paper deck
  thirdcard paper deck --deck mega --theme copier --no-backs
  thirdcard paper deck --paper letter --per-page 18 --out small.pdf

exit codes:
  0 done   2 bad input, or the file cannot be written
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    inputs.add_deck(parser)
    printing.add_sheet(parser)
    parser.add_argument(
        "--per-page", metavar="N", type=inputs.positive, default=9, help="cards on a page (9)"
    )
    parser.add_argument("--no-backs", action="store_true", help="without pages of backs")


def run(args: Namespace) -> int:
    """Write the deck."""
    from thirdcard.paper.decks import count_pages, deck_sheet
    from thirdcard.variants.registry import parse_deck

    deck = parse_deck(args.deck)
    backs = not args.no_backs
    pdf = deck_sheet(deck, args.theme, args.paper, backs=backs, per_page=args.per_page)
    pages = count_pages(deck, args.per_page, backs=backs)
    document = {"deck": deck.key, "cards": deck.size, "pages": pages}
    return printing.save(args, f"{deck.key}-deck.pdf", pdf, document)
