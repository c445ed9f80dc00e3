"""The command line: one module a command, and what they share.

`COMMANDS` lists them; ``thirdcard NAME`` imports `thirdcard.cli.NAME` and nothing of the others,
since a command is a whole process and imports are most of its time.  A name may have two words,
``solve packing``, whose module is `thirdcard.cli.solve_packing`.  A command's module has

* ``HELP``: what it answers, for ``--help``; ``EXAMPLES``: lines that can be tried, and exit codes;
* ``configure(parser)``: adds its arguments (``--json`` stands in every parser already);
* ``run(args)``: does the work and returns an exit code of `thirdcard.cli.output`.

`inputs` reads cards, files and variants, `output` writes JSON, text and errors; both are for all
commands.  `solving` is for those of the hard problems, `printing` for those of paper, and `club`
for those of an administrator.  May import any layer, and heavy packages only inside ``run``.
A new command is a module here and a line in `COMMANDS`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Final

from thirdcard import __version__
from thirdcard.cli import output
from thirdcard.errors import MalformedError

__all__ = ["COMMANDS", "main", "module_of"]

COMMANDS: Final[dict[str, dict[str, str]]] = {
    "play": {
        "play": "a table in the terminal: alone, against bots, or at a club",
        "serve": "open the club: live tables in the browser",
        "replay": "follow a game's record, and verify its deal",
    },
    "the club": {
        "club list": "the open tables of a club, or its people",
        "club close": "end tables",
        "club ban": "keep somebody out",
        "club unban": "let somebody in again",
        "club backup": "write all that is stored into one file",
        "club restore": "bring it back, into a new database",
    },
    "cards and puzzles": {
        "third": "the card that makes a Set with two others",
        "find": "every claim that lies on a table",
        "check": "whether some cards are a claim, and why not",
        "deal": "a random table, the same again for the same seed",
        "picture": "a table as an SVG or PNG file",
        "puzzle": "tables with exact conditions and all answers, on paper too",
    },
    "paper": {
        "paper deck": "a deck to be printed and cut out",
        "paper rules": "the rules of a variant on a page",
    },
    "the hard problems": {
        "solve packing": "the most disjoint Sets of a table",
        "solve domination": "the fewest disjoint Sets that leave none",
        "solve duel": "who wins when two take Sets in turn",
        "solve kayles": "Arc Kayles, the same on a graph",
        "solve matching": "the one-round game with any number of values",
        "reduce sat": "3-SAT as a packing of Sets",
        "reduce edge-domination": "edge dominating set of a graph, as cards",
        "reduce arc-kayles": "Arc Kayles on a graph, as a duel",
        "reduce clique": "multicoloured clique as the one-round game",
    },
    "the laboratory": {
        "count": "how many Sets, Super-Sets, planes, caps or layouts a deck holds",
        "odds": "how likely a fresh layout holds no claim, or any number",
        "simulate": "whole games: how often a table in play holds no claim",
        "caps": "the layouts without a Set, one of each kind",
        "orbits": "what some cards are up to symmetry",
    },
}
"""The commands with one line of help each, under the headings of ``thirdcard --help``."""

PROGRAM: Final = "thirdcard"
_OVERVIEW = """\
usage: thirdcard COMMAND ...

Play, solve and study the card game SET and every game of its family.
{commands}

  thirdcard COMMAND --help   what a command answers, with examples
  thirdcard --version        the version
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Args:
        argv: the words after the program's name; None for those of this process.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    for count in (1, 2):
        if (name := " ".join(words[:count])) in _names():
            return output.guard(f"{PROGRAM} {name}", partial(_run_command, name, words[count:]))
    first, *rest = words or ["--help"]
    if _parts(first):
        return output.guard(f"{PROGRAM} {first}", lambda: _answer_without_part(first, rest))
    return output.guard(PROGRAM, lambda: _answer_without_command(first))


def _names() -> list[str]:
    return [name for commands in COMMANDS.values() for name in commands]


def _parts(first: str) -> dict[str, str]:
    """Return the second words of the commands with a first one, each with its line of help."""
    summaries = {
        name: summary for commands in COMMANDS.values() for name, summary in commands.items()
    }
    return {
        name.partition(" ")[2]: summary
        for name, summary in summaries.items()
        if name.startswith(f"{first} ")
    }


def module_of(name: str) -> str:
    """Return the name of a command's module.

    >>> module_of("reduce arc-kayles")
    'thirdcard.cli.reduce_arc_kayles'
    """
    return f"{__name__}.{name.replace(' ', '_').replace('-', '_')}"


def _run_command(name: str, words: list[str]) -> int:
    from thirdcard.cli.parser import Parser

    command = import_module(module_of(name))
    parser = Parser(f"{PROGRAM} {name}", command.HELP, command.EXAMPLES)
    command.configure(parser)
    code: int = command.run(parser.parse(words))
    return code


def _answer_without_command(word: str) -> int:
    if word in ("-h", "--help"):
        output.write(_OVERVIEW.format(commands=_list_commands()).rstrip())
        return output.DONE
    if word in ("-V", "--version"):
        output.write(f"{PROGRAM} {__version__}")
        return output.DONE
    raise MalformedError(_explain_unknown(word))


def _answer_without_part(first: str, rest: list[str]) -> int:
    parts = _parts(first)
    if not rest or rest[0] in ("-h", "--help"):
        lines = [f"usage: {PROGRAM} {first} COMMAND ...", ""]
        lines += [f"  {part:<16} {summary}" for part, summary in parts.items()]
        output.write("\n".join(lines))
        return output.DONE
    raise MalformedError(f"{rest[0]!r} is no command; expected one of {', '.join(parts)}")


def _list_commands() -> str:
    lines = []
    for heading, commands in COMMANDS.items():
        width = max(10, *(len(name) + 1 for name in commands))
        lines += ["", f"{heading}:"]
        lines += [f"  {name:<{width}} {summary}" for name, summary in commands.items()]
    return "\n".join(lines)


def _explain_unknown(word: str) -> str:
    from difflib import get_close_matches

    if word.startswith("-"):
        return f"expected a command before {word}; {PROGRAM} --help lists them"
    near = get_close_matches(word.lower(), _names(), 1)
    hint = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(_names())}"
    return f"{word!r} is no command; {hint}"
