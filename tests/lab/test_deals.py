"""Deals in rows of lanes: their law, their plain twin, and vectors that make the same."""

import logging
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice, permutations, product

import numpy as np
import pytest

from thirdcard.core.geometry import Space
from thirdcard.lab.experiments.sampled_odds import sample_odds
from thirdcard.lab.kernels import deals, vector_deals
from thirdcard.lab.kernels.deals import BLOCK, count_deals, deal_block, iter_blocks
from thirdcard.lab.kernels.streams import LANES, new_state, next_row_kernel, seed_state_kernel
from thirdcard.lab.kernels.vector_deals import count_line_deals, is_trusted
from thirdcard.variants.decks import CLASSIC
from thirdcard.variants.registry import parse_variant

DECKS = {3: "junior", 4: "classic", 5: "mega"}


# -- the plain twins ------------------------------------------------------------------------------


def floyd(draws: tuple[int, ...], deck: int) -> list[int]:
    """Cards of draws that are below deck - k + 1, …, deck."""
    cards: list[int] = []
    for last, draw in enumerate(draws, deck - len(draws)):
        cards.append(last if draw in cards else draw)
    return cards


def shuffle(draws: tuple[int, ...], order: list[int]) -> list[int]:
    """The first cards of a deck after the swaps of draws below its size and less; changes it."""
    for i, draw in enumerate(draws):
        order[i], order[i + draw] = order[i + draw], order[i]
    return order[: len(draws)]


def iter_draws(seed: int, block: int, bounds: list[int]) -> Iterator[tuple[int, list[int | None]]]:
    """Yield every deal's lane and draws, None from one that is refused."""
    state, row = new_state(), np.empty(LANES, np.uint16)
    seed_state_kernel(np.uint64(seed), np.uint64(block), state)
    while True:
        rows = []
        for _ in bounds:
            next_row_kernel(state, row)
            rows.append(row.tolist())
        for lane in range(LANES):
            numbers: list[int | None] = []
            for i, bound in enumerate(bounds):
                value, rest = divmod(rows[i][lane] * bound, 65536)
                if rest < 65536 % bound:
                    numbers.append(None)
                    break
                numbers.append(value)
            yield lane, numbers


def iter_subsets(seed: int, block: int, deck: int, cards: int) -> Iterator[list[int]]:
    bounds = list(range(deck - cards + 1, deck + 1))
    for _, draws in iter_draws(seed, block, bounds):
        taken = tuple(draw for draw in draws if draw is not None)
        if len(taken) == cards:
            yield floyd(taken, deck)


def iter_grouped(seed: int, block: int, deck: int, groups: int, cards: int) -> Iterator[list[int]]:
    decks = [list(range(deck)) for _ in range(LANES)]
    bounds = list(range(deck, deck - cards, -1))
    for lane, draws in iter_draws(seed, block, bounds):
        taken = tuple(draw for draw in draws if draw is not None)
        dealt = shuffle(taken, decks[lane])
        if len(taken) == cards:
            yield [card * groups + i % groups for i, card in enumerate(dealt)]


# -- the law --------------------------------------------------------------------------------------


def test_floyds_method_reaches_every_subset_as_often() -> None:
    for deck, cards in ((5, 3), (6, 2), (4, 4), (6, 5)):
        draws = product(*(range(bound) for bound in range(deck - cards + 1, deck + 1)))
        counts = Counter(frozenset(floyd(numbers, deck)) for numbers in draws)
        assert set(counts) == set(map(frozenset, combinations(range(deck), cards)))
        assert len(set(counts.values())) == 1


def test_swaps_reach_every_order_as_often_from_any_order() -> None:
    for start in ([0, 1, 2, 3], [2, 0, 3, 1]):
        draws = product(*(range(bound) for bound in (4, 3, 2)))
        counts = Counter(tuple(shuffle(numbers, list(start))) for numbers in draws)
        assert counts == Counter(permutations(range(4), 3))


