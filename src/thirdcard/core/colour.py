"""Colours as numbers: contrast, difference, and how they look to people with a colour deficiency.

A colour is written ``#rrggbb``, in sRGB (IEC 61966-2-1).  `linear` undoes its transfer function;
all that is computed here is computed of linear values, from 0 to 1.

- `contrast` is the ratio of the Web Content Accessibility Guidelines 2.2, from 1 to 21.  Graphics
  that are needed to understand a page reach 3 (success criterion 1.4.11).
- `simulate` shows a colour as somebody with another `Vision` sees it, by the matrices for a full
  deficiency (severity 1.0) of G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically
  based model for simulation of color vision deficiency", IEEE Transactions on Visualization and
  Computer Graphics 15 (2009).
- `difference` is the distance of two colours in OKLab (B. Ottosson, "A perceptual color space for
  image processing", 2020), times 100: black and white differ by 100, and 2 is just noticeable.

>>> round(contrast("#777777", "#ffffff"), 2)
4.48
>>> red, green = "#d81e34", "#0a8544"
>>> round(difference(red, green)), round(difference(red, green, DEUTERANOPIA))
(32, 6)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import dist
from typing import Final

__all__ = [
    "DEUTERANOPIA",
    "NORMAL",
    "PROTANOPIA",
    "TRITANOPIA",
    "VISIONS",
    "Matrix",
    "Triple",
    "Vision",
    "contrast",
    "difference",
    "linear",
    "luminance",
    "oklab",
    "simulate",
    "smallest_difference",
]

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]


@dataclass(frozen=True)
class Vision:
    """A way to see colours: a matrix from linear sRGB to what is seen, in linear sRGB."""

    key: str
    title: str
    matrix: Matrix


NORMAL: Final = Vision("normal", "all cones", ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
PROTANOPIA: Final = Vision(
    "protanopia",
    "no cones for long waves",
    (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
)
DEUTERANOPIA: Final = Vision(
    "deuteranopia",
    "no cones for middle waves",
    (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
)
TRITANOPIA: Final = Vision(
    "tritanopia",
    "no cones for short waves",
    (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
)
VISIONS: Final = {v.key: v for v in (NORMAL, PROTANOPIA, DEUTERANOPIA, TRITANOPIA)}
"""Every vision by its key, the usual one first."""

# The second row of the matrix from linear sRGB to CIE XYZ.
_LUMINANCE: Final[Triple] = (0.2126729, 0.7151522, 0.0721750)
# Ottosson's two matrices: linear sRGB to cones, and the cube roots of those to OKLab.
_TO_CONES: Final[Matrix] = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_OKLAB: Final[Matrix] = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def _times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def linear(colour: str) -> Triple:
    """Return red, green and blue of a colour as shares of the light, from 0 to 1.

    Raises:
        ValueError: it is not written ``#rrggbb``.
    """
    if not re.fullmatch("#[0-9a-fA-F]{6}", colour):
        raise ValueError(f"{colour!r} is no colour; expected #rrggbb")

    def channel(start: int) -> float:
        value = int(colour[start : start + 2], 16) / 255
        return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)

    return channel(1), channel(3), channel(5)


def luminance(colour: str) -> float:
    """Return how light a colour is, from 0 (black) to 1 (white), as WCAG measures it."""
    return sum(a * b for a, b in zip(_LUMINANCE, linear(colour), strict=True))


def contrast(a: str, b: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    darker, lighter = sorted((luminance(a), luminance(b)))
    return (lighter + 0.05) / (darker + 0.05)


def simulate(colour: str, vision: Vision) -> Triple:
    """Return, in linear sRGB, how somebody sees a colour; what no screen shows is cut off."""
    red, green, blue = _times(vision.matrix, linear(colour))
    return _within(red), _within(green), _within(blue)


def _within(value: float) -> float:
    return min(1.0, max(0.0, value))


def oklab(colour: str, vision: Vision = NORMAL) -> Triple:
    """Return lightness and two hues of a colour in OKLab, times 100, as somebody sees it."""
    cones = _times(_TO_CONES, simulate(colour, vision))
    lightness, a, b = _times(
        _TO_OKLAB, (cones[0] ** (1 / 3), cones[1] ** (1 / 3), cones[2] ** (1 / 3))
    )
    return 100 * lightness, 100 * a, 100 * b


def difference(a: str, b: str, vision: Vision = NORMAL) -> float:
    """Return how much two colours differ to somebody: 2 is just noticeable."""
    return dist(oklab(a, vision), oklab(b, vision))


def smallest_difference(colours: Iterable[str], vision: Vision = NORMAL) -> float:
    """Return the difference of those two of some colours that are most alike to somebody."""
    return min(difference(a, b, vision) for a, b in combinations(colours, 2))
