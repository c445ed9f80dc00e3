"""What a command is given: cards, the variant, the claim before."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, BinaryIO

from thirdcard.core.geometry import Point
from thirdcard.core.notation import parse_groups
from thirdcard.errors import MalformedError, NotationError, OptionError
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Spot, Variant

if TYPE_CHECKING:
    from pathlib import Path

    from thirdcard.lab.work import Work

__all__ = [
    "CARDS_HELP",
    "SEEDS_HELP",
    "VARIANTS_HELP",
    "add_cards",
    "add_deck",
    "add_plot",
    "add_previous",
    "add_seed",
    "add_variant",
    "add_work",
    "code_groups",
    "collect_spots",
    "natural",
    "positive",
    "read_file",
    "read_groups",
    "read_previous",
    "read_seed",
    "read_text",
    "read_variant",
    "read_work",
]

MAX_BYTES = 4_000_000

CARDS_HELP = """\
cards:
  A card is one character a feature: number 1 2 3, colour R G P (red, green,
  purple), shading S H O (solid, striped, open), symbol D S O (diamond,
  squiggle, oval): 2RHO is "two red striped ovals".  Words are read too, in any
  order, and digits from 0 to 2 (1012).  The junior deck has no shading (2RO),
  the mega deck a background at the end (2RHOG).  Cards are separated by
  spaces, commas or line ends, groups by /, and . is an empty place.
"""

VARIANTS_HELP = """\
variants:
  Join names with +, at most one of each line; the first is the default.
    deck     classic, junior, mega
    groups   flat, ultra, ultra9
    pattern  set, super, double, eight
    rule     free, chain, chain-table, memory
"""

SEEDS_HELP = """\
seeds:
  64 hexadecimal digits are 32 bytes, from which all chance follows; of any
  other text it is the SHA-256.
"""


def add_cards(parser: ArgumentParser) -> None:
    """Add the three ways to name cards."""
    parser.add_argument("cards", nargs="*", metavar="CARDS", help="cards, or - for stdin")
    parser.add_argument("--file", metavar="F", help="read the cards from a file")


def add_deck(parser: ArgumentParser) -> None:
    """Add ``--deck``."""
    parser.add_argument(
        "--deck", metavar="D", default="classic", help="classic (default), junior or mega"
    )


def add_variant(parser: ArgumentParser) -> None:
    """Add ``--variant``."""
    parser.add_argument(
        "--variant", metavar="V", default="classic", help="the game (default: classic)"
    )


def add_previous(parser: ArgumentParser) -> None:
    """Add ``--previous``."""
    parser.add_argument(
        "--previous",
        metavar="CARDS",
        help="the claim to continue, in chain variants; without it, as for a first claim",
    )


def add_seed(parser: ArgumentParser) -> None:
    """Add ``--seed``."""
    parser.add_argument("--seed", metavar="S", help="any text (default: drawn at random)")


def add_plot(parser: ArgumentParser) -> None:
    """Add ``--plot``."""
    parser.add_argument(
        "--plot", metavar="F", type=_path, help="draw a picture too, F ending in .svg or .png"
    )


def add_work(parser: ArgumentParser) -> None:
    """Add how long work is done: ``--jobs``, ``--cluster`` and ``--resume``."""
    parser.add_argument(
        "--jobs", type=positive, metavar="J", help="processes to use (default: one a core)"
    )
    parser.add_argument(
        "--cluster", metavar="A", help="use the workers of the Dask scheduler at tcp://host:port"
    )
    parser.add_argument(
        "--resume",
        metavar="F",
        type=_path,
        help="keep what is done in F, and go on from what F holds",
    )


def _path(text: str) -> Path:
    from pathlib import Path  # takes as long as many a command

    return Path(text)


def positive(text: str) -> int:
    """Read a whole number of 1 or more, as a type for argparse."""
    return _read_number(text, 1)


def natural(text: str) -> int:
    """Read a whole number of 0 or more, as a type for argparse."""
    return _read_number(text, 0)


def _read_number(text: str, least: int) -> int:
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if value < least:
        raise ArgumentTypeError(f"expected a whole number from {least}, not {text[:20]!r}")
    return value


# -- sources ----------------------------------------------------------------------------------


def read_text(args: Namespace) -> str:
    """Return the cards' text from the one source that was named.

    Raises:
        MalformedError: no source, several of them, or one that holds no text.
    """
    if args.file is not None and args.cards:
        raise MalformedError("cards as arguments and from --file; expected one of them")
    if args.file is not None:
        return read_file(args.file)
    if args.cards == ["-"]:
        return _read_stdin()
    if "-" in args.cards:
        raise MalformedError("cards as arguments and - for standard input; expected one of them")
    if not args.cards:
        raise MalformedError("no cards; expected card codes, --file F, or - for standard input")
    return " ".join(args.cards)


def read_file(name: str) -> str:
    """Return the text of a file, ``-`` being standard input.

    Raises:
        MalformedError: it cannot be read, is too long, or is no text.
    """
    if name == "-":
        return _read_stdin()
    try:
        with open(name, "rb") as file:
            return _decode(file, name)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise MalformedError(f"cannot read {name!r}: {reason}") from None


def _read_stdin() -> str:
    if sys.stdin is None:
        raise MalformedError("cannot read standard input: it is closed")
    try:
        return _decode(sys.stdin.buffer, "standard input")
    except OSError as error:
        raise MalformedError(f"cannot read standard input: {error.strerror}") from None


def _decode(file: BinaryIO, name: str) -> str:
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise MalformedError(f"{name} has more than {MAX_BYTES:,} bytes, the most that is read")
    try:
        # Windows editors begin a file with a mark of its encoding.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MalformedError(f"{name} is not UTF-8 text (byte {error.start + 1})") from None
    if "\0" in text:
        raise MalformedError(f"{name} is not text: it holds zero bytes")
    return text


# -- cards and variants -------------------------------------------------------------------------


def read_seed(text: str) -> bytes:
    """Return the 32 bytes of a seed: its 64 hexadecimal digits, or any text's SHA-256."""
    from hashlib import sha256
    from string import hexdigits

    if len(text) == 64 and set(text) <= set(hexdigits):
        return bytes.fromhex(text)
    return sha256(text.encode("utf-8", "surrogateescape")).digest()


