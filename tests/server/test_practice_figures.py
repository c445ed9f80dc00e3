"""What practice came to is told as it was, and compared only where there is enough."""

from __future__ import annotations

from thirdcard.server.practice_figures import FEWEST_BEFORE, LATEST, add_up
from thirdcard.server.store.rows import PracticeTotals, Practised

TOTALS = PracticeTotals("classic", 0, 0, 0, 0)


def practised(ms: int, differing: float | None = 3.0, **change: object) -> Practised:
    values = {
        "id": "x",
        "player": "ann",
        "variant": "classic",
        "seed": "0123456789abcdef",
        "number": 0,
        "at": 0,
        "ms": ms,
        "wrong": 0,
        "hints": 0,
        "differing": differing,
        "easiest": 2.0,
        "level": 3,
    }
    return Practised(**(values | change))  # type: ignore[arg-type]


def test_times_are_of_claims_that_were_found_without_help() -> None:
    figures = add_up(
        TOTALS,
        [practised(1000), practised(3000), practised(50, hints=2), practised(90, None)],
    )
    assert figures.median_ms == 2000
    skipped, found = figures.by_differing
    # A table that was given up counts where its easiest claim does.
    assert (skipped.differing, skipped.solved, skipped.skipped, skipped.median_ms) == (
        2,
        0,
        1,
        None,
    )
    assert (found.differing, found.solved, found.skipped, found.median_ms) == (3, 3, 0, 2000)


def test_wrong_claims_count_where_the_claim_was_found_at_last() -> None:
    figures = add_up(TOTALS, [practised(1, 1.0, wrong=2), practised(1, 3.5), practised(1, 3.49)])
    assert [(row.differing, row.wrong) for row in figures.by_differing] == [(1, 2), (3, 0), (4, 0)]


def test_the_latest_are_compared_with_those_before_where_there_are_enough() -> None:
    newest = [practised(2000)] * LATEST
    few = add_up(TOTALS, newest + [practised(5000)] * (FEWEST_BEFORE - 1))
    assert (few.latest_ms, few.before_ms) == (None, None)
    enough = add_up(TOTALS, newest + [practised(5000)] * FEWEST_BEFORE)
    assert (enough.latest_ms, enough.before_ms) == (2000, 5000)
    (row,) = enough.by_differing
    assert (row.latest_ms, row.before_ms) == (2000, 5000)


def test_weak_spots_are_told_with_their_weights() -> None:
    rows = [practised(2000, 2.0)] * 6 + [practised(9000, 3.0)] * 6 + [practised(9000, 4.0)]
    figures = add_up(TOTALS, rows)
    told = [(row.differing, row.is_weak) for row in figures.by_differing]
    assert told == [(2, False), (3, True), (4, False)]
    assert [row.weight is None for row in figures.by_differing] == [False, False, True]


def test_what_an_older_version_skipped_is_in_no_row() -> None:
    figures = add_up(TOTALS, [practised(10, None, easiest=None)])
    assert figures.by_differing == []
    assert figures.median_ms is None
