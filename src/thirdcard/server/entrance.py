"""How a connection comes in: from which page, in which protocol, and whose it is."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler

from thirdcard.phrases import phrase
from thirdcard.server import messages
from thirdcard.server.identity import Identities
from thirdcard.server.limits import Room, TooManyError, network_of
from thirdcard.server.people import People
from thirdcard.server.talk import CLOSE_FLOOD, CLOSE_PROTOCOL

__all__ = [
    "MAX_SOCKETS_OF_ADDRESS",
    "MAX_SOCKETS_OF_PLAYER",
    "Connection",
    "Crowd",
    "address_of",
    "enter",
    "identify",
    "make_cookie",
    "require_player",
    "require_same_origin",
]

Connection = ASGIConnection[Any, Any, Any, Any]

MAX_SOCKETS_OF_PLAYER: Final = 30
"""Sockets that one player may have open at once."""
MAX_SOCKETS_OF_ADDRESS: Final = 2000
"""Sockets that may be open at once from one address."""

_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")


async def identify(connection: Connection) -> str | None:
    """Return the player whose connection it is, None without a session that counts."""
    identities: Identities = connection.app.state.identities
    people: People = connection.app.state.people
    session = identities.find(connection)
    if session is None or not await people.is_current(session.player, session.epoch):
        return None
    return session.player


async def require_player(connection: Connection) -> str:
    """Return the player whose connection it is.

    Raises:
        NotAuthorizedException: there is no session that counts.
    """
    player = await identify(connection)
    if player is None:
        raise NotAuthorizedException(detail=phrase("Your session is over: load the page anew."))
    return player


def make_cookie(connection: Connection, player: str, epoch: int = 0) -> Cookie:
    """Return the cookie of a session that begins now."""
    identities: Identities = connection.app.state.identities
    secure = connection.url.scheme in ("https", "wss")
    return identities.cookie(player, epoch, secure=secure)


def address_of(connection: Connection) -> str:
    """Return where a connection comes from, as limits count it."""
    return network_of(connection.client.host) if connection.client else ""


class Crowd:
    """How many sockets may be open at once: of one player, and from one address.

    Who sends no cookie is another player each time; an address may be that of a whole school.
    """

    def __init__(self) -> None:
        self.of_player = Room(MAX_SOCKETS_OF_PLAYER)
        self.of_address = Room(MAX_SOCKETS_OF_ADDRESS)


@asynccontextmanager
async def enter(socket: WebSocket[Any, Any, Any]) -> AsyncIterator[str | None]:
    """Accept a socket, and tell whose it is; one that may not come in is closed, and None told."""
    player = await _let_in(socket)
    crowd: Crowd = socket.app.state.crowd
    with ExitStack() as places:
        if player is not None:
            try:
                places.enter_context(crowd.of_address.hold(address_of(socket)))
                places.enter_context(crowd.of_player.hold(player))
            except TooManyError:
                await socket.close(CLOSE_FLOOD, "too many connections are open")
                player = None
        yield player


async def _let_in(socket: WebSocket[Any, Any, Any]) -> str | None:
    player = await identify(socket)
    headers = {}
    if player is None:
        identities: Identities = socket.app.state.identities
        player = identities.new()
        headers["Set-Cookie"] = make_cookie(socket, player).to_header(header="")
    await socket.accept(headers=headers)
    if not _is_same_origin(socket):
        await socket.close(CLOSE_PROTOCOL, "this page belongs to another site")
        return None
    if socket.query_params.get("protocol", str(messages.PROTOCOL)) != str(messages.PROTOCOL):
        await socket.close(CLOSE_PROTOCOL, f"the server speaks protocol {messages.PROTOCOL}")
        return None
    return player


def require_same_origin(connection: Connection, _handler: BaseRouteHandler) -> None:
    """Let no page of another site change anything here, with the cookies of its readers.

    Raises:
        PermissionDeniedException: a page of another site sent the request.
    """
    if not isinstance(connection, Request) or connection.method in _SAFE_METHODS:
        return
    if not _is_same_origin(connection):
        raise PermissionDeniedException(detail=phrase("this page belongs to another site"))


def _is_same_origin(connection: Connection) -> bool:
    """Tell whether a page of this server sent a request or opened a socket, or no page at all.

    Browsers let any page do both, with the cookies of the server that it addresses.
    """
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
