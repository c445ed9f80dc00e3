"""Every option over real sockets: it does what its sentence says, before and after a power cut.

Each trial plays at a table with the option, in several variants; then the server is killed and
started again, the players come back, and the same must be true.  In the end the record must hold
the option, and verify.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.club import ClubServer, Player
from tests.played import PLAYED
from tests.server.moves import (
    claim_rightly,
    claim_wrongly,
    find_claims,
    look,
    lying,
    score,
)
from thirdcard.errors import MalformedError
from thirdcard.game.events import Header, Options
from thirdcard.game.record import read_record, verify
from thirdcard.game.timing import MOMENT_MS
from thirdcard.solvers.domination import min_domination
from thirdcard.solvers.hypergraph import Table
from thirdcard.solvers.packing import max_packing
from thirdcard.variants.registry import iter_variants, parse_variant

BATCH = 12
# Trials in one variant each share a club: so many clubs for all.
BUNDLES = 2


@dataclass
class Stage:
    """A table and its players, before or after the power cut.

    Attributes:
        is_back: whether it is after it.
        kept: what a trial wants to know afterwards.
    """

    server: ClubServer
    table: str
    players: list[Player]
    is_back: bool = False
    kept: dict[str, Any] = field(default_factory=dict)

    @property
    def ann(self) -> Player:
        return self.players[0]

    @property
    def bob(self) -> Player:
        return self.players[1]


Act = Callable[[Stage], Awaitable[None]]


@dataclass(frozen=True)
class Trial:
    """What is done at tables with some options."""

    act: Act
    options: dict[str, Any]

    def can_be(self, variant: str) -> bool:
        """Tell whether a table of the variant can have these options."""
        try:
            Header(variant=variant, options=Options(**self.options)).require_valid()
        except MalformedError:
            return False
        return True


async def _someone_claims(stage: Stage) -> None:
    """Let one claim who can: where each continues an own claim, that need not be Ann."""
    claimer, _ = await _sort_players(stage)
    await claim_rightly(claimer)


async def _sort_players(stage: Stage) -> tuple[Player, Player]:
    """Return a player who has a claim, and the other."""
    view = await look(stage.ann)
    for player, other in (stage.players, stage.players[::-1]):
        assert player.seat is not None
        if find_claims(view, player.seat):
            return player, other
    raise AssertionError("nobody has a claim")


# -- trials -------------------------------------------------------------------------------------


async def table_size(stage: Stage) -> None:
    size = stage.ann.view["options"]["table_size"]
    view = await look(stage.ann)
    if not stage.is_back:
        dealt = next(event for event in stage.ann.events if event["type"] == "dealt")
        assert dealt["reason"] == "start"
        assert len(dealt["cards"]) == size
    if not view["face_down"]:
        await _someone_claims(stage)
        view = await look(stage.ann)
    assert view["undealt"] == 0 or sum(slot is not None for slot in view["slots"]) >= size


async def seats(stage: Stage) -> None:
    third = await Player(stage.server, stage.table).open()
    answer = await third.refused("sit", name="Cid")
    assert (answer["code"], third.view["max_seats"]) == ("locked_out", 2)
    await third.close()


async def lay_ms(stage: Stage) -> None:
    view = await look(stage.ann)
    if not stage.is_back:
        await stage.ann.until_told("dealt", 6)
    view = await look(stage.ann)
    while not any(find_claims(view, seat) for seat in (0, 1)):
        await stage.ann.until(lambda seq=view["seq"]: stage.ann.seq > seq)
        view = await look(stage.ann)
    # Also while cards are being laid claims are judged.
    before = stage.ann.seq
    await _someone_claims(stage)
    after = await look(stage.ann)
    # A table that had grown is not filled up.
    missing = parse_variant(view["variant"]).table_size - len(lying(after))
    expected = min(2, missing, after["undealt"])
    await stage.ann.until(lambda: _dealt_since(stage.ann, before, expected))
    dealt = [e for e in stage.ann.events if e["type"] == "dealt" and e["seq"] > before]
    assert all(len(event["cards"]) == 1 for event in dealt)
    gaps = [later["at"] - event["at"] for event, later in pairwise(dealt)]
    assert all(gap >= view["options"]["lay_ms"] for gap in gaps)


def _dealt_since(player: Player, seq: int, count: int) -> bool:
    return sum(1 for e in player.events if e["type"] == "dealt" and e["seq"] > seq) >= count


async def call_seconds(stage: Stage) -> None:
    ann, bob = await _sort_players(stage)
    assert ann.seat is not None
    assert bob.seat is not None
    view = await look(ann)
    claim = find_claims(view, ann.seat)[0]
    early = await ann.claim(*claim, seen=view["seq"])
    assert (early["type"], early["code"]) == ("refused", "locked_out")
    assert score(await look(ann), ann.seat) == score(view, ann.seat)
    await ann.do("call", seen=ann.seq)
    called = [event for event in ann.events if event["type"] == "called"][-1]
    for kind, values in (("call", {}), ("claim", {"cards": claim})):
        answer = await bob.refused(kind, seen=bob.seq, **values)
        assert answer["code"] == "locked_out"
        assert answer["details"]["until"] == called["until"]
        assert answer["details"]["seat"] == ann.seat
    assert (await ann.claim(*claim))["type"] == "done"
    assert score(await look(ann), ann.seat) > score(view, ann.seat)
    view = await look(ann)
    if view["phase"] == "ended":
        return
    # A call that comes to nothing costs.
    lapses = sum(event["type"] == "lapsed" for event in bob.events)
    await bob.do("call", seen=bob.seq)
    await bob.until_told("lapsed", lapses + 1)
    lapsed = [event for event in bob.events if event["type"] == "lapsed"][-1]
    assert lapsed["seat"] == bob.seat
    assert lapsed["cost"] >= 1
    assert score(await look(bob), bob.seat) == score(view, bob.seat) - lapsed["cost"]


async def penalty_point(stage: Stage) -> None:
    await _someone_claims(stage)
    view = await look(stage.bob)
    if view["phase"] == "ended":
        return
    wrong = await claim_wrongly(stage.bob)
    assert wrong["code"] in ("not_a_claim", "chain_broken")
    assert score(await look(stage.bob), 1) == score(view, 1) - 1
    # The same cards again cost nothing, and leave no trace.
    again = await stage.bob.claim(*wrong["cards"])
    assert again["type"] == "refused"
    after = await look(stage.bob)
    assert score(after, 1) == score(view, 1) - 1
    assert after["seq"] == view["seq"] + 1


async def penalty_lock(stage: Stage) -> None:
    ann, bob = stage.players
    if stage.is_back:
        # The lock of before the restart, which is a long one.
        view = await look(bob)
        if view["phase"] == "playing":
            assert view["seats"][1]["locked_until"] is not None
            cards = [card["card"] for card in view["slots"] if card][: view["claim_sizes"][0]]
            locked = await bob.claim(*cards, seen=view["seq"])
            assert (locked["type"], locked["code"]) == ("refused", "locked_out")
        return
    await claim_rightly(ann)
    if (await look(bob))["phase"] == "ended":
        return
    wrong = await claim_wrongly(bob)
    refused = [event for event in bob.events if event["type"] == "refused"][-1]
    until = refused["locked_until"]
    assert until == refused["at"] + 1000 * bob.view["options"]["lock_seconds"]
    view = await look(bob)
    assert view["seats"][1]["locked_until"] == until
    claims = find_claims(view, 1)
    locked = await bob.claim(*(claims[0] if claims else wrong["cards"]), seen=view["seq"])
    assert (locked["type"], locked["code"]) == ("refused", "locked_out")
    assert locked["details"]["until"] == until
    assert score(await look(ann), 1) == score(view, 1)
    # Others are not locked; how a lock ends is tried in `tests.server.test_faults`.
    view = await look(ann)
    if find_claims(view, 0):
        await claim_rightly(ann)


async def growth_vote(stage: Stage) -> None:
    ann, bob = stage.players
    view = await look(ann)
    if view["phase"] == "ended" or not view["undealt"]:
        return
    grown = _count_growth(ann)
    await ann.do("vote", subject="cards")
    assert _count_growth(ann) == grown
    assert {"subject": "cards", "seats": [0]} in (await look(bob))["votes"]
    await bob.do("vote", subject="cards")
    after = await look(bob)
    assert len(lying(after)) > len(lying(view))
    assert after["votes"] == []
    # Nothing comes by itself, be there a claim or not.
    grown = _count_growth(bob)
    if find_claims(after, 0):
        await claim_rightly(ann)
        assert (await look(bob))["seq"] > after["seq"]
        assert _count_growth(bob) == grown


def _count_growth(player: Player) -> int:
    return sum(1 for e in player.events if e["type"] == "dealt" and e["reason"] == "growth")


async def end_score(stage: Stage) -> None:
    view = await look(stage.ann)
    if stage.is_back:
        while view["phase"] == "playing":
            assert max(score(view, 0), score(view, 1)) < 2
            await _someone_claims(stage)
            view = await look(stage.ann)
        first, second = view["ranking"]
        if view["reason"] == "score":
            assert score(view, first) >= 2 > score(view, second)
        else:
            assert (view["reason"], score(view, first)) == ("finished", 1)
        return
    await claim_rightly(stage.ann)
    view = await look(stage.ann)
    if view["phase"] == "playing":
        assert score(view, 0) == 1
    else:
        # A claim can be worth two points; and where each has many cards it can be the only one.
        assert (score(view, 0), view["reason"]) in ((2, "score"), (1, "finished"))


async def end_seconds(stage: Stage) -> None:
    view = await look(stage.ann)
    assert view["ends_at"] is not None
    if not stage.is_back:
        assert view["ends_at"] == view["started_at"] + 1000 * view["options"]["end_seconds"]
        stage.kept["ends_at"] = view["ends_at"]
        if not view["face_down"]:
            await claim_rightly(stage.ann)
        return
    # The time that the server was down does not count.
    assert view["ends_at"] > stage.kept["ends_at"]
    await stage.ann.until_told("ended")
    ended = stage.ann.events[-1]
    assert (ended["reason"], ended["at"] >= view["ends_at"]) == ("time", True)


async def hints_by_vote(stage: Stage) -> None:
    ann, bob = stage.players
    if stage.is_back:
        await _someone_claims(stage)
    view = await look(ann)
    if view["phase"] == "ended":
        return
    for stage_number in (1, 2, 3):
        await bob.do("vote", subject="hint")
        assert (await look(ann))["votes"] == [{"subject": "hint", "seats": [1]}]
        await ann.do("vote", subject="hint")
        view = await look(bob)
        hint = view["hint"]
        assert (hint["stage"], hint["there"], view["votes"]) == (stage_number, True, [])
        _check_hint(view, hint, 0, 1)
    await ann.refused("hint")


def _check_hint(view: dict[str, Any], hint: dict[str, Any], *seats: int) -> None:
    """A hint's cards are of one claim that one of the seats has; how many, its stage says."""
    all_claims = [claim for seat in seats for claim in find_claims(view, seat)]
    claims = [claim for claim in all_claims if set(hint["cards"]) <= set(claim)]
    assert claims
    sizes = {1: {0}, 2: {1}, 3: {len(claim) - 1 for claim in claims}}
    assert len(hint["cards"]) in sizes[hint["stage"]]


