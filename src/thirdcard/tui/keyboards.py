"""What stands on the keys that mark cards: known layouts, and one of one's own.

A terminal tells which character was typed, and not which key; so a layout is what its keys type
without Shift.  On AZERTY the keys of the digits type signs.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from thirdcard.errors import OptionError

__all__ = ["LAYOUTS", "QWERTY", "Rows", "read_rows"]

Rows: TypeAlias = tuple[str, str, str, str]

_DIGITS: Final = "1234567890"
_LENGTH: Final = len(_DIGITS)

QWERTY: Final[Rows] = (_DIGITS, "qwertyuiop", "asdfghjkl;", "zxcvbnm,./")

LAYOUTS: Final[dict[str, Rows]] = {
    "qwerty": QWERTY,
    "azerty": ("&é\"'(-è_çà", "azertyuiop", "qsdfghjklm", "wxcvbn,;:!"),
    "qwertz": (_DIGITS, "qwertzuiop", "asdfghjklö", "yxcvbnm,.-"),
    "dvorak": (_DIGITS, "',.pyfgcrl", "aoeuidhtns", ";qjkxbmwvz"),
    "colemak": (_DIGITS, "qwfpgjluy;", "arstdhneio", "zxcvbkm,./"),
}
"""Four rows of ten characters each, by name: the digits, and the letters below them."""


def read_rows(text: str) -> Rows:
    """Return the rows of a layout's name, or of three rows of ten keys between spaces.

    Raises:
        OptionError: it is neither.

    >>> read_rows("dvorak")[1]
    "',.pyfgcrl"
    >>> read_rows("qwdfkjurl; asetgyniop zxcvbhm,./")[2]
    'asetgyniop'
    """
    if (known := LAYOUTS.get(text.lower())) is not None:
        return known
    rows = text.lower().split()
    if len(rows) != 3:
        names = ", ".join(LAYOUTS)
        raise OptionError(f"--keys {text!r}; expected one of {names}, or three rows of ten keys")
    for row in rows:
        if len(row) != _LENGTH:
            raise OptionError(f"--keys: the row {row!r} has {len(row)} keys; expected {_LENGTH}")
    keys = "".join((_DIGITS, *rows))
    for place, key in enumerate(keys):
        if key == "?" or not key.isprintable():
            raise OptionError(f"--keys: {key!r} cannot mark a card")
        if key in keys[:place]:
            raise OptionError(f"--keys: {key!r} stands there twice, or is a digit")
    upper, middle, lower = rows
    return _DIGITS, upper, middle, lower
