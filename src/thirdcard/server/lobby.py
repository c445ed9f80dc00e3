"""The lobby: which tables are open, and who is here.

Whoever looks at it is sent everything once, and then what has changed, gathered so that a busy
club costs a reader at most one message of each kind every `GATHER_SECONDS`.  A row is written when
its table has changed, and a frame once for all readers; the whole is written again only if
somebody comes after a change.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any, Final

from litestar import Request, Response, WebSocket, get, websocket

from thirdcard.errors import Refusal
from thirdcard.game.options import Options, tell_options
from thirdcard.phrases import phrase
from thirdcard.server import messages
from thirdcard.server.entrance import enter
from thirdcard.server.frames import Frame
from thirdcard.server.languages import Catalogue, Languages, current
from thirdcard.server.lobby_messages import (
    Changes,
    Company,
    LobbySeat,
    LobbyTable,
    Overview,
)
from thirdcard.server.tables import Club, LiveTable, now_ms
from thirdcard.server.talk import CLOSE_FORBIDDEN, Talk

__all__ = ["GATHER_SECONDS", "MAX_NAMES", "ROUTES", "Lobby", "describe"]

GATHER_SECONDS: Final = 0.25
"""Least time between two messages of changes."""

MAX_NAMES: Final = 50
"""Most names of people that are told."""

_LISTED: Final = ("public", "passcode")
_USUAL: Final = Options().contest


class Lobby:
    """The open tables of a club and the people who look for one.

    Args:
        club: whose tables they are; it tells the lobby what has changed.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self._readers: set[Reader] = set()
        self._rows: dict[str, LobbyTable] = {}
        self._company = Company(people=(), online=0)
        self._whole: Frame | None = None
        self._stale: set[str] = set()
        self._sent_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def open(self) -> None:
        """Take up the tables that are there, and follow the club from now on."""
        self._stale.update(self.club.live)
        self.club.on_change = self.changed
        self.club.on_dismissed = self.dismiss
        self.club.others_here = lambda: {reader.player for reader in self._readers}

    def close(self) -> None:
        """Stop following the club."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # -- what changes -------------------------------------------------------------------------

    def changed(self, live: LiveTable) -> None:
        """Take note that a table, or who is there, has changed, or that it was forgotten."""
        if live.stored.access in _LISTED or live.table in self._rows:
            self._stale.add(live.table)
        if live.table not in self.club.live and live.table not in self._rows:
            self._stale.discard(live.table)
        self._schedule()

    def renamed(self, player: str, name: str) -> None:
        """Take note of a player's new name."""
        for reader in self._readers:
            if reader.player == player:
                reader.name = name
        self._schedule()

    def dismiss(self, player: str, code: int, reason: str) -> None:
        """Close the connections of who may not be here, or is not any more who they were."""
        for reader in tuple(self._readers):
            if reader.player == player:
                reader.hang_up(code, reason)

    def _schedule(self) -> None:
        # Nobody is told: what has changed is looked at when somebody comes.
        if self._timer is None and self._readers:
            loop = asyncio.get_running_loop()
            due = max(loop.time(), self._sent_at + GATHER_SECONDS)
            self._timer = loop.call_at(due, self._flush)

    def _flush(self) -> None:
        """Tell all readers what has changed."""
        self._timer = None
        self._sent_at = asyncio.get_running_loop().time()
        frames = [Frame(message) for message in self._catch_up()]
        for reader in tuple(self._readers):
            for frame in frames:
                reader.send(frame)

    def _catch_up(self) -> list[Changes | Company]:
        """Bring rows and company up to date, and return what is to be told of it."""
        told: list[Changes | Company] = []
        changed, gone = [], []
        for table in sorted(self._stale):
            live = self.club.live.get(table)
            row = describe(live) if live and _is_listed(live) else None
            if row is None:
                if self._rows.pop(table, None):
                    gone.append(table)
            elif self._rows.get(table) != row:
                self._rows[table] = row
                changed.append(row)
        self._stale.clear()
        if changed or gone:
            told.append(Changes(changed=tuple(changed), gone=tuple(gone)))
        company = self._gather()
        if company != self._company:
            self._company = company
            told.append(company)
        if told:
            self._whole = None
        return told

    def _gather(self) -> Company:
        names = {reader.player: reader.name for reader in self._readers}
        return Company(
            people=tuple(sorted(names.values(), key=str.casefold)[:MAX_NAMES]),
            online=len(names.keys() | self.club.online_players()),
        )

    # -- readers ------------------------------------------------------------------------------

    def overview(self) -> Frame:
        """Return the frame that tells everything, as it was when readers were told last."""
        if not self._readers:
            self._catch_up()
        if self._whole is None:
            rows = sorted(self._rows.values(), key=lambda row: (row.opened_at, row.table))
            self._whole = Frame(
                Overview(
                    protocol=messages.PROTOCOL,
                    tables=tuple(rows),
                    people=self._company.people,
                    online=self._company.online,
                )
            )
        return self._whole

    def join(self, reader: Reader) -> None:
        """Tell a new reader everything, and the others that they are here."""
        reader.send(self.overview())
        self._readers.add(reader)
        self._schedule()

    def leave(self, reader: Reader) -> None:
        """Take note that a reader has gone."""
        self._readers.discard(reader)
        self._schedule()


