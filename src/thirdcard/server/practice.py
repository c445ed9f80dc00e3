"""Practice: one alone finds a claim on table after table, with the server or without it.

A browser is sent packs of tables with all claims on them (`thirdcard.server.practice_tables`), so
that it knows no rule and goes on while the server is out of reach.  It keeps what came of each
table, under an id of its own, until the server has said that it is stored; an id counts once,
however often it comes.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from statistics import median
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromQuery, JSONBody

from thirdcard.errors import MalformedError, OptionError
from thirdcard.phrases import phrase
from thirdcard.server.entrance import address_of, require_player
from thirdcard.server.limits import Limit
from thirdcard.server.live import now_ms
from thirdcard.server.practice_tables import PracticeTable, draw_table, parse_practice_variant
from thirdcard.server.statistics.figures import variant_title
from thirdcard.server.store.rows import Practised
from thirdcard.server.tables import Club

__all__ = ["MOST_RESULTS", "MOST_TABLES", "ROUTES"]

MOST_TABLES: Final = 60
"""Tables of one pack."""
MOST_RESULTS: Final = 15
"""Results that are taken at once: as many as fit into the body of a request."""

PRACTISED_TIMED: Final = 2000
"""How many of the latest tables times are taken from."""

_MOST_NUMBER: Final = 1_000_000
_SEED_BYTES: Final = 8
_NOT_KEPT = {"Cache-Control": "no-store"}


# -- packs ----------------------------------------------------------------------------------------


class PracticePack(msgspec.Struct, frozen=True, kw_only=True):
    """Tables to practise on.

    Attributes:
        variant, title: the variant's expression and its name.
        deck: key of the deck.
        group_shape: rows and columns of groups.
        claim_sizes: the least and the most cards of a claim.
        seed: what the tables are drawn from; with variant and number it names a table.
        tables: the tables, each with all claims on it.
    """

    variant: str
    title: str
    deck: str
    group_shape: tuple[int, int]
    claim_sizes: tuple[int, int]
    seed: str
    tables: list[PracticeTable]


@get("/api/practice")
async def practice(
    request: Request[Any, Any, Any],
    variant: FromQuery[str] = "classic",
    count: FromQuery[int] = 20,
    seed: FromQuery[str | None] = None,
    begin: FromQuery[int] = 0,
) -> Response[PracticePack]:
    """Return tables with all claims on them: those of a seed, else of a new one."""
    chosen = parse_practice_variant(variant)
    if not 1 <= count <= MOST_TABLES:
        raise _out_of_range("count", count, 1, MOST_TABLES)
    if not 0 <= begin < _MOST_NUMBER:
        raise _out_of_range("begin", begin, 0, _MOST_NUMBER - 1)
    if seed is None:
        seed = secrets.token_hex(_SEED_BYTES)
    _require_seed(seed)
    limit: Limit = request.app.state.practice_packs
    limit.take(address_of(request))
    tables = []
    for number in range(begin, begin + count):
        # One at a time, so that others are served between them.
        tables.append(await asyncio.to_thread(draw_table, chosen, seed, number))
    pack = PracticePack(
        variant=chosen.key,
        title=chosen.title,
        deck=chosen.deck.key,
        group_shape=chosen.grouping.shape,
        claim_sizes=(chosen.pattern.sizes[0], chosen.pattern.sizes[-1]),
        seed=seed,
        tables=tables,
    )
    return Response(pack, headers=_NOT_KEPT)


def _out_of_range(option: str, value: int, least: int, most: int) -> OptionError:
    return OptionError(
        phrase(
            "{option} is {value}; expected {least} to {most}",
            option=option,
            value=value,
            least=least,
            most=most,
        )
    )


def _require_seed(seed: str) -> None:
    if len(seed) != 2 * _SEED_BYTES or set(seed) - set("0123456789abcdef"):
        raise OptionError(
            phrase(
                "seed is {seed}: expected {count} digits from 0 to f",
                seed=repr(seed[:40]),
                count=2 * _SEED_BYTES,
            )
        )


# -- results --------------------------------------------------------------------------------------


class PracticeResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What came of a table.

    Attributes:
        id: made by the browser, once for each table that it was sent.
        variant, seed, number: the table.
        places: the claim that was found, by the places of its cards; null where it was skipped.
        ms: how long it took.
        wrong: wrong claims before.
        hints: cards that were shown.
        at: when, in milliseconds since 1970.
    """

    id: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f-]{16,36}$")]
    variant: Annotated[str, msgspec.Meta(max_length=64)]
    seed: Annotated[str, msgspec.Meta(max_length=16)]
    number: Annotated[int, msgspec.Meta(ge=0, lt=_MOST_NUMBER)]
    places: Annotated[tuple[int, ...], msgspec.Meta(max_length=64)] | None
    ms: Annotated[int, msgspec.Meta(ge=0, le=3_600_000)]
    wrong: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    hints: Annotated[int, msgspec.Meta(ge=0, le=64)] = 0
    at: Annotated[int, msgspec.Meta(ge=0)]


