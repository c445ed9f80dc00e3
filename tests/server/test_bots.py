"""Bots at live tables: added, removed, playing, stopping, and still there after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests import autoplay
from tests.club import ClubServer, Player
from tests.server.opened import OpenClub, open_club, until
from thirdcard.bots import LEVELS, Bot, Move
from thirdcard.game.commands import Claim
from thirdcard.game.record import read_record, verify
from thirdcard.game.views import TableView
from thirdcard.server.bots import BotMaker, seed_of
from thirdcard.server.tables import Club, LiveTable
from thirdcard.solvers.hypergraph import Table
from thirdcard.solvers.packing import max_packing
from thirdcard.variants.variant import Variant

ROUNDS = 4
"""Rounds of the club's clock, in which bots that do not stop would have moved."""


class QuickBot:
    """A bot that moves at once."""

    def __init__(self, variant: Variant, seat: int, level: int, seed: int) -> None:
        self.bot = Bot(variant, seat, level, seed)

    def next_move(self, view: TableView, now: int) -> Move | None:
        move = self.bot.next_move(view, now)
        return None if move is None else replace(move, at=now)

    def watch(self, view: TableView, now: int) -> None:
        self.bot.watch(view, now)


class WrongBot(QuickBot):
    """A bot that claims wrongly for ever."""

    def next_move(self, view: TableView, now: int) -> Move | None:
        cards = tuple(slot.card for slot in view.slots[:2] if slot and slot.card)
        return Move(now, Claim("", cards, view.seq)) if view.phase == "playing" else None


class StumblingBot(QuickBot):
    """A bot whose first claim is refused, without a trace in the log."""

    has_stumbled = False

    def next_move(self, view: TableView, now: int) -> Move | None:
        if self.has_stumbled or view.phase != "playing":
            return super().next_move(view, now)
        self.has_stumbled = True
        return Move(now, Claim("", ("1RSD",), view.seq))


class BrokenBot(QuickBot):
    """A bot that fails."""

    def next_move(self, view: TableView, now: int) -> Move | None:
        raise ValueError("no idea")


def with_bots(make: BotMaker) -> Callable[[Club], None]:
    """Return what gives a club bots of a kind."""

    def prepare(club: Club) -> None:
        club.make_bot = make

    return prepare


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[OpenClub]:
    async with open_club(tmp_path / "club.db", with_bots(QuickBot)) as opened:
        yield opened


def has(player: Player, count: int, kind: str, **values: Any) -> bool:
    """Tell whether a player has heard so many events of a kind with some values."""
    fitting = (
        all(event[key] == value for key, value in values.items())
        for event in player.events
        if event["type"] == kind
    )
    return sum(fitting) >= count


def ann_id(live: LiveTable) -> str:
    return live.state.seats[0].player


def seats(live: LiveTable) -> list[tuple[str, int | None, bool]]:
    return [(seat.name, seat.bot, seat.present) for seat in live.state.seats]


# -- coming and going ---------------------------------------------------------------------------


async def test_bots_are_seated_named_and_shown_to_everyone(club: OpenClub) -> None:
    live = await club.table()
    ann, watcher = await club.player(live), await club.player(live, None)
    for level in (4, 1, 4):
        await ann.do("add_bot", level=level)
    assert seats(live)[1:] == [
        ("Bot · expert", 4, True),
        ("Bot · child", 1, True),
        ("Bot · expert 2", 4, True),
    ]
    await watcher.until(partial(has, watcher, 1, "joined", seat=3))
    shown = [(event["name"], event["bot"]) for event in watcher.events if event["type"] == "joined"]
    assert shown[-3:] == [("Bot · expert", 4), ("Bot · child", 1), ("Bot · expert 2", 4)]
    late = await club.player(live, None)
    assert [seat["bot"] for seat in late.view["seats"]] == [None, 4, 1, 4]
    assert "bot-" not in "".join(late.frames + watcher.frames)


async def test_a_bot_is_removed_and_takes_its_seat_again(club: OpenClub) -> None:
    live = await club.table(seats=3)
    ann = await club.player(live)
    await ann.do("add_bot", level=2)
    await ann.do("add_bot", level=5)
    await ann.do("start")
    await ann.do("remove_bot", seat=1)
    assert [present for _, _, present in seats(live)] == [True, False, True]
    await ann.do("add_bot", level=3)
    assert seats(live)[1] == ("Bot · player", 3, True)
    assert len(seats(live)) == 3
    assert live.bots.seats() == {1: 3, 2: 5}


