"""Every layout has a key for each place; what cannot be a keyboard is refused in a line."""

import pytest

from thirdcard.errors import OptionError
from thirdcard.tui.keyboards import LAYOUTS, QWERTY, read_rows


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_has_forty_keys_and_each_once(name: str) -> None:
    rows = read_rows(name.upper())
    assert [len(row) for row in rows] == [10, 10, 10, 10]
    assert len(set("".join(rows))) == 40
    assert "?" not in "".join(rows)


def test_rows_of_one_s_own() -> None:
    assert read_rows("QWERTYUIOP asdfghjkl; zxcvbnm,./") == QWERTY


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("qwirty", "expected one of qwerty, azerty, qwertz, dvorak, colemak, or three rows"),
        ("", "expected one of"),
        ("qwertyuiop asdfghjkl; zxcvbnm,.", "'zxcvbnm,.' has 9 keys; expected 10"),
        ("qwertyuiop asdfghjkl; zxcvbnm,.q", "'q' stands there twice"),
        ("qwertyuiop asdfghjkl; zxcvbnm,.1", "'1' stands there twice, or is a digit"),
        ("qwertyuiop asdfghjkl; zxcvbnm,.?", "'?' cannot mark a card"),
    ],
)
def test_what_is_no_keyboard_is_refused(text: str, why: str) -> None:
    with pytest.raises(OptionError, match=why.replace("?", r"\?")) as caught:
        read_rows(text)
    assert "\n" not in str(caught.value)
