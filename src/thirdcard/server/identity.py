"""Who somebody is: a random id in a signed cookie, and so the same after a break or a restart."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

__all__ = ["Identities", "Session"]

_YEAR_SECONDS = 365 * 86400
_ID_BYTES = 12


@dataclass(frozen=True)
class Session:
    """What a cookie vouches for.

    Attributes:
        player: the id.
        epoch: the person's epoch when the session began; in a later one it is over.
    """

    player: str
    epoch: int = 0


class Identities:
    """Gives players their ids, and knows its own again.

    Args:
        secret: the key to sign with; ids signed with another are not accepted.
    """

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(secret, salt="player")
        # Cookies are shared by all ports of a host; two clubs there must not mix theirs up.
        self.cookie_name = "thirdcard_" + sha256(secret.encode()).hexdigest()[:8]

    def find(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Session | None:
        """Return the session that a connection's cookie vouches for, None without a valid one."""
        cookie = connection.cookies.get(self.cookie_name)
        if not cookie:
            return None
        try:
            match self._serializer.loads(cookie):
                case [str(player), int(epoch)]:
                    return Session(player, epoch)
                # Cookies once held the id alone.
                case str(player):
                    return Session(player)
        except BadSignature:
            pass
        return None

    def new(self) -> str:
        """Return a new id."""
        return secrets.token_hex(_ID_BYTES)

    def cookie(self, player: str, epoch: int = 0, *, secure: bool) -> Cookie:
        """Return the cookie that vouches for an id; scripts in the page cannot read it."""
        value = self._serializer.dumps([player, epoch])
        assert isinstance(value, str)
        return Cookie(
            key=self.cookie_name,
            value=value,
            max_age=_YEAR_SECONDS,
            path="/",
            httponly=True,
            samesite="lax",
            secure=secure,
        )