async def test_every_level_can_be_added(club: OpenClub) -> None:
    live = await club.table(seats=6)
    ann = await club.player(live)
    for level in LEVELS:
        await ann.do("add_bot", level=level.number)
        assert seats(live)[-1] == (f"Bot · {level.title.lower()}", level.number, True)


@pytest.mark.parametrize(
    ("kind", "values", "code"),
    [
        ("add_bot", {"level": 0}, "malformed"),
        ("add_bot", {"level": 6}, "malformed"),
        ("add_bot", {"level": "expert"}, "malformed"),
        ("add_bot", {"level": 1}, "locked_out"),
        ("remove_bot", {"seat": 0}, "malformed"),
        ("remove_bot", {"seat": 7}, "malformed"),
    ],
)
async def test_what_cannot_be_is_refused(
    club: OpenClub, kind: str, values: dict[str, Any], code: str
) -> None:
    live = await club.table(seats=2)
    ann = await club.player(live)
    await ann.do("add_bot", level=1)
    before = live.state.seq
    if isinstance(values.get("level"), str):
        await ann.send_raw('{"type":"add_bot","id":9,"level":"expert"}')
        await ann.until(lambda: '"refused"' in ann.frames[-1])
        assert f'"{code}"' in ann.frames[-1]
    else:
        answer = await ann.say(kind, **values)
        assert (answer["type"], answer["code"]) == ("refused", code)
    assert live.state.seq == before


async def test_only_who_plays_changes_the_bots(club: OpenClub) -> None:
    live = await club.table()
    ann, watcher = await club.player(live), await club.player(live, None)
    await ann.do("add_bot", level=1)
    for kind, values in (("add_bot", {"level": 1}), ("remove_bot", {"seat": 1})):
        assert (await watcher.say(kind, **values))["code"] == "locked_out"
    await ann.do("start")
    await ann.do("leave")
    assert live.state.reason == "abandoned"
    for kind, values in (("add_bot", {"level": 1}), ("remove_bot", {"seat": 1})):
        assert (await ann.say(kind, **values))["code"] == "locked_out"


# -- playing ------------------------------------------------------------------------------------


async def test_a_bot_wins_a_whole_game_and_its_record_is_fair(club: OpenClub) -> None:
    live = await club.table()
    ann = await club.player(live)
    await ann.do("add_bot", level=5)
    await ann.do("start")
    await ann.until(partial(has, ann, 1, "ended"))
    assert live.state.reason == "finished"
    assert live.state.ranking == (1, 0)
    assert live.state.seats[0].score == 0
    assert live.state.seats[1].score == sum(e["type"] == "claimed" for e in ann.events) > 4
    path = f"/api/tables/{live.table}/record"
    text = (await asyncio.to_thread(club.server.get, path)).text
    assert '"name":"Bot · world class","bot":5' in text
    assert verify(read_record(text)).fair
    answer = await ann.say("add_bot", level=5)
    assert answer["code"] == "locked_out"


async def test_bots_come_along_to_the_next_game(club: OpenClub) -> None:
    live = await club.table()
    ann, bob = await club.player(live), await club.player(live, "Bob")
    for level in (5, 5, 1):
        await ann.do("add_bot", level=level)
    await ann.do("start")
    await bob.do("leave")
    await ann.do("remove_bot", seat=2)
    await ann.until(partial(has, ann, 1, "ended"))
    await ann.do("rematch")
    again = await club.club.find(str(live.successor))
    assert again
    assert seats(again) == [
        ("Ann", None, True),
        ("Bot · world class 2", 5, True),
        ("Bot · child", 1, True),
    ]
    back = await Player(club.server, again.table, ann.cookie).open()
    for level in (3, 3):
        await back.do("add_bot", level=level)
    assert [bot for _, bot, _ in seats(again)] == [None, 5, 1, 3, 3]


async def test_a_bot_turns_cards_up_in_its_turn(club: OpenClub) -> None:
    live = await club.table("memory", show_seconds=0)
    ann = await club.player(live)
    await ann.do("add_bot", level=5)
    await ann.do("start")
    person = autoplay.Bot(ann, Random(1))
    while live.state.turn == 0:
        await person.move()
        await ann.until(lambda: ann.seq >= live.state.seq)
    await ann.until(partial(has, ann, 3, "flipped", seat=1))


async def test_bots_and_a_person_share_a_game(club: OpenClub) -> None:
    live = await club.table("junior")
    ann = await club.player(live)
    for level in (1, 5):
        await ann.do("add_bot", level=level)
    await ann.do("start")
    person = autoplay.Bot(ann, Random(1))
    await person.move()
    await ann.until(partial(has, ann, 1, "ended"))
    scores = [seat.score for seat in live.state.seats]
    assert scores[0] == 1
    assert sum(scores) == sum(event["type"] == "claimed" for event in ann.events)


