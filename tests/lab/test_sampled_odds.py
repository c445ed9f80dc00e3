"""Sampled odds, against exact ones, against an independent sample, and against themselves."""

from __future__ import annotations

import os
import pickle
import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.every import EVERY
from thirdcard.errors import OptionError
from thirdcard.lab.experiments import sampled_odds
from thirdcard.lab.experiments.sampled_odds import MOST_SAMPLES, SampledOdds, sample_odds
from thirdcard.lab.intervals import Z95
from thirdcard.lab.kernels.deals import BLOCK
from thirdcard.lab.work import Work
from thirdcard.variants.patterns import LinePattern
from thirdcard.variants.registry import parse_variant
from thirdcard.variants.variant import Variant

PLAIN = 700
EXACT_12 = Fraction(2284535476080, 70724320184700)

# Expression, cards, chance of no claim and its half-width at 95 %, from 20 million layouts that
# another program dealt; then how many are dealt here.
INDEPENDENT = [
    ("mega", 12, 0.379091, 0.000213, 2_000_000),
    ("mega", 15, 0.128977, 0.000147, 2_000_000),
    ("junior", 9, 0.000446, 0.000009, 5_000_000),
    ("ultra", 18, 0.022153, 0.000065, 400_000),
    ("ultra+double", 18, 0.210233, 0.000179, 400_000),
    ("double", 12, 0.368182, 0.000211, 400_000),
    ("double", 15, 0.025069, 0.000069, 400_000),
    ("eight", 15, 0.062736, 0.000106, 200_000),
]


def deviation(share: float, samples: int) -> float:
    return sqrt(max(share, 1 / samples) * (1 - share) / samples)


# -- right answers --------------------------------------------------------------------------------


@pytest.mark.parametrize(("expression", "cards", "p", "half_width", "samples"), INDEPENDENT)
def test_shares_agree_with_an_independent_program(
    expression: str, cards: int, p: float, half_width: float, samples: int
) -> None:
    odds = sample_odds(parse_variant(expression), cards, samples, seed=1)
    assert odds.total == samples
    joint = sqrt((half_width / Z95) ** 2 + deviation(p, samples) ** 2)
    assert abs(odds.p_none - p) < 4 * joint


def test_interval_covers_the_exact_value_as_often_as_it_says() -> None:
    variant, inside = parse_variant("classic"), 0
    for seed in range(200):
        low, high = sample_odds(variant, 12, 20_000, seed).ci95
        inside += low <= EXACT_12 <= high
    assert 0.88 * 200 <= inside <= 0.99 * 200


def test_sample_of_the_articles_size_holds_the_exact_value() -> None:
    odds = sample_odds(parse_variant("classic"), 12, 200_000, seed=42)
    assert odds.ci95[0] <= EXACT_12 <= odds.ci95[1]
    assert odds.ci95[1] - odds.ci95[0] < 2 * 0.0008


@pytest.mark.parametrize(("expression", "cards"), [("classic", 12), ("junior", 9), ("mega", 18)])
def test_mean_number_of_sets_is_that_of_the_formula(expression: str, cards: int) -> None:
    """Each of C(k,3) triples is a Set with chance 1 / (N - 2)."""
    variant = parse_variant(expression)
    odds = sample_odds(variant, cards, 1_000_000, seed=2)
    exact = cards * (cards - 1) * (cards - 2) / 6 / (variant.deck.size - 2)
    square = sum(c * c * n for c, n in odds.distribution.items()) / odds.total
    assert abs(odds.mean - exact) < 4 * sqrt((square - odds.mean**2) / odds.total)


# The plain way: cards are tuples of digits, with those of their group; all subsets are looked at.

Card = tuple[int, ...]


def count_lines(cards: Sequence[Card]) -> int:
    return sum(
        all((x + y + z) % 3 == 0 for x, y, z in zip(*triple, strict=True))
        for triple in combinations(cards, 3)
    )