async def private_hints(stage: Stage) -> None:
    ann, bob = stage.players
    if stage.is_back:
        await _someone_claims(stage)
    view = await look(bob)
    if view["phase"] == "ended" or not find_claims(view, 1):
        return
    shown = len(bob.told("hint_given"))
    for stage_number in (1, 2, 3):
        await bob.do("hint")
        hint = bob.told("hint_given")[-1]["hint"]
        assert (hint["stage"], hint["there"]) == (stage_number, True)
        _check_hint(view, hint, 1)
    assert len(bob.told("hint_given")) == shown + 3
    assert not ann.told("hint_given")
    await ann.until_told("hinted", 3)
    assert all(not event["cards"] for event in ann.events if event["type"] == "hinted")
    again = await Player(stage.server, stage.table, bob.cookie).open()
    assert again.told("welcome")[0]["hint"] == hint
    await again.close()


async def fair_window_ms(stage: Stage) -> None:
    ann, bob = await _sort_players(stage)
    assert ann.seat is not None
    view = await look(ann)
    claim = find_claims(view, ann.seat)[0]
    # Bob acted earlier, and his claim comes later; where it continues another, it is wrong.
    answers = await asyncio.gather(
        ann.say("claim", cards=claim, seen=view["seq"], waited=10_000_000),
        bob.say("claim", cards=claim, seen=view["seq"], waited=0),
    )
    assert answers[0]["type"] == "done"
    await ann.until(lambda: _has_since(ann, view["seq"], "claimed"))
    since = [event for event in ann.events if event["seq"] > view["seq"]]
    offered = [event for event in since if event["type"] == "offered"]
    claimed = [event for event in since if event["type"] == "claimed"]
    assert len(claimed) == 1
    assert claimed[0]["at"] >= offered[0]["at"] + view["options"]["fair_window_ms"]
    assert claimed[0]["seat"] == (bob if len(offered) == 2 else ann).seat


