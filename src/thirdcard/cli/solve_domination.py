"""``thirdcard solve domination``: the fewest disjoint Sets that leave none."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from thirdcard.cli import inputs, output, solving

HELP = """\
Find the fewest disjoint Sets whose removal leaves a table without a Set: the
shortest game that ends on this table.  The answer is proved.  With --rounds R
the question is whether R Sets are enough.
"""

EXAMPLES = f"""\
{inputs.CARDS_HELP}
{solving.VARIANTS_NOTE}
examples:
  thirdcard deal --cards 24 | thirdcard solve domination -
  thirdcard solve domination --file table.txt --rounds 3
  thirdcard solve domination --file table.txt --certificate domination.json

exit codes:
  0 done   1 R Sets are not enough   2 bad input
  3 stopped by --seconds or an interrupt, with bounds
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    inputs.add_cards(parser)
    inputs.add_variant(parser)
    parser.add_argument(
        "--rounds", type=inputs.natural, metavar="R", help="ask whether R Sets are enough"
    )
    solving.add_seconds(parser)
    parser.add_argument("--certificate", metavar="F", help="write a proof that can be checked")


def run(args: Namespace) -> int:
    """Print the fewest Sets that leave none."""
    variant = inputs.read_variant(args)
    table = solving.read_table(args, variant)
    from thirdcard.jit import announce_compilation
    from thirdcard.solvers.domination import min_domination

    with announce_compilation():
        answer = min_domination(table, rounds=args.rounds, seconds=args.seconds)
    if args.certificate is not None:
        from thirdcard.solvers.certificates import make_certificate

        output.write_file(args.certificate, f"{make_certificate(table, answer)}\n", "--certificate")
    witness = solving.name_claims(variant, table, answer.witness)
    cards = [variant.code(spot) for spot in table.spots]
    document = answer.to_dict() | {"variant": variant.key, "cards": cards, "witness": witness}

    def describe() -> list[str]:
        if answer.value is None:
            return [f"no answer of {args.rounds} Sets" if args.rounds is not None else "no answer"]
        many = f"{len(witness)} Set{'s' * (len(witness) != 1)}"
        leave = "leaves" if len(witness) == 1 else "leave"
        lines = [f"{many} {leave} no Set among {table.size} cards ({variant.key})"]
        return lines + [f"  {' '.join(claim)}" for claim in witness]

    code = solving.show_answer(args, answer, document, describe)
    # R Sets that are enough answer the question, whether or not fewer would be.
    return output.DONE if args.rounds is not None and answer.value is not None else code
