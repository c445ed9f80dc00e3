"""Cards as eyes see them: drawn by a browser, and compared pixel by pixel."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from itertools import combinations

import numpy as np
import numpy.typing as npt
from PIL import Image
from playwright.sync_api import Browser

from thirdcard.core import colour
from thirdcard.core.cards import Deck
from thirdcard.core.colour import Vision
from thirdcard.core.drawing import deck_sprite
from thirdcard.core.themes import Theme

Pixels = npt.NDArray[np.float64]

WIDTH, HEIGHT = 60, 40
"""Pixels of a card: as small as the client ever draws one that is to be marked."""
NOTICEABLE = 5
"""Pixels that differ by this much are seen to differ."""


@dataclass(frozen=True)
class Likeness:
    """How the two cards that are most alike differ, to eyes of one kind.

    Attributes:
        share: pixels that are seen to differ, of those in which either card has a symbol.
        cards: codes of the two.
    """

    share: float
    cards: tuple[str, str]


def photograph(browser: Browser, deck: Deck, theme: Theme) -> dict[str, npt.NDArray[np.uint8]]:
    """Return the pixels of every card, and of one without symbols, as a browser draws them."""
    codes = [card.code for card in deck]
    across = 9
    uses = "".join(
        f'<svg width="{WIDTH}" height="{HEIGHT}" style="position:absolute;'
        f'left:{WIDTH * (i % across)}px;top:{HEIGHT * (i // across)}px">'
        f'<use href="#card-{code}"/></svg>'
        for i, code in enumerate(codes)
    )
    rows = -(-len(codes) // across)
    size = {"width": WIDTH * across, "height": HEIGHT * rows}
    page = browser.new_page(viewport=size)  # type: ignore[arg-type]
    style = "body{margin:0} .sprite{position:absolute}"
    page.set_content(f"<style>{style}</style>{deck_sprite(deck, theme)}{uses}")
    image = np.asarray(Image.open(BytesIO(page.screenshot())).convert("RGB"))
    page.close()
    return {
        code: image[
            HEIGHT * (i // across) : HEIGHT * (i // across + 1),
            WIDTH * (i % across) : WIDTH * (i % across + 1),
        ]
        for i, code in enumerate(codes)
    }


def see(pixels: npt.NDArray[np.uint8], vision: Vision) -> Pixels:
    """Return pixels in OKLab, times 100, as eyes see them: `oklab` for whole pictures."""
    value = pixels / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ np.array(vision.matrix).T, 0, 1)
    cones = np.cbrt(seen @ np.array(colour._TO_CONES).T)
    return np.asarray(100 * cones @ np.array(colour._TO_OKLAB).T)


def most_alike(cards: dict[str, npt.NDArray[np.uint8]], face: str, vision: Vision) -> Likeness:
    """Return the two cards of a deck on plain ground that eyes tell apart least.

    Pixels count in which one of the two has anything but its face; `face` is its colour.
    """
    ground = np.array(colour.oklab(face, vision))
    seen = {code: see(pixels, vision) for code, pixels in cards.items()}
    inked = {
        code: np.linalg.norm(pixels - ground, axis=2)[4:-4, 4:-4] >= NOTICEABLE
        for code, pixels in seen.items()
    }
    worst = Likeness(1, ("", ""))
    for one, other in combinations(seen, 2):
        ink = inked[one] | inked[other]
        differ = np.linalg.norm(seen[one] - seen[other], axis=2)[4:-4, 4:-4] >= NOTICEABLE
        share = float((differ & ink).sum() / max(1, ink.sum()))
        if share < worst.share:
            worst = Likeness(share, (one, other))
    return worst
