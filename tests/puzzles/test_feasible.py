"""What is refused, each with its reason; and rates that are known exactly."""

from fractions import Fraction
from itertools import islice
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thirdcard.core.stream import Stream
from thirdcard.errors import MalformedError, OptionError
from thirdcard.puzzles.conditions import Conditions
from thirdcard.puzzles.counting import count_claims
from thirdcard.puzzles.draw import count_constant, iter_all_layouts, iter_layouts
from thirdcard.puzzles.feasible import (
    bound_claims,
    count_accepted,
    find_obstacle,
    find_rate,
    require_possible,
)
from thirdcard.puzzles.generator import make_puzzle
from thirdcard.puzzles.kinds import KINDS
from thirdcard.variants.registry import parse_variant

SEED = bytes(range(32))


def conditions(expression: str, kind: str = "all", **more: Any) -> Conditions:
    if "sets" in more:
        more["least"] = more["most"] = more.pop("sets")
    return Conditions(parse_variant(expression), KINDS[kind], **more)


@pytest.mark.parametrize(
    ("expression", "more", "reason"),
    [
        # The tables of odds.
        ("classic", {"sets": 15}, "hold 15 Sets; the most are 14 (exact table)"),
        ("classic", {"cards": 9, "sets": 10}, "hold exactly 10 Sets; the nearest are 8 and 12"),
        ("classic", {"cards": 9, "least": 9, "most": 11}, "hold 9 to 11 Sets; the nearest"),
        ("super", {"cards": 10, "sets": 0}, "hold at least 2 claims, not 0"),
        ("junior", {"cards": 13, "most": 6}, "hold at least 7 Sets, not 6 (exact table)"),
        ("double", {"sets": 29}, "exactly 29 claims; the nearest are 28 and 30"),
        # Constant features.
        ("classic", {"cards": 9, "sets": 3, "constant": 2}, "hold at least 12 Sets"),
        ("classic", {"cards": 28, "constant": 1}, "only 27 of the classic deck agree"),
        ("classic", {"cards": 10, "constant": 2}, "10 cards with 2 constant features: only 9"),
        ("classic", {"cards": 1, "sets": 0, "constant": 0}, "agree in more features"),
        ("classic", {"cards": 10, "sets": 0, "constant": 1}, "the largest cap has 9"),
        # Proved bounds.
        ("classic", {"cards": 21, "sets": 0}, "every 21 cards of the classic deck hold a Set"),
        ("classic", {"cards": 20, "sets": 1}, "exactly 1 Set; the nearest are 0 and 2 (a proved"),
        ("classic", {"cards": 21, "sets": 2}, "hold at least 3 Sets, not 2 (a proved bound)"),
        ("mega", {"cards": 46, "sets": 0}, "the largest cap has 45"),
        ("ultra", {"cards": 48, "sets": 0}, "the largest cap has 45"),
        ("classic", {"cards": 30, "sets": 5}, "Sets, not 5 (a proved bound)"),
        ("classic", {"cards": 40, "sets": 500}, "the most are 213 (a proved bound)"),
        ("ultra", {"sets": 37}, "in 3 groups hold 37 Sets; the most are 36"),
        ("ultra", {"cards": 9, "sets": 13}, "the most are 12"),
        ("chain", {"sets": 19}, "after a claim hold 19 Sets; the most are 18"),
        ("chain", {"sets": 16}, "hold exactly 16 Sets; the nearest are 15 and 18 (a proved bound)"),
        ("chain", {"cards": 40, "sets": 2}, "after a claim hold at least 3 Sets, not 2"),
        ("chain", {"constant": 3}, "beside the claim that is to be continued there are at most 0"),
        # Patterns and their sizes.
        ("eight", {"cards": 7, "sets": 1}, "7 cards: an Eight-Set has at least 8"),
        ("double", {"cards": 5}, "5 cards: a Double-Set has at least 6"),
        ("classic", {"cards": 2}, "2 cards: a Set has at least 3"),
        # Groups and cards.
        ("ultra", {"cards": 17}, "17 cards do not divide into 3 equal groups; expected 15 or 18"),
        ("ultra9", {"cards": 4}, "4 cards do not divide into 9 equal groups; expected 9 or 18"),
        ("classic", {"cards": 82}, "82 cards: the classic deck has 81"),
        ("classic", {"cards": 0}, "0 cards: expected at least one"),
        ("chain", {"cards": 79}, "beside the claim that is to be continued there are at most 78"),
        # Kinds.
        ("classic", {"kind": "third", "cards": 3}, "3 cards; expected 2, 5, 8"),
        ("classic", {"kind": "coop", "cards": 6}, "at least 7 are needed"),
        ("classic", {"kind": "duel", "most": 2}, "there is nothing to choose"),
        ("super", {"kind": "duel"}, "is asked about Sets"),
        ("chain", {"kind": "coop"}, "is asked about any Set"),
        # Ranges and levels.
        ("classic", {"least": 5, "most": 3}, "5 to 3 claims: the most are fewer than the least"),
        ("classic", {"sets": -1}, "-1 claims: expected none or more"),
        ("classic", {"level": 6}, "level 6: expected 1 to 5"),
        ("classic", {"constant": 4}, "4 constant features: expected 0 to 3"),
        ("classic", {"sets": 6, "level": 1}, "with 6 Sets have levels 3 to 5 (exact table)"),
        ("classic", {"sets": 2, "level": 5}, "with 2 Sets have levels 1 to 4 (exact table)"),
        ("mega", {"sets": 4, "level": 1}, "with 4 Sets have levels 2 to 5 (a proved bound)"),
        ("classic", {"kind": "duel", "cards": 8, "sets": 8}, "8 Sets leave anything to find out"),
        ("classic", {"kind": "spoil", "cards": 8, "constant": 2}, "leave anything to find out"),
        ("classic", {"kind": "duel", "sets": 4, "level": 1}, "levels 3 to 5 (exact table)"),
    ],
)
def test_refusals(expression: str, more: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError) as error:
        require_possible(conditions(expression, **more))
    assert isinstance(error.value, MalformedError)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("expression", "more"),
    [
        ("classic", {"sets": 14}),
        ("classic", {"cards": 20, "sets": 0}),
        ("mega", {"cards": 45, "sets": 0}),
        ("super", {"sets": 0}),
        ("eight", {"cards": 8, "sets": 1}),
        ("classic", {"cards": 81, "sets": 1080}),
        ("junior", {"kind": "third", "cards": 26}),
        ("classic", {"kind": "duel", "cards": 7}),
    ],
)
def test_what_exists_is_not_refused(expression: str, more: dict[str, Any]) -> None:
    assert find_obstacle(conditions(expression, **more)) is None


