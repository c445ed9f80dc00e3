"""Which language somebody is spoken to in: the one they chose, or the first their browser asks for.

The choice is a cookie that the client sets.  During a request `current` is its reader's catalogue;
a socket keeps the one that it was opened with, which is the page's where the page names it: some
browsers open sockets without telling their languages.
"""

from __future__ import annotations

from contextvars import ContextVar
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from babel.core import negotiate_locale
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from thirdcard.errors import OptionError
from thirdcard.server.languages.catalogue import ENGLISH, Catalogue, read_catalogue
from thirdcard.server.packed import Packed, pack

__all__ = ["COOKIE", "LanguageMiddleware", "Languages", "current"]

COOKIE: Final = "language"
"""The cookie in which the client keeps what its reader chose."""

_HOME: Final = Path(__file__).parent
_MOST_ASKED = 20

_current: ContextVar[Catalogue] = ContextVar("catalogue", default=ENGLISH)


def current() -> Catalogue:
    """Return the catalogue of who sent the request that is being answered."""
    return _current.get()


class Languages:
    """All languages that the club speaks, English first.

    Attributes:
        by_key: the catalogues, by their language's tag.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Read the catalogues that are shipped, and those of a folder, which come before them.

        Raises:
            OptionError: a file cannot be read, or there is none in the folder.
        """
        spoken = _read_shipped()
        if folder is not None:
            own = _read_folder(folder)
            if not own:
                raise OptionError(f"languages {str(folder)!r}: expected a folder with files XX.po")
            spoken = spoken | own
        self.by_key = {ENGLISH.key: ENGLISH} | {key: spoken[key] for key in sorted(spoken)}
        self._packed = {
            catalogue: pack(catalogue.for_client, "application/json")
            for catalogue in self.by_key.values()
        }

    def of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Catalogue:
        """Return the language that somebody is spoken to in."""
        chosen = self.by_key.get(connection.cookies.get(COOKIE, ""))
        return chosen or self.negotiate(connection.headers.get("accept-language", ""))

    def of_socket(self, socket: ASGIConnection[Any, Any, Any, Any]) -> Catalogue:
        """Return the language of the page that opened a socket, where the page names it."""
        return self.by_key.get(socket.query_params.get("language", "")) or self.of(socket)

    def negotiate(self, header: str) -> Catalogue:
        """Return the language that is asked for most in an ``Accept-Language``."""
        by_name = {key.lower(): catalogue for key, catalogue in self.by_key.items()}
        found = negotiate_locale(_read_accepted(header.lower()), list(by_name), sep="-")
        return by_name[found] if found else ENGLISH

    def packed(self, catalogue: Catalogue) -> Packed:
        """Return what the client needs to speak a language."""
        return self._packed[catalogue]

    def address(self, catalogue: Catalogue) -> str | None:
        """Return where that is to be had, None for what stands in the code."""
        if catalogue is ENGLISH:
            return None
        digest = sha256(catalogue.for_client).hexdigest()[:12]
        return f"/languages/{catalogue.key}.json?{digest}"


def _read_folder(folder: Path) -> dict[str, Catalogue]:
    return {path.stem: read_catalogue(path) for path in sorted(folder.glob("*.po"))}


@cache
def _read_shipped() -> dict[str, Catalogue]:
    return _read_folder(_HOME)


def _read_accepted(header: str) -> list[str]:
    """Return the languages of an ``Accept-Language``, the most wanted first."""
    wanted: list[tuple[float, str]] = []
    for part in header.split(",")[:_MOST_ASKED]:
        tag, _, quality = part.partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        if tag.strip() and weight > 0:
            wanted.append((weight, tag.strip()))
    return [tag for _, tag in sorted(wanted, key=lambda pair: -pair[0])]


class LanguageMiddleware(ASGIMiddleware):
    """Lets `current` be the reader's catalogue for as long as a request is answered."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        app: Litestar = scope["litestar_app"]
        languages: Languages = app.state.languages
        token = _current.set(languages.of(ASGIConnection(scope)))
        try:
            await next_app(scope, receive, send)
        finally:
            _current.reset(token)
