"""``thirdcard odds``: how likely a fresh layout holds 0, 1, 2, … claims."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from thirdcard.cli import inputs, output
from thirdcard.errors import OptionError
from thirdcard.variants.variant import Variant

if TYPE_CHECKING:
    from thirdcard.lab.experiments.sampled_odds import SampledOdds
    from thirdcard.lab.work import Work
    from thirdcard.odds.exact import ExactOdds

HELP = """\
Say how likely a fresh layout of some cards holds no claim, or any number.

The answer is exact where that can be had: every layout is counted, by
symmetry.  Elsewhere, and with --samples, layouts are dealt at random; the
estimate comes with its 95% interval, and is the same for the same --seed
however the work is spread.
"""

EXAMPLES = f"""\
{inputs.VARIANTS_HELP}
exact are layouts without groups: up to 18 cards of the classic deck, 15 of
mega, all of junior, for other claims than Sets three fewer; most of these
stand in tables that are installed, and --recompute counts them anew.  Of a
chain variant a table before the first claim is meant.

examples:
  thirdcard odds                                 12 cards of the classic deck
  thirdcard odds --cards 15 --plot odds.svg
  thirdcard odds --cards 12 --samples 10000000   exact and estimate together
  thirdcard odds --variant double+ultra --samples 1000000 --seed 7
  thirdcard odds --cards 17 --recompute --resume odds17.part

exit codes:
  0 done   2 bad input   3 interrupted, with what was reached
"""

DEFAULT_SAMPLES = 1_000_000


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    inputs.add_variant(parser)
    parser.add_argument(
        "--cards", type=int, metavar="N", help="cards of a layout (default: the table's)"
    )
    parser.add_argument(
        "--samples", type=inputs.positive, metavar="R", help="deal R layouts at random"
    )
    parser.add_argument(
        "--seed", type=inputs.natural, metavar="S", help="what the deals depend on (default: 0)"
    )
    parser.add_argument("--exact", action="store_true", help="no estimate: exact, or an error")
    parser.add_argument(
        "--recompute", action="store_true", help="count exactly without the installed tables"
    )
    inputs.add_plot(parser)
    inputs.add_work(parser)


def run(args: Namespace) -> int:
    """Print a distribution, exact or sampled."""
    variant = inputs.read_variant(args)
    cards = variant.table_size if args.cards is None else args.cards
    if not 0 <= cards <= variant.deck.size:
        raise OptionError(f"--cards {cards}: expected 0 to {variant.deck.size} for {variant.key}")
    if args.samples is not None and (args.exact or args.recompute):
        raise OptionError("--samples with --exact or --recompute: expected one way to count")
    if args.plot is not None:
        from thirdcard.lab.plots import require_picture

        require_picture(args.plot)
    from thirdcard.odds.exact import find_p_none

    answer: ExactOdds | SampledOdds | None = None
    if args.samples is None:
        answer = _find_exact(args, variant, cards)
    if answer is None:
        answer = _sample(args, variant, cards)
    if args.plot is not None:
        _plot(args, variant, answer)
    document = answer.to_dict()
    complete = document.get("complete", True)
    exact = find_p_none(variant, cards)
    if exact is not None:
        document |= {"p_none_exact": f"{exact.numerator}/{exact.denominator}"}
    if args.json:
        output.write_json(document)
    else:
        _write(variant, answer, exact)
    if not complete:
        output.inform(f"interrupted after {document['total']:,} of {args.samples:,} layouts")
    return output.DONE if complete else output.STOPPED


def _find_exact(args: Namespace, variant: Variant, cards: int) -> ExactOdds | None:
    """Return the exact odds; None where there is no method and none was asked for."""
    from thirdcard.odds.exact import look_up_odds

    if not args.recompute:
        found = look_up_odds(variant, cards)
        if found is not None:
            if args.resume:
                output.inform("answered from the installed tables; --recompute counts anew")
            return found
    from thirdcard.jit import announce_compilation
    from thirdcard.lab.experiments.exact_odds import count_odds, find_obstacle

    obstacle = find_obstacle(variant, cards)
    if obstacle is None:
        try:
            with announce_compilation():
                return count_odds(variant, cards, inputs.read_work(args))
        except KeyboardInterrupt:
            if args.resume is not None:
                output.inform(f"what is done is kept in {args.resume}")
            raise
    if args.exact or args.recompute:
        raise OptionError(f"{obstacle}; --samples N estimates it")
    output.inform(f"{obstacle}; estimated from {DEFAULT_SAMPLES:,} random layouts")
    return None


def _sample(args: Namespace, variant: Variant, cards: int) -> SampledOdds:
    from thirdcard.jit import announce_compilation
    from thirdcard.lab.experiments.sampled_odds import sample_odds

    args.samples = args.samples or DEFAULT_SAMPLES
    work: Work = inputs.read_work(args)
    with announce_compilation():
        return sample_odds(variant, cards, args.samples, args.seed or 0, work)


def _plot(args: Namespace, variant: Variant, answer: ExactOdds | SampledOdds) -> None:
    from thirdcard.lab.plots import plot_distribution
    from thirdcard.odds.exact import ExactOdds, look_up_odds

    exact = answer if isinstance(answer, ExactOdds) else look_up_odds(variant, answer.cards)
    shares = None
    if exact is not None:
        shares = {k: Fraction(count, exact.total) for k, count in exact.distribution.items()}
    sampled = None if isinstance(answer, ExactOdds) else (answer.distribution, answer.total)
    title, label = (
        f"{variant.title}, {answer.cards} cards",
        f"{variant.pattern.title}s on the table",
    )
    plot_distribution(args.plot, title, shares, sampled, label=label)


def _write(variant: Variant, answer: ExactOdds | SampledOdds, exact: Fraction | None) -> None:
    from thirdcard.lab.report import format_count, format_probability, write_table
    from thirdcard.odds.exact import ExactOdds

    total = answer.total
    rows: list[list[Any]] = [
        [str(claims), format_count(count), output.format_share(count, total)]
        for claims, count in answer.distribution.items()
    ]
    if isinstance(answer, ExactOdds):
        how = f"exact: all {format_count(total)} layouts"
    else:
        how = f"estimated from {format_count(total)} random layouts, seed {answer.seed}"
    output.write(f"{variant.title}, {answer.cards} cards; {how}")
    write_table(["claims", "layouts", "share"], rows)
    noun = variant.pattern.title
    if isinstance(answer, ExactOdds):
        output.write(f"no {noun}: {format_probability(answer.p_none)}")
        output.write(f"{noun}s expected: {float(answer.mean):.6f}")
        return
    low, high = answer.ci95
    output.write(f"no {noun}: {format_probability(answer.p_none)}")
    output.write(f"95% interval: {low:.8f} to {high:.8f}")
    if exact is not None:
        output.write(f"exact: {format_probability(exact)}")
