"""Opening a table, seats, the start, and what the machine is; refusals of every code."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.scripted import OPENED_AT, Table, refused, started, told
from tests.game.situations import (
    chained,
    codes_of,
    flip_all,
    kinds,
    match,
    memory,
    non_set,
)
from thirdcard.errors import REFUSAL_CODES, OptionError, Refusal, VariantError
from thirdcard.game.commands import Claim, Command, Flip, Join, Leave, Resume, Start, Tick
from thirdcard.game.events import (
    Dealt,
    Ended,
    Event,
    Header,
    Joined,
    Left,
    Options,
    Started,
)
from thirdcard.game.machine import MAX_NAME, decide, evolve, open_table, replay
from thirdcard.game.shuffle import commit
from thirdcard.game.state import State

# -- opening ----------------------------------------------------------------------------------


def test_a_table_opens_with_the_commitment_to_its_seed() -> None:
    seed = bytes(range(32))
    state, opened = open_table(Header(), seed, 17)
    assert (opened.seq, opened.at, opened.commitment) == (1, 17, commit(seed))
    assert (state.phase, state.seq, state.commitment) == ("waiting", 1, commit(seed))
    assert state == evolve(State(Header(), seed), opened)


@pytest.mark.parametrize(
    ("header", "error"),
    [
        (Header(variant="super+eight"), VariantError),
        (Header(options=Options(table_size=2)), OptionError),
        (Header(options=Options(seats=0)), OptionError),
        (Header(format=2), OptionError),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(header: Header, error: type[Exception]) -> None:
    with pytest.raises(error):
        open_table(header, bytes(32), 0)


# -- taking a seat ----------------------------------------------------------------------------


def test_players_sit_down_in_order() -> None:
    table = Table()
    table.join("ann", "bob")
    assert [(seat.player, seat.name, seat.present) for seat in table.state.seats] == [
        ("ann", "Ann", True),
        ("bob", "Bob", True),
    ]
    assert [type(event) for event in table.events[1:]] == [Joined, Joined]


def test_joining_twice_changes_nothing() -> None:
    table = Table()
    table.join("ann")
    assert told(table.do(Join("ann", "another name"))) == ()
    assert table.state.seats[0].name == "Ann"


def test_a_full_table_takes_nobody_but_those_who_return() -> None:
    table = Table(seats=2)
    table.join("ann", "bob")
    refused(table.do(Join("cleo", "cleo")), "locked_out")
    told(table.start())
    table.leave("ann")
    refused(table.do(Join("cleo", "cleo")), "locked_out")
    assert kinds(table.join("ann")) == [Joined]
    assert table.state.seats[0].present


def test_a_seat_that_was_left_before_the_start_is_anybodys() -> None:
    table = Table(seats=2)
    table.join("ann", "bob")
    table.leave("ann")
    assert kinds(table.join("cleo")) == [Joined]
    assert [seat.player for seat in table.state.seats] == ["cleo", "bob"]
    refused(table.do(Join("ann", "ann")), "locked_out")
    assert table.state.find_seat("ann") is None


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("x", "x"),
        ("Ann", "Ann"),
        ("  Ann \t Lee\n", "Ann Lee"),
        ("A\x00n\x1bn", "Ann"),
        ("Zoë 王\u202e", "Zoë 王"),
        ("x" * MAX_NAME, "x" * MAX_NAME),
        ("x " * (MAX_NAME // 2), "x " * (MAX_NAME // 2 - 1) + "x"),
    ],
)
def test_names_are_cleaned(name: str, shown: str) -> None:
    table = Table()
    told(table.do(Join("ann", name)))
    assert table.state.seats[0].name == shown


@pytest.mark.parametrize("name", ["", "  \t ", "\x00\u200b", "x" * (MAX_NAME + 1)])
def test_names_that_cannot_be(name: str) -> None:
    table = Table()
    refused(table.do(Join("ann", name)), "malformed")
    assert not table.state.seats


def test_equal_names_get_a_number() -> None:
    table = Table()
    for player in "abc":
        told(table.do(Join(player, "Ann")))
    told(table.do(Join("d", "Ann 2")))
    assert [seat.name for seat in table.state.seats] == ["Ann", "Ann 2", "Ann 3", "Ann 2 2"]
    table.leave("a")
    told(table.do(Join("a", "Ann")))
    assert table.state.seats[0].name == "Ann"
    table.leave("a")
    told(table.do(Join("a", "Ann 3")))
    assert table.state.seats[0].name == "Ann 3 2"


@given(st.lists(st.text(" x\t\x00é", min_size=MAX_NAME - 6, max_size=MAX_NAME + 3), min_size=1))
def test_names_are_distinct_visible_and_kept_when_read_again(names: list[str]) -> None:
    table = Table(seats=12)
    for number, name in enumerate([*names[:4], *names[:4], *names[:4]]):
        answer = table.do(Join(str(number), name))
        if isinstance(answer, Refusal):
            continue
        (joined,) = answer
        assert isinstance(joined, Joined)
        assert 1 <= len(joined.name) <= MAX_NAME
        assert joined.name.isprintable()
        # A record holds the name, and is verified by joining under it once more.
        assert decide(table.states[-2], Join(str(number), joined.name), table.now) == answer
    shown = [seat.name for seat in table.state.seats]
    assert len(set(shown)) == len(shown)


def test_equal_long_names_are_cut_between_words() -> None:
    table = Table()
    name = "x" * (MAX_NAME - 3) + " yz"
    for player in "ab":
        told(table.do(Join(player, name)))
    assert table.state.seats[1].name == "x" * (MAX_NAME - 3) + " 2"


# -- leaving ----------------------------------------------------------------------------------


def test_leaving_keeps_the_score_and_returning_brings_it_back() -> None:
    table = started()
    told(table.claim("ann", table.find_claim("ann")))
    assert kinds(table.leave("ann")) == [Left]
    assert not table.state.seats[0].present
    assert table.state.seats[0].score == 1
    assert kinds(table.join("ann")) == [Joined]
    assert (table.state.seats[0].present, table.state.seats[0].score) == (True, 1)
    assert len(table.state.seats) == 2


def test_who_left_or_never_sat_down_cannot_leave() -> None:
    table = started()
    table.leave("ann")
    refused(table.leave("ann"), "locked_out")
    refused(table.leave("zoe"), "locked_out")


def test_when_all_leave_the_game_is_abandoned() -> None:
    table = started()
    table.leave("ann")
    answer = told(table.leave("bob"))
    assert [type(event) for event in answer] == [Left, Ended]
    ended = answer[-1]
    assert isinstance(ended, Ended)
    assert (ended.reason, ended.seed) == ("abandoned", table.seed.hex())
    assert table.state.reason == "abandoned"


def test_a_table_that_waits_can_be_left_and_taken_again() -> None:
    table = Table()
    table.join("ann")
    table.leave("ann")
    assert table.state.phase == "waiting"
    refused(table.do(Start("ann")), "locked_out")
    table.join("bob", "ann")
    assert kinds(table.do(Start("ann")))[0] is Started


def test_a_leaving_player_takes_the_last_claims_along() -> None:
    """In a chain it depends on who is left whether anybody can claim."""
    for table in _chains_with_one_claimer():
        rest = table.state.undealt
        answer = kinds(table.leave("ann"))
        assert answer[:2] == [Left, Dealt if rest else Ended]
        if rest:
            grown = told_growth(table, answer)
            assert grown == "growth"
            return
    raise AssertionError("no such table was found")


def told_growth(table: Table, answer: list[type[Event]]) -> str:
    event = table.events[1 - len(answer)]
    assert isinstance(event, Dealt)
    return event.reason


def _chains_with_one_claimer() -> Iterator[Table]:
    """Yield tables of a chain at which ann can claim and bob cannot."""
    for seed in range(100):
        table = started("chain", seed=seed, table_size=9)
        while table.state.phase == "playing":
            can = [player for player in ("ann", "bob") if next(table.iter_claims(player), None)]
            if can == ["ann"]:
                yield table
                break
            told(table.claim(can[-1], table.find_claim(can[-1])))


# -- starting ---------------------------------------------------------------------------------


def test_a_start_deals_the_table() -> None:
    table = Table()
    table.join("ann")
    start, dealt, *_ = told(table.start())
    assert isinstance(start, Started)
    assert start.turn is None
    assert isinstance(dealt, Dealt)
    assert [laid.slot for laid in dealt.cards] == list(range(12))
    assert (table.state.phase, table.state.started_at) == ("playing", table.now)


@pytest.mark.parametrize(
    ("variant", "size"), [("ultra", 18), ("ultra9", 27), ("mega", 15), ("junior", 9), ("super", 9)]
)
def test_a_start_deals_the_variants_own_number_of_cards(variant: str, size: int) -> None:
    table = started(variant)
    dealt = next(event for event in table.events if isinstance(event, Dealt))
    assert (dealt.reason, len(dealt.cards)) == ("start", size)


def test_a_game_begins_once() -> None:
    refused(started().start(), "locked_out")


def test_cards_that_hold_no_claim_are_added_to_at_once() -> None:
    table = next(t for t in (started(seed=s) for s in range(200)) if len(t.state.slots) > 12)
    reasons = [event.reason for event in table.events if isinstance(event, Dealt)]
    assert reasons == ["start", "growth"]
    assert len(table.state.slots) == 15


# -- what the machine is ----------------------------------------------------------------------


def _commands(table: Table) -> Iterator[Command]:
    cards = table.find_claim("ann")
    yield from (Join("zoe", "zoe"), Join("ann", "ann"), Leave("ann"), Leave("bob"), Start("ann"))
    yield from (Claim("ann", cards, 1), Claim("bob", cards[:2], 1), Claim("ann", cards[::-1], 9))
    yield from (Flip("ann", 0, 1), Flip("ann", 99, 1), Flip("bob", 0, 1), Tick(), Resume())


@pytest.mark.parametrize("variant", ["classic", "chain", "memory", "ultra+super"])
def test_decide_changes_nothing_and_answers_the_same_again(variant: str) -> None:
    table = started(variant)
    state = table.state
    before = deepcopy(state.__dict__ | {"taken": dict(state.taken)})
    for command in _commands(table):
        answers: list[Any] = []
        for _ in range(2):
            try:
                answers.append(decide(state, command, table.now))
            except Refusal as refusal:
                answers.append((refusal.code, str(refusal), refusal.details, refusal.events))
        assert answers[0] == answers[1]
    after = state.__dict__ | {"taken": dict(state.taken)}
    assert {key: after[key] for key in before} == before


def test_states_and_commands_cannot_be_changed_and_are_equal_by_value() -> None:
    table = started()
    told(table.claim("ann", table.find_claim("ann")))
    state = table.state
    again = replay(State(table.header, table.seed), table.events)
    assert state == again
    assert hash(state) == hash(again)
    assert state != table.states[-2]
    with pytest.raises(FrozenInstanceError):
        state.seq = 0  # type: ignore[misc]
    with pytest.raises(TypeError):
        state.taken[0] = None  # type: ignore[index]
    for thing in (
        Claim("a", ("b",), 1),
        Flip("a", 1, 1),
        Join("a", "b"),
        Leave("a"),
        Tick(),
        Resume(),
    ):
        assert hash(thing) == hash(replace(thing))
    for event in table.events:
        assert hash(event) == hash(deepcopy(event))
        with pytest.raises(AttributeError):
            event.seq = 0  # type: ignore[misc]


def test_events_are_numbered_and_carry_the_time_of_their_command() -> None:
    table = started("memory")
    answer = told(flip_all(table, "ann", match(table)))
    assert {event.at for event in answer} == {table.now}
    assert [event.seq for event in table.events] == list(range(1, len(table.events) + 1))
    assert table.events[0].at == OPENED_AT


def test_every_code_of_a_refusal_is_reached() -> None:
    table, turns, chain = started(), memory(), chained()
    seen = table.state.seq
    cards = table.find_claim("ann")
    told(table.claim("ann", cards))
    answers = [
        table.claim("bob", cards, seen),
        table.claim("bob", cards),
        table.claim("bob", non_set(table)),
        table.claim("bob", ()),
        table.claim("zoe", cards),
        turns.flip("bob", 0),
        chain.claim("ann", codes_of(chain, "ann")),
    ]
    assert {answer.code for answer in answers if isinstance(answer, Refusal)} == set(REFUSAL_CODES)
