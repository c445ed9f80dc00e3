"""``thirdcard puzzle``: tables with exact conditions, and their answers."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from thirdcard.cli import inputs, output
from thirdcard.core.notation import format_table
from thirdcard.errors import MalformedError, OptionError, ThirdcardError

if TYPE_CHECKING:
    from thirdcard.puzzles.generator import Tally
    from thirdcard.puzzles.puzzle import Puzzle

HELP = """\
Make puzzles: tables that are exactly as they are asked for, no two of them
alike, with every answer and a level from 1 to 5.  The same seed makes the same
puzzles on every machine.  What no table can be is refused, with the reason.
"""

EXAMPLES = f"""\
kinds:
  all      find every claim (default)
  coop     take as many Sets as possible, no card twice
  spoil    take as few Sets as possible so that none is left
  duel     take the Set that wins
  third    name the card that is missing

{inputs.VARIANTS_HELP}
{inputs.SEEDS_HELP}
examples:
  thirdcard puzzle --sets 6
  thirdcard puzzle --cards 9 --sets 4 --features 1 --answers
  thirdcard puzzle --variant ultra --level 3 --count 30 --pdf class.pdf
  thirdcard puzzle --kind duel --count 10 --pack duels.jsonl
  thirdcard puzzle --from duels.jsonl --pdf duels.pdf --paper letter
  thirdcard puzzle --daily 2026-12-24 --json

exit codes:
  0 done   2 bad input, or no table can be like that
  3 stopped by a limit or an interrupt, with the puzzles made so far
