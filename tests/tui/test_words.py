"""What is said of what happened."""

import pytest
from msgspec.structs import replace

from tests.game.scripted import Table, refused, started
from tests.game.test_views import event_views
from thirdcard.errors import Refusal
from thirdcard.game.commands import Call, Claim, Hint, Tick, Vote
from thirdcard.game.table_views import HintView
from thirdcard.game.views import view_table
from thirdcard.tui.words import (
    Notice,
    describe_event,
    describe_hint,
    describe_lead,
    describe_optimum,
    describe_reason,
    describe_refusal,
    duration,
    title_of,
)


def told(table: Table, me: int | None = 0) -> list[str]:
    """Return all that is said of what happened, with the number of cards shown."""
    notices = (
        describe_event(view_table(after), event, me)
        for event, after in zip(event_views(table), table.states[1:], strict=True)
    )
    return [n.text + (f" [{len(n.cards)}]" if n.cards else "") for n in notices if n]


def test_a_race() -> None:
    table = started("classic", penalty="point")
    table.claim("bob", table.find_claim("bob"))
    wrong = table.codes()[:3] if not table.variant.is_claim(table.state.spots[:3]) else []
    refused(table.claim("bob", wrong), "not_a_claim")
    assert told(table) == [
        "You have a seat.",
        "Bob sat down.",
        "The game has begun.",
        "Bob took [3]",
        "Bob claimed wrongly: −1 point: [3]",
    ]
    assert told(table, 1)[-2:] == ["You took [3]", "Wrong: −1 point."]


def test_calls_and_locks() -> None:
    table = started("classic", call_seconds=3, penalty="lock", lock_seconds=5)
    table.do(Call("bob", table.state.seq))
    table.do(Tick(), 4000)
    assert told(table)[-2:] == [
        "Bob called.",
        "Bob called, and found nothing: locked out for 5 seconds.",
    ]
    assert told(table, 1)[-2:] == [
        "You called: mark your cards now.",
        "Your time after the call is over: locked out for 5 seconds.",
    ]


def test_votes_pauses_and_hints() -> None:
    table = started("classic", hints="private")
    table.do(Vote("bob", "pause"))
    table.do(Vote("ann", "pause"))
    table.do(Vote("ann", "continue"))
    table.do(Vote("ann", "continue", False))
    table.do(Vote("ann", "continue"))
    table.do(Vote("bob", "continue"))
    table.do(Hint("bob"))
    assert told(table)[3:] == [
        "Bob asks for a pause.",
        "You ask for a pause.",
        "The game is paused.",
        "You ask to go on.",
        "You no longer ask to go on.",
        "You ask to go on.",
        "Bob asks to go on.",
        "The game goes on.",
        "Bob took a hint.",
    ]


def test_a_hint_for_all_is_told_to_all() -> None:
    table = started("classic", "ann", hints="vote")
    table.do(Vote("ann", "hint"))
    assert told(table)[-1] == "Hint: there is a Set."


def test_who_was_too_late_within_the_window_is_told() -> None:
    table = started("classic", fair_window_ms=200)
    claim, seen = table.find_claim("ann"), table.state.seq
    table.do(Claim("ann", claim, seen, waited=100), 300)
    table.do(Claim("bob", claim, seen, waited=200), 50)
    table.do(Tick(), 400)
    both = [told(table, seat)[3:] for seat in (0, 1)]
    assert sorted(len(notices) for notices in both) == [1, 2]
    assert any("Too late, others acted first: [3]" in notices for notices in both)


def test_nobody_is_told_of_votes_when_alone() -> None:
    table = started("classic", "ann")
    table.do(Vote("ann", "pause"))
    assert told(table)[2:] == ["The game is paused."]


def test_turns() -> None:
    table = started("memory", show_seconds=1)
    for slot in range(3):
        table.flip("ann", slot)
    table.do(Tick(), 2000)
    assert told(table)[-1] == "No match. Bob is next."
    assert told(table, 1)[-1] == "No match. It is your turn."


def test_a_refusal_names_each_feature_that_fails() -> None:
    refusal = Refusal(
        "not_a_claim",
        "Not a Set.",
        {"features": [{"feature": "colour", "values": ["red", "red", "green"]}]},
    )
    assert describe_refusal(refusal, ("1RSD",)) == [
        Notice("colour: red, red, green", "quiet"),
        Notice("Not a Set.", "refusal", ("1RSD",)),
    ]
    assert len(describe_refusal(Refusal("locked_out", "Not now."))) == 1


def test_hints() -> None:
    view = view_table(started("super").state)
    assert describe_hint(view, HintView(1, (), False)).text == (
        "Hint: there is no Super-Set on the table."
    )
    assert describe_hint(view, HintView(1, (), True)).text == "Hint: there is a Super-Set."
    assert describe_hint(view, HintView(2, ("1RSD",), True)).cards == ("1RSD",)


def test_who_has_won() -> None:
    table = started("junior")
    while table.state.phase == "playing":
        table.claim("bob", table.find_claim("bob"))
    view = view_table(table.state)
    assert describe_lead(view, 1) == "You won."
    assert describe_lead(view, 0) == "Bob won."
    assert describe_reason(view.reason) == "The game is over."
    first, second = view.seats
    level = replace(view, seats=(replace(first, score=second.score), second))
    assert describe_lead(level, 0) == f"Bob won, being first to {second.score}."
    alone = replace(view, seats=(replace(first, score=1),), ranking=(0,))
    assert describe_lead(alone, 0) == "1 point."


def test_who_has_won_a_duel() -> None:
    table = started("junior", contest="duel", table_size=9)
    while table.state.phase == "playing":
        turn = table.state.turn
        assert turn is not None
        player = table.state.seats[turn].player
        table.claim(player, table.find_claim(player))
    view = view_table(table.state)
    winner, loser = view.ranking
    assert describe_lead(view, winner).startswith("You win: ")
    assert describe_lead(view, loser).endswith(": you cannot move.")
    assert title_of(view) == "Junior · Duel"


@pytest.mark.parametrize(
    ("contest", "taken", "optimum", "lead", "best"),
    [
        ("coop", 4, 5, "4 of 5 possible.", "5 are possible"),
        ("coop", 5, 5, "Perfect: 5, and no better is possible.", "5 are possible"),
        ("spoil", 4, 3, "Done with 4; 3 suffice.", "3 suffice"),
        ("coop", 2, None, "2 taken.", ""),
    ],
)
def test_what_all_reached_together(
    contest: str, taken: int, optimum: int | None, lead: str, best: str
) -> None:
    view = view_table(started("classic", "ann", contest=contest).state)
    (seat,) = view.seats
    view = replace(view, seats=(replace(seat, score=taken),), optimum=optimum, optimum_proved=True)
    assert describe_lead(view, 0) == lead
    assert describe_optimum(view) == best


def test_times() -> None:
    assert [duration(ms) for ms in (-5, 0, 59_999, 3_600_000)] == [
        "0:00",
        "0:00",
        "0:59",
        "1:00:00",
    ]
