"""What is the same for everybody, compressed once and kept in memory."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from typing import Any, Final

from litestar import Request, Response

__all__ = ["Packed", "pack"]

_LEVEL: Final = 9
_WORTH_IT = 0.9


@dataclass(frozen=True)
class Packed:
    """A file as it is and, where that is shorter, compressed.

    Attributes:
        media_type: what it is.
        plain: its bytes.
        zipped: the same, compressed with gzip; None where that gains little.
    """

    media_type: str
    plain: bytes
    zipped: bytes | None

    def answer(
        self, request: Request[Any, Any, Any], cache_control: str, vary: str = ""
    ) -> Response[bytes]:
        """Return it in the encoding that the reader accepts.

        Args:
            request: the reader's.
            cache_control: how long it may be kept.
            vary: what else of a request it depends on.
        """
        headers = {
            "Cache-Control": cache_control,
            "Vary": ", ".join(filter(None, ("Accept-Encoding", vary))),
        }
        body = self.plain
        if self.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = self.zipped
            headers["Content-Encoding"] = "gzip"
        return Response(body, media_type=self.media_type, headers=headers)


def pack(content: bytes, media_type: str) -> Packed:
    """Return bytes that are ready to be sent again and again."""
    zipped = gzip.compress(content, _LEVEL, mtime=0)
    gains = len(zipped) < _WORTH_IT * len(content)
    return Packed(media_type, content, zipped if gains else None)
