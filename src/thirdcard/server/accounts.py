"""The routes about oneself: the own name, the account, and all that is stored."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.params import JSONBody

from thirdcard.errors import Refusal
from thirdcard.phrases import phrase
from thirdcard.server.entrance import address_of, identify, make_cookie, require_player
from thirdcard.server.identity import Identities
from thirdcard.server.people import People
from thirdcard.server.store.base import Person
from thirdcard.server.tables import Club, LiveTable

__all__ = ["ROUTES", "Me", "MyTable"]

MAX_MY_TABLES: Final = 50
"""Most of one's own open tables that are told, the newest."""

_NOT_KEPT = {"Cache-Control": "no-store"}


class MyTable(msgspec.Struct, frozen=True):
    """An open table at which the reader has a seat."""

    table: str
    title: str
    phase: str
    seats: list[str]
    my_turn: bool


class Me(msgspec.Struct, frozen=True):
    """Who the reader is; `account` is null for a guest."""

    name: str
    account: str | None
    tables: list[MyTable]


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one wants to be called."""

    name: str


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name and the password of an account."""

    name: str
    password: str


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another password, and the one that it replaces."""

    old: str
    new: str


class Farewell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """That all shall be deleted; the password where there is an account."""

    password: str | None = None


@get("/api/me")
async def me(request: Request[Any, Any, Any]) -> Response[Me]:
    """Tell who one is; who comes for the first time is given a name and a cookie."""
    player = await identify(request)
    if player is None:
        return await _begin_as_guest(request)
    person = await _people(request).greet(player)
    return Response(await _describe(request, person), headers=_NOT_KEPT)


@post("/api/me/name", status_code=200)
async def rename(request: Request[Any, Any, Any], data: JSONBody[NewName]) -> Me:
    """Take another name."""
    player = await _require_welcome(request)
    person = await _people(request).rename(player, data.name)
    request.app.state.lobby.renamed(player, person.name)
    return await _describe(request, person)


@post("/api/account", status_code=200)
async def make_account(
    request: Request[Any, Any, Any], data: JSONBody[Credentials]
) -> Response[Me]:
    """Turn the guest that one is into an account, which keeps what the guest did."""
    player = await _require_welcome(request)
    person = await _people(request).make_account(
        player, data.name, data.password, address_of(request)
    )
    request.app.state.lobby.renamed(player, person.name)
    return await _begin(request, person)


@post("/api/session", status_code=200)
async def log_in(request: Request[Any, Any, Any], data: JSONBody[Credentials]) -> Response[Me]:
    """Log in."""
    person = await _people(request).log_in(data.name, data.password, address_of(request))
    return await _begin(request, person)


@delete("/api/session", status_code=200)
async def log_out(request: Request[Any, Any, Any]) -> Response[Me]:
    """Log out, and be a new guest."""
    return await _begin_as_guest(request)


@post("/api/account/password", status_code=200)
async def change_password(
    request: Request[Any, Any, Any], data: JSONBody[NewPassword]
) -> Response[Me]:
    """Take another password; all other sessions are over."""
    player = await require_player(request)
    person = await _people(request).change_password(player, data.old, data.new, address_of(request))
    await _club(request).store.add_notice("person", player)
    return await _begin(request, person)


@get("/api/me/export")
async def export(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return all that is stored of oneself."""
    player = await require_player(request)
    request.app.state.exports.take(player)
    stored = await _club(request).store.export(player)
    return Response(
        msgspec.json.format(msgspec.json.encode(stored), indent=2),
        media_type="application/json",
        headers=_NOT_KEPT | {"Content-Disposition": 'attachment; filename="thirdcard-export.json"'},
    )


@delete("/api/me", status_code=200)
async def erase(request: Request[Any, Any, Any], data: JSONBody[Farewell]) -> Response[Me]:
    """Delete all that is stored of oneself, and be a new guest."""
    player = await require_player(request)
    people = _people(request)
    await people.require_password(player, data.password, address_of(request))
    await people.erase(player, _club(request).forget_player)
    return await _begin_as_guest(request)


ROUTES: Final = [
    me,
    rename,
    make_account,
    log_in,
    log_out,
    change_password,
    export,
    erase,
]


async def _require_welcome(request: Request[Any, Any, Any]) -> str:
    """Return the player whose request it is.

    Raises:
        NotAuthorizedException: there is no session that counts.
        Refusal: an administrator keeps the player out.
    """
    player = await require_player(request)
    if await _club(request).store.is_banned(player):
        raise Refusal("locked_out", phrase("An administrator keeps you out of this club."))
    return player


async def _begin_as_guest(request: Request[Any, Any, Any]) -> Response[Me]:
    identities: Identities = request.app.state.identities
    return await _begin(request, await _people(request).find(identities.new()))


async def _begin(request: Request[Any, Any, Any], person: Person) -> Response[Me]:
    """Begin a session, and answer who it is."""
    response = Response(await _describe(request, person), headers=_NOT_KEPT)
    response.set_cookie(make_cookie(request, person.player, person.epoch))
    return response


async def _describe(request: Request[Any, Any, Any], person: Person) -> Me:
    club = _club(request)
    mine = []
    for table in (await club.store.tables_of(person.player, open_only=True))[:MAX_MY_TABLES]:
        live = await club.find(table)
        if live is not None and (seat := live.seat_of(person.player)) is not None:
            mine.append(_describe_table(live, seat))
    return Me(person.name, person.account, mine)


def _describe_table(live: LiveTable, seat: int) -> MyTable:
    state = live.state
    return MyTable(
        table=live.table,
        title=state.variant.title,
        phase=state.phase,
        seats=[state.seats[i].name for i in state.iter_present()],
        my_turn=state.turn == seat,
    )


def _people(request: Request[Any, Any, Any]) -> People:
    people: People = request.app.state.people
    return people


def _club(request: Request[Any, Any, Any]) -> Club:
    club: Club = request.app.state.club
    return club
