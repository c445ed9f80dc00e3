"""Every command, and every way in which it can be refused."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import FrozenInstanceError, replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.rules import is_line, place
from tests.game.scripted import OPENED_AT, SECOND, Answer, Table, refused, started, told
from thirdcard.errors import REFUSAL_CODES, OptionError, Refusal, VariantError
from thirdcard.game.commands import Claim, Command, Flip, Join, Leave, Resume, Start, Tick
from thirdcard.game.events import (
    Claimed,
    Covered,
    Dealt,
    Ended,
    Event,
    Flipped,
    Header,
    Joined,
    Left,
    Options,
    Refused,
    Resumed,
    Started,
    TurnPassed,
)
from thirdcard.game.machine import MAX_NAME, decide, evolve, open_table, replay
from thirdcard.game.shuffle import commit
from thirdcard.game.state import State


def kinds(answer: Answer) -> list[type[Event]]:
    return [type(event) for event in told(answer)]


def non_set(table: Table) -> tuple[str, ...]:
    """Return three cards on a classic table that are no Set."""
    return next(
        cards
        for cards in combinations(table.codes(), 3)
        if not is_line([place(table.variant, code, 0) for code in cards])
    )


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
    table.leave("ann")
    refused(table.do(Join("cleo", "cleo")), "locked_out")
    assert kinds(table.join("ann")) == [Joined]
    assert table.state.seats[0].present


@pytest.mark.parametrize(
    ("name", "shown"),
    [
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


# -- claims -----------------------------------------------------------------------------------


def test_a_claim_takes_the_cards_and_fills_their_places() -> None:
    table = started()
    before = table.state
    cards = table.find_claim("bob")
    claimed, dealt, *_ = told(table.claim("bob", tuple(reversed(cards))))
    assert isinstance(claimed, Claimed)
    assert isinstance(dealt, Dealt)
    assert (claimed.seat, sorted(claimed.cards), claimed.linked) == (1, sorted(cards), None)
    slots = [slot for slot in range(12) if table.state.slots[slot] != before.slots[slot]]
    assert [laid.slot for laid in dealt.cards] == slots
    assert dealt.reason == "refill"
    assert [seat.score for seat in table.state.seats] == [0, 1]


def test_a_table_that_had_grown_is_not_refilled() -> None:
    table = next(t for t in (started(seed=s) for s in range(200)) if len(t.state.slots) > 12)
    before = table.state
    answer = told(table.claim("ann", table.find_claim("ann")))
    reasons = [event.reason for event in answer if isinstance(event, Dealt)]
    assert "refill" not in reasons
    after = table.states[answer[0].seq]
    assert len(after.spots) == 12
    kept = [(slot, point) for slot, point in enumerate(before.slots) if point not in after.taken]
    assert [(slot, after.slots[slot]) for slot, _ in kept] == kept


def test_a_card_that_was_never_there() -> None:
    table = started()
    cards = (*table.codes()[:2], table.undealt_codes()[0])
    refusal = refused(table.claim("ann", cards), "not_on_table")
    assert refusal.details == {"card": cards[2]}
    assert cards[2] in str(refusal)


def test_no_set_names_the_features() -> None:
    table = started()
    cards = non_set(table)
    refusal = refused(table.claim("ann", cards), "not_a_claim")
    assert refusal.details["cards"] == list(cards)
    features = table.variant.deck.features
    columns = {
        f.name: [f.values[f.codes.index(c[i])] for c in cards] for i, f in enumerate(features)
    }
    failing = {name: values for name, values in columns.items() if len(set(values)) == 2}
    assert failing
    assert refusal.details["features"] == [
        {"feature": name, "values": values} for name, values in failing.items()
    ]


def test_no_set_across_groups_names_the_group() -> None:
    table = started("ultra")
    variant = table.variant
    cards = next(
        cards
        for cards in combinations(range(18), 3)
        if is_line([place(variant, table.code_at(s), 0) for s in cards])
        and len({s % 3 for s in cards}) == 2
    )
    refusal = refused(table.claim("ann", [table.code_at(s) for s in cards]), "not_a_claim")
    (feature,) = refusal.details["features"]
    assert feature["feature"] == "group"
    assert len(set(feature["values"])) == 2


@pytest.mark.parametrize("variant", ["super", "double", "eight"])
def test_other_patterns_say_in_words_what_fails(variant: str) -> None:
    table = started(variant)
    size = table.variant.pattern.sizes[0]
    claims = {frozenset(claim) for claim in table.iter_claims("ann")}
    cards = next(c for c in combinations(table.codes(), size) if frozenset(c) not in claims)
    refusal = refused(table.claim("ann", cards), "not_a_claim")
    assert refusal.details["features"] == []
    assert str(refusal).startswith(f"Not {table.variant.pattern.noun}: ")


def test_claims_that_cannot_be_read() -> None:
    table = started()
    a, b, c, d = table.codes()[:4]
    for cards in (
        (a, a, a),
        (a, b, b),
        (a, b),
        (a, b, c, d),
        (),
        (a, b, "9XYZ"),
        (a, b, c.lower()),
    ):
        refusal = refused(table.claim("ann", cards), "malformed")
        assert refusal.events == ()
    assert table.state.seats[0].refusals == 0
    assert "'9XYZ'" in str(refused(table.claim("ann", (a, b, "9XYZ")), "malformed"))
    assert "3 cards, not 4" in str(refused(table.claim("ann", (a, b, c, d)), "malformed"))
    long = refused(table.claim("ann", (a, b, "x" * 10_000)), "malformed")
    assert len(str(long)) < 100


def test_junior_cards_are_no_classic_cards() -> None:
    refused(started().claim("ann", ("1RD", "2RD", "3RD")), "malformed")


def test_spectators_may_not_claim() -> None:
    table = started()
    refused(table.claim("zoe", table.find_claim("zoe")), "locked_out")
    table.leave("ann")
    refused(table.claim("ann", table.find_claim("ann")), "locked_out")


def test_nobody_claims_before_the_start() -> None:
    table = Table()
    table.join("ann")
    refused(table.claim("ann", ("1RSD", "2RSD", "3RSD")), "locked_out")


def test_nothing_happens_after_the_end() -> None:
    table = started()
    cards = table.find_claim("ann")
    table.leave("ann")
    table.leave("bob")
    table.do(Join("bob", "bob"))
    commands = (
        Join("ann", "ann"),
        Join("zoe", "zoe"),
        Leave("ann"),
        Start("ann"),
        Claim("ann", cards, 5),
        Flip("ann", 0, 5),
    )
    for command in commands:
        refused(table.do(command), "locked_out")
    assert told(table.tick(10**9)) == ()
    assert isinstance(table.events[-1], Ended)


def test_after_a_finished_game_seated_players_are_refused() -> None:
    table = started("junior")
    while table.state.phase == "playing":
        told(table.claim("ann", table.find_claim("ann")))
    for command in (Leave("ann"), Start("ann"), Claim("ann", (), 1)):
        refusal = refused(table.do(command), "locked_out")
        assert str(refusal) == "The game is over."
    assert (table.state.reason, table.state.undealt) == ("finished", 0)


# -- claims that come late --------------------------------------------------------------------


def test_too_late_says_who_took_which_card() -> None:
    table = started()
    seen = table.state.seq
    cards = table.find_claim("ann")
    told(table.claim("ann", cards))
    refusal = refused(table.claim("bob", cards, seen), "too_late")
    assert refusal.details == {"card": cards[0], "seat": 0, "name": "Ann"}
    assert "Ann" in str(refusal)
    (logged,) = refusal.events
    assert isinstance(logged, Refused)
    assert (logged.seat, logged.code, logged.cards, logged.seen) == (1, "too_late", cards, seen)


def test_who_had_seen_the_taking_is_not_too_late() -> None:
    table = started()
    cards = table.find_claim("ann")
    claimed = told(table.claim("ann", cards))[0]
    refused(table.claim("bob", cards, claimed.seq - 1), "too_late")
    refusal = refused(table.claim("bob", cards, claimed.seq), "not_on_table")
    assert refusal.details == {"card": cards[0]}


def test_late_claims_of_cards_that_still_lie_are_good() -> None:
    table = started(seed=3, table_size=21)
    seen = table.state.seq
    claims = list(table.iter_claims("ann"))
    first, second = next((a, b) for a, b in combinations(claims, 2) if not set(a) & set(b))
    told(table.claim("ann", first, seen))
    assert kinds(table.claim("bob", second, seen))[0] is Claimed


def test_too_late_goes_before_not_on_table() -> None:
    table = started()
    seen = table.state.seq
    cards = table.find_claim("ann")
    told(table.claim("ann", cards))
    claim = (table.undealt_codes()[0], table.codes()[0], cards[1])
    assert refused(table.claim("bob", claim, seen), "too_late").details["card"] == cards[1]


def test_who_claims_a_moment_after_the_last_claim_is_told_who_was_first() -> None:
    table = started("junior")
    while table.state.phase == "playing":
        seen = table.state.seq
        cards = table.find_claim("ann")
        told(table.claim("ann", cards))
    refusal = refused(table.claim("bob", cards, seen), "too_late")
    assert (refusal.details["card"], refusal.details["seat"]) == (cards[0], 0)
    assert refusal.events == ()
    refused(table.claim("bob", cards), "locked_out")
    refused(table.claim("zoe", cards, seen), "locked_out")
    assert isinstance(table.events[-1], Ended)


# -- chains -----------------------------------------------------------------------------------


def chained(variant: str = "chain", seed: int = 0) -> Table:
    """Return a table at which ann has claimed and can go on."""
    for start in range(seed, seed + 100):
        table = started(variant, "ann", "bob", "cleo", seed=start)
        told(table.claim("ann", table.find_claim("ann")))
        if next(table.iter_claims("ann"), None):
            return table
    raise AssertionError


def codes_of(table: Table, player: str) -> list[str]:
    seat = table.state.find_seat(player)
    assert seat is not None
    return [table.variant.code(spot) for spot in table.state.previous_of(seat)]


def test_a_chain_goes_on_with_one_old_card() -> None:
    table = chained()
    old = codes_of(table, "ann")
    lying = table.codes()
    claimed = told(table.claim("ann", table.find_claim("ann")))[0]
    assert isinstance(claimed, Claimed)
    assert claimed.linked in old
    assert table.state.linked == claimed.linked
    assert [card for card in claimed.cards if card not in lying] == [claimed.linked]
    assert table.state.seats[0].score == 2


def test_a_chain_breaks_without_an_old_card() -> None:
    table = next(
        t for t in (chained(seed=s) for s in range(50)) if next(t.iter_claims("bob"), None)
    )
    cards = table.find_claim("bob")
    refusal = refused(table.claim("ann", cards), "chain_broken")
    assert refusal.details == {"previous": codes_of(table, "ann")}
    assert "this uses none" in str(refusal)
    told(table.claim("bob", cards))


def test_a_chain_breaks_with_two_old_cards() -> None:
    table = chained()
    old = codes_of(table, "ann")
    refusal = refused(table.claim("ann", (old[0], old[1], table.codes()[0])), "chain_broken")
    assert refusal.details == {"previous": old}
    assert "this uses 2" in str(refusal)
    assert "this uses 3" in str(refused(table.claim("ann", old), "chain_broken"))


def test_a_link_that_is_no_set() -> None:
    table = chained()
    old = codes_of(table, "ann")[0]
    a, b = next(
        pair
        for pair in combinations(table.codes(), 2)
        if not is_line([place(table.variant, code, 0) for code in (old, *pair)])
    )
    assert refused(table.claim("ann", (a, old, b)), "not_a_claim").details["cards"] == [a, old, b]


def test_in_a_chain_the_claims_of_others_are_out_of_reach() -> None:
    table = chained()
    old = codes_of(table, "ann")
    seen = table.events[-2].seq - 1
    cards = (old[0], *table.codes()[:2])
    assert refused(table.claim("bob", cards, 3), "too_late").details["seat"] == 0
    refused(table.claim("bob", cards), "not_on_table")
    assert seen


def test_in_a_chain_of_ones_own_nobody_else_makes_an_old_card_late() -> None:
    """Ann's card was out of bob's reach when he looked, whatever cleo has done since."""
    table = next(
        t for t in (chained(seed=s) for s in range(50)) if next(t.iter_claims("cleo"), None)
    )
    seen = table.state.seq
    old = codes_of(table, "ann")
    told(table.claim("cleo", table.find_claim("cleo"), seen))
    cards = (old[0], *table.codes()[:2])
    refused(table.claim("bob", cards, seen), "not_on_table")


def test_in_a_chain_of_the_table_everyone_goes_on_with_the_last_claim() -> None:
    table = chained("chain-table")
    old = codes_of(table, "ann")
    assert codes_of(table, "bob") == old
    claimed = told(table.claim("bob", table.find_claim("bob")))[0]
    assert isinstance(claimed, Claimed)
    assert claimed.linked in old
    assert codes_of(table, "ann") == list(claimed.cards)


def test_too_late_where_the_last_claim_is_another_by_now() -> None:
    table = chained("chain-table")
    seen = table.state.seq
    first = codes_of(table, "ann")
    told(table.claim("bob", table.find_claim("bob"), seen))
    gone = next(card for card in first if card not in codes_of(table, "ann"))
    cards = (gone, *table.codes()[:2])
    refusal = refused(table.claim("ann", cards, seen), "too_late")
    assert refusal.details == {"card": gone, "seat": 1, "name": "Bob"}
    assert gone in str(refusal)
    assert "Bob" in str(refusal)
    refused(table.claim("ann", cards), "not_on_table")


def test_a_card_of_a_claim_that_was_not_the_last_when_one_looked_is_not_late() -> None:
    for start in range(100):
        table = chained("chain-table", start)
        first = codes_of(table, "ann")
        try:
            told(table.claim("bob", table.find_claim("bob")))
            seen = table.state.seq
            told(table.claim("cleo", table.find_claim("cleo")))
        except StopIteration:
            continue
        gone = next(card for card in first if table.state.taken[_point(table, card)].seq < seen - 2)
        cards = (gone, *table.codes()[:2])
        refused(table.claim("ann", cards, seen), "not_on_table")
        return
    raise AssertionError


def _point(table: Table, code: str) -> int:
    point = table.variant.deck.find_point(code)
    assert point is not None
    return point


# -- what the log keeps of refusals -----------------------------------------------------------


def test_a_wrong_claim_is_logged_once_on_an_unchanged_table() -> None:
    table = started()
    wrong = non_set(table)
    assert len(refused(table.claim("ann", wrong), "not_a_claim").events) == 1
    assert refused(table.claim("ann", wrong[::-1]), "not_a_claim").events == ()
    assert len(refused(table.claim("bob", wrong), "not_a_claim").events) == 1
    assert [seat.refusals for seat in table.state.seats] == [1, 1]


def test_a_wrong_claim_is_logged_again_when_the_table_has_changed() -> None:
    table = started()
    cards = table.find_claim("bob")
    wrong = next(
        w
        for w in combinations([c for c in table.codes() if c not in cards], 3)
        if w not in set(table.iter_claims("ann"))
    )
    wrong = next(
        w
        for w in combinations([c for c in table.codes() if c not in cards], 3)
        if not is_line([place(table.variant, code, 0) for code in w])
    )
    refused(table.claim("ann", wrong), "not_a_claim")
    told(table.claim("bob", cards))
    assert len(refused(table.claim("ann", wrong), "not_a_claim").events) == 1
    assert table.state.seats[0].refusals == 2


def test_refusals_that_are_no_claims_leave_no_trace() -> None:
    table = started()
    before = table.state
    for command in (Start("ann"), Leave("zoe"), Join("zoe", ""), Flip("ann", 0, 1)):
        answer = table.do(command)
        assert isinstance(answer, Refusal)
        assert answer.events == ()
    assert table.state is before


# -- memory -----------------------------------------------------------------------------------


def memory(*players: str, seed: int = 0, **options: int) -> Table:
    return started("memory", *(players or ("ann", "bob", "cleo")), seed=seed, **options)


def match(table: Table) -> list[int]:
    """Return slots that hold a Set."""
    claim = table.variant.find_claim(table.state.spots)
    assert claim is not None
    return table.slots_of(claim)


def mismatch(table: Table) -> list[int]:
    """Return slots that hold none."""
    return next(
        list(slots)
        for slots in combinations(range(12), 3)
        if not is_line([place(table.variant, table.code_at(slot), 0) for slot in slots])
    )


def flip_all(table: Table, player: str, slots: list[int]) -> Answer:
    return [table.flip(player, slot) for slot in slots][-1]


def test_cards_are_turned_up_one_by_one() -> None:
    table = memory()
    (flipped,) = told(table.flip("ann", 4))
    assert isinstance(flipped, Flipped)
    assert (flipped.seat, flipped.slot, flipped.card) == (0, 4, table.code_at(4))
    assert table.state.face_up == (4,)


def test_a_match_is_taken_and_its_finder_goes_again() -> None:
    table = memory()
    slots = match(table)
    cards = [table.code_at(slot) for slot in slots]
    answer = told(flip_all(table, "ann", slots))
    assert [type(event) for event in answer[:3]] == [Flipped, Claimed, Dealt]
    claimed = answer[1]
    assert isinstance(claimed, Claimed)
    assert sorted(claimed.cards) == sorted(cards)
    assert (table.state.face_up, table.state.turn, table.state.seats[0].score) == ((), 0, 1)
    assert kinds(table.flip("ann", 0)) == [Flipped]


def test_a_mismatch_passes_the_turn_and_stays_open() -> None:
    table = memory()
    slots = mismatch(table)
    answer = told(flip_all(table, "ann", slots))
    assert [type(event) for event in answer] == [Flipped, TurnPassed]
    assert isinstance(answer[1], TurnPassed)
    assert (answer[1].to, answer[1].reason) == (1, "no_match")
    assert table.state.face_up == tuple(slots)
    assert table.state.seats[0].refusals == 0


def test_open_cards_are_covered_by_time() -> None:
    table = memory(show_seconds=4)
    slots = mismatch(table)
    flip_all(table, "ann", slots)
    assert told(table.tick(4 * SECOND - 1)) == ()
    (covered,) = told(table.tick(1))
    assert isinstance(covered, Covered)
    assert covered.slots == tuple(slots)
    assert (table.state.face_up, table.state.turn) == ((), 1)


def test_open_cards_are_covered_by_the_next_to_turn_one_up() -> None:
    table = memory()
    slots = mismatch(table)
    flip_all(table, "ann", slots)
    assert kinds(table.flip("bob", slots[0])) == [Covered, Flipped]
    assert table.state.face_up == (slots[0],)


def test_turns_go_round() -> None:
    table = memory()
    for player in ("ann", "bob", "cleo", "ann"):
        seat = table.state.turn
        assert seat is not None
        assert table.state.seats[seat].player == player
        flip_all(table, player, mismatch(table))


def test_only_who_is_to_move_may_turn_cards_up() -> None:
    refusal = refused(memory().flip("bob", 0), "not_your_turn")
    assert refusal.details == {"seat": 0}
    assert "Ann" in str(refusal)


def test_places_that_cannot_be_turned_up() -> None:
    table = memory()
    told(table.flip("ann", 0))
    for slot in (0, -1, -12, 12, 10**20):
        refused(table.flip("ann", slot), "not_on_table")
    assert table.state.face_up == (0,)


def test_a_hole_cannot_be_turned_up() -> None:
    table = memory("ann", seed=1)
    while all(point is not None for point in table.state.slots):
        flip_all(table, "ann", match(table))
        assert table.state.phase == "playing"
    hole = table.state.slots.index(None)
    refused(table.flip("ann", hole), "not_on_table")


def test_a_refused_turn_leaves_open_cards_open() -> None:
    table = memory()
    slots = mismatch(table)
    flip_all(table, "ann", slots)
    refused(table.flip("bob", 99), "not_on_table")
    assert table.state.face_up == tuple(slots)


def test_cards_face_down_are_not_claimed_and_face_up_not_turned() -> None:
    table = memory()
    assert refused(table.claim("ann", table.find_claim("ann")), "malformed").events == ()
    refused(started().flip("ann", 0), "malformed")


def test_nobody_turns_before_the_start() -> None:
    table = Table("memory")
    table.join("ann")
    refused(table.flip("ann", 0), "locked_out")
    refused(table.flip("zoe", 0), "locked_out")


def test_a_turn_is_lost_by_time_and_its_cards_are_covered() -> None:
    table = memory(turn_seconds=30)
    told(table.flip("ann", 3))
    assert told(table.tick(30 * SECOND - 1)) == ()
    answer = told(table.tick(1))
    assert [type(event) for event in answer] == [Covered, TurnPassed]
    assert isinstance(answer[1], TurnPassed)
    assert (answer[1].to, answer[1].reason) == (1, "time")
    assert (table.state.turn, table.state.face_up) == (1, ())


def test_a_turn_is_lost_by_time_without_a_card_turned() -> None:
    table = memory(turn_seconds=5)
    assert kinds(table.tick(5 * SECOND)) == [TurnPassed]


def test_who_plays_alone_has_all_the_time() -> None:
    table = memory("ann", turn_seconds=5)
    told(table.flip("ann", 3))
    assert told(table.tick(600 * SECOND)) == ()
    assert table.state.face_up == (3,)
    table.flip("ann", next(s for s in mismatch(table) if s != 3))


def test_who_played_alone_gets_a_whole_turn_when_another_comes() -> None:
    table = memory("ann", turn_seconds=5)
    table.now += 600 * SECOND
    table.join("bob")
    assert told(table.tick(5 * SECOND - 1)) == ()
    assert kinds(table.tick(1)) == [TurnPassed]


def test_a_lone_players_mismatch_comes_back_to_them() -> None:
    table = memory("ann")
    answer = told(flip_all(table, "ann", mismatch(table)))
    assert isinstance(answer[-1], TurnPassed)
    assert answer[-1].to == 0
    assert kinds(table.flip("ann", 0)) == [Covered, Flipped]


def test_who_leaves_in_their_turn_passes_it_and_their_cards_are_covered() -> None:
    table = memory()
    told(table.flip("ann", 3))
    answer = told(table.leave("ann"))
    assert [type(event) for event in answer] == [Left, Covered, TurnPassed]
    assert isinstance(answer[2], TurnPassed)
    assert (answer[2].to, answer[2].reason) == (1, "left")
    table.leave("bob")
    assert table.state.turn == 2
    table.join("ann")
    flip_all(table, "cleo", mismatch(table))
    assert table.state.turn == 0


def test_who_leaves_out_of_turn_changes_nothing_of_it() -> None:
    table = memory()
    told(table.flip("ann", 3))
    assert kinds(table.leave("bob")) == [Left]
    assert (table.state.turn, table.state.face_up) == (0, (3,))
    table.tick(30 * SECOND)
    assert table.state.turn == 2


def test_the_first_seat_that_is_taken_begins() -> None:
    table = Table("memory")
    table.join("ann", "bob")
    table.leave("ann")
    start = told(table.start())[0]
    assert isinstance(start, Started)
    assert start.turn == 1


# -- time -------------------------------------------------------------------------------------


def test_a_table_nobody_plays_at_closes() -> None:
    for table in (Table(idle_seconds=60), started(idle_seconds=60), memory(idle_seconds=60)):
        assert Ended not in kinds(table.tick(60 * SECOND - 1))
        ended = told(table.tick(1))[-1]
        assert isinstance(ended, Ended)
        assert ended.reason == "abandoned"
        assert table.state.phase == "ended"


def test_whatever_a_player_does_keeps_the_table_open() -> None:
    table = Table(idle_seconds=60)

    def almost_idle() -> None:
        assert told(table.tick(60 * SECOND - 1)) == ()

    for command in (Join("ann", "Ann"), Join("bob", "Bob"), Leave("bob"), Start("ann")):
        almost_idle()
        told(table.do(command, 0))
    almost_idle()
    assert isinstance(table.do(Claim("ann", non_set(table), 1), 0), Refusal)
    almost_idle()
    told(table.do(Claim("ann", table.find_claim("ann"), 1), 0))
    almost_idle()
    assert kinds(table.tick(1)) == [Ended]


def test_a_turned_card_keeps_the_table_open() -> None:
    table = memory("ann", idle_seconds=60)
    assert told(table.tick(60 * SECOND - 1)) == ()
    told(table.flip("ann", 0, 0))
    assert told(table.tick(60 * SECOND - 1)) == ()
    assert kinds(table.tick(1)) == [Ended]


def test_turns_that_nobody_takes_do_not_keep_the_table_open() -> None:
    table = memory(turn_seconds=10, idle_seconds=25)
    assert kinds(table.tick(10 * SECOND)) == [TurnPassed]
    assert kinds(table.tick(10 * SECOND)) == [TurnPassed]
    assert kinds(table.tick(5 * SECOND)) == [Ended]


def test_a_clock_that_goes_back_does_not_turn_time_back() -> None:
    table = memory(turn_seconds=10)
    told(table.tick(10 * SECOND))
    late = table.now
    (flipped,) = told(table.do(Flip("bob", 0, 1), -7 * SECOND))
    assert flipped.at == late
    (flipped,) = told(table.do(Flip("bob", 1, 1), -20 * SECOND))
    assert flipped.at == late


@pytest.mark.parametrize("variant", ["classic", "memory"])
def test_a_table_taken_up_again_gets_its_time_anew(variant: str) -> None:
    table = started(variant, turn_seconds=10, idle_seconds=60)
    table.now += 1000 * SECOND
    (resumed,) = told(table.do(Resume()))
    assert isinstance(resumed, Resumed)
    assert resumed.at == table.now
    assert table.state.phase == "playing"
    limit = 10 if variant == "memory" else 60
    assert told(table.tick(limit * SECOND - 1)) == ()
    assert kinds(table.tick(1)) == [TurnPassed if variant == "memory" else Ended]


def test_a_table_that_waits_is_taken_up_again() -> None:
    table = Table(idle_seconds=60)
    assert kinds(table.do(Resume(), 1000 * SECOND)) == [Resumed]
    assert told(table.tick(60 * SECOND - 1)) == ()


def test_open_cards_stay_open_a_while_when_a_table_is_taken_up_again() -> None:
    table = memory(show_seconds=4)
    slots = mismatch(table)
    flip_all(table, "ann", slots)
    assert kinds(table.do(Resume(), 100 * SECOND)) == [Resumed]
    assert table.state.face_up == tuple(slots)
    assert told(table.tick(4 * SECOND - 1)) == ()
    assert kinds(table.tick(1)) == [Covered]


def test_nothing_is_taken_up_again_that_is_not_overdue() -> None:
    table = memory(turn_seconds=10)
    assert told(table.do(Resume(), 10 * SECOND)) == ()
    assert kinds(table.do(Resume(), 1)) == [Resumed]
    table.leave("ann")
    table.leave("bob")
    table.leave("cleo")
    assert told(table.do(Resume(), 10**9)) == ()


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
