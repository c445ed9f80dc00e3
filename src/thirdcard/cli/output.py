"""What a command leaves behind: an answer on stdout, one line on stderr, an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from thirdcard.errors import MalformedError, Refusal, ThirdcardError

if TYPE_CHECKING:
    from thirdcard.variants.variant import Spot, Variant

__all__ = [
    "BAD_INPUT",
    "DONE",
    "NO",
    "STOPPED",
    "complain",
    "describe",
    "format_share",
    "guard",
    "inform",
    "write",
    "write_file",
    "write_json",
]

DONE: Final = 0
"""Done; and "yes" where the command asks a question."""
NO: Final = 1
"""The answer is "no"."""
BAD_INPUT: Final = 2
"""The input is at fault; one line on stderr says where."""
STOPPED: Final = 3
"""Stopped by a limit or an interrupt, or because nobody reads on."""

_LONGEST_COMPLAINT = 400
_EXTRAS = {
    **dict.fromkeys(("joblib", "matplotlib", "numba", "numpy", "rich"), "lab"),
    **dict.fromkeys(("networkx", "ortools", "pysat"), "solvers"),
    **dict.fromkeys(("textual", "websockets"), "terminal"),
    "typst": "paper",
}


def write(text: str) -> None:
    """Print text for people, at once."""
    print(text, flush=True)


def write_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document on a line of its own."""
    import json

    write(json.dumps(document))


def write_file(path: str, content: str | bytes, option: str) -> None:
    """Write a file as one step; a device or a pipe is written to as it is.

    Raises:
        OptionError: it cannot be written.
    """
    from pathlib import Path

    from thirdcard.errors import OptionError

    data = content.encode() if isinstance(content, str) else content
    target = Path(path)
    try:
        if target.exists() and not (target.is_file() or target.is_dir()):
            target.write_bytes(data)
            return
        part = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            part.write_bytes(data)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise OptionError(f"{option} {path}: cannot write it: {reason}") from None


def format_share(count: int, total: int) -> str:
    """Return a part of a whole as a decimal, in powers of ten where it is very small."""
    share = count / total
    return f"{share:.8f}" if share >= 1e-6 or not count else f"{share:.2e}"


def complain(program: str, message: str) -> None:
    """Print one line on stderr, whatever line ends the message has."""
    line = " ".join(message.split())
    if len(line) > _LONGEST_COMPLAINT:
        line = line[: _LONGEST_COMPLAINT - 1] + "…"
    print(f"{program}: {line}", file=sys.stderr, flush=True)


def inform(message: str) -> None:
    """Print something worth knowing on stderr, beside an answer on stdout."""
    print(message, file=sys.stderr, flush=True)


def guard(program: str, run: Callable[[], int]) -> int:
    """Run a command and turn every way in which it can end into an exit code."""
    try:
        return run()
    except ThirdcardError as error:
        complain(program, str(error))
        return BAD_INPUT if isinstance(error, (MalformedError, Refusal)) else STOPPED
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in _EXTRAS:
            raise
        complain(program, f"needs the package {package}: install thirdcard[{_EXTRAS[package]}]")
        return BAD_INPUT
    except KeyboardInterrupt:
        complain(program, "interrupted")
        return STOPPED
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else DONE
    except BrokenPipeError:
        _discard_output()
        return STOPPED
    except OSError as error:
        complain(program, error.strerror or str(error))
        _discard_output()
        return STOPPED


def _discard_output() -> None:
    """Send what is still buffered nowhere, so that the interpreter's own flush cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def describe(variant: Variant, spot: Spot) -> str:
    """Return a card in words, with its group where the table has groups."""
    words = variant.deck.describe(variant.point(spot))
    features = variant.grouping.features
    if not features:
        return words
    digits = variant.space.digits(spot)[-len(features) :]
    group = ", ".join(f.values[digit] for f, digit in zip(features, digits, strict=True))
    return f"{words} ({group})"
