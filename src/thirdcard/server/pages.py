"""The client's page and files, and an identity to who comes without one."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from thirdcard.phrases import phrase
from thirdcard.server.entrance import identify, make_cookie
from thirdcard.server.identity import Identities
from thirdcard.server.languages import Catalogue, Languages
from thirdcard.server.packed import Packed, pack

__all__ = ["A_DAY", "CLIENT_DIRECTORY", "ROUTES", "show_page", "welcome"]

CLIENT_DIRECTORY: Final = Path(__file__).parent / "client"
A_DAY: Final = "public, max-age=86400"

_FOREVER = "public, max-age=31536000, immutable"
_FILES_KEPT = 64
# The sentences of the page itself; a test holds them against it.
_ABOUT = phrase("Play SET and its whole family, live at one table.")
_NO_SCRIPT = phrase("This page needs JavaScript.")
_NOT_BUILT = """<!doctype html><title>thirdcard</title>
<p>The web client is not built. In a checkout, run <code>make client</code>, then reload.</p>"""


def show_page(
    request: Request[Any, Any, Any], status: int = 200, about: Mapping[str, str] | None = None
) -> Response[str]:
    """Return the client's page; the client itself finds out what there is at the address.

    Args:
        request: the reader's.
        status: of the answer.
        about: what programs show of the page where somebody sends its address, by the names that
            it has in the Open Graph protocol.
    """
    page = CLIENT_DIRECTORY / "index.html"
    text = page.read_text("utf-8") if page.is_file() else _NOT_BUILT
    languages: Languages = request.app.state.languages
    catalogue = languages.of(request)
    if about:
        text = text.replace("</head>", f"  {_say_about(about, catalogue)}\n  </head>", 1)
    return Response(
        _speak(text, languages, catalogue),
        media_type=MediaType.HTML,
        status_code=status,
        headers={"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"},
    )


async def welcome(request: Request[Any, Any, Any], response: Response[str]) -> Response[str]:
    """Return a page with an identity for who has none."""
    if await identify(request) is None:
        identities: Identities = request.app.state.identities
        response.set_cookie(make_cookie(request, identities.new()))
    return response


def _say_about(about: Mapping[str, str], catalogue: Catalogue) -> str:
    tags = (
        f'<meta property="og:{name}" content="{escape(catalogue.tell(words))}" />'
        for name, words in about.items()
    )
    return "\n    ".join(tags)


def _speak(page: str, languages: Languages, catalogue: Catalogue) -> str:
    """Return the page in a language: the words that stand in it, and where the others are."""
    address = languages.address(catalogue)
    if address is None:
        return page
    root = f'<html lang="{catalogue.key}" dir="{catalogue.direction}" data-catalogue="{address}">'
    preload = f'<link rel="preload" as="fetch" crossorigin href="{address}" />'
    page = page.replace('<html lang="en">', root, 1)
    page = page.replace("</head>", f"  {preload}\n  </head>", 1)
    for words in (_ABOUT, _NO_SCRIPT):
        page = page.replace(words, escape(catalogue.tell(words)), 1)
    return page


@get(
    [
        "/",
        "/open",
        "/account",
        "/leaders",
        "/learn",
        "/learn/{lesson:str}",
        "/practice",
        "/daily",
        "/daily/{day:str}",
        "/me",
        "/people/{person:str}",
        "/table/{table_id:str}",
        "/game/{table_id:str}",
    ],
    include_in_schema=False,
)
async def page(request: Request[Any, Any, Any]) -> Response[str]:
    """Return the page at an address of the client, and an identity to who has none."""
    return await welcome(request, show_page(request))


@get("/languages/{name:str}", include_in_schema=False, sync_to_thread=False)
def words(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """Return what the client says in a language; its address ends with a hash of what is in it."""
    languages: Languages = request.app.state.languages
    catalogue = languages.by_key.get(name.removesuffix(".json"))
    if catalogue is None or not name.endswith(".json"):
        raise NotFoundException(
            detail=phrase("no language at {name}; expected XX.json", name=name[:80])
        )
    return languages.packed(catalogue).answer(request, _FOREVER if request.url.query else A_DAY)


@get("/favicon.svg", include_in_schema=False, sync_to_thread=False)
def favicon(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the icon."""
    return _file(CLIENT_DIRECTORY / "favicon.svg").answer(request, A_DAY)


@get("/look.js", include_in_schema=False, sync_to_thread=False)
def look(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the script that says whether the page is light or dark before it is painted."""
    return _file(CLIENT_DIRECTORY / "look.js").answer(request, A_DAY)


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """Return a script or a style of the client; a name holds a hash of what is in the file."""
    return _file(CLIENT_DIRECTORY / "assets" / name).answer(request, _FOREVER)


@get("/icons/{name:str}", include_in_schema=False, sync_to_thread=False)
def icon(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """Return an icon of the installed page."""
    return _file(CLIENT_DIRECTORY / "icons" / name).answer(request, A_DAY)


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False)
def manifest(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return what a browser needs to know to install the page."""
    return _file(CLIENT_DIRECTORY / "manifest.webmanifest").answer(request, "no-cache")


@get("/sw.js", include_in_schema=False, sync_to_thread=False)
def worker(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the worker that lets the page start without the server.

    A browser asks for it at each visit, so a server that was renewed is noticed at once.
    """
    return _file(CLIENT_DIRECTORY / "sw.js").answer(request, "no-cache")


def _file(path: Path) -> Packed:
    """Return a file of the client.

    Raises:
        NotFoundException: there is none.
    """
    if not path.is_file() or CLIENT_DIRECTORY not in path.resolve().parents:
        raise NotFoundException(detail=phrase("the client has no file {name}", name=path.name[:80]))
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(_FILES_KEPT)
def _read(path: Path, _changed_at: int) -> Packed:
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix == ".webmanifest":
        media_type = "application/manifest+json"
    return pack(path.read_bytes(), media_type)


ROUTES: Final = [page, words, favicon, look, asset, icon, manifest, worker]
