"""What browsers keep until the server has said that it is stored: results, sprints."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Protocol, TypeVar

import msgspec

from thirdcard.errors import MalformedError

__all__ = ["ID", "Receipt", "RefusedResult", "judge_each"]

ID: Final = r"^[0-9a-f-]{16,36}$"
"""What ids look like that browsers make."""


class Result(Protocol):
    """Something that came of a table, under an id that a browser has made."""

    @property
    def id(self) -> str: ...


class RefusedResult(msgspec.Struct, frozen=True):
    """A result that does not fit its table, and why."""

    id: str
    error: str


class Receipt(msgspec.Struct, frozen=True):
    """Which results are stored, now or before, and which never will be."""

    stored: list[str]
    refused: list[RefusedResult]


R = TypeVar("R", bound=Result)
S = TypeVar("S", bound=Result)


async def judge_each(
    results: Iterable[R], judge: Callable[[R], Awaitable[S]]
) -> tuple[list[S], Receipt]:
    """Return what is to be stored of results, and what is told of them once it is.

    Args:
        results: what a browser has sent.
        judge: returns what is stored of a result, or raises a `MalformedError`.
    """
    judged: list[S] = []
    refused: list[RefusedResult] = []
    for result in results:
        try:
            judged.append(await judge(result))
        except MalformedError as error:
            refused.append(RefusedResult(result.id, error.told))
    return judged, Receipt([each.id for each in judged], refused)
