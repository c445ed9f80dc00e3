"""What is told to who asks for something that cannot be: one sentence, as JSON."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from thirdcard.errors import ConflictError, MalformedError, Refusal
from thirdcard.phrases import phrase
from thirdcard.server.limits import TooManyError
from thirdcard.server.pages import show_page

__all__ = ["EXCEPTION_HANDLERS", "Problem"]


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a request, in one line."""

    error: str


def _answer_malformed(_request: Request[Any, Any, Any], error: MalformedError) -> Response[Any]:
    return Response(Problem(error.told), status_code=400)


def _answer_refusal(_request: Request[Any, Any, Any], error: Refusal) -> Response[Any]:
    return Response(Problem(error.told), status_code=400 if error.code == "malformed" else 403)


def _answer_conflict(_request: Request[Any, Any, Any], error: ConflictError) -> Response[Any]:
    return Response(Problem(error.told), status_code=409)


def _answer_too_many(_request: Request[Any, Any, Any], error: TooManyError) -> Response[Any]:
    return Response(
        Problem(error.told), status_code=429, headers={"Retry-After": str(error.seconds)}
    )


def _answer_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return show_page(request, 404)
    detail = error.detail
    if isinstance(error.extra, list) and error.extra:
        extra = "; ".join(str(msgspec.to_builtins(item)) for item in error.extra)
        detail = phrase("{problem}: {details}", problem=detail, details=extra)
    return Response(Problem(detail), status_code=error.status_code)


EXCEPTION_HANDLERS: Final[dict[int | type[Exception], Any]] = {
    MalformedError: _answer_malformed,
    Refusal: _answer_refusal,
    ConflictError: _answer_conflict,
    TooManyError: _answer_too_many,
    HTTPException: _answer_http_error,
}