@pytest.mark.parametrize("kind", [WrongBot, BrokenBot])
async def test_a_bot_that_errs_does_not_hold_the_others_up(tmp_path: Path, kind: BotMaker) -> None:
    async with open_club(tmp_path / "club.db", with_bots(kind)) as club:
        live = await club.table("junior")
        ann = await club.player(live)
        await ann.do("add_bot", level=1)
        await ann.do("start")
        person = autoplay.Bot(ann, Random(1))
        while person.view["phase"] == "playing":
            await person.move()
        assert live.state.reason == "finished"
        assert live.state.seats[1].score == 0
        assert live.state.seats[1].refusals == 0


async def test_a_bot_that_is_refused_is_asked_again(tmp_path: Path) -> None:
    async with open_club(tmp_path / "club.db", with_bots(StumblingBot)) as club:
        live = await club.table("junior")
        ann = await club.player(live)
        await ann.do("add_bot", level=5)
        await ann.do("start")
        await ann.until(partial(has, ann, 1, "claimed", seat=1))
        assert live.state.seats[1].refusals == 0


async def test_a_move_that_comes_too_late_leaves_no_trace(club: OpenClub) -> None:
    live = await club.table("classic")
    ann = await club.player(live)
    await ann.do("start")
    person = autoplay.Bot(ann, Random(1))
    claim, seq = person.find_claim(), live.state.seq
    assert claim
    await (await club.player(live, "Bob")).do("leave")
    after = live.state.seq
    assert after > seq
    late = Claim(ann_id(live), tuple(claim), seq)
    assert await live.do(late, seq) == after
    assert live.state.seats[0].score == 0
    assert await live.do(late, after) > after
    assert live.state.seats[0].score == 1


# -- stopping and going on ----------------------------------------------------------------------


async def test_bots_stop_while_nobody_who_plays_is_connected(club: OpenClub) -> None:
    live = await club.table("classic")
    ann, watcher = await club.player(live), await club.player(live, None)
    await ann.do("add_bot", level=5)
    await ann.do("start")
    await ann.until(partial(has, ann, 1, "claimed", seat=1))
    await ann.close()
    await until(lambda: not live.presence().online)
    await asyncio.sleep(0.2)  # a move may have been on its way
    before = live.state.seq
    await asyncio.sleep(0.2 * ROUNDS)
    assert live.state.seq == before
    assert live.state.phase == "playing"
    back = await Player(club.server, live.table, ann.cookie).open()
    await back.until(partial(has, back, 1, "claimed", seat=1))
    await watcher.close()


async def test_a_table_where_only_bots_are_left_is_closed(club: OpenClub) -> None:
    live = await club.table("classic", idle_seconds=1)
    ann = await club.player(live)
    await ann.do("add_bot", level=5)
    await ann.do("start")
    await ann.close()
    await until(lambda: live.state.phase == "ended")
    assert live.state.reason == "abandoned"


@pytest.mark.slow
async def test_a_bot_goes_on_after_a_restart(tmp_path: Path) -> None:
    with ClubServer(tmp_path / "club.db") as server:
        ann = await Player(server, server.open_table("junior")).open()
        await ann.do("sit", name="Ann")
        await ann.do("add_bot", level=5)
        await ann.do("start")
        await ann.until(partial(has, ann, 1, "claimed", seat=1))
        server.kill()
        await ann.close()
        server.start()
        back = await Player(server, ann.table, ann.cookie).open()
        assert back.seat == 0
        assert [seat["bot"] for seat in back.view["seats"]] == [None, 5]
        assert back.view["seats"][1]["score"] >= 1
        await back.until(partial(has, back, 1, "claimed", seat=1))
        await back.close()


def test_seeds_stay_and_differ() -> None:
    assert seed_of("abc", 1) == 0xAADFAAF99B89A1B6
    assert len({seed_of(table, seat) for table in ("abc", "abd") for seat in range(4)}) == 8


# -- the past -----------------------------------------------------------------------------------


