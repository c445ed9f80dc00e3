"""The lobby: what it lists, what it tells and how seldom, and who may say what to it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any, cast

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.club import ANSWER_SECONDS, ClubServer, Message, Player, seated
from tests.services import RedisServer, fresh_postgres
from thirdcard.game.commands import Join, Leave
from thirdcard.game.events import Header, Options
from thirdcard.server import lobby as lobby_module
from thirdcard.server import messages
from thirdcard.server.frames import Frame
from thirdcard.server.languages import ENGLISH
from thirdcard.server.lobby import GATHER_SECONDS, MAX_NAMES, Lobby, Reader
from thirdcard.server.store.sql import SqlStore
from thirdcard.server.tables import Club
from thirdcard.server.talk import BURST

QUIET_SECONDS = 3 * GATHER_SECONDS


# -- within one process -------------------------------------------------------------------------


class Reading:
    """Stands for a `Reader`, and keeps what it is sent and when."""

    def __init__(self, player: str, name: str) -> None:
        self.player = player
        self.name = name
        self.frames: list[Message] = []
        self.times: list[float] = []
        self.raw: list[str] = []
        self.closed: tuple[int, str] | None = None

    def send(self, frame: Frame) -> None:
        told = frame.told_in(ENGLISH)
        self.raw.append(told)
        self.frames.append(json.loads(told))
        self.times.append(monotonic())

    def hang_up(self, code: int, reason: str = "") -> None:
        self.closed = (code, reason)

    def of_kind(self, kind: str) -> list[Message]:
        return [frame for frame in self.frames if frame["type"] == kind]


def _join(lobby: Lobby, player: str = "me", name: str = "Me") -> Reading:
    reading = Reading(player, name)
    lobby.join(cast(Reader, reading))
    return reading


def _by_age(row: Message) -> tuple[int, str]:
    return row["opened_at"], row["table"]


class Counted:
    """A function that keeps what it was called with."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function
        self.calls: list[Any] = []

    def __call__(self, argument: Any) -> Any:
        self.calls.append(argument)
        return self.function(argument)


def _count(monkeypatch: pytest.MonkeyPatch, name: str) -> list[Any]:
    """Count the calls of a function of the lobby."""
    counted = Counted(getattr(lobby_module, name))
    monkeypatch.setattr(lobby_module, name, counted)
    return counted.calls


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    store = SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
    await store.open()
    club = Club(store)
    await club.open()
    yield club
    await club.close()
    await store.close()


@pytest.fixture
def lobby(club: Club) -> Iterator[Lobby]:
    lobby = Lobby(club)
    lobby.open()
    yield lobby
    lobby.close()


async def test_public_tables_are_listed_and_tables_by_link_are_not(
    club: Club, lobby: Lobby
) -> None:
    public = await club.create(Header(), access="public")
    closed = await club.create(Header(), access="passcode", passcode="hash")
    await club.create(Header(), access="link")
    (whole,) = _join(lobby).frames
    assert [(t["table"], t["access"]) for t in whole["tables"]] == [
        (public.table, "public"),
        (closed.table, "passcode"),
    ]
    assert "hash" not in json.dumps(whole)


async def test_tables_that_were_there_before_are_listed(club: Club) -> None:
    live = await club.create(Header(), access="public")
    lobby = Lobby(club)
    lobby.open()
    (whole,) = _join(lobby).frames
    assert [table["table"] for table in whole["tables"]] == [live.table]
    lobby.close()


