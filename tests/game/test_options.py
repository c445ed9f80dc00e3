"""Options: their ranges, what they do not go with, and what is said of them."""

from typing import Any

import msgspec
import pytest

from thirdcard.errors import OptionError
from thirdcard.game.contests import CONTESTS
from thirdcard.game.events import Header
from thirdcard.game.options import Options, describe_options, require_options, tell_options
from thirdcard.variants.registry import iter_variants, parse_variant

CLASSIC = parse_variant("classic")

OTHER: dict[str, Any] = {
    "contest": "coop",
    "table_size": 15,
    "seats": 4,
    "lay_ms": 500,
    "call_seconds": 10,
    "penalty": "lock",
    "lock_seconds": 7,
    "growth": "vote",
    "end_score": 6,
    "end_seconds": 300,
    "hints": "private",
    "fair_window_ms": 150,
    "turn_seconds": 10,
    "show_seconds": 2,
    "idle_seconds": 600,
}
"""Another value than the usual for every option."""


def reason_against(variant: str = "classic", /, **options: Any) -> str:
    with pytest.raises(OptionError) as caught:
        Header(variant=variant, options=msgspec.convert(options, Options)).require_valid()
    return str(caught.value)


def conflicts(variant: str, **chosen: object) -> set[str]:
    answers = describe_options(parse_variant(variant), msgspec.convert(chosen, Options))
    return {answer.key for answer in answers if answer.conflict}


def test_every_option_is_described() -> None:
    names = {field.name for field in msgspec.structs.fields(Options)}
    assert {answer.key for answer in describe_options(CLASSIC)} == names == set(OTHER)


@pytest.mark.parametrize("key", OTHER)
def test_an_option_alone_goes_with_the_classic_game(key: str) -> None:
    require_options(msgspec.convert({key: OTHER[key]}, Options), CLASSIC)


@pytest.mark.parametrize("answer", describe_options(CLASSIC), ids=lambda answer: answer.key)
def test_a_number_outside_its_range_is_refused(answer) -> None:  # type: ignore[no-untyped-def]
    if answer.kind == "choice":
        assert {choice.value for choice in answer.choices} >= {answer.default}
        with pytest.raises((OptionError, msgspec.ValidationError)):
            Header(options=msgspec.convert({answer.key: "x"}, Options)).require_valid()
        return
    for value in (answer.least - 1, answer.most + 1):
        assert str(value) in reason_against(**{answer.key: value})
    for value in (answer.least, answer.most):
        Header(options=msgspec.convert({answer.key: value}, Options)).require_valid()


@pytest.mark.parametrize(
    "key", ["call_seconds", "penalty", "growth", "lay_ms", "hints", "fair_window_ms"]
)
def test_cards_that_lie_face_down_leave_no_choice(key: str) -> None:
    assert "face down" in reason_against("memory", **{key: OTHER[key]})
    assert key in conflicts("memory")


@pytest.mark.parametrize("contest", ["duel", "coop", "spoil"])
@pytest.mark.parametrize("key", ["lay_ms", "growth", "end_seconds", "end_score"])
def test_cards_that_are_laid_once_leave_no_choice(contest: str, key: str) -> None:
    assert key in reason_against(contest=contest, **{key: OTHER[key]})
    assert key in conflicts("classic", contest=contest)


@pytest.mark.parametrize("key", ["call_seconds", "fair_window_ms"])
def test_who_moves_in_turn_races_nobody(key: str) -> None:
    assert "turn" in reason_against(contest="duel", **{key: OTHER[key]})
    assert key in conflicts("classic", contest="duel")
    assert key not in conflicts("classic", contest="coop")


def test_who_has_called_races_nobody() -> None:
    assert "called" in reason_against(call_seconds=5, fair_window_ms=100)
    assert "fair_window_ms" in conflicts("classic", call_seconds=5)
    assert "call_seconds" in conflicts("classic", fair_window_ms=100)


@pytest.mark.parametrize("variant", [variant.key for variant in iter_variants()])
def test_games_on_a_fixed_table_are_for_free_sets(variant: str) -> None:
    value = parse_variant(variant)
    fits = value.pattern.fixed_size == 3 and not (value.rule.chains or value.rule.face_down)
    for contest in ("duel", "coop", "spoil"):
        if fits:
            require_options(msgspec.convert({"contest": contest}, Options), value)
        else:
            assert CONTESTS[contest].title in reason_against(variant, contest=contest)
    assert ("contest" in conflicts(variant)) == (not fits)


@pytest.mark.parametrize("variant", ["classic", "memory", "eight", "ultra+chain"])
@pytest.mark.parametrize("key", OTHER)
def test_what_is_said_to_conflict_is_what_is_refused(variant: str, key: str) -> None:
    """An option that is offered can be chosen; one that is not changes nothing or is refused."""
    answers = describe_options(parse_variant(variant))
    (answer,) = (answer for answer in answers if answer.key == key)
    options = msgspec.convert({key: OTHER[key]}, Options)
    if answer.conflict is None:
        require_options(options, parse_variant(variant))
    else:
        assert answer.conflict[0].isupper()
        assert answer.conflict.endswith(".")


def test_the_contest_brings_its_own_numbers() -> None:
    answers = {a.key: a for a in describe_options(CLASSIC, Options(contest="duel"))}
    assert answers["table_size"].default == 15
    assert (answers["seats"].default, answers["seats"].most) == (2, 2)
    ultra9 = describe_options(parse_variant("ultra9"), Options(contest="duel"))
    assert next(a.default for a in ultra9 if a.key == "table_size") == 18


def test_an_impossible_choice_is_described_all_the_same() -> None:
    wild = Options(contest="no such", lay_ms=-4, table_size=900, call_seconds=9, seats=80)
    assert describe_options(parse_variant("memory"), wild)
    assert "no such" in reason_against(contest="no such")


def test_the_usual_table_has_nothing_to_tell() -> None:
    assert tell_options(Options(), CLASSIC) == ()
    # What changes nothing is not told.
    assert tell_options(Options(turn_seconds=3, show_seconds=1, lock_seconds=9), CLASSIC) == ()


@pytest.mark.parametrize("key", sorted({*OTHER} - {"turn_seconds", "show_seconds", "lock_seconds"}))
def test_what_differs_is_told_in_a_sentence(key: str) -> None:
    (sentence,) = tell_options(msgspec.convert({key: OTHER[key]}, Options), CLASSIC)
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")
    value = OTHER[key]
    if isinstance(value, int):
        told = (str(value), f"{value / 1000:g} s", f"{value // 60} min")
        assert any(number in sentence for number in told)


def test_long_times_are_told_in_their_two_largest_units() -> None:
    (sentence,) = tell_options(Options(end_seconds=86_400), CLASSIC)
    assert sentence.startswith("The game lasts 1 d, ")
    (sentence,) = tell_options(Options(idle_seconds=9_045), CLASSIC)
    assert sentence == "The table closes after 2 h 30 min without a move."


def test_a_locks_length_is_told_with_the_penalty() -> None:
    (sentence,) = tell_options(Options(penalty="lock", lock_seconds=7), CLASSIC)
    assert "7 s" in sentence
