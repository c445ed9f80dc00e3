from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.chromium import launch_options

PAGE = """<!doctype html>
<title>loopback</title>
<h1>Two red striped ovals</h1>
<button onclick="this.textContent = 'Set!'">Call</button>
"""


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "index.html").write_text(PAGE)
    handler = partial(QuietHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_the_browser_shows_a_page_and_clicks(address: str, tmp_path: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page(viewport={"width": 400, "height": 200})
        page.goto(address)
        page.get_by_role("button", name="Call").click()
        expect(page.get_by_role("button")).to_have_text("Set!")
        picture = page.screenshot(path=tmp_path / "page.png")
        browser.close()
    assert picture.startswith(b"\x89PNG")


def test_text_has_glyphs(address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page()
        page.goto(address)
        narrow, wide = page.evaluate(
            """() => ["iiii", "WWWW"].map((text) => {
                const span = document.body.appendChild(document.createElement("span"));
                span.textContent = text;
                return span.getBoundingClientRect().width;
            })"""
        )
        browser.close()
    # Without any font each character would be the same empty box, or have no width.
    assert 0 < narrow < wide