def _has_since(player: Player, seq: int, kind: str) -> bool:
    return any(event["seq"] > seq and event["type"] == kind for event in player.events)


async def duel(stage: Stage) -> None:
    ann, bob = stage.players
    view = await look(ann)
    if view["phase"] == "ended":
        return
    mover, other = (ann, bob) if view["turn"] == 0 else (bob, ann)
    claim = find_claims(view)[0]
    assert (await other.claim(*claim, seen=view["seq"]))["code"] == "not_your_turn"
    assert (await mover.claim(*claim, seen=view["seq"]))["type"] == "done"
    after = await look(ann)
    assert len(lying(after)) == len(lying(view)) - 3
    if find_claims(after):
        assert (after["phase"], after["turn"]) == ("playing", other.seat)
    else:
        assert (after["phase"], after["ranking"][0]) == ("ended", mover.seat)


async def shared(stage: Stage, *, wants_most: bool) -> None:
    ann, bob = stage.players
    view = await look(ann)
    if not stage.is_back:
        variant = parse_variant(view["variant"])
        stage.kept["spots"] = tuple(
            variant.spot(variant.deck.find_point(slot["card"]) or 0, number % view["groups"])
            for number, slot in enumerate(view["slots"])
        )
        await ann.until_told("announced")
        view = await look(ann)
    table = Table(parse_variant(view["variant"]).space, stage.kept["spots"])
    answer = max_packing(table) if wants_most else min_domination(table)
    assert (view["optimum"], view["optimum_proved"]) == (answer.value, True)
    claim = find_claims(view)[0]
    assert (await bob.claim(*claim, seen=view["seq"]))["type"] == "done"
    after = await look(ann)
    assert len(lying(after)) == len(lying(view)) - 3
    if after["phase"] == "playing":
        await ann.do("take_back")
        back = await look(bob)
        assert (back["slots"], score(back, 1)) == (view["slots"], score(view, 1))


