r"""Streams of random numbers that are found by a key, and draws without bias from them.

**Streams.**  The stream of a block is a function of ``(seed, block)`` alone, so blocks can be
worked on in any order, by any number of processes, on any machine, and add up to the same answer.
With :math:`\mu` the finalizer of splitmix64, a bijection of 64-bit words, and :math:`\gamma` its
increment, the key is :math:`\mu(\mu(\mathit{seed} + \gamma) + \gamma\,\mathit{block})`: two blocks
of one seed never have the same.  The words of the states follow as the outputs of splitmix64
that starts at the key.  Of the four words of a generator at most one is zero, as they are a
bijection's images of different numbers; the one state that xoshiro256++ must not have, all zero,
cannot occur.

**Lanes.**  A row is one step of `GENERATORS` generators xoshiro256++ side by side, whose
64-bit words are cut into `LANES` draws of 16 bits: lane *l* has bits ``16 (l mod 4)`` and up of
generator ``l // 4``.  Vector code makes a row in a few instructions; plain code makes the same.

**Draws below a bound.**  For *r* uniform among :math:`2^w` numbers and a bound *b*, the value is
:math:`\lfloor rb / 2^w \rfloor`.  A value's *r* are those for which :math:`rb` lies in one
interval of length :math:`2^w`, which holds :math:`\lfloor 2^w/b \rfloor` multiples of *b*, or one
more; it holds one more iff its first multiple is less than :math:`2^w \bmod b` above its
start.  So a draw is refused if the lower *w* bits of :math:`rb` are less than
:math:`2^w \bmod b`, and then every value has exactly :math:`\lfloor 2^w/b \rfloor` draws: no
modulo bias is left, however small.

References:
    G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators",
    OOPSLA 2014; D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", ACM
    Transactions on Mathematical Software 47 (2021); D. Lemire, "Fast random integer generation in
    an interval", ACM Transactions on Modeling and Computer Simulation 29 (2019).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thirdcard.errors import OptionError
from thirdcard.jit import compiled

__all__ = [
    "DRAWS",
    "GENERATORS",
    "LANES",
    "SEEDS",
    "State",
    "draw_below_kernel",
    "mix_kernel",
    "new_state",
    "next_row_kernel",
    "next_word_kernel",
    "require_seed",
    "scale_draw_kernel",
    "seed_state_kernel",
]

State = NDArray[np.uint64]
"""Generators side by side: uint64[4, number of generators]."""

LANES = 64
GENERATORS = LANES // 4
DRAWS = 1 << 16
"""Number of values that the draw of a lane has."""

SEEDS = 1 << 64
"""A seed is a number from 0 to one less than this."""

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


def require_seed(seed: int) -> int:
    """Return a seed that is in its range.

    Raises:
        OptionError: it is negative, or 2**64 or more.
    """
    if not 0 <= seed < SEEDS:
        raise OptionError(f"the seed {seed}: expected a whole number from 0 to 2**64 - 1")
    return seed


def new_state(generators: int = GENERATORS) -> State:
    """Return the room for the states of generators, to be filled by `seed_state_kernel`."""
    return np.zeros((4, generators), np.uint64)


@compiled
def mix_kernel(word: np.uint64) -> np.uint64:
    """Return the finalizer of splitmix64 at a word."""
    word = (word ^ (word >> np.uint64(30))) * _FIRST
    word = (word ^ (word >> np.uint64(27))) * _SECOND
    return word ^ (word >> np.uint64(31))


@compiled
def seed_state_kernel(seed: np.uint64, block: np.uint64, state: State) -> None:
    """Set generators to the beginning of a block's stream; see the module's docstring.

    Args:
        seed: below 2**64.
        block: number of the block, below 2**64.
        state: uint64[4, generators], filled generator by generator.
    """
    word = mix_kernel(mix_kernel(np.uint64(seed) + _GAMMA) + _GAMMA * np.uint64(block))
    for generator in range(state.shape[1]):
        for part in range(4):
            word += _GAMMA
            state[part, generator] = mix_kernel(word)


@compiled
def next_word_kernel(state: State, generator: int) -> np.uint64:
    """Step one generator of a state by xoshiro256++ and return its word of 64 bits."""
    s0, s1, s2, s3 = (
        state[0, generator],
        state[1, generator],
        state[2, generator],
        state[3, generator],
    )
    total = s0 + s3
    word: np.uint64 = ((total << np.uint64(23)) | (total >> np.uint64(41))) + s0
    shifted = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    state[1, generator] = s1 ^ s2
    state[0, generator] = s0 ^ s3
    state[2, generator] = s2 ^ shifted
    state[3, generator] = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return word


@compiled
def next_row_kernel(state: State, row: NDArray[np.uint16]) -> None:
    """Step all generators once and cut their words into draws of 16 bits.

    Args:
        state: uint64[4, generators].
        row: uint16[4 * generators], where the draws of the lanes are written.
    """
    for generator in range(state.shape[1]):
        word = next_word_kernel(state, generator)
        for quarter in range(4):
            row[4 * generator + quarter] = (word >> np.uint64(16 * quarter)) & np.uint64(0xFFFF)


@compiled
def scale_draw_kernel(draw: int, bound: int, refused_below: int) -> int:
    """Return the number below a bound that a draw of 16 bits means, or -1 if it is refused.

    Args:
        draw: 0 to ``DRAWS - 1``.
        bound: 1 to ``DRAWS``.
        refused_below: ``DRAWS % bound``, computed once by who draws often.
    """
    product = int(draw) * bound
    return product // DRAWS if product % DRAWS >= refused_below else -1


@compiled
def draw_below_kernel(state: State, generator: int, bound: int) -> int:
    """Return a uniform number below a bound, from 32-bit draws of one generator.

    The upper half of each word is a draw; refused draws are replaced, less than one in
    ``2**32 / bound``.

    Args:
        state: uint64[4, generators].
        generator: which of them is stepped.
        bound: 1 to 2**31.
    """
    limit = np.uint64(bound)
    refused_below = np.uint64(0x100000000) % limit
    while True:
        product = (next_word_kernel(state, generator) >> np.uint64(32)) * limit
        if product & np.uint64(0xFFFFFFFF) >= refused_below:
            return int(product >> np.uint64(32))
