"""Measures of colours, against values from elsewhere."""

from __future__ import annotations

import pytest

from thirdcard.core.colour import (
    NORMAL,
    VISIONS,
    Triple,
    Vision,
    contrast,
    difference,
    linear,
    luminance,
    oklab,
    simulate,
    smallest_difference,
)


def test_contrast_as_wcag_tells_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#ff0000", "#ffffff") == contrast("#ffffff", "#ff0000")
    assert contrast("#ff0000", "#ffffff") == pytest.approx(4.0, abs=0.01)


def test_luminance_of_the_primaries_is_that_of_white() -> None:
    primaries = sum(luminance(colour) for colour in ("#ff0000", "#00ff00", "#0000ff"))
    assert primaries == pytest.approx(luminance("#ffffff")) == pytest.approx(1)


# From the table in Ottosson's text, and its reference implementation.
@pytest.mark.parametrize(
    ("colour", "seen"),
    [
        ("#ffffff", (100, 0, 0)),
        ("#000000", (0, 0, 0)),
        ("#ff0000", (62.80, 22.49, 12.58)),
        ("#00ff00", (86.64, -23.39, 17.95)),
        ("#0000ff", (45.20, -3.25, -31.15)),
    ],
)
def test_oklab_of_known_colours(colour: str, seen: Triple) -> None:
    assert oklab(colour) == pytest.approx(seen, abs=0.02)


@pytest.mark.parametrize("vision", VISIONS.values(), ids=VISIONS)
def test_greys_look_the_same_to_all(vision: Vision) -> None:
    assert all(sum(row) == pytest.approx(1, abs=2e-6) for row in vision.matrix)
    assert simulate("#808080", vision) == pytest.approx(linear("#808080"), abs=1e-5)


def test_each_deficiency_loses_what_it_is_named_for() -> None:
    pairs = {"protanopia": 0, "deuteranopia": 0, "tritanopia": 1}
    alike = [("#8b6f00", "#5d7b00"), ("#0080a0", "#008a72")]
    for key, index in pairs.items():
        lost = difference(*alike[index], VISIONS[key]) / difference(*alike[index])
        kept = difference(*alike[1 - index], VISIONS[key]) / difference(*alike[1 - index])
        assert lost < 0.65 < kept


def test_difference_is_a_distance() -> None:
    assert difference("#123456", "#123456") == 0
    assert difference("#000000", "#ffffff") == pytest.approx(100, abs=0.01)
    colours = ["#101010", "#1a1a1a", "#c03030"]
    assert smallest_difference(colours, NORMAL) == difference("#101010", "#1a1a1a")


@pytest.mark.parametrize("text", ["red", "#fff", "#12345g", "123456", "#1234567"])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected #rrggbb"):
        linear(text)