async def turn_seconds(stage: Stage) -> None:
    passed = sum(event["type"] == "turn_passed" for event in stage.ann.events)
    await stage.ann.until_told("turn_passed", passed + 1, reason="time")


async def show_seconds(stage: Stage) -> None:
    view = await look(stage.ann)
    mover = stage.players[view["turn"]]
    unlike = _unlike_slots(view)
    for slot in unlike:
        await mover.do("flip", slot=slot, seen=mover.seq)
    last = mover.events[-1]
    if last["type"] == "claimed" or mover.has("claimed"):
        return
    await mover.until(lambda: _has_since(mover, last["seq"], "covered"))
    covered = [event for event in mover.events if event["type"] == "covered"][-1]
    flipped = [event for event in mover.events if event["type"] == "flipped"][-1]
    assert covered["at"] - flipped["at"] >= 1000 * view["options"]["show_seconds"]


def _unlike_slots(view: dict[str, Any]) -> list[int]:
    size = view["claim_sizes"][0]
    return [number for number, slot in enumerate(view["slots"]) if slot][:size]


async def idle_seconds(stage: Stage) -> None:
    if not stage.is_back:
        await asyncio.sleep(0.5)
        assert (await look(stage.ann))["phase"] == "playing"
        return
    await stage.ann.until_told("ended", reason="abandoned")


TRIALS: dict[str, Trial] = {
    "table_size": Trial(table_size, {"table_size": 18}),
    "seats": Trial(seats, {"seats": 2}),
    "lay_ms": Trial(lay_ms, {"lay_ms": 50}),
    "call_seconds": Trial(call_seconds, {"call_seconds": 1}),
    "penalty=point": Trial(penalty_point, {"penalty": "point"}),
    "penalty=lock": Trial(penalty_lock, {"penalty": "lock", "lock_seconds": 60}),
    "growth": Trial(growth_vote, {"growth": "vote"}),
    "end_score": Trial(end_score, {"end_score": 2}),
    "end_seconds": Trial(end_seconds, {"end_seconds": 10}),
    "hints=vote": Trial(hints_by_vote, {"hints": "vote"}),
    "hints=private": Trial(private_hints, {"hints": "private"}),
    "fair_window_ms": Trial(fair_window_ms, {"fair_window_ms": 250}),
    "contest=duel": Trial(duel, {"contest": "duel", "seats": 2}),
    "contest=coop": Trial(partial(shared, wants_most=True), {"contest": "coop"}),
    "contest=spoil": Trial(partial(shared, wants_most=False), {"contest": "spoil"}),
    "turn_seconds": Trial(turn_seconds, {"turn_seconds": 1}),
    "show_seconds": Trial(show_seconds, {"show_seconds": 1}),
    "idle_seconds": Trial(idle_seconds, {"idle_seconds": 10}),
}