def read_variant(args: Namespace) -> Variant:
    """Return the variant that ``--variant`` names."""
    return parse_variant(args.variant)


def read_groups(
    args: Namespace, variant: Variant, *, equal: bool = True
) -> list[list[Point | None]]:
    """Return the cards of every group, of which a table without groups has one.

    Args:
        args: the command's arguments.
        variant: the game whose cards they are.
        equal: whether the groups must have equal sizes, as on a table.
    """
    groups = parse_groups(read_text(args), variant.deck, variant.grouping.count, equal=equal)
    if not collect_spots(variant, groups):
        raise NotationError("no cards; the input is empty")
    return groups


def collect_spots(variant: Variant, groups: Sequence[Sequence[Point | None]]) -> list[Spot]:
    """Return the spots of the cards of every group."""
    return [
        variant.spot(point, number)
        for number, group in enumerate(groups)
        for point in group
        if point is not None
    ]


def code_groups(
    variant: Variant, groups: Sequence[Sequence[Point | None]]
) -> list[list[str | None]]:
    """Return the code of every place of every group, None for an empty one."""
    code = variant.deck.code
    return [[None if point is None else code(point) for point in group] for group in groups]


def read_previous(args: Namespace, variant: Variant) -> list[Spot]:
    """Return the spots of the claim to continue; none without ``--previous``."""
    if args.previous is None:
        return []
    if not variant.rule.chains:
        raise OptionError(
            f"--previous: claims of {variant.key} continue no earlier one; "
            "expected a chain or chain-table variant"
        )
    try:
        groups = parse_groups(args.previous, variant.deck, variant.grouping.count, equal=False)
    except NotationError as error:
        raise NotationError(f"--previous: {error}") from None
    spots = collect_spots(variant, groups)
    if len(spots) not in variant.pattern.sizes:
        raise OptionError(f"--previous: {variant.explain(spots)}")
    return spots


# -- long work --------------------------------------------------------------------------------


def read_work(args: Namespace) -> Work:
    """Return how long work is done; every core of the machine is used by default."""
    from thirdcard.lab.work import Work

    return Work(
        jobs=args.jobs or _count_cores(), cluster=args.cluster, resume=args.resume, show=True
    )


def _count_cores() -> int:
    """Return the cores this process may use, which a container may make fewer than there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