class Reader(Talk):
    """Somebody who looks at the lobby.

    Attributes:
        name: what the others see them as.
    """

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        lobby: Lobby,
        player: str,
        name: str,
        catalogue: Catalogue,
    ) -> None:
        super().__init__(socket, player, catalogue)
        self.name = name
        self._lobby = lobby

    def begin(self) -> None:
        self._lobby.join(self)

    def finish(self) -> None:
        self._lobby.leave(self)

    async def answer(self, message: messages.ClientMessage) -> None:
        if not isinstance(message, messages.Ping):
            raise Refusal(
                "malformed", phrase("In the lobby there is nothing to say; expected a ping.")
            )
        self.say(messages.Pong(id=message.id, now=now_ms()))


def _is_listed(live: LiveTable) -> bool:
    return live.stored.access in _LISTED and live.state.phase in ("waiting", "playing")


def describe(live: LiveTable) -> LobbyTable:
    """Return a table's row."""
    state = live.state
    return LobbyTable(
        table=live.table,
        variant=state.variant.key,
        title=state.variant.title,
        contest=None if state.contest.key == _USUAL else state.contest.title,
        phase=state.phase,
        seats=tuple(LobbySeat(seat.told, seat.bot) for seat in state.seats if seat.present),
        max_seats=state.max_seats,
        watching=live.presence().watching,
        access=live.stored.access,
        opened_at=live.stored.opened_at,
        sentences=_tell_options(state.options, state.variant),
    )


# The same few choices are made at many tables.
_tell_options = lru_cache(maxsize=1024)(tell_options)


# -- routes -------------------------------------------------------------------------------------


@websocket("/ws/lobby")
async def look(socket: WebSocket[Any, Any, Any]) -> None:
    """Tell what is in the lobby, and what changes; see `thirdcard.server.lobby_messages`."""
    async with enter(socket) as player:
        if player is None:
            return
        lobby: Lobby = socket.app.state.lobby
        if await lobby.club.store.is_banned(player):
            await socket.close(CLOSE_FORBIDDEN, "banned")
            return
        name = await lobby.club.people.name_of(player)
        languages: Languages = socket.app.state.languages
        await Reader(socket, lobby, player, name, languages.of_socket(socket)).run()


@get("/api/lobby", sync_to_thread=False)
def overview(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return what is in the lobby, as the first frame of its WebSocket tells it."""
    lobby: Lobby = request.app.state.lobby
    return Response(lobby.overview().told_in(current()).encode(), media_type="application/json")


ROUTES: Final = [look, overview]