SMALL = st.sampled_from(
    [
        ("junior", 3, None, "all"),
        ("junior", 4, 0, "all"),
        ("junior", 6, 1, "all"),
        ("junior", 8, 1, "all"),
        ("classic", 5, 2, "all"),
        ("classic", 8, 2, "coop"),
        ("classic", 7, 2, "duel"),
        ("junior+super", 6, 1, "all"),
        ("junior+double", 8, 1, "all"),
        ("junior+eight", 8, 1, "all"),
        ("junior+ultra", 3, 1, "all"),
        ("junior+ultra", 6, 1, "all"),
        ("junior", 5, 1, "third"),
    ]
)


@settings(deadline=None, max_examples=60)
@given(SMALL, st.integers(0, 13), st.integers(0, 4), st.sampled_from([None, 1, 2, 3, 4, 5]))
def test_nothing_that_exists_is_refused(
    small: tuple[str, int, int | None, str], least: int, more: int, level: int | None
) -> None:
    """Of decks so small that all layouts can be looked at."""
    expression, cards, constant, kind = small
    try:
        wanted = conditions(
            expression,
            kind,
            cards=cards,
            constant=constant,
            least=least,
            most=least + more,
            level=level,
        )
    except OptionError:
        return
    if find_obstacle(wanted) is not None:
        every = islice(iter_all_layouts(wanted), 1_000)
        assert not any(make_puzzle(wanted, *layout) for layout in every)


def test_known_rates() -> None:
    six, four = conditions("classic", sets=6), conditions("classic", cards=9, sets=4)
    assert round(float(find_rate(six) or 0), 5) == 0.02332
    assert round(float(find_rate(four) or 0), 5) == 0.00712
    assert count_accepted(six) == 1_649_199_670_560
    assert count_accepted(conditions("classic", cards=20, sets=0)) == 682_344
    assert find_rate(conditions("ultra", sets=3)) is None
    assert find_rate(conditions("chain", sets=3)) is None
    assert find_rate(conditions("classic", cards=13, sets=3, level=2)) is None
    assert find_rate(conditions("mega", "coop", sets=3)) is None


def test_known_rates_of_levels() -> None:
    """A plane is 1 of 1,170; in 54 of them two features vary (6 pairs, 9 values of the others)."""
    plane = conditions("classic", cards=9, sets=12, level=3)
    assert count_accepted(plane) == 54
    assert count_accepted(conditions("classic", cards=9, sets=12)) == 1170
    assert count_accepted(conditions("classic", cards=9, sets=12, level=3, constant=2)) == 54
    by_level = [count_accepted(conditions("classic", sets=6, level=level)) for level in (3, 4, 5)]
    assert sum(number or 0 for number in by_level) == 1_649_199_670_560
    assert find_rate(conditions("classic", "coop", cards=9, sets=4, level=2)) == Fraction(
        648, comb(81, 9)
    )


@pytest.mark.parametrize(
    ("expression", "more"),
    [
        ("junior", {"cards": 3, "sets": 1}),
        ("junior", {"cards": 4, "sets": 1, "constant": 1}),
        ("junior", {"cards": 4, "sets": 0, "constant": 0}),
        ("junior+super", {"cards": 5, "least": 1, "most": 3, "constant": 1}),
        ("classic", {"cards": 6, "sets": 2, "constant": 2}),
        ("junior", {"kind": "third"}),
        ("junior+ultra", {"kind": "third", "constant": 2}),
    ],
)
def test_rates_are_those_of_all_layouts(expression: str, more: dict[str, Any]) -> None:
    wanted = conditions(expression, **more)
    (least, most), constant = wanted.range, wanted.constant
    layouts = list(iter_all_layouts(wanted))
    accepted = sum(
        least <= len(list(wanted.variant.iter_claims(spots))) <= most
        and constant in (None, count_constant(wanted.variant, spots))
        for spots, _ in layouts
    )
    rate, total = find_rate(wanted), count_accepted(wanted)
    assert rate is not None
    assert rate * len(layouts) == accepted
    constant, features = wanted.constant or 0, len(wanted.variant.deck.features)
    assert total == accepted * comb(features, constant) * 3**constant


@pytest.mark.parametrize("expression", ["ultra", "junior+ultra9", "chain", "super+chain", "mega"])
def test_no_drawn_table_is_out_of_bounds(expression: str) -> None:
    wanted = conditions(expression)
    bounds = bound_claims(wanted)
    for layout in islice(iter_layouts(wanted, Stream(SEED)), 50):
        assert bounds.least <= count_claims(wanted.variant, *layout) <= bounds.most
