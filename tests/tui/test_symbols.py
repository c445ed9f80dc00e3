"""The symbols can be told apart, at every size at which they are drawn."""

import pytest

from thirdcard.tui.symbols import LEAST, SHADINGS, SYMBOLS, draw_symbols, write_symbol

SIZES = [LEAST, (10, 4), (14, 5), (18, 8), (27, 13)]


@pytest.mark.parametrize("size", SIZES)
def test_every_face_is_another_picture(size: tuple[int, int]) -> None:
    faces = [(n, symbol, s) for n in (1, 2, 3) for symbol in SYMBOLS for s in SHADINGS]
    pictures = {tuple(draw_symbols(*face, *size)) for face in faces}
    assert len(pictures) == len(faces)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_pictures_fill_their_room_and_no_more(size: tuple[int, int], number: int) -> None:
    for symbol in SYMBOLS:
        rows = draw_symbols(number, symbol, "solid", *size)
        assert [len(row) for row in rows] == [size[0]] * size[1]
        assert any(row.strip() for row in rows)


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_shadings_differ_in_how_much_is_filled(symbol: str) -> None:
    def quarters(shading: str) -> int:
        rows = draw_symbols(1, symbol, shading, 18, 8)
        return sum(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".index(c).bit_count() for row in rows for c in row)

    assert quarters("open") < quarters("striped") < quarters("solid")


def test_symbols_in_plain_characters() -> None:
    texts = {write_symbol(symbol, shading, 5) for symbol in SYMBOLS for shading in SHADINGS}
    assert len(texts) == 9
    assert all(len(text) == 5 and text.isascii() for text in texts)
