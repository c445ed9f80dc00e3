"""What somebody's practice came to: how many tables, how fast, and where the weak spots are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import median
from typing import Any, Final

import msgspec
from litestar import Request, Response, get

from thirdcard.server.entrance import require_player
from thirdcard.server.practice_tables import round_differing
from thirdcard.server.practice_weak import Trials, weigh
from thirdcard.server.statistics.figures import variant_title
from thirdcard.server.store.rows import PracticeTotals, Practised
from thirdcard.server.tables import Club

__all__ = ["FEWEST_BEFORE", "LATEST", "ROUTES", "add_up"]

PRACTISED_TIMED: Final = 2000
"""How many of the latest tables times are taken from."""
LATEST: Final = 50
"""How many of the latest claims are compared with those before."""
FEWEST_BEFORE: Final = 10
"""With fewer claims before nothing is compared."""

_NOT_KEPT = {"Cache-Control": "no-store"}


class PracticeDiffering(msgspec.Struct, frozen=True, kw_only=True):
    """Claims whose cards differ in about so many features.

    Attributes:
        differing: in how many.
        solved: how many were found, with help or without.
        wrong: wrong claims on their tables.
        skipped: tables given up on which the easiest claim is one of them.
        median_ms: the median time of those found without help, null without one.
        latest_ms, before_ms: the same of the latest 50, and of those before; null where there are
            too few.
        weight: how often they are trained on, null where too little is known of them.
        is_weak: whether they are a weak own.
    """

    differing: int
    solved: int
    wrong: int
    skipped: int
    median_ms: int | None
    latest_ms: int | None
    before_ms: int | None
    weight: float | None
    is_weak: bool


class PracticeFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's practice of a variant.

    Attributes:
        variant, title: the variant's expression and its name.
        solved, skipped: tables on which a claim was found, and the others.
        wrong, hints: wrong claims, and cards that were shown.
        median_ms, latest_ms, before_ms: as for each number of differing features, of all claims.
        by_differing: the same by the number of differing features.
    """

    variant: str
    title: str
    solved: int
    skipped: int
    wrong: int
    hints: int
    median_ms: int | None
    latest_ms: int | None
    before_ms: int | None
    by_differing: list[PracticeDiffering]


@get("/api/me/practice")
async def my_practice(request: Request[Any, Any, Any]) -> Response[list[PracticeFigures]]:
    """Return the figures of one's own practice."""
    player = await require_player(request)
    club: Club = request.app.state.club
    totals = await club.store.practice_totals(player)
    latest = await club.store.practised(player, PRACTISED_TIMED)
    by_variant: dict[str, list[Practised]] = defaultdict(list)
    for each in latest:
        by_variant[each.variant].append(each)
    figures = [add_up(total, by_variant[total.variant]) for total in totals]
    return Response(figures, headers=_NOT_KEPT)


def add_up(total: PracticeTotals, practised: Sequence[Practised]) -> PracticeFigures:
    """Return the figures of a variant, of its tables with the newest first."""
    by_differing = _by_differing(practised)
    times = [each.ms for each in practised if _is_timed(each)]
    latest_ms, before_ms = _compare(times)
    return PracticeFigures(
        variant=total.variant,
        title=variant_title(total.variant),
        solved=total.solved,
        skipped=total.skipped,
        wrong=total.wrong,
        hints=total.hints,
        median_ms=_median(times),
        latest_ms=latest_ms,
        before_ms=before_ms,
        by_differing=by_differing,
    )


def _by_differing(practised: Sequence[Practised]) -> list[PracticeDiffering]:
    trials: dict[int, Trials] = defaultdict(Trials)
    solved: dict[int, int] = defaultdict(int)
    skipped: dict[int, int] = defaultdict(int)
    for each in practised:
        shown = each.easiest if each.differing is None else each.differing
        if shown is None:
            # An older version did not note which table it was that was skipped.
            continue
        differing = round_differing(shown)
        own = trials[differing]
        own.wrong += each.wrong
        if each.differing is None:
            skipped[differing] += 1
        else:
            solved[differing] += 1
        if _is_timed(each):
            own.times.append(each.ms)
        else:
            own.failed += 1
    weights = weigh(trials)
    rows = []
    for differing, own in sorted(trials.items()):
        latest_ms, before_ms = _compare(own.times)
        weight, is_weak = weights.get(differing, (None, False))
        rows.append(
            PracticeDiffering(
                differing=differing,
                solved=solved[differing],
                wrong=own.wrong,
                skipped=skipped[differing],
                median_ms=_median(own.times),
                latest_ms=latest_ms,
                before_ms=before_ms,
                weight=weight,
                is_weak=is_weak,
            )
        )
    return rows


def _is_timed(practised: Practised) -> bool:
    """Whether a claim was found by oneself: who is shown a card finds the others sooner."""
    return practised.differing is not None and practised.hints == 0


def _compare(times: Sequence[int]) -> tuple[int | None, int | None]:
    """Return the medians of the latest times and of those before, None where there are too few."""
    latest, before = times[:LATEST], times[LATEST:]
    if len(before) < FEWEST_BEFORE:
        return None, None
    return _median(latest), _median(before)


def _median(times: Sequence[int]) -> int | None:
    return round(median(times)) if times else None


ROUTES: Final = [my_practice]
"""What the application serves of this module."""