def sample_plainly(features: int, group_digits: int, cards: int, samples: int) -> Counter[int]:
    random, found = Random(9), Counter[int]()
    groups = 3**group_digits
    for _ in range(samples):
        points = random.sample(range(3**features), cards)
        spots = [point * groups + i // (cards // groups) for i, point in enumerate(points)]
        length = features + group_digits
        digits = [tuple(spot // 3**place % 3 for place in range(length)) for spot in spots]
        found[count_lines(digits)] += 1
    return found


@pytest.mark.parametrize(
    ("expression", "features", "group_digits", "cards"),
    [("mega", 5, 0, 18), ("ultra9", 4, 2, 9), ("ultra9", 4, 2, 18), ("junior+ultra", 3, 1, 9)],
)
def test_distributions_agree_with_a_plain_sample(
    expression: str, features: int, group_digits: int, cards: int
) -> None:
    plain = sample_plainly(features, group_digits, cards, PLAIN)
    odds = sample_odds(parse_variant(expression), cards, 200_000, seed=3)
    for claims, layouts in odds.distribution.items():
        share = layouts / odds.total
        joint = sqrt(deviation(share, PLAIN) ** 2 + deviation(share, odds.total) ** 2)
        assert abs(plain[claims] / PLAIN - share) < 4.5 * joint, claims


@pytest.mark.parametrize("key", EVERY)
def test_every_variant_is_sampled(key: str) -> None:
    variant = parse_variant(key)
    odds = sample_odds(variant, variant.table_size, 300, seed=4)
    assert odds.variant == variant.key
    assert odds.total == 300
    assert list(odds.distribution) == sorted(odds.distribution)
    assert all(odds.distribution.values())


def test_rules_do_not_matter_on_a_fresh_table() -> None:
    plain = sample_odds(parse_variant("super"), 9, 1000, seed=5)
    for expression in ("super+chain", "super+chain-table", "super+memory"):
        odds = sample_odds(parse_variant(expression), 9, 1000, seed=5)
        assert odds.distribution == plain.distribution


@pytest.mark.parametrize(("expression", "cards"), [("classic", 2), ("eight", 7), ("ultra9", 0)])
def test_fewer_cards_than_a_claim_hold_none(expression: str, cards: int) -> None:
    odds = sample_odds(parse_variant(expression), cards, MOST_SAMPLES)
    assert odds.distribution == {0: MOST_SAMPLES}
    assert odds.p_none == 1


# -- the same answer, however the work is done ----------------------------------------------------


@pytest.mark.parametrize("expression", ["classic", "ultra"])
@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_batches_do_not_matter(
    monkeypatch: pytest.MonkeyPatch, expression: str, blocks: int
) -> None:
    variant, samples = parse_variant(expression), 11 * BLOCK + 99
    whole = sample_odds(variant, 12, samples, seed=6)

    def split(*_: object) -> list[tuple[int, int]]:
        size = blocks * BLOCK
        return [(s // BLOCK, min(size, samples - s)) for s in range(0, samples, size)]

    monkeypatch.setattr(sampled_odds, "_split", split)
    assert sample_odds(variant, 12, samples, seed=6) == whole


@pytest.fixture
def _short_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampled_odds, "_TASK_NANOSECONDS", 5 * 10**6)


@pytest.mark.usefixtures("_short_tasks")
def test_processes_do_not_matter() -> None:
    variant = parse_variant("double")
    answers = [sample_odds(variant, 12, 100_000, 7, Work(jobs=jobs)) for jobs in (1, 2)]
    assert answers[0] == answers[1]
    assert len(sampled_odds._split(variant, 12, 100_000)) > 4


def test_seeds_matter() -> None:
    variant = parse_variant("classic")
    answers = [sample_odds(variant, 12, 5000, seed).distribution for seed in (0, 1, 2**64 - 1)]
    assert len({str(answer) for answer in answers}) == 3


@pytest.mark.parametrize("expression", ["classic", "ultra9", "mega+eight", "super"])
@pytest.mark.parametrize("samples", [1, BLOCK, BLOCK + 1, 10**7 + 1, 10**12])
def test_tasks_are_all_deals_once_in_whole_blocks(expression: str, samples: int) -> None:
    variant = parse_variant(expression)
    tasks = sampled_odds._split(variant, variant.table_size, samples)
    assert len(tasks) <= 100_001
    assert sum(deals for _, deals in tasks) == samples
    following = 0
    for first, deals in tasks:
        assert first == following
        assert deals > 0
        following = first + -(-deals // BLOCK)
    assert all(deals % BLOCK == 0 for _, deals in tasks[:-1])


class UnknownPattern(LinePattern):
    """Lines, though nothing can know that they are."""


def test_pattern_without_kernel_is_sampled_by_its_search() -> None:
    pattern = UnknownPattern("unknown", "Unknown", "an Unknown", "", None, range(3, 4))
    variant = replace(parse_variant("junior"), pattern=pattern)
    odds = sample_odds(variant, 9, 500, seed=1)
    assert odds.distribution == sample_odds(parse_variant("junior"), 9, 500, seed=1).distribution


def test_task_can_be_sent_elsewhere() -> None:
    sent: list[bytes] = []

    def run(task: Any, inputs: Sequence[Any], *_: Any, **__: Any) -> Iterator[tuple[int, Any]]:
        for i, one in enumerate(inputs):
            sent.append(pickle.dumps((task, one)))
            copy, same = pickle.loads(sent[-1])
            yield i, copy(same)

    variant = parse_variant("mega+ultra+eight")
    whole = sample_odds(variant, 18, 1000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampled_odds, "run_blocks", run)
        assert sample_odds(variant, 18, 1000) == whole
    assert len(sent) == 1


# -- interrupts -----------------------------------------------------------------------------------


def interrupt_after(patch: pytest.MonkeyPatch, tasks: int) -> None:
    """Let Ctrl-C be pressed when some tasks have been counted."""
    count, calls = sampled_odds._count, 0

    def counting(variant: Variant, cards: int, seed: int, task: tuple[int, int]) -> list[list[int]]:
        nonlocal calls
        # The first call only sees to it that everything is compiled.
        if calls > tasks:
            os.kill(os.getpid(), signal.SIGINT)
        calls += 1
        return count(variant, cards, seed, task)

    patch.setattr(sampled_odds, "_count", counting)


@pytest.mark.usefixtures("_short_tasks")
def test_interrupt_keeps_what_is_counted() -> None:
    variant, samples = parse_variant("double"), 100_000
    tasks = sampled_odds._split(variant, 12, samples)
    with pytest.MonkeyPatch.context() as patch:
        interrupt_after(patch, 2)
        odds = sample_odds(variant, 12, samples, seed=8)
    assert not odds.complete
    assert not odds.to_dict()["complete"]
    assert odds.total == tasks[0][1] + tasks[1][1] < odds.samples == samples
    assert odds.distribution == sample_odds(variant, 12, odds.total, seed=8).distribution


def test_interrupt_of_nothing_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(monkeypatch, 0)
    with pytest.raises(KeyboardInterrupt):
        sample_odds(parse_variant("double"), 12, 1000)


@pytest.mark.usefixtures("_short_tasks")
def test_interrupted_work_is_resumed(tmp_path: Path) -> None:
    variant, work = parse_variant("double"), Work(resume=tmp_path / "odds")
    with pytest.MonkeyPatch.context() as patch:
        interrupt_after(patch, 2)
        assert not sample_odds(variant, 12, 100_000, 8, work).complete
    assert sample_odds(variant, 12, 100_000, 8, work) == sample_odds(variant, 12, 100_000, 8)
    with pytest.raises(OptionError):
        sample_odds(variant, 12, 100_000, 9, work)


# -- the answer and bad input ---------------------------------------------------------------------


def test_answer_has_the_keys_of_the_command_line() -> None:
    answer: Mapping[str, Any] = SampledOdds("classic", 12, 200, 3, {0: 5, 1: 15, 4: 180}).to_dict()
    assert answer["distribution"] == {"0": 5, "1": 15, "4": 180}
    assert answer["ci95"] == pytest.approx([0.0107, 0.0572], abs=5e-5)
    assert {key: answer[key] for key in answer if key not in ("distribution", "ci95", "mean")} == {
        "variant": "classic",
        "cards": 12,
        "method": "sampled",
        "total": 200,
        "p_none": 0.025,
        "samples": 200,
        "seed": 3,
        "complete": True,
    }
    assert answer["mean"] == pytest.approx(3.675)


@pytest.mark.parametrize(
    ("expression", "cards", "samples", "seed", "says"),
    [
        ("classic", 82, 10, 0, "82 cards: expected 0 to 81 for classic"),
        ("classic", -1, 10, 0, "-1 cards: expected 0 to 81"),
        ("ultra", 17, 10, 0, "17 cards: expected 0 to 81 in steps of 3 for ultra"),
        ("junior+ultra9", 30, 10, 0, "30 cards: expected 0 to 27 in steps of 9"),
        ("mega+ultra9", 244, 10, 0, "expected 0 to 243 in steps of 9"),
        ("classic", 12, 0, 0, "0 samples: expected 1 to 1000000000000"),
        ("classic", 12, -5, 0, "-5 samples"),
        ("classic", 12, 10**12 + 1, 0, "1000000000001 samples"),
        ("classic", 12, 10, -1, "the seed -1"),
        ("classic", 12, 10, 2**64, "the seed 18446744073709551616"),
        ("eight", 60, 10, 0, "60 cards hold too many claims of eight to count: expected at most 3"),
    ],
)
def test_bad_input_is_told_in_one_line(
    expression: str, cards: int, samples: int, seed: int, says: str
) -> None:
    with pytest.raises(OptionError, match=says) as refusal:
        sample_odds(parse_variant(expression), cards, samples, seed)
    assert "\n" not in str(refusal.value)


def test_most_cards_that_a_refusal_names_are_counted() -> None:
    variant = parse_variant("junior+eight")
    with pytest.raises(OptionError) as refusal:
        sample_odds(variant, 27, 1)
    most = int(str(refusal.value).split()[-1])
    assert sample_odds(variant, most, 1).total == 1
    with pytest.raises(OptionError):
        sample_odds(variant, most + 1, 1)
