"""``thirdcard find``: every claim that lies on a table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from itertools import islice
from math import comb
from typing import Any

from thirdcard.cli import inputs, output
from thirdcard.errors import MalformedError, OptionError
from thirdcard.variants.patterns import ClaimPoints
from thirdcard.variants.variant import Spot, Variant

HELP = """\
List every Set on a table, or every claim of another variant.  Where cards lie
face down they are read as if they were turned up.
"""

EXAMPLES = f"""\
{inputs.CARDS_HELP}
{inputs.VARIANTS_HELP}
  In a table of ultra the three groups are written with / between them, in one
  of ultra9 the nine groups row by row.  The cards of --previous are written
  the same way: in the groups in which they lay.

examples:
  thirdcard find 1RSD 2RSD 3RSD 1GHO
  thirdcard deal --cards 9 | thirdcard find --variant super -
  thirdcard find --variant ultra "1RSD 2RSD / 2GSD 1GHO / 3PSD 3PHO"
  thirdcard find --variant chain 2RHO 3GHO --previous "1RSD 2RSD 1PHO"
  thirdcard find --file table.txt --json

exit codes:
  0 some found   1 none found   2 bad input
  3 interrupted, with those printed that were found so far
"""

MOST_SUBSETS = 200_000_000


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    inputs.add_cards(parser)
    inputs.add_variant(parser)
    inputs.add_previous(parser)
    parser.add_argument(
        "--limit", metavar="N", type=inputs.positive, help="list the first N that are found"
    )
    parser.add_argument(
        "--exhaustive", action="store_true", help="try every subset of the cards (slow; a check)"
    )


def run(args: Namespace) -> int:
    """Find the claims and print them in the order of the table."""
    variant = inputs.read_variant(args)
    groups = inputs.read_groups(args, variant)
    table = inputs.collect_spots(variant, groups)
    previous = inputs.read_previous(args, variant)
    _require_apart(variant, table, previous)
    if args.exhaustive:
        _require_feasible(variant, len(table) + len(previous))

    claims, interrupted = _collect(variant, table, previous, args)
    limited = interrupted or (args.limit is not None and len(claims) > args.limit)
    claims = claims[: args.limit]
    place = {spot: i for i, spot in enumerate((*previous, *table))}
    claims.sort(key=lambda claim: [place[spot] for spot in claim])

    if args.json:
        output.write_json(_document(variant, groups, previous, claims, limited))
    else:
        output.write(_text(variant, table, claims, limited))
    if interrupted:
        raise KeyboardInterrupt
    return output.DONE if claims else output.NO


def _require_apart(variant: Variant, table: Sequence[Spot], previous: Sequence[Spot]) -> None:
    lying = {variant.point(spot) for spot in table}
    for spot in previous:
        if variant.point(spot) in lying:
            raise MalformedError(
                f"--previous: {variant.code(spot)} lies on the table; "
                "expected the cards of a claim, which have left it"
            )


def _require_feasible(variant: Variant, cards: int) -> None:
    subsets = sum(comb(cards, size) for size in variant.pattern.sizes)
    if subsets > MOST_SUBSETS:
        raise OptionError(
            f"--exhaustive: {subsets:,} subsets of {cards} cards; expected {MOST_SUBSETS:,} at most"
        )


def _collect(
    variant: Variant, table: Sequence[Spot], previous: Sequence[Spot], args: Namespace
) -> tuple[list[ClaimPoints], bool]:
    """Return the claims, one more than the limit if there are more, and whether interrupted."""
    search = variant.iter_claims_exhaustively if args.exhaustive else variant.iter_claims
    claims: list[ClaimPoints] = []
    try:
        for claim in islice(search(table, previous), args.limit and args.limit + 1):
            claims.append(claim)
    except KeyboardInterrupt:
        return claims, True
    return claims, False


def _document(
    variant: Variant,
    groups: Sequence[Sequence[int | None]],
    previous: Sequence[Spot],
    claims: Sequence[ClaimPoints],
    limited: bool,
) -> dict[str, Any]:
    code = variant.code
    document: dict[str, Any] = {
        "variant": variant.key,
        "cards": [code(spot) for spot in inputs.collect_spots(variant, groups)],
    }
    if variant.grouping.features:
        document["groups"] = inputs.code_groups(variant, groups)
    if previous:
        document["previous"] = [code(spot) for spot in previous]
    document["claims"] = [[code(spot) for spot in claim] for claim in claims]
    if variant.pattern.has_joint:
        joints = [variant.find_joint(claim) for claim in claims]
        document["joints"] = [code(spot) for spot in joints if spot is not None]
    return document | {"count": len(claims), "limited": limited}


def _text(
    variant: Variant, table: Sequence[Spot], claims: Sequence[ClaimPoints], limited: bool
) -> str:
    cards = f"{len(table)} card{'s' * (len(table) != 1)}"
    title = variant.pattern.title
    if not claims:
        return f"no {title}{' yet' * limited} among {cards} ({variant.key})"
    noun = f"{title}{'s' * (len(claims) != 1)}"
    first, more = ("first ", " and more") if limited else ("", "")
    lines = [f"{first}{len(claims)} {noun}{more} among {cards} ({variant.key})"]
    width = len(str(len(claims)))
    for number, claim in enumerate(claims, 1):
        joint = variant.find_joint(claim)
        link = "" if joint is None else f"   joint {variant.code(joint)}"
        codes = " ".join(variant.code(spot) for spot in claim)
        words = ", ".join(output.describe(variant, spot) for spot in claim)
        lines += [f"{number:>{width}}  {codes}{link}", f"{'':{width}}  {words}"]
    return "\n".join(lines)