"""

_SOURCES = ("daily", "source")
_CONDITIONS = ("variant", "kind", "sets", "cards", "features", "level", "count", "seed")
_PAPER = ("paper", "theme", "title")
_WORKSHEETS = ("per_page", "small", "no_answers")


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--variant", metavar="V", help="the game (default: classic)")
    parser.add_argument("--kind", metavar="K", help="all, coop, spoil, duel or third")
    parser.add_argument(
        "--sets", metavar="N", type=_read_range, help="claims on the table: 6, 4-7 or 4-"
    )
    parser.add_argument(
        "--cards", metavar="N", type=inputs.positive, help="cards on the table (default: a game's)"
    )
    parser.add_argument(
        "--features",
        metavar="N",
        type=inputs.natural,
        help="features that are the same on all cards, exactly",
    )
    parser.add_argument("--level", metavar="L", type=inputs.positive, help="1, easy, to 5")
    parser.add_argument(
        "--count", metavar="K", type=inputs.positive, help="how many puzzles (default: 1)"
    )
    inputs.add_seed(parser)
    parser.add_argument("--daily", metavar="DATE", help="the puzzles of a day, such as 2026-12-24")
    parser.add_argument(
        "--from", dest="source", metavar="F", help="the puzzles of a pack, - for stdin"
    )
    parser.add_argument("--answers", action="store_true", help="print the answers too")
    parser.add_argument("--pack", metavar="F", help="write the puzzles as JSON lines")
    _add_paper(parser)


def _add_paper(parser: ArgumentParser) -> None:
    parser.add_argument("--pdf", metavar="F", help="write worksheets with the answers at the end")
    parser.add_argument("--key", metavar="F", help="write the answers alone")
    parser.add_argument("--paper", metavar="P", help="a4 (default) or letter")
    parser.add_argument("--per-page", metavar="N", type=inputs.positive, help="puzzles a page")
    parser.add_argument("--theme", metavar="T", help="the look of the cards")
    parser.add_argument("--title", metavar="TEXT", help="what stands above the sheets")
    parser.add_argument("--small", action="store_true", help="small cards, more puzzles a page")
    parser.add_argument("--no-answers", action="store_true", help="leave the answers out")


def _read_range(text: str) -> tuple[int, int | None]:
    """Read ``6``, ``4-7`` or ``4-``, as a type for argparse."""
    first, dash, last = text.partition("-")
    try:
        least = int(first)
        most = (int(last) if last else None) if dash else least
    except ValueError:
        least, most = -1, None
    if least < 0 or not text.isascii():
        raise ArgumentTypeError(f"expected a number as 6, or a range as 4-7 or 4-, not {text!r}")
    if most is not None and most < least:
        raise ArgumentTypeError(f"{text}: expected a range from the fewer to the more")
    return least, most


def run(args: Namespace) -> int:
    """Make or read the puzzles, and hand them out."""
    from time import perf_counter

    from thirdcard.puzzles.generator import Tally

    _require_one_source(args)
    _require_paper(args)
    begun = perf_counter()
    tally = Tally()
    puzzles: list[Puzzle] = []
    stopped: Exception | KeyboardInterrupt | None = None
    details: dict[str, Any] = {}
    if args.source is not None:
        puzzles = _read_source(args.source)
    elif args.daily is not None:
        puzzles, details = _read_daily(args.daily)
    else:
        stopped, details = _make(args, puzzles, tally)
    seconds = perf_counter() - begun
    if stopped is None or puzzles:
        _hand_out(args, puzzles, tally, seconds, details)
    if stopped is not None:
        raise stopped
    return output.DONE


def _require_one_source(args: Namespace) -> None:
    """Raise where a source of puzzles is named beside another, or beside conditions."""
    named = [key for key in _SOURCES if getattr(args, key) is not None]
    if not named:
        return
    option = "--from" if "source" in named else "--daily"
    others = [key for key in (*_CONDITIONS, "daily") if getattr(args, key) is not None]
    others = [f"--{key}" for key in others if f"--{key}" != option]
    if others:
        raise MalformedError(f"{option} and {others[0]}: expected one of them")


def _require_paper(args: Namespace) -> None:
    """Raise where a wish for the paper is named and nothing is printed."""
    wishes: tuple[str, ...] = () if args.pdf is not None else _WORKSHEETS
    if args.pdf is None and args.key is None:
        wishes = (*_PAPER, *_WORKSHEETS)
    for wish in wishes:
        if getattr(args, wish):
            option = wish.replace("_", "-")
            raise MalformedError(f"--{option} without --pdf: it is for what is printed")


def _make(
    args: Namespace, puzzles: list[Puzzle], tally: Tally
) -> tuple[Exception | KeyboardInterrupt | None, dict[str, Any]]:
    """Add puzzles that meet the conditions, and return what stopped it, and how it went."""
    from os import urandom

    from thirdcard.core.stream import SEED_BYTES
    from thirdcard.errors import LimitError
    from thirdcard.puzzles.conditions import Conditions
    from thirdcard.puzzles.generator import iter_puzzles
    from thirdcard.puzzles.kinds import find_kind
    from thirdcard.variants.registry import parse_variant

    least, most = args.sets or (None, None)
    conditions = Conditions(
        variant=parse_variant(args.variant or "classic"),
        kind=find_kind(args.kind or "all"),
        cards=args.cards,
        least=least,
        most=most,
        constant=args.features,
        level=args.level,
    )
    seed: str = urandom(SEED_BYTES).hex() if args.seed is None else args.seed
    details = {"seed": seed}
    count = args.count or 1
    made = iter_puzzles(conditions, inputs.read_seed(seed), tally)
    try:
        while len(puzzles) < count:
            puzzle = next(made, None)
            if puzzle is None:
                return _end(tally, len(puzzles), count), details
            puzzles.append(puzzle)
    except (KeyboardInterrupt, LimitError) as stop:
        return stop, details
    return None, details


def _end(tally: Tally, made: int, count: int) -> ThirdcardError:
    """Return why there are fewer than were asked for, or raise it if nothing else is known.

    Raises:
        OptionError: there are no others.
    """
    from thirdcard.errors import LimitError

    alike = "up to renaming and permuting the features"
    if tally.ended == "all":
        only = "there is only 1" if made == 1 else f"there are only {made}"
        raise OptionError(f"--count {count}: {only} like that, {alike}")
    more = "whether there are more is not known"
    if tally.missing:
        more = f"there are more, {tally.missing:,} layouts of them, too rare for the search"
    return LimitError(f"--count {count}: only {made} that differ {alike} were found; {more}")


def _read_source(name: str) -> list[Puzzle]:
    from thirdcard.puzzles.packs import read_pack

    try:
        return read_pack(inputs.read_file(name))
    except MalformedError as error:
        raise MalformedError(f"--from {name}: {error}") from None


def _read_daily(text: str) -> tuple[list[Puzzle], dict[str, Any]]:
    from thirdcard.puzzles.daily import daily_puzzles, parse_date

    date = parse_date(text)
    puzzles = daily_puzzles(date)
    return list(puzzles.values()), {"date": date.isoformat(), "names": list(puzzles)}


# -- out --------------------------------------------------------------------------------------


def _hand_out(
    args: Namespace,
    puzzles: Sequence[Puzzle],
    tally: Tally,
    seconds: float,
    details: dict[str, Any],
) -> None:
    if args.pack is not None:
        from thirdcard.puzzles.packs import write_pack

        output.write_file(args.pack, write_pack(puzzles), "--pack")
    if args.pdf is not None:
        output.write_file(args.pdf, _print(args, puzzles), "--pdf")
    if args.key is not None:
        output.write_file(args.key, _print_key(args, puzzles), "--key")
    if args.json:
        # What a seed was given for is the same again, byte for byte.
        told = None if args.seed is not None else seconds
        output.write_json(
            {
                "puzzles": [puzzle.to_dict() for puzzle in puzzles],
                **tally.to_dict(),
                "seconds": told,
                **details,
            }
        )
        return
    if args.seed is None and "seed" in details:
        output.inform(f"seed: {details['seed']}")
    if tally.drawn:
        output.inform(_report(tally, len(puzzles), seconds))
    names = details.get("names", [])
    for number, puzzle in enumerate(puzzles, 1):
        name = names[number - 1] if names else f"puzzle {number}"
        output.write(_show(puzzle, name, args.answers))


def _print(args: Namespace, puzzles: Sequence[Puzzle]) -> bytes:
    from thirdcard.paper.worksheets import worksheet

    return worksheet(
        puzzles,
        paper=args.paper or "a4",
        per_page=args.per_page,
        theme=args.theme or "classic",
        title=args.title,
        small=args.small,
        answers=not args.no_answers,
    )


def _print_key(args: Namespace, puzzles: Sequence[Puzzle]) -> bytes:
    from thirdcard.paper.worksheets import key

    return key(puzzles, paper=args.paper or "a4", theme=args.theme or "classic", title=args.title)


_FOUND: Final = {
    "chance": "",
    "search": ", found by search",
    "table": ", found in a table of what is rare",
    "list": ", found in the list of all",
}


def _report(tally: Tally, made: int, seconds: float) -> str:
    """Say how many layouts were tried, and how long a puzzle took."""
    accepted = f"{tally.accepted:,} of {tally.drawn:,} layouts accepted"
    if tally.method == "chance":
        accepted += f": {output.format_share(tally.accepted, tally.drawn)}"
    if tally.rate is not None:
        accepted += f" ({output.format_share(tally.rate.numerator, tally.rate.denominator)} of all)"
    return f"{accepted}{_FOUND[tally.method]}; each puzzle took ({seconds / max(1, made):.4f} s)"


def _show(puzzle: Puzzle, name: str, answers: bool) -> str:
    """Return a puzzle as lines, with the table as other commands read it."""
    variant = puzzle.variant
    head = f"{name} ({puzzle.id}): {variant.key}, level {puzzle.level}, {puzzle.claims}"
    noun = variant.pattern.title if puzzle.claims == 1 else f"{variant.pattern.title}s"
    lines = [f"{head} {noun}", f"  {puzzle.task}"]
    if puzzle.previous:
        lines.append(f"  after {' '.join(map(variant.name, puzzle.previous))}")
    points = [[variant.point(spot) for spot in group] for group in puzzle.groups]
    lines.append(f"  {format_table(points, variant.deck)}")
    if answers:
        lines += [f"  = {' '.join(answer)}" for answer in puzzle.to_dict()["solutions"]]
    return "\n".join(lines)
