"""The sizes of paper, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from thirdcard.errors import OptionError
from thirdcard.phrases import phrase

__all__ = ["SIZES", "Size", "find_size"]


@dataclass(frozen=True)
class Size:
    """A size of paper.

    Attributes:
        key: its name on the command line.
        width, height: of a sheet that stands.
    """

    key: str
    width: float
    height: float


SIZES: Final = {size.key: size for size in (Size("a4", 210, 297), Size("letter", 215.9, 279.4))}
"""Every size by its key, the usual one first."""


def find_size(key: str) -> Size:
    """Return a size by its key.

    Raises:
        OptionError: there is no such size.
    """
    if key not in SIZES:
        raise OptionError(
            phrase(
                "{size} is no size of paper; expected one of {known}",
                size=repr(key[:24]),
                known=", ".join(SIZES),
            )
        )
    return SIZES[key]
