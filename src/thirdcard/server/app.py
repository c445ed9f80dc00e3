"""The club as one ASGI application: routes, identity, the client's files, and how it starts.

`create_app` puts the parts together; `thirdcard.cli.serve` runs what it returns.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin
from litestar.params import FromPath, JSONBody
from litestar.static_files import create_static_files_router

from thirdcard import __version__
from thirdcard.core.drawing import deck_sprite
from thirdcard.core.themes import THEMES
from thirdcard.errors import MalformedError
from thirdcard.game.events import Header
from thirdcard.game.record import Record, without_identities, write_record
from thirdcard.server import answers, messages, protocol
from thirdcard.server.doorbell import Doorbell
from thirdcard.server.identity import Identities
from thirdcard.server.sockets import CLOSE_PROTOCOL, CLOSE_UNKNOWN, Conversation
from thirdcard.server.store.base import Store
from thirdcard.server.tables import Club, LiveTable
from thirdcard.variants.registry import parse_deck, parse_variant

__all__ = ["CLIENT_DIRECTORY", "create_app"]

CLIENT_DIRECTORY: Final = Path(__file__).parent / "client"

_UPRIGHT = "-upright"
_FOREVER = "public, max-age=31536000, immutable"
_A_DAY = "public, max-age=86400"
_SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
_NOT_BUILT = """<!doctype html><title>thirdcard</title>
<p>The web client is not built. In a checkout, run <code>make client</code>, then reload.</p>"""


class NotFound(HTTPException):
    """There is nothing under the address."""

    status_code = 404


def create_app(store: Store, secret: str, doorbell: Doorbell | None = None) -> Litestar:
    """Return the club over an open store.

    Args:
        store: the open event log; closing it is the caller's.
        secret: the key that identities are signed with.
        doorbell: how to reach other processes that serve the same log, None if there are none.
    """
    club = Club(store, doorbell.ring if doorbell else None)

    @asynccontextmanager
    async def run_club(_app: Litestar) -> AsyncGenerator[None, None]:
        await club.open()
        if doorbell:
            doorbell.listen(club.hear, club.look)
        yield
        await club.close()

    assets = CLIENT_DIRECTORY / "assets"
    static = (
        [
            create_static_files_router(
                path="/assets",
                directories=[assets],
                after_request=_cache_forever,
            )
        ]
        if assets.is_dir()
        else []
    )
    app = Litestar(
        route_handlers=[
            index,
            table_page,
            favicon,
            health,
            axes,
            variant,
            themes,
            sprite,
            open_table,
            table,
            record,
            protocol_schema,
            talk,
            *static,
        ],
        lifespan=[run_club],
        exception_handlers={
            MalformedError: _answer_malformed,
            HTTPException: _answer_http_error,
        },
        openapi_config=OpenAPIConfig(
            title="thirdcard",
            version=__version__,
            path="/api/schema",
            use_handler_docstrings=True,
            # The other renderers load their scripts from elsewhere.
            render_plugins=[
                JsonRenderPlugin(path="/openapi.json"),
                YamlRenderPlugin(path="/openapi.yaml"),
            ],
        ),
        response_headers=_SECURITY_HEADERS,
        request_max_body_size=messages.MAX_BYTES,
    )
    app.state.club = club
    app.state.identities = Identities(secret)
    return app


# -- pages --------------------------------------------------------------------------------------


def _page(request: Request[Any, Any, Any], status: int = 200) -> Response[str]:
    """Return the client's page, and an identity to who has none."""
    page = CLIENT_DIRECTORY / "index.html"
    text = page.read_text("utf-8") if page.is_file() else _NOT_BUILT
    response = Response(
        text,
        media_type=MediaType.HTML,
        status_code=status,
        headers={"Cache-Control": "no-cache"},
    )
    identities: Identities = request.app.state.identities
    if identities.find(request) is None:
        secure = request.url.scheme == "https"
        response.set_cookie(identities.cookie(identities.new(), secure=secure))
    return response


@get("/", include_in_schema=False, sync_to_thread=False)
def index(request: Request[Any, Any, Any]) -> Response[str]:
    """Return the start page."""
    return _page(request)


@get("/table/{table_id:str}", include_in_schema=False, sync_to_thread=False)
def table_page(request: Request[Any, Any, Any], table_id: FromPath[str]) -> Response[str]:
    """Return the page of a table; the client itself finds out whether there is such a table."""
    return _page(request)


@get("/favicon.svg", include_in_schema=False, sync_to_thread=False)
def favicon() -> Response[bytes]:
    """Return the icon."""
    icon = CLIENT_DIRECTORY / "favicon.svg"
    if not icon.is_file():
        raise NotFound("the web client has no icon")
    return Response(
        icon.read_bytes(), media_type="image/svg+xml", headers={"Cache-Control": _A_DAY}
    )


def _cache_forever(response: Response[Any]) -> Response[Any]:
    # The names of these files hold a hash of what is in them.
    response.headers["Cache-Control"] = _FOREVER
    return response


# -- facts --------------------------------------------------------------------------------------