class PracticeResults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of some tables."""

    results: Annotated[list[PracticeResult], msgspec.Meta(min_length=1, max_length=MOST_RESULTS)]


class RefusedResult(msgspec.Struct, frozen=True):
    """A result that does not fit its table, and why."""

    id: str
    error: str


class PracticeReceipt(msgspec.Struct, frozen=True):
    """Which results are stored, now or before, and which never will be."""

    stored: list[str]
    refused: list[RefusedResult]


@post("/api/practice/results", status_code=200)
async def practice_results(
    request: Request[Any, Any, Any], data: JSONBody[PracticeResults]
) -> PracticeReceipt:
    """Store what came of tables; what is stored already is not counted once more."""
    player = await require_player(request)
    limit: Limit = request.app.state.practice_results
    limit.take(player)
    practised: list[Practised] = []
    refused: list[RefusedResult] = []
    for result in data.results:
        try:
            practised.append(await asyncio.to_thread(_judge, player, result))
        except MalformedError as error:
            refused.append(RefusedResult(result.id, str(error)))
    club: Club = request.app.state.club
    async with club.people.kept(player):
        await club.store.add_practised(practised)
    return PracticeReceipt([each.id for each in practised], refused)


def _judge(player: str, result: PracticeResult) -> Practised:
    """Return what is stored of a result.

    Raises:
        MalformedError: there is no such table, or no such claim on it.
    """
    variant = parse_practice_variant(result.variant)
    _require_seed(result.seed)
    differing = None
    if result.places is not None:
        table = draw_table(variant, result.seed, result.number)
        found = tuple(sorted(result.places))
        differing = next((c.differing for c in table.claims if c.places == found), None)
        if differing is None:
            raise OptionError(
                phrase(
                    "the places are no claim on table {number} of {seed}",
                    number=result.number,
                    seed=result.seed,
                )
            )
    return Practised(
        id=result.id,
        player=player,
        variant=variant.key,
        seed=result.seed,
        number=result.number,
        at=min(result.at, now_ms()),
        ms=result.ms,
        wrong=result.wrong,
        hints=result.hints,
        differing=differing,
    )


# -- figures --------------------------------------------------------------------------------------


class PracticeDiffering(msgspec.Struct, frozen=True):
    """Claims whose cards differ in about so many features."""

    differing: int
    solved: int
    median_ms: int


class PracticeFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's practice of a variant.

    Attributes:
        variant, title: the variant's expression and its name.
        solved, skipped: tables on which a claim was found, and the others.
        wrong, hints: wrong claims, and cards that were shown.
        median_ms: the median time of the latest claims that were found, null without one.
        by_differing: the same by the number of differing features.
    """

    variant: str
    title: str
    solved: int
    skipped: int
    wrong: int
    hints: int
    median_ms: int | None
    by_differing: list[PracticeDiffering]


@get("/api/me/practice")
async def my_practice(request: Request[Any, Any, Any]) -> Response[list[PracticeFigures]]:
    """Return the figures of one's own practice."""
    player = await require_player(request)
    club: Club = request.app.state.club
    totals = await club.store.practice_totals(player)
    latest = await club.store.practised(player, PRACTISED_TIMED)
    figures = []
    for total in totals:
        times: dict[int, list[int]] = defaultdict(list)
        for each in latest:
            if each.variant == total.variant and each.differing is not None:
                times[int(each.differing + 0.5)].append(each.ms)
        every = [ms for own in times.values() for ms in own]
        figures.append(
            PracticeFigures(
                variant=total.variant,
                title=variant_title(total.variant),
                solved=total.solved,
                skipped=total.skipped,
                wrong=total.wrong,
                hints=total.hints,
                median_ms=round(median(every)) if every else None,
                by_differing=[
                    PracticeDiffering(differing, len(own), round(median(own)))
                    for differing, own in sorted(times.items())
                ],
            )
        )
    return Response(figures, headers=_NOT_KEPT)


ROUTES: Final = [practice, practice_results, my_practice]
"""What the application serves of this module."""
