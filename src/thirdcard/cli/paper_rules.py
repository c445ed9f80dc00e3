"""``thirdcard paper rules``: the rules of a variant on a page."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from thirdcard.cli import inputs, printing

HELP = """\
Write the rules of a variant on one page, as PDF: in the sentences that the site
shows, with its cards, a claim, and cards that are none.  The same call writes the
same bytes.
"""

EXAMPLES = f"""\
{inputs.VARIANTS_HELP}
{printing.THEMES_NOTE}
examples:
  thirdcard paper rules
  thirdcard paper rules --variant ultra+super --theme copier
  thirdcard paper rules --variant mega --paper letter --out rules.pdf

exit codes:
  0 done   2 bad input, or the file cannot be written
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    inputs.add_variant(parser)
    printing.add_sheet(parser)


def run(args: Namespace) -> int:
    """Write the rules."""
    from thirdcard.paper.rules import rule_sheet

    variant = inputs.read_variant(args)
    pdf = rule_sheet(variant, args.theme, args.paper)
    document = {"variant": variant.key, "pages": 1}
    return printing.save(args, f"{variant.key}-rules.pdf", pdf, document)