@pytest.mark.parametrize(("key", "cards"), [("junior", 4), ("classic", 12), ("mega", 30)])
def test_subsets_are_the_twins(key: str, cards: int) -> None:
    variant = parse_variant(key)
    dealt = deal_block(variant, cards, 11, 12, 300).tolist()
    assert dealt == list(islice(iter_subsets(11, 12, variant.deck.size, cards), 300))
    assert all(len(set(table)) == cards for table in dealt)


@pytest.mark.parametrize(
    ("key", "cards"), [("ultra", 18), ("mega+ultra9", 27), ("junior+ultra", 27)]
)
def test_groups_are_the_twins(key: str, cards: int) -> None:
    variant = parse_variant(key)
    groups = variant.grouping.count
    dealt = deal_block(variant, cards, 2**64 - 1, 7, 300).tolist()
    assert dealt == list(islice(iter_grouped(2**64 - 1, 7, variant.deck.size, groups, cards), 300))
    for table in dealt:
        assert len({variant.point(spot) for spot in table}) == cards
        assert Counter(map(variant.group, table)) == dict.fromkeys(range(groups), cards // groups)


def test_refused_deals_are_missing_from_a_block() -> None:
    """With 243 cards dealt every fifth deal is thrown away; the twin tells how many were."""
    refused = sum(None in draws for _, draws in islice(iter_draws(3, 0, list(range(1, 244))), 640))
    assert 640 * 0.15 < refused < 640 * 0.3
    kept = list(islice(iter_subsets(3, 0, 243, 243), 640 - refused))
    assert deal_block(parse_variant("mega"), 243, 3, 0, 640 - refused).tolist() == kept


def test_every_card_lies_in_every_group_as_often() -> None:
    variant = parse_variant("junior+ultra")
    spots = np.concatenate([deal_block(variant, 9, 1, block).ravel() for block in range(4)])
    counts = np.bincount(spots, minlength=81)
    expected = 4 * BLOCK * 9 / 81
    assert len(counts) == 81
    assert np.abs(counts - expected).max() < 5 * expected**0.5


def test_fewer_deals_are_the_first_of_more() -> None:
    for key in ("classic", "ultra"):
        variant = parse_variant(key)
        many = deal_block(variant, 12, 5, 6, 200).tolist()
        assert deal_block(variant, 12, 5, 6, 77).tolist() == many[:77]
        assert deal_block(variant, 12, 5, 7, 77).tolist() != many[:77]


def test_blocks_of_a_number_of_deals() -> None:
    assert list(iter_blocks(5, 2 * BLOCK + 1)) == [(5, BLOCK), (6, BLOCK), (7, 1)]
    assert list(iter_blocks(0, BLOCK)) == [(0, BLOCK)]
    assert list(iter_blocks(0, 0)) == []


def test_counts_are_of_as_many_deals_as_asked_for() -> None:
    variant = parse_variant("junior")
    whole = count_deals(variant, 9, 1, 0, 3 * BLOCK + 5)
    assert whole.total() == 3 * BLOCK + 5
    parts = count_deals(variant, 9, 1, 0, BLOCK) + count_deals(variant, 9, 1, 1, 2 * BLOCK + 5)
    assert whole == parts


@pytest.mark.parametrize("cards", [0, 1, 27])
def test_nothing_and_the_whole_deck_can_be_dealt(cards: int) -> None:
    variant = parse_variant("junior")
    lines = 117 if cards == 27 else 0
    assert count_deals(variant, cards, 0, 0, 500) == {lines: 500}
    assert count_line_deals(variant.space, cards, 0, 0, 500) == {lines: 500}


# -- vectors --------------------------------------------------------------------------------------


@pytest.mark.parametrize("features", DECKS)
def test_vectors_count_what_plain_code_counts(features: int) -> None:
    """Bit for bit, whatever the cards, across the end of a block and in the midst of a row."""
    variant = parse_variant(DECKS[features])
    for cards in (*range(3, 17), 20, 27):
        for seed, first, number in ((7, 3, BLOCK + 333), (2**64 - 1, 2**40, 1)):
            vectors = count_line_deals(variant.space, cards, seed, first, number)
            assert vectors == count_deals(variant, cards, seed, first, number), cards
            assert vectors.total() == number


def test_many_lines_are_counted_in_wider_lanes() -> None:
    """From 40 cards on there may be more lines than a byte counts, and all of 81 hold 1080."""
    for key, cards in (("classic", 39), ("classic", 40), ("classic", 75), ("mega", 243)):
        variant = parse_variant(key)
        vectors = count_line_deals(variant.space, cards, 1, 0, 200)
        assert vectors == count_deals(variant, cards, 1, 0, 200)
    assert max(count_line_deals(Space(4), 75, 1, 0, 200)) > 256
    assert count_line_deals(Space(4), 81, 1, 0, 200) == {1080: 200}


@pytest.mark.parametrize("features", [1, 2])
def test_small_decks_have_vectors_too(features: int) -> None:
    deck = replace(CLASSIC, features=CLASSIC.features[:features])
    choice = replace(parse_variant("junior").deck_choice, deck=deck, table_size=3)
    pattern = replace(parse_variant("classic").pattern, table_size=3)
    variant = replace(parse_variant("junior"), deck_choice=choice, pattern=pattern)
    for cards in range(3**features + 1):
        vectors = count_line_deals(variant.space, cards, 0, 0, 1000)
        assert vectors == count_deals(variant, cards, 0, 0, 1000)


@pytest.fixture
def _fresh_trust() -> Iterator[None]:
    for cached in (is_trusted, vector_deals._complain):
        cached.cache_clear()
    yield
    for cached in (is_trusted, vector_deals._complain):
        cached.cache_clear()


@pytest.mark.usefixtures("_fresh_trust")
def test_vectors_are_trusted_here(caplog: pytest.LogCaptureFixture) -> None:
    assert all(is_trusted(Space(n), cards) for n in (1, 3, 4, 5) for cards in (0, 3))
    assert is_trusted(Space(4), 12)
    assert not is_trusted(Space(6), 12)
    assert not caplog.records


@pytest.mark.usefixtures("_fresh_trust")
def test_vectors_that_differ_are_not_trusted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The comparison is with another block, as if the vectors dealt something else."""
    kernel = deals.deal_subsets_kernel
    monkeypatch.setattr(
        vector_deals,
        "deal_subsets_kernel",
        lambda seed, block, deck, tables: kernel(seed, block + np.uint64(1), deck, tables),
    )
    with caplog.at_level(logging.WARNING):
        assert not is_trusted(Space(4), 12)
        assert not is_trusted(Space(4), 15)
    (record,) = caplog.records
    assert "its answers differ" in record.getMessage()


def test_machine_that_compiles_nothing_gives_the_same_answers() -> None:
    """Without its compiler, numba runs kernels as they stand, and cannot run vectors at all."""
    program = (
        "import logging\n"
        "from thirdcard.lab.experiments.sampled_odds import sample_odds\n"
        "from thirdcard.variants.registry import parse_variant\n"
        "for key, cards in ('classic', 12), ('ultra', 12), ('junior', 9):\n"
        "    print(sample_odds(parse_variant(key), cards, 500, 3).distribution)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    for line, (key, cards) in zip(
        done.stdout.splitlines(), (("classic", 12), ("ultra", 12), ("junior", 9)), strict=True
    ):
        assert line == str(sample_odds(parse_variant(key), cards, 500, 3).distribution)
    (warning,) = done.stderr.splitlines()
    assert warning.startswith("deals take longer, without vector code")


def test_second_process_loads_what_the_first_compiled() -> None:
    program = (
        "from thirdcard.core.geometry import Space\n"
        "from thirdcard.lab.kernels import vector_deals as v\n"
        "assert v.is_trusted(Space(4), 12) and v.is_trusted(Space(5), 12)\n"
        "stats = v.count_line_deals_kernel.stats\n"
        "print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))\n"
    )
    assert is_trusted(Space(4), 12)
    assert is_trusted(Space(5), 12)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout.split(), done.stderr) == (["2", "0"], "")
