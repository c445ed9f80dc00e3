"""Paper: worksheets, answer keys, decks to cut out and rule sheets, as PDF.

=============  ================================================================================
`worksheets`   puzzles with room to write, and their answers; `answers`, the key alone
`boxes`        what a puzzle has on a worksheet; `board`, where its cards lie
`decks`        the cards of a deck, to be cut out, with backs
`rules`        a page with the rules of a variant; `examples`, what is drawn there
`typesetting`  a document as values, made into a PDF by typst; the layouts are in `templates`
`sizes`        the sizes of paper
=============  ================================================================================

May import the layers up to `thirdcard.puzzles`; needs the package typst, which is loaded when the
first sheet is made.  A sheet has no date and no chance in it, and takes its fonts from typst
itself, so the same call gives the same bytes.  A new sheet is a module here and a template.
"""

from thirdcard.paper.decks import deck_sheet
from thirdcard.paper.rules import rule_sheet
from thirdcard.paper.worksheets import key, worksheet

__all__ = ["deck_sheet", "key", "rule_sheet", "worksheet"]
