"""Links lead somewhere."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, PAGES, ROOT, anchors, links, name_of, prose


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_relative_links_resolve(page: Path) -> None:
    for link in links(page):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        if anchor:
            assert anchor in anchors(target), link


def test_links_are_found() -> None:
    assert "docs/images/table.png" in links(ROOT / "README.md")
    assert "records.md#the-shuffle" in links(DOCS / "architecture.md")
    assert sum(len(links(page)) for page in PAGES) > 50


def test_every_page_is_on_the_map() -> None:
    index = DOCS / "index.md"
    linked = {(DOCS / link.partition("#")[0]).resolve() for link in links(index)}
    assert set(PAGES) - {index} <= linked


def test_every_picture_is_shown() -> None:
    shown = {(page.parent / link).resolve() for page in PAGES for link in links(page)}
    assert set((DOCS / "images").iterdir()) <= shown


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_that_are_named_exist(page: Path) -> None:
    """Of paths in backticks, those that begin with a folder of the root."""
    folders = "benchmarks|docs|examples|src|tests|web"
    for path in re.findall(rf"`((?:{folders})/[\w./-]+)`", prose(page)):
        built = path.startswith(("web/node_modules", "src/thirdcard/server/client"))
        assert built or (ROOT / path).exists(), path
