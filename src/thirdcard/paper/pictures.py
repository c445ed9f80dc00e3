"""Drawings as pixels: what a slide or a forum takes that shows no SVG."""

from __future__ import annotations

from typing import Final

from thirdcard.errors import OptionError
from thirdcard.phrases import phrase

__all__ = ["MOST_PIXELS", "draw_png"]

MOST_PIXELS: Final = 8000
"""Most pixels across."""

_WIDTH_PT: Final = 720
_POINTS_AN_INCH: Final = 72

_PAGE: Final = """\
#set page(width: auto, height: auto, margin: 0pt, fill: none)
#image(bytes(sys.inputs.drawing), format: "svg", width: {width}pt)
"""


def draw_png(svg: str, width: int) -> bytes:
    """Return a drawing as a PNG file, the same bytes for the same drawing.

    Args:
        svg: the drawing, which refers to no other file.
        width: pixels across; what is not drawn is transparent.

    Raises:
        OptionError: less than 1 pixel, or more than `MOST_PIXELS`.
    """
    import typst

    if not 1 <= width <= MOST_PIXELS:
        raise OptionError(
            phrase("{width} pixels: expected 1 to {most}", width=width, most=MOST_PIXELS)
        )
    png: bytes = typst.compile(
        _PAGE.format(width=_WIDTH_PT).encode(),
        format="png",
        ppi=width * _POINTS_AN_INCH / _WIDTH_PT,
        ignore_system_fonts=True,
        sys_inputs={"drawing": svg},
    )
    return png