async def test_changes_are_told_and_lead_to_the_same_as_the_whole(club: Club, lobby: Lobby) -> None:
    reading = _join(lobby)
    lives = [await club.create(Header(), access="public") for _ in range(4)]
    await asyncio.sleep(QUIET_SECONDS)
    for number, live in enumerate(lives):
        await live.do(Join("ann", "Ann"))
        await live.do(Join(f"p{number}", "Bob"))
    await asyncio.sleep(QUIET_SECONDS)
    await lives[1].do(Leave("ann"))
    await lives[2].do(Leave("ann"))
    await lives[2].do(Leave("p2"))
    await asyncio.sleep(QUIET_SECONDS)
    rows: dict[str, Message] = {}
    for frame in reading.of_kind("tables"):
        rows |= {row["table"]: row for row in frame["changed"]}
        for gone in frame["gone"]:
            del rows[gone]
    (whole,) = _join(lobby, "other").frames
    assert sorted(rows.values(), key=_by_age) == whole["tables"]
    names = {row["table"]: [seat["name"] for seat in row["seats"]] for row in whole["tables"]}
    assert names[lives[0].table] == ["Ann", "Bob"]
    assert names[lives[1].table] == ["Bob"]


async def test_changes_are_gathered(club: Club, lobby: Lobby) -> None:
    lives = [await club.create(Header(), access="public") for _ in range(10)]
    reading = _join(lobby)
    begun = monotonic()
    for turn in range(20):
        for live in lives:
            await live.do(Join("ann", "Ann") if turn % 2 == 0 else Leave("ann"))
        await asyncio.sleep(0.03)
    await live.do(Join("ann", "Ann"))
    took = monotonic() - begun
    await asyncio.sleep(QUIET_SECONDS)
    told = reading.of_kind("tables")
    assert 1 <= len(told) <= took / GATHER_SECONDS + 2
    last = [row for frame in told for row in frame["changed"] if row["table"] == live.table][-1]
    assert [seat["name"] for seat in last["seats"]] == ["Ann"]


async def test_single_change_is_told_at_once(club: Club, lobby: Lobby) -> None:
    reading = _join(lobby)
    await asyncio.sleep(QUIET_SECONDS)
    begun = monotonic()
    await club.create(Header(), access="public")
    await asyncio.sleep(GATHER_SECONDS / 2)
    assert reading.of_kind("tables")
    assert reading.times[-1] - begun < GATHER_SECONDS / 2


async def test_what_looks_the_same_is_not_told(club: Club, lobby: Lobby) -> None:
    live = await club.create(Header(), access="public")
    reading = _join(lobby)
    await asyncio.sleep(QUIET_SECONDS)
    told = len(reading.frames)
    lobby.changed(live)
    await live.do(Join("ann", "Ann"))
    await live.do(Leave("ann"))
    await asyncio.sleep(QUIET_SECONDS)
    assert all(not frame["changed"][0]["seats"] for frame in reading.frames[told:-1])
    lobby.changed(live)
    told = len(reading.frames)
    await asyncio.sleep(QUIET_SECONDS)
    assert len(reading.frames) == told


