"""The routes of tables: opening one, entering it, its socket, its record."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any, Final

from litestar import Request, Response, WebSocket, get, post, websocket
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.params import FromPath, JSONBody

from thirdcard.errors import OptionError, Refusal
from thirdcard.game.events import Header
from thirdcard.game.record import Record, without_identities, write_record
from thirdcard.phrases import phrase
from thirdcard.server import answers
from thirdcard.server.entrance import address_of, enter, identify, make_cookie
from thirdcard.server.identity import Identities
from thirdcard.server.languages import Languages
from thirdcard.server.limits import Limit
from thirdcard.server.people import People
from thirdcard.server.sockets import Conversation
from thirdcard.server.tables import Club, LiveTable
from thirdcard.server.talk import CLOSE_UNKNOWN

__all__ = ["ROUTES", "Turnstile", "find_ended"]


class Turnstile:
    """How many tables may be opened, and passcodes tried, from one address and for one table."""

    def __init__(self) -> None:
        self.opened = Limit(burst=1000, seconds=2)
        self.passcodes_made = Limit(burst=30, seconds=10)
        self.tries_by_address = Limit(burst=20, seconds=10)
        self.tries_by_table = Limit(burst=100, seconds=2)


@post("/api/tables")
async def open_table(
    request: Request[Any, Any, Any], data: JSONBody[answers.NewTable]
) -> answers.Created:
    """Open a table."""
    turnstile: Turnstile = request.app.state.turnstile
    club, people = _club(request), _people(request)
    player, address = await identify(request), address_of(request)
    if player is not None and await club.store.is_banned(player):
        raise Refusal("locked_out", phrase("An administrator keeps you out of this club."))
    header = Header(variant=data.variant, options=data.options)
    header.require_valid()
    if (data.access == "passcode") != (data.passcode is not None):
        raise OptionError(
            phrase(
                "A passcode belongs to the access passcode, and to no other; "
                "the access is {access}, and there is a passcode.",
                access=data.access,
            )
            if data.passcode
            else phrase(
                "A passcode belongs to the access passcode, and to no other; "
                "the access is {access}, and there is no passcode.",
                access=data.access,
            )
        )
    turnstile.opened.take(address)
    hashed = None
    if data.passcode is not None:
        turnstile.passcodes_made.take(address)
        hashed = await people.passwords.hash_passcode(data.passcode)
    async with people.kept(player) if player else nullcontext():
        live = await club.create(
            header, owner=player, access=data.access, passcode=hashed, address=address
        )
    return answers.Created(live.table, f"/table/{live.table}")


@get("/api/tables/{table_id:str}")
async def table(request: Request[Any, Any, Any], table_id: FromPath[str]) -> answers.TableAnswer:
    """Describe a table in short."""
    live = await _find(request, table_id)
    player = await identify(request)
    return answers.describe_table(live, needs_passcode=not await _may_enter(request, live, player))


@post("/api/tables/{table_id:str}/enter", status_code=200)
async def enter_table(
    request: Request[Any, Any, Any], table_id: FromPath[str], data: JSONBody[answers.Passcode]
) -> Response[answers.TableAnswer]:
    """Enter a table by its passcode; from then on one needs it no more."""
    live, player = await _find(request, table_id), await identify(request)
    if player is not None and await _is_banned(request, live, player):
        raise PermissionDeniedException(detail=phrase("You are banned from this table."))
    identities: Identities = request.app.state.identities
    known = player or identities.new()
    if not await _may_enter(request, live, player):
        await _try_passcode(request, live, data.passcode)
        async with _people(request).kept(known):
            await _club(request).store.admit(live.table, known)
    response = Response(answers.describe_table(live, needs_passcode=False))
    if player is None:
        response.set_cookie(make_cookie(request, known))
    return response


async def _try_passcode(request: Request[Any, Any, Any], live: LiveTable, passcode: str) -> None:
    """Let a right passcode pass; only wrong ones count against the limits.

    Raises:
        PermissionDeniedException: it is wrong.
        TooManyError: it was wrong too often.
    """
    turnstile: Turnstile = request.app.state.turnstile
    people, address = _people(request), address_of(request)
    turnstile.tries_by_address.take(address)
    turnstile.tries_by_table.take(live.table)
    if not await people.passwords.is_right(passcode, live.stored.passcode):
        raise PermissionDeniedException(detail=phrase("That is not the passcode of this table."))
    turnstile.tries_by_address.give_back(address)
    turnstile.tries_by_table.give_back(live.table)


@get("/api/tables/{table_id:str}/record", media_type="application/jsonl")
async def record(request: Request[Any, Any, Any], table_id: FromPath[str]) -> Response[str]:
    """Return the record of a game that has ended, as JSON lines."""
    live = await find_ended(request, table_id)
    events = await _club(request).store.events(table_id)
    text = write_record(
        without_identities(Record(live.stored.header, tuple(events))), with_sums=True
    )
    name = f"thirdcard-{table_id}.jsonl"
    return Response(
        text,
        media_type="application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@websocket("/ws/{table_id:str}")
async def talk(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """Open a table's conversation; see `thirdcard.server.messages`."""
    async with enter(socket) as player:
        if player is None:
            return
        club = _club(socket)
        live = await club.find(table_id)
        if live is None:
            await socket.close(CLOSE_UNKNOWN, "there is no such table")
            return
        languages: Languages = socket.app.state.languages
        await Conversation(socket, club, live, player, languages.of_socket(socket)).run()


ROUTES: Final = [open_table, table, enter_table, record, talk]


async def find_ended(request: Request[Any, Any, Any], table_id: str) -> LiveTable:
    """Return a table whose game has ended, for who may see how it went.

    Raises:
        NotFoundException: there is no such table.
        PermissionDeniedException: the reader does not know its passcode.
        HTTPException: its game has not ended.
    """
    live = await _find(request, table_id)
    if not await _may_enter(request, live, await identify(request)):
        raise PermissionDeniedException(
            detail=phrase("Only who knows the passcode of this table sees its record.")
        )
    if live.state.phase != "ended":
        raise HTTPException(
            detail=phrase("the record is public once the game has ended"), status_code=409
        )
    return live


async def _may_enter(request: Request[Any, Any, Any], live: LiveTable, player: str | None) -> bool:
    """Tell whether somebody needs no passcode for a table, or not any more."""
    if live.stored.access != "passcode":
        return True
    if player is None or await _is_banned(request, live, player):
        return False
    return await _club(request).store.is_admitted(live.table, player)


async def _is_banned(request: Request[Any, Any, Any], live: LiveTable, player: str) -> bool:
    return player in live.state.banned or await _club(request).store.is_banned(player)


async def _find(request: Request[Any, Any, Any], table_id: str) -> LiveTable:
    live = await _club(request).find(table_id)
    if live is None:
        raise NotFoundException(
            detail=phrase("there is no table {table}", table=repr(table_id[:40]))
        )
    return live


def _people(request: Request[Any, Any, Any]) -> People:
    people: People = request.app.state.people
    return people


def _club(connection: Request[Any, Any, Any] | WebSocket[Any, Any, Any]) -> Club:
    club: Club = connection.app.state.club
    return club