_NEEDS_TURNS = {"turn_seconds", "show_seconds"}
_EVERY = tuple(variant.key for variant in iter_variants())


def _variants(key: str, among: tuple[str, ...]) -> list[str]:
    """Return the variants in which an option makes sense."""
    fitting = [variant for variant in among if TRIALS[key].can_be(variant)]
    if key in _NEEDS_TURNS:
        fitting = [v for v in fitting if parse_variant(v).rule.face_down]
    if key == "end_score":
        fitting = [v for v in fitting if not parse_variant(v).rule.face_down]
    return fitting


# -- the course of a trial ----------------------------------------------------------------------


async def _begin(server: ClubServer, trial: Trial, variant: str) -> Stage:
    table = server.open_table(variant, **trial.options)
    players = [await Player(server, table).open() for _ in range(2)]
    for player, name in zip(players, ("Ann", "Bob"), strict=True):
        await player.do("sit", name=name)
    await players[0].do("start")
    await players[1].until_told("started")
    return Stage(server, table, players)


async def _come_back(stage: Stage) -> None:
    for number, player in enumerate(stage.players):
        await player.close()
        back = await Player(stage.server, stage.table, player.cookie).open()
        assert back.seat == number
        stage.players[number] = back
    stage.is_back = True


async def _end(stage: Stage, trial: Trial) -> None:
    for player in stage.players:
        if (await look(player))["phase"] != "ended":
            await player.do("leave")
        await player.close()
    record = read_record(stage.server.get(f"/api/tables/{stage.table}/record").text)
    for name, value in trial.options.items():
        assert getattr(record.header.options, name) == value
    assert verify(record).fair


async def _try(database: Path, tables: list[tuple[Trial, str]]) -> None:
    """Go through trials, each at a table of a variant, in one club that is killed once."""
    with ClubServer(database) as server:
        stages = [await _begin(server, trial, variant) for trial, variant in tables]
        trials = [trial for trial, _ in tables]
        await asyncio.gather(*map(_act, trials, stages))
        shown = [(await look(stage.ann))["options"] for stage in stages]
        server.kill()
        if any("end_seconds" in trial.options for trial in trials):
            # Less than a moment is not given back.
            await asyncio.sleep(MOMENT_MS / 1000 + 0.1)
        server.start()
        await asyncio.gather(*map(_come_back, stages))
        assert [stage.ann.view["options"] for stage in stages] == shown
        await asyncio.gather(
            *(
                _act(trial, stage)
                for trial, stage in zip(trials, stages, strict=True)
                if stage.ann.view["phase"] == "playing"
            )
        )
        for trial, stage in zip(trials, stages, strict=True):
            await _end(stage, trial)


async def _act(trial: Trial, stage: Stage) -> None:
    try:
        await trial.act(stage)
    except Exception as error:
        after = "after" if stage.is_back else "before"
        error.add_note(f"{trial.options} in {stage.ann.view['variant']}, {after} the restart")
        raise


@pytest.mark.slow
@pytest.mark.parametrize("first", range(BUNDLES))
async def test_options_do_what_they_say_also_after_a_restart(tmp_path: Path, first: int) -> None:
    tables = []
    for number, key in enumerate(TRIALS):
        variants = _variants(key, PLAYED)
        assert variants
        if number % BUNDLES == first:
            tables.append((TRIALS[key], variants[number % len(variants)]))
    await _try(tmp_path / "club.db", tables)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("key", TRIALS)
async def test_option_does_what_it_says_in_every_variant(tmp_path: Path, key: str) -> None:
    variants = _variants(key, _EVERY)
    for start in range(0, len(variants), BATCH):
        tables = [(TRIALS[key], variant) for variant in variants[start : start + BATCH]]
        await _try(tmp_path / f"club-{start}.db", tables)


def test_every_option_has_a_trial() -> None:
    tried = {name for trial in TRIALS.values() for name in trial.options}
    assert tried == set(Options.__struct_fields__)


@pytest.mark.parametrize("key", TRIALS)
def test_variants_that_are_left_out_refuse_the_option(key: str) -> None:
    left_out = set(_EVERY) - set(_variants(key, _EVERY))
    for variant in left_out:
        rule = parse_variant(variant).rule
        assert not TRIALS[key].can_be(variant) or key in (*_NEEDS_TURNS, "end_score"), variant
        assert key != "end_score" or rule.face_down
