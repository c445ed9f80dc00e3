"""The installed tables: well formed, and the same when they are counted anew."""

import pytest

from thirdcard.lab.tables import count_table
from thirdcard.lab.work import Work
from thirdcard.odds.tables import FORMAT, _read, find_claims, find_family
from thirdcard.variants.axes import DECKS
from thirdcard.variants.registry import parse_deck

KEYS = [choice.key for choice in DECKS.values]


@pytest.mark.parametrize("key", KEYS)
def test_form(key: str) -> None:
    table = _read(key)
    assert (table["format"], table["deck"]) == (FORMAT, key)
    for by_size in table["claims"].values():
        sizes = list(map(int, by_size))
        assert sizes == sorted(sizes)
        for distribution in by_size.values():
            claims = list(map(int, distribution))
            assert claims == sorted(claims)
            assert all(count > 0 for count in distribution.values())


def test_what_is_there() -> None:
    assert find_claims("classic", "set", 18) is not None
    assert find_claims("classic", "set", 19) is None
    assert find_claims("classic", "eight", 15) is not None
    assert find_claims("mega", "set", 15) is not None
    assert find_claims("junior", "super", 27) is not None
    assert find_claims("tarot", "set", 3) is None
    assert find_family("mega", "set-free") is None
    assert find_family("mega", "superset-free") is not None


@pytest.mark.parametrize(("key", "largest"), [("junior", 27), ("classic", 10), ("mega", 8)])
def test_counted_anew(key: str, largest: int) -> None:
    compare(key, largest)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("key", "largest"), [("classic", 14), ("mega", 11)])
def test_large_ones_counted_anew(key: str, largest: int) -> None:
    compare(key, largest)


def compare(key: str, largest: int) -> None:
    shipped = _read(key)
    counted = count_table(parse_deck(key), largest, Work(jobs=2), list(shipped["families"]))
    assert counted["families"] == shipped["families"]
    assert any(counted["claims"].values())
    for pattern, by_size in counted["claims"].items():
        for cards, distribution in by_size.items():
            assert distribution == shipped["claims"][pattern][cards], (pattern, cards)