async def test_frame_is_written_once_for_all_readers(
    club: Club, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    lives = [await club.create(Header(), access="public") for _ in range(20)]
    described, encoded = _count(monkeypatch, "describe"), _count(monkeypatch, "Frame")
    readings = [_join(lobby, f"p{number}") for number in range(50)]
    assert len(described) == 20
    assert len(encoded) == 1
    await asyncio.sleep(QUIET_SECONDS)
    await lives[7].do(Join("ann", "Ann"))
    await asyncio.sleep(QUIET_SECONDS)
    assert described[20:]
    assert set(described[20:]) == {lives[7]}
    assert [frame["type"] for frame in readings[0].frames] == ["lobby", "people", "tables"]
    for reading in readings:
        assert all(a is b for a, b in zip(reading.raw, readings[0].raw, strict=True))


async def test_nothing_is_done_while_nobody_looks(
    club: Club, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    described = _count(monkeypatch, "describe")
    live = await club.create(Header(), access="public")
    for _ in range(5):
        await live.do(Join("ann", "Ann"))
        await live.do(Leave("ann"))
    await live.do(Join("ann", "Ann"))
    await asyncio.sleep(QUIET_SECONDS)
    assert not described
    (whole,) = _join(lobby).frames
    assert [seat["name"] for seat in whole["tables"][0]["seats"]] == ["Ann"]


async def test_people_are_counted_once_and_named(lobby: Lobby) -> None:
    first = _join(lobby, "ann", "Ann")
    again = _join(lobby, "ann", "Ann")
    bob = _join(lobby, "bob", "bob")
    await asyncio.sleep(QUIET_SECONDS)
    assert bob.of_kind("people")[-1] == {"type": "people", "people": ["Ann", "bob"], "online": 2}
    lobby.renamed("bob", "Rob")
    await asyncio.sleep(QUIET_SECONDS)
    assert first.of_kind("people")[-1]["people"] == ["Ann", "Rob"]
    lobby.leave(cast(Reader, first))
    await asyncio.sleep(QUIET_SECONDS)
    assert bob.of_kind("people")[-1]["online"] == 2
    lobby.leave(cast(Reader, again))
    await asyncio.sleep(QUIET_SECONDS)
    assert bob.of_kind("people")[-1] == {"type": "people", "people": ["Rob"], "online": 1}


async def test_at_most_some_names_are_told(lobby: Lobby) -> None:
    readings = [_join(lobby, f"p{number}", f"Name {number:03}") for number in range(70)]
    await asyncio.sleep(QUIET_SECONDS)
    last = readings[0].of_kind("people")[-1]
    assert last["online"] == 70
    assert last["people"] == [f"Name {number:03}" for number in range(MAX_NAMES)]


async def test_who_is_dismissed_is_let_go(club: Club, lobby: Lobby) -> None:
    eve, ann = _join(lobby, "eve"), _join(lobby, "ann")
    lobby.dismiss("eve", 4401, "over")
    assert eve.closed == (4401, "over")
    assert ann.closed is None
    await club.store.ban("ann", "", 1)
    await club.store.add_notice("person", "ann")
    async with asyncio.timeout(ANSWER_SECONDS):
        while ann.closed is None:
            await asyncio.sleep(0.05)
    assert ann.closed == (4403, "banned")


async def test_tables_that_nobody_asks_for_leave_nothing_behind(club: Club, lobby: Lobby) -> None:
    for access in ("link", "public", "passcode"):
        for _ in range(5):
            live = await club.create(Header(), access=access)
            await live.do(Join("ann", "Ann"))
            del club.live[live.table]
            await live.close()
            lobby.changed(live)
    kept = await club.create(Header(), access="public")
    hidden = await club.create(Header())
    assert lobby._stale == {kept.table}
    assert hidden.table in club.live
    reading = _join(lobby)
    assert [row["table"] for row in reading.of_kind("lobby")[0]["tables"]] == [kept.table]


async def test_row_says_what_is_unusual(club: Club, lobby: Lobby) -> None:
    await club.create(Header(), access="public")
    await club.create(Header(options=Options(contest="duel")), access="public")
    await club.create(Header(options=Options(penalty="point", seats=3)), access="public")
    (whole,) = _join(lobby).frames
    usual, duel, costly = whole["tables"]
    assert (usual["contest"], usual["sentences"], usual["max_seats"]) == (None, [], 8)
    assert duel["contest"]
    assert duel["max_seats"] == 2
    assert costly["contest"] is None
    assert costly["max_seats"] == 3
    assert costly["sentences"]


# -- over sockets -------------------------------------------------------------------------------


class Watcher:
    """A connection to the lobby, which keeps what it would show.

    Attributes:
        rows: the tables, by id.
        people: the names that are told.
        online: the number of players.
        frames: all that was received.
    """

    def __init__(self, server: ClubServer, cookie: str | None = None) -> None:
        self.server = server
        self.cookie = cookie
        self.rows: dict[str, Message] = {}
        self.people: list[str] = []
        self.online = 0
        self.frames: list[Message] = []
        self._socket: ClientConnection | None = None

    async def open(self, query: str = "protocol=2", **headers: str) -> Watcher:
        if self.cookie:
            headers["Cookie"] = self.cookie
        address = f"ws://127.0.0.1:{self.server.port}/ws/lobby?{query}"
        self._socket = await connect(
            address, additional_headers=headers, compression=None, proxy=None
        )
        assert self._socket.response
        if new := self._socket.response.headers.get("Set-Cookie"):
            self.cookie = new.partition(";")[0]
        return self

    async def close(self) -> None:
        if self._socket:
            await self._socket.close()

    async def hear(self) -> Message:
        """Wait for a frame."""
        assert self._socket
        async with asyncio.timeout(ANSWER_SECONDS):
            frame: Message = json.loads(await self._socket.recv())
        self.frames.append(frame)
        match frame["type"]:
            case "lobby":
                self.rows = {row["table"]: row for row in frame["tables"]}
            case "tables":
                self.rows |= {row["table"]: row for row in frame["changed"]}
                for gone in frame["gone"]:
                    del self.rows[gone]
        self.people = frame.get("people", self.people)
        self.online = frame.get("online", self.online)
        return frame

    async def until(self, condition: Any) -> None:
        """Wait until a condition on what would be shown holds."""
        while not condition():
            await self.hear()

    async def send(self, frame: str) -> None:
        assert self._socket
        await self._socket.send(frame)

    async def closing(self) -> tuple[int | None, str | None]:
        """Wait for the end of the connection, and return its code and reason."""
        assert self._socket
        async with asyncio.timeout(ANSWER_SECONDS):
            try:
                while True:
                    await self._socket.recv()
            except ConnectionClosed:
                return self._socket.close_code, self._socket.close_reason


@asynccontextmanager
async def watching(server: ClubServer, cookie: str | None = None) -> AsyncIterator[Watcher]:
    """Look at the lobby."""
    watcher = await Watcher(server, cookie).open()
    try:
        await watcher.hear()
        yield watcher
    finally:
        await watcher.close()


def open_table(server: ClubServer, **body: Any) -> str:
    """Open a table, a public one if nothing else is asked, and return its id."""
    response = server.post("/api/tables", json={"access": "public"} | body)
    assert response.status_code == 201, response.text
    table: str = response.json()["table"]
    return table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    with ClubServer(tmp_path_factory.mktemp("club") / "club.db") as running:
        yield running


async def test_life_of_a_table(server: ClubServer) -> None:
    async with watching(server) as watcher:
        table = open_table(server, variant="mega+super", options={"hints": "private"})
        await watcher.until(lambda: table in watcher.rows)
        row = watcher.rows[table]
        assert (row["variant"], row["phase"], row["seats"]) == ("mega+super", "waiting", [])
        assert (row["access"], row["watching"], row["max_seats"]) == ("public", 0, 8)
        async with seated(server, table, "Ann", "Bob") as (ann, bob):
            spectator = await Player(server, table).open()
            await watcher.until(lambda: watcher.rows[table]["watching"] == 1)
            await ann.do("add_bot", level=2)
            await watcher.until(lambda: len(watcher.rows[table]["seats"]) == 3)
            assert [seat["bot"] for seat in watcher.rows[table]["seats"]] == [None, None, 2]
            assert [seat["name"] for seat in watcher.rows[table]["seats"]][:2] == ["Ann", "Bob"]
            await ann.do("start")
            await watcher.until(lambda: watcher.rows[table]["phase"] == "playing")
            await spectator.close()
            await watcher.until(lambda: watcher.rows[table]["watching"] == 0)
            await bob.do("leave")
            await watcher.until(lambda: len(watcher.rows[table]["seats"]) == 2)
            await ann.do("leave")
            await watcher.until(lambda: table not in watcher.rows)


async def test_address_answers_what_the_first_frame_tells(server: ClubServer) -> None:
    table = open_table(server)
    response = server.get("/api/lobby")
    assert response.headers["content-type"] == "application/json"
    whole = response.json()
    assert whole["protocol"] == messages.PROTOCOL
    assert table in [row["table"] for row in whole["tables"]]
    async with watching(server) as watcher:
        assert watcher.frames[0].keys() == whole.keys()
        assert watcher.frames[0]["tables"] == whole["tables"]


async def test_guest_is_named_and_renamed(server: ClubServer) -> None:
    async with watching(server) as ann, watching(server) as bob:
        await bob.until(lambda: len(bob.people) == 2)
        assert all(len(name.split()) == 2 for name in bob.people)
        assert ann.cookie
        response = server.post("/api/me/name", json={"name": "Zoë"}, headers={"Cookie": ann.cookie})
        assert response.status_code < 300, response.text
        await bob.until(lambda: "Zoë" in bob.people)


async def test_online_counts_players_at_tables_and_here_once(server: ClubServer) -> None:
    table = open_table(server)
    async with watching(server) as watcher:
        await watcher.until(lambda: watcher.online == 1)
        player = await Player(server, table).open()
        await watcher.until(lambda: watcher.online == 2)
        async with watching(server, player.cookie) as other:
            await other.until(lambda: len(other.people) == 2)
            assert other.online == 2
        await player.close()
        await watcher.until(lambda: watcher.online == 1)


async def test_ping_is_answered_and_nothing_else_is_done(server: ClubServer) -> None:
    async with watching(server) as watcher:
        await watcher.send('{"type": "ping", "id": 5}')
        await watcher.until(lambda: watcher.frames[-1]["type"] == "pong")
        assert watcher.frames[-1]["id"] == 5
        await watcher.send('{"type": "chat", "id": 6, "text": "hello"}')
        await watcher.until(lambda: watcher.frames[-1]["type"] == "refused")
        assert (watcher.frames[-1]["id"], watcher.frames[-1]["code"]) == (6, "malformed")


@pytest.mark.parametrize(
    ("frame", "times"),
    [
        ("nonsense", messages.MAX_MALFORMED),
        ('{"type": "ping", "id": 1}', 10 * BURST),
        ('{"type": "sit", "id": 1, "name": "x"}', 10 * BURST),
    ],
)
async def test_who_says_too_much_is_let_go(server: ClubServer, frame: str, times: int) -> None:
    async with watching(server) as watcher:
        try:
            for _ in range(times):
                await watcher.send(frame)
        except ConnectionClosed:
            pass
        assert (await watcher.closing())[0] == 4429


@pytest.mark.parametrize(
    ("query", "headers"),
    [("protocol=1", {}), ("protocol=2", {"Origin": "https://elsewhere.example"})],
)
async def test_other_protocols_and_other_sites_are_turned_away(
    server: ClubServer, query: str, headers: dict[str, str]
) -> None:
    watcher = await Watcher(server).open(query, **headers)
    assert (await watcher.closing())[0] == 4400


async def test_page_of_the_server_itself_is_let_in(server: ClubServer) -> None:
    watcher = await Watcher(server).open(Origin=server.url)
    assert (await watcher.hear())["type"] == "lobby"
    await watcher.close()


async def test_who_deletes_all_data_is_seen_no_more(server: ClubServer) -> None:
    async with watching(server) as ann, watching(server) as bob:
        assert ann.cookie
        await bob.until(lambda: len(bob.people) == 2)
        erased = server.ask(
            "DELETE",
            "/api/me",
            json={"password": None},
            headers={"Cookie": ann.cookie},
        )
        assert erased.status_code < 300, erased.text
        assert (await ann.closing())[0] == 4401
        await bob.until(lambda: len(bob.people) == 1)


async def test_tables_are_listed_after_a_restart(tmp_path: Path) -> None:
    with ClubServer(tmp_path / "club.db") as server:
        table = open_table(server, variant="junior")
        server.kill()
        server.start()
        async with watching(server) as watcher:
            assert watcher.rows[table]["variant"] == "junior"


async def test_several_processes_share_a_lobby() -> None:
    database = fresh_postgres()
    with (
        RedisServer() as redis,
        ClubServer(database, "--channels", redis.url) as one,
        ClubServer(database, "--channels", redis.url) as other,
    ):
        async with watching(one) as watcher:
            table = open_table(other)
            await watcher.until(lambda: table in watcher.rows)
            async with seated(other, table, "Ann"):
                await watcher.until(lambda: len(watcher.rows[table]["seats"]) == 1)
                await watcher.until(lambda: watcher.online == 2)
            await watcher.until(lambda: watcher.online == 1)
