"""Streams by key and draws below a bound, against whole numbers and against published outputs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from thirdcard.errors import OptionError
from thirdcard.jit import compiled
from thirdcard.lab.kernels.streams import (
    DRAWS,
    GENERATORS,
    LANES,
    draw_below_kernel,
    mix_kernel,
    new_state,
    next_row_kernel,
    next_word_kernel,
    require_seed,
    scale_draw_kernel,
    seed_state_kernel,
)

WORD = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15

words = st.integers(0, WORD)


# -- the plain twins ------------------------------------------------------------------------------


def mix(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def rotate(word: int, bits: int) -> int:
    return (word << bits | word >> 64 - bits) & WORD


def step(state: list[int]) -> int:
    """xoshiro256++, from its authors' description."""
    result = (rotate((state[0] + state[3]) & WORD, 23) + state[0]) & WORD
    shifted = state[1] << 17 & WORD
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = rotate(state[3], 45)
    return result


def block_state(seed: int, block: int, generators: int) -> list[list[int]]:
    key = mix(mix((seed + GAMMA) & WORD) + GAMMA * block & WORD)
    outputs = [mix((key + GAMMA * i) & WORD) for i in range(1, 4 * generators + 1)]
    return [outputs[4 * g : 4 * g + 4] for g in range(generators)]


# -- streams --------------------------------------------------------------------------------------


def test_published_outputs() -> None:
    # splitmix64.c and xoshiro256plusplus.c of prng.di.unimi.it: seed 1234567, state 1 2 3 4.
    outputs = [int(mix_kernel(np.uint64(1234567 + GAMMA * i & WORD))) for i in range(1, 4)]
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    state = new_state(1)
    state[:, 0] = 1, 2, 3, 4
    assert [int(next_word_kernel(state, 0)) for _ in range(5)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
    ]


@given(words, words, st.integers(1, 20))
def test_stream_of_a_block_is_the_twins(seed: int, block: int, generators: int) -> None:
    state, twin = new_state(generators), block_state(seed, block, generators)
    seed_state_kernel(np.uint64(seed), np.uint64(block), state)
    assert state.T.tolist() == twin
    for generator in range(generators):
        for _ in range(3):
            assert int(next_word_kernel(state, generator)) == step(twin[generator])


def test_row_is_cut_from_words_from_the_lowest_bits() -> None:
    state, twin = new_state(), block_state(5, 6, GENERATORS)
    seed_state_kernel(np.uint64(5), np.uint64(6), state)
    row = np.empty(LANES, np.uint16)
    for _ in range(4):
        next_row_kernel(state, row)
        cut = [word >> 16 * i & 0xFFFF for word in map(step, twin) for i in range(4)]
        assert row.tolist() == cut


def test_blocks_and_seeds_have_streams_of_their_own() -> None:
    first = set()
    for seed in (0, 1, 2, WORD):
        for block in (*range(100), WORD):
            state = new_state(1)
            seed_state_kernel(np.uint64(seed), np.uint64(block), state)
            first.add(int(next_word_kernel(state, 0)))
    assert len(first) == 4 * 101


def test_interpreted_kernels_do_the_same() -> None:
    plain, fast = new_state(3), new_state(3)
    seed_state_kernel(np.uint64(8), np.uint64(9), fast)
    with np.errstate(over="ignore"):
        seed_state_kernel.py_func(np.uint64(8), np.uint64(9), plain)  # type: ignore[attr-defined]
        assert plain.tolist() == fast.tolist()
        row = np.empty(12, np.uint16), np.empty(12, np.uint16)
        next_row_kernel.py_func(plain, row[0])  # type: ignore[attr-defined]
    next_row_kernel(fast, row[1])
    assert row[0].tolist() == row[1].tolist()
    assert plain.tolist() == fast.tolist()


# -- draws below a bound --------------------------------------------------------------------------


@compiled
def count_draws_kernel(bound: int, refused_below: int) -> NDArray[np.int64]:
    """Return how many of all draws are refused, and how many mean each number."""
    counts = np.zeros(bound + 1, np.int64)
    for draw in range(DRAWS):
        counts[scale_draw_kernel(draw, bound, refused_below) + 1] += 1
    return counts


def test_every_number_below_a_bound_has_as_many_draws() -> None:
    """All 65,536 draws for each bound up to the largest deck, and for some beyond."""
    for bound in (*range(1, 244), 6561, 32767, 32768, 65535, 65536):
        refused, *means = count_draws_kernel(bound, DRAWS % bound).tolist()
        assert refused == DRAWS % bound
        assert means == [DRAWS // bound] * bound


@given(words, st.one_of(st.integers(1, 300), st.integers(1, 1 << 31)))
def test_long_draws_are_the_twins(seed: int, bound: int) -> None:
    state, (twin,) = new_state(1), block_state(seed, 0, 1)
    seed_state_kernel(np.uint64(seed), np.uint64(0), state)
    for _ in range(5):
        while (product := (step(twin) >> 32) * bound) % (1 << 32) < (1 << 32) % bound:
            pass
        assert draw_below_kernel(state, 0, bound) == product >> 32


def test_long_draws_that_are_refused_are_replaced() -> None:
    """Just above half of all words a third of the draws is refused, and the twin tells which."""
    bound, replaced = (1 << 31) - (1 << 29), 0
    state, (twin,) = new_state(1), block_state(1, 2, 1)
    seed_state_kernel(np.uint64(1), np.uint64(2), state)
    for _ in range(200):
        value = draw_below_kernel(state, 0, bound)
        assert 0 <= value < bound
        while (product := (step(twin) >> 32) * bound) % (1 << 32) < (1 << 32) % bound:
            replaced += 1
        assert value == product >> 32
    assert replaced > 10


# -- seeds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 42, WORD])
def test_seeds_in_range_are_taken(seed: int) -> None:
    assert require_seed(seed) == seed


@pytest.mark.parametrize("seed", [-1, WORD + 1, 10**30])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(OptionError, match=rf"the seed {seed}: .*2\*\*64 - 1"):
        require_seed(seed)
