"""``thirdcard check``: whether some cards are a claim, and why not."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Any

from thirdcard.cli import inputs, output
from thirdcard.errors import MalformedError
from thirdcard.variants.explain import Explanation, explain_cards
from thirdcard.variants.variant import Spot, Variant

HELP = """\
Say whether some cards are a Set, or a claim of another variant, and if not,
which features fail: a feature fails where two cards agree and the third does
not.
"""

EXAMPLES = f"""\
{inputs.CARDS_HELP}
{inputs.VARIANTS_HELP}
  In ultra and ultra9 the cards are written in the groups in which they lie,
  with / between the groups, which need not be equal here.

examples:
  thirdcard check 1RSD 2RSD 3RSO
  thirdcard check --variant super 1GHS 1RSD 3PHD 3ROS
  thirdcard check --variant ultra "1RSD / 2GSD / 3PSD"
  thirdcard check --variant ultra "1RSD 2RSD 3RSD / /"
  thirdcard check --variant chain 1RSD 2GSD 3PSD --previous "1RSD 1GSD 1PSD"

exit codes:
  0 yes, a claim   1 no   2 bad input
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    inputs.add_cards(parser)
    inputs.add_variant(parser)
    inputs.add_previous(parser)


def run(args: Namespace) -> int:
    """Judge the cards."""
    variant = inputs.read_variant(args)
    groups = inputs.read_groups(args, variant, equal=False)
    spots = inputs.collect_spots(variant, groups)
    previous = inputs.read_previous(args, variant)
    _require_in_place(variant, spots, previous)

    explanation = explain_cards(variant, spots, previous)
    claim = explanation.is_claim
    reasons = _reasons(variant, explanation)
    explain = None if claim or reasons else explanation.sentence
    if args.json:
        document: dict[str, Any] = {
            "variant": variant.key,
            "cards": [variant.code(spot) for spot in spots],
        }
        if variant.grouping.features:
            document["groups"] = inputs.code_groups(variant, groups)
        if previous:
            document["previous"] = [variant.code(spot) for spot in previous]
        document |= {"claim": claim, "reasons": reasons, "explain": explain}
        output.write_json(document)
    else:
        output.write(_text(variant, spots, reasons, explain))
    return output.DONE if claim else output.NO


def _require_in_place(variant: Variant, spots: Sequence[Spot], previous: Sequence[Spot]) -> None:
    before = {variant.point(spot): spot for spot in previous}
    for spot in spots:
        if before.get(variant.point(spot), spot) != spot:
            raise MalformedError(
                f"--previous: {variant.code(spot)} lies in another group than in CARDS; "
                "expected the group in which it was claimed"
            )


def _reasons(variant: Variant, explanation: Explanation) -> list[dict[str, Any]]:
    """Return the features that fail, where a claim is three cards and so they are the fault."""
    if variant.pattern.fixed_size != 3:
        return []
    return [{"feature": c.feature, "values": list(c.values)} for c in explanation.failing]


def _text(
    variant: Variant, spots: Sequence[Spot], reasons: Sequence[dict[str, Any]], explain: str | None
) -> str:
    codes = " ".join(variant.code(spot) for spot in spots)
    noun = variant.pattern.noun
    if explain is not None:
        fault = f"is {noun}, but no claim" if variant.is_claim(spots) else f"is not {noun}"
        return f"no: {codes} {fault} ({variant.key})\n  {explain}"
    if reasons:
        width = max(len(reason["feature"]) for reason in reasons)
        lines = [f"  {r['feature']:<{width}}  {', '.join(r['values'])}" for r in reasons]
        return "\n".join([f"no: {codes} is not {noun} ({variant.key})", *lines])
    answer = f"yes: {codes} is {noun} ({variant.key})"
    joint = variant.find_joint(spots)
    if joint is None:
        return answer
    return f"{answer}\n  joint  {variant.code(joint)}  {output.describe(variant, joint)}"
