"""``thirdcard play``: a table in the terminal."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from thirdcard.cli import inputs, output
from thirdcard.errors import OptionError

if TYPE_CHECKING:
    from thirdcard.game.options import Options
    from thirdcard.tui.run import Outcome
    from thirdcard.tui.source import Source

HELP = """\
Play in the terminal: alone, against bots, or at a table of a club's server.
The keys that lie like the cards mark them, and so does the mouse; ? tells the
rules and all keys.  The game is drawn on stderr, and how it went is printed on
stdout at the end.
"""

EXAMPLES = f"""\
{inputs.VARIANTS_HELP}
bots:
  1 child, 2 beginner, 3 player, 4 expert, 5 world class

examples:
  thirdcard play --bot 2
  thirdcard play --variant mega+super --bot 3 --bot 5
  thirdcard play --contest duel --bot 4
  thirdcard play --bot 3 --keys azerty
  thirdcard play --seed monday --option end_score=5
  thirdcard play --join http://club.example:8333/table/ab23cd45ef --name Ann

exit codes:
  0 done   2 bad input, no terminal, or no such table
"""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--variant", metavar="V", help="the game (default: classic)")
    parser.add_argument(
        "--bot",
        metavar="LEVEL",
        type=inputs.positive,
        action="append",
        help="a bot of level 1 to 5; again for another (default: none, a duel has one of 3)",
    )
    parser.add_argument(
        "--contest", metavar="C", help="race (default), duel, coop (together) or spoil"
    )
    parser.add_argument(
        "--option",
        metavar="K=V",
        action="append",
        help="an option of the table, such as penalty=point; again for another",
    )
    parser.add_argument("--seed", metavar="S", help="any text: deal the same cards again")
    parser.add_argument("--join", metavar="URL", help="the link of a server's table")
    parser.add_argument("--passcode", metavar="P", help="with --join: the table's passcode")
    parser.add_argument(
        "--guest", action="store_true", help="with --join: be somebody new, and keep nothing of it"
    )
    parser.add_argument(
        "--name",
        metavar="N",
        help="your name (default: the one of the last time at that server, else your account's)",
    )
    parser.add_argument(
        "--keys",
        metavar="LAYOUT",
        default="qwerty",
        help="the keyboard: qwerty (default), azerty, qwertz, dvorak, colemak, or three rows of "
        "ten keys, as 'qwertyuiop asdfghjkl; zxcvbnm,./'",
    )
    parser.add_argument(
        "--ascii", action="store_true", help="draw with plain characters and no colours"
    )


def run(args: Namespace) -> int:
    """Play, and print how it went."""
    from thirdcard.tui.keyboards import read_rows
    from thirdcard.tui.run import choose_drawing, play

    keys = read_rows(args.keys)
    outcome = play(_choose_source(args), choose_drawing(args.ascii), keys)
    if outcome is not None:
        _tell(outcome, args.json)
    return output.DONE


def _choose_source(args: Namespace) -> Source:
    from thirdcard.tui.run import join_table, start_game

    if args.join is not None:
        for key in ("variant", "bot", "contest", "option", "seed"):
            if getattr(args, key) is not None:
                raise OptionError(f"--{key} and --join: a server's table has its own")
        return join_table(args.join, args.name, _own_name(), args.passcode, is_guest=args.guest)
    if args.passcode is not None:
        raise OptionError("--passcode without --join: only a server's table has one")
    if args.guest:
        raise OptionError("--guest without --join: only a server knows who you are")
    seed = None
    if args.seed is not None:
        seed = inputs.read_seed(args.seed)
    options = _read_options(args)
    levels = args.bot or ([3] if options.contest == "duel" else [])
    name = _own_name() if args.name is None else args.name
    return start_game(args.variant or "classic", options, levels, name, seed)


def _own_name() -> str:
    from getpass import getuser

    try:
        return getuser()[:20] or "Player"
    except (OSError, KeyError):
        return "Player"


def _read_options(args: Namespace) -> Options:
    """Return the table's options: those that were named, and hints where there can be some.

    Raises:
        OptionError: one is unknown, or has no such value.
    """
    import msgspec

    from thirdcard.game.options import Options
    from thirdcard.variants.registry import parse_variant

    values: dict[str, Any] = {} if args.contest is None else {"contest": args.contest}
    if not parse_variant(args.variant or "classic").rule.face_down:
        values["hints"] = "private"
    for text in args.option or ():
        key, sign, value = text.partition("=")
        if not sign or key not in Options.__struct_fields__:
            known = ", ".join(Options.__struct_fields__)
            raise OptionError(f"--option {text!r}; expected K=V with K one of {known}")
        values[key] = int(value) if value.lstrip("-").isdecimal() else value
    try:
        return msgspec.convert(values, Options)
    except msgspec.ValidationError as error:
        raise OptionError(f"--option: {error}") from None


def _tell(outcome: Outcome, as_json: bool) -> None:
    if as_json:
        output.write_json(outcome.to_dict())
        return
    for name, score in zip(outcome.names, outcome.scores, strict=True):
        output.write(f"{score:>4}  {name}")
    if outcome.seed is not None:
        output.write(f"seed: {outcome.seed}")
