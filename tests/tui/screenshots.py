"""Make pictures of the terminal client.

``python -m tests.tui.screenshots`` makes the one of the documentation, and with a folder scenes of
all kinds of tables in two sizes, to be looked at.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, async_playwright

from tests.chromium import launch_options
from tests.tui.hands import Hand, find_claim, find_wrong, local_game
from thirdcard.tui.app import TableApp
from thirdcard.tui.cards import ASCII, COLOUR, LETTERS, Drawing

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
SIZES = {"80x24": (80, 24), "160x50": (160, 50)}


@dataclass(frozen=True)
class Scene:
    """A table to be photographed: what is played, what is done there, and how it is drawn."""

    variant: str
    moves: int = 1
    keys: Sequence[str] = ()
    levels: tuple[int, ...] = (1,)
    drawing: Drawing = COLOUR
    options: dict[str, Any] = field(default_factory=dict)
    is_wrong: bool = False
    is_started: bool = True


HINTS = {"hints": "private"}
SCENES = {
    "terminal": Scene("classic", 3, ("q", "s"), (3,), options=HINTS),
    "waiting": Scene("mega+chain", options=HINTS | {"penalty": "point"}, is_started=False),
    "rules": Scene("ultra+super", 0, ("question_mark",)),
    "hints": Scene("classic", 1, ("H", "H", "H"), options=HINTS),
    "wrong": Scene("classic", 1, (), options={"penalty": "lock"}, is_wrong=True),
    "full": Scene("classic", 0, ("q", "m"), options={"table_size": 21}),
    "mega": Scene("mega", 2, ("w", "s")),
    "chain": Scene("chain", 2, ("1", "e")),
    "eight-chain": Scene("junior+eight+chain", 1, ("2",)),
    "ultra": Scene("ultra", 1, ("q", "g")),
    "ultra9": Scene("mega+ultra9+chain", 2, ("q",)),
    "double": Scene("double", 1, ("q", "w", "e", "r")),
    "memory": Scene("memory", 0, ("q", "s"), ()),
    "call": Scene("classic", 0, ("C", "q"), options={"call_seconds": 30}),
    "duel": Scene("classic", 0, ("q",), options={"contest": "duel"}),
    "together": Scene("classic", 2, (), (), options={"contest": "coop"}),
    "pause": Scene("classic", 1, ("P",)),
    "end": Scene("junior", 99, (), (1, 1)),
    "letters": Scene("mega", 1, ("q", "s", "right"), drawing=LETTERS),
    "letters-chain": Scene("classic+chain", 2, ("1", "q"), drawing=LETTERS),
    "ascii": Scene("mega", 1, ("q", "s"), drawing=ASCII),
    "ascii-ultra9": Scene("mega+ultra9", 1, ("q",), drawing=ASCII),
}


async def stage(scene: Scene, size: tuple[int, int]) -> str:
    """Play a scene and return its picture as SVG."""
    source = local_game(scene.variant, scene.levels, **scene.options)
    app = TableApp(source, scene.drawing)
    async with app.run_test(size=size) as pilot:
        hand = Hand(pilot, source)
        await hand.until(lambda: source.view is not None and source.view.seats)
        if scene.is_started:
            await pilot.press("enter")
        for _ in range(scene.moves if scene.is_started else 0):
            if hand.view.phase != "ended" and find_claim(hand.view, 0):
                await hand.move()
        if scene.is_wrong:
            for target in find_wrong(hand.view):
                await hand.mark(target)
        for key in scene.keys:
            await pilot.press(key)
            await pilot.pause(0.05)
        await pilot.pause(0.6)
        return app.export_screenshot(title="thirdcard play")


async def save(browser: Browser, svg: str, path: Path) -> None:
    """Write a picture as PNG, with a font of this machine in place of one from the network."""
    own = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    own = own.replace("Fira Code", "DejaVu Sans Mono")
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert box
    width, height = (int(float(length)) for length in box.groups())
    page = await browser.new_page(viewport={"width": width, "height": height})
    await page.set_content(f'<body style="margin:0;background:#fff">{own}</body>')
    await page.screenshot(path=path)
    await page.close()
    print(path)


async def main(arguments: Sequence[str]) -> None:
    """Make the pictures that are asked for."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launch_options())
        if arguments:
            folder, *names = arguments
            Path(folder).mkdir(parents=True, exist_ok=True)
            for name in names or SCENES:
                for label, size in SIZES.items():
                    svg = await stage(SCENES[name], size)
                    await save(browser, svg, Path(folder) / f"{name}-{label}.png")
        else:
            svg = await stage(SCENES["terminal"], SIZES["80x24"])
            await save(browser, svg, IMAGES / "terminal.png")
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