async def test_a_bot_that_is_made_anew_is_shown_what_the_first_one_saw(tmp_path: Path) -> None:
    lives: list[list[tuple[int, int]]] = []

    class Remembering(QuickBot):
        """A bot that keeps what it was shown: sequence numbers and times."""

        def __init__(self, variant: Variant, seat: int, level: int, seed: int) -> None:
            super().__init__(variant, seat, level, seed)
            self.seen: list[tuple[int, int]] = []
            lives.append(self.seen)

        def next_move(self, view: TableView, now: int) -> Move | None:
            self.seen.append((view.seq, now))
            return None

        def watch(self, view: TableView, now: int) -> None:
            self.seen.append((view.seq, now))

    database = tmp_path / "club.db"
    async with open_club(database, with_bots(Remembering)) as club:
        live = await club.table("classic")
        ann = await club.player(live)
        await ann.do("add_bot", level=4)
        await ann.do("start")
        person = autoplay.Bot(ann, Random(1))
        for _ in range(4):
            await person.move()
            await asyncio.sleep(0.05)
        await until(lambda: lives and lives[0] and lives[0][-1][0] == live.state.seq)
    first = [(seq, at) for seq, at in lives[0]]
    async with open_club(database, with_bots(Remembering)) as club:
        back = await Player(club.server, ann.table, ann.cookie).open()
        await until(lambda: len(lives) == 2 and lives[1] and lives[1][-1][0] >= first[-1][0])
        # What was shown before the start, when there was nothing to see yet, is shown as well.
        shown = [each for each in lives[1] if each[0] >= first[0][0]]
        assert shown[: len(first)] == first
        await back.close()


async def test_a_bot_that_comes_new_is_shown_the_past_too_and_decides_itself_what_counts(
    tmp_path: Path,
) -> None:
    watched: list[int] = []

    class Watching(QuickBot):
        def watch(self, view: TableView, now: int) -> None:
            watched.append(view.seq)

    async with open_club(tmp_path / "club.db", with_bots(Watching)) as club:
        live = await club.table("classic")
        ann = await club.player(live)
        await ann.do("start")
        seq = live.state.seq
        await asyncio.sleep(0.01)
        await ann.do("add_bot", level=4)
        await until(lambda: watched and max(watched) == seq)


async def test_bots_play_a_duel_with_the_solver_in_another_process(tmp_path: Path) -> None:
    async with open_club(tmp_path / "club.db") as club:
        asked: list[str] = []
        best_moves = club.club.solver.best_moves
        # A worker takes its time to start, and a bot does not wait for that for ever.
        some = tuple(Random(1).sample(range(81), 18))
        async with asyncio.timeout(100):
            while not await asyncio.to_thread(best_moves, "duel", "classic", some):
                pass

        def asking(
            contest: str, variant: str, spots: tuple[int, ...]
        ) -> tuple[tuple[int, ...], ...]:
            moves = best_moves(contest, variant, spots)
            asked.append(contest if moves else "nothing")
            return moves

        def make(variant: Variant, seat: int, level: int, seed: int) -> QuickBot:
            quick = QuickBot(variant, seat, level, seed)
            quick.bot = Bot(variant, seat, level, seed, solve=asking)
            return quick

        club.club.make_bot = make
        live = await club.table("classic", contest="duel", seats=2, table_size=18)
        ann = await club.player(live)
        await ann.do("add_bot", level=5)
        await ann.do("start")
        person = autoplay.Bot(ann, Random(1))
        async with asyncio.timeout(60):
            while live.state.phase == "playing":
                if live.state.turn == 0:
                    await ann.until(lambda: ann.seq >= live.state.seq)
                    await person.move()
                await asyncio.sleep(0.02)
        assert live.state.reason == "finished"
        assert "duel" in asked


async def test_the_optimum_is_announced_and_again_after_a_restart(tmp_path: Path) -> None:
    def prepare(club: Club) -> None:
        async def never(state: object) -> tuple[int, bool]:
            await asyncio.Event().wait()
            raise AssertionError("not reached")

        club.solver.find_optimum = never  # type: ignore[method-assign]

    database = tmp_path / "club.db"
    async with open_club(database, prepare) as club:
        live = await club.table("classic", contest="coop")
        ann = await club.player(live)
        await ann.do("start")
        person = autoplay.Bot(ann, Random(1))
        await person.move()
        assert live.state.seats[0].score == 1
        assert live.state.optimum is None
    async with open_club(database) as club:
        back = await Player(club.server, ann.table, ann.cookie).open()
        live = club.club.live[ann.table]
        await until(lambda: live.state.optimum is not None)
        # It is that of the whole table, also of the cards that are gone.
        spots = list(live.state.spots) + list(live.state.seats[0].previous)
        assert (
            live.state.optimum == max_packing(Table(live.state.variant.space, tuple(spots))).value
        )
        assert live.state.optimum_proved
        await back.close()
