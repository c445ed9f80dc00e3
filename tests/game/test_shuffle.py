"""The shuffle is what its docstring publishes, and it is fair."""

import doctest
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.rules import shuffle_by_the_book
from thirdcard.game import shuffle as module
from thirdcard.game.shuffle import SEED_BYTES, commit, shuffle

seeds = st.binary(min_size=32, max_size=32)

# Worked out by `shuffle_by_the_book`: size, seed, first cards, SHA-256 of all cards as bytes.
VECTORS = [
    (
        9,
        bytes(32),
        [0, 5, 2, 6, 8, 3, 7, 4, 1],
        "b743db6f0808aea37e4e86888b93096f31f8c65fd0e268a819d290fe628315c4",
    ),
    (
        27,
        bytes(range(32)),
        [22, 2, 19, 25, 5, 24, 11, 1, 26],
        "7947927b448931201a01cf846702c085dd7dfa3a716b5850f356241f4c3704b5",
    ),
    (
        81,
        b"\xff" * 32,
        [46, 11, 9, 57, 2, 8, 23, 26, 54],
        "3ce83e365106bab79b61c3639543d33d69ebcd75e8ef76c813dc383ace35160d",
    ),
    (
        243,
        sha256(b"thirdcard").digest(),
        [47, 185, 63, 198, 217, 39, 42, 130, 172],
        "798007dbd45be8ac87789eebdf9814c30c8374415d5e11ef993469c7ee59ec93",
    ),
]


@pytest.mark.parametrize(("size", "seed", "first", "digest"), VECTORS)
def test_pinned_shuffles(size: int, seed: bytes, first: list[int], digest: str) -> None:
    cards = shuffle(size, seed)
    assert list(cards[: len(first)]) == first
    assert sha256(bytes(cards)).hexdigest() == digest


@given(st.integers(0, 243), seeds)
def test_the_published_algorithm(size: int, seed: bytes) -> None:
    assert list(shuffle(size, seed)) == shuffle_by_the_book(size, seed)


@given(st.integers(0, 243), seeds)
def test_every_card_is_dealt_once(size: int, seed: bytes) -> None:
    assert sorted(shuffle(size, seed)) == list(range(size))


def test_the_docstrings_example() -> None:
    assert doctest.testmod(module) == (0, 1)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match=f"{SEED_BYTES} bytes, not {length}"):
        shuffle(81, bytes(length))


def test_the_commitment_is_the_seeds_sha_256() -> None:
    empty = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert commit(bytes(32)) == empty
    assert commit(bytes(range(32))) == sha256(bytes(range(32))).hexdigest()


def test_numbers_that_would_favour_small_cards_are_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """2**32 - 1 is passed over where 3 cards are left, since 2**32 mod 3 is 1, and not for 2."""
    numbers = [2**32 - 1, 2**32 - 1, 1, 2**32 - 1]
    monkeypatch.setattr("thirdcard.core.stream.unpack", lambda *_: numbers)
    # The last card and the middle one change places, then the new middle one stays.
    assert shuffle(3, bytes(32)) == (0, 2, 1)
    numbers[:] = [2**32 - 2, 2**32 - 1]
    # 2**32 - 2 is 2 mod 3: card 2 stays.
    assert shuffle(3, bytes(32)) == (0, 1, 2)


# -- fairness ---------------------------------------------------------------------------------


def seed_of(number: int) -> bytes:
    return sha256(b"fair %d" % number).digest()


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def assert_plausible(statistic: float, freedom: int) -> None:
    """Check a chi-square statistic to lie within 4.5 standard deviations of its mean."""
    assert abs(statistic - freedom) < 4.5 * (2 * freedom) ** 0.5, (statistic, freedom)


def test_every_card_is_equally_likely_in_every_place() -> None:
    size, rounds = 9, 9000
    counts = [[0] * size for _ in range(size)]
    for number in range(rounds):
        for position, card in enumerate(shuffle(size, seed_of(number))):
            counts[position][card] += 1
    for row in counts:
        assert_plausible(chi_square(row, rounds / size), size - 1)
    total = sum(chi_square(row, rounds / size) for row in counts)
    # Rows and columns add up to the number of rounds.
    assert_plausible(total * (size - 1) / size, (size - 1) ** 2)


@pytest.mark.parametrize("position", [0, 40, 80])
def test_every_card_of_a_classic_deck_is_equally_likely(position: int) -> None:
    rounds = 81 * 50
    counts = [0] * 81
    for number in range(rounds):
        counts[shuffle(81, seed_of(number))[position]] += 1
    assert_plausible(chi_square(counts, rounds / 81), 80)


def test_every_order_of_four_cards_is_equally_likely() -> None:
    rounds = 24 * 200
    counts: dict[tuple[int, ...], int] = {}
    for number in range(rounds):
        order = shuffle(4, seed_of(number))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert_plausible(chi_square([*counts.values()], rounds / 24), 23)