@get("/api/health", sync_to_thread=False)
def health() -> dict[str, str]:
    """Tell that the server runs, and its version."""
    return {"status": "ok", "version": __version__}


@get("/api/axes", sync_to_thread=False)
def axes() -> answers.AxesAnswer:
    """Return the four axes that variants are made of, and what cannot go together."""
    return answers.describe_axes()


@get("/api/variants/{expression:str}", sync_to_thread=False)
def variant(expression: FromPath[str]) -> answers.VariantAnswer:
    """Describe the variant that an expression names."""
    return answers.describe_variant(parse_variant(expression))


@get("/api/themes", sync_to_thread=False)
def themes() -> list[answers.ThemeAnswer]:
    """Return the looks that cards can be drawn in."""
    return [answers.ThemeAnswer(t.key, t.title, t.sentence) for t in THEMES.values()]


@get("/cards/{theme:str}/{deck:str}", sync_to_thread=False)
def sprite(theme: FromPath[str], deck: FromPath[str]) -> Response[str]:
    """Return every card of a deck as one SVG of symbols.

    At ``/cards/THEME/DECK.svg`` the cards lie, at ``/cards/THEME/DECK-upright.svg`` they stand.
    """
    if theme not in THEMES or not deck.endswith(".svg"):
        raise NotFound(f"no cards at {theme}/{deck}; expected THEME/DECK.svg")
    name = deck.removesuffix(".svg")
    upright = name.endswith(_UPRIGHT)
    drawing = deck_sprite(parse_deck(name.removesuffix(_UPRIGHT)), THEMES[theme], portrait=upright)
    return Response(drawing, media_type="image/svg+xml", headers={"Cache-Control": _A_DAY})


@get("/api/protocol", sync_to_thread=False)
def protocol_schema() -> dict[str, Any]:
    """Return the JSON schema of all messages of a table's WebSocket."""
    return protocol.schema()


# -- tables -------------------------------------------------------------------------------------


@post("/api/tables")
async def open_table(
    request: Request[Any, Any, Any], data: JSONBody[answers.NewTable]
) -> answers.Created:
    """Open a table."""
    live = await _club(request).create(Header(variant=data.variant, options=data.options))
    return answers.Created(live.table, f"/table/{live.table}")


@get("/api/tables/{table_id:str}")
async def table(request: Request[Any, Any, Any], table_id: FromPath[str]) -> answers.TableAnswer:
    """Describe a table in short."""
    return answers.describe_table(await _find(request, table_id))


@get("/api/tables/{table_id:str}/record", media_type="application/jsonl")
async def record(request: Request[Any, Any, Any], table_id: FromPath[str]) -> Response[str]:
    """Return the record of a game that has ended, as JSON lines."""
    live = await _find(request, table_id)
    if live.state.phase != "ended":
        raise HTTPException("the record is public once the game has ended", status_code=409)
    events = await _club(request).store.events(table_id)
    text = write_record(without_identities(Record(live.stored.header, tuple(events))))
    name = f"thirdcard-{table_id}.jsonl"
    return Response(
        text,
        media_type="application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _club(connection: Request[Any, Any, Any] | WebSocket[Any, Any, Any]) -> Club:
    club: Club = connection.app.state.club
    return club


async def _find(request: Request[Any, Any, Any], table_id: str) -> LiveTable:
    live = await _club(request).find(table_id)
    if live is None:
        raise NotFound(f"there is no table {table_id[:40]!r}")
    return live


@websocket("/ws/{table_id:str}")
async def talk(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """Open a table's conversation; see `thirdcard.server.messages`."""
    identities: Identities = socket.app.state.identities
    player = identities.find(socket)
    headers = {}
    if player is None:
        player = identities.new()
        cookie = identities.cookie(player, secure=socket.url.scheme == "wss")
        headers["Set-Cookie"] = cookie.to_header(header="")
    await socket.accept(headers=headers)
    if not _same_origin(socket):
        await socket.close(CLOSE_PROTOCOL, "this page belongs to another site")
        return
    if socket.query_params.get("protocol", str(messages.PROTOCOL)) != str(messages.PROTOCOL):
        await socket.close(CLOSE_PROTOCOL, f"the server speaks protocol {messages.PROTOCOL}")
        return
    live = await _club(socket).find(table_id)
    if live is None:
        await socket.close(CLOSE_UNKNOWN, "there is no such table")
        return
    await Conversation(socket, _club(socket), live, player).run()


def _same_origin(socket: WebSocket[Any, Any, Any]) -> bool:
    """Tell whether a page of this server opened the socket, or no page at all.

    Browsers let any page open a socket to any server, with the server's cookies.
    """
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


# -- errors -------------------------------------------------------------------------------------


def _answer_malformed(_request: Request[Any, Any, Any], error: MalformedError) -> Response[Any]:
    return Response(answers.Problem(str(error)), status_code=400)


def _answer_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return _page(request, 404)
    detail = error.detail
    if isinstance(error.extra, list) and error.extra:
        detail += ": " + "; ".join(str(msgspec.to_builtins(item)) for item in error.extra)
    return Response(answers.Problem(detail), status_code=error.status_code)
