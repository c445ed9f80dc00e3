"""Streams: fair numbers, and samples in random order."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thirdcard.core.stream import Stream

seeds = st.binary(min_size=32, max_size=32)


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="a seed has 32 bytes, not 31"):
        Stream(bytes(31))


@given(seeds, st.integers(1, 2**32))
def test_numbers_are_below_their_bound_and_the_same_again(seed: bytes, n: int) -> None:
    first, second = Stream(seed), Stream(seed)
    numbers = [first.below(n) for _ in range(20)]
    assert numbers == [second.below(n) for _ in range(20)]
    assert all(0 <= number < n for number in numbers)


@given(seeds, st.lists(st.integers(), unique=True, max_size=30), st.data())
def test_a_sample_has_distinct_items_and_begins_a_shuffle(
    seed: bytes, items: list[int], data: st.DataObject
) -> None:
    count = data.draw(st.integers(0, len(items)))
    sample = Stream(seed).sample(items, count)
    shuffled = list(items)
    Stream(seed).shuffle(shuffled)
    assert len(set(sample)) == count
    assert set(sample) <= set(items)
    # The items at the end come to their places first.
    assert sample == shuffled[len(items) - count :]


def test_samples_are_fair() -> None:
    """Each of the 20 ordered pairs of 5 items comes about as often as the others."""
    stream = Stream(sha256(b"fair samples").digest())
    found = Counter(tuple(stream.sample(range(5), 2)) for _ in range(20_000))
    assert len(found) == 20
    chi_squared = sum((count - 1000) ** 2 / 1000 for count in found.values())
    assert chi_squared < 43.8  # 19 degrees of freedom, one in a thousand
