"""Practice: one alone finds a claim on table after table, with the server or without it.

A browser is sent packs of tables with all claims on them (`thirdcard.server.practice_tables`), so
that it knows no rule and goes on while the server is out of reach.  It keeps what came of each
table, under an id of its own, until the server has said that it is stored; an id counts once,
however often it comes.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from time import monotonic
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromQuery, JSONBody

from thirdcard.errors import OptionError
from thirdcard.phrases import phrase
from thirdcard.server.entrance import address_of, require_player
from thirdcard.server.limits import Limit
from thirdcard.server.live import now_ms
from thirdcard.server.practice_levels import levels_of, require_level
from thirdcard.server.practice_tables import PracticeTable, draw_table, parse_practice_variant
from thirdcard.server.practice_weak import choose_by_weight, read_weights
from thirdcard.server.results import ID, Receipt, judge_each
from thirdcard.server.store.rows import Practised
from thirdcard.server.tables import Club
from thirdcard.variants.variant import Variant

__all__ = [
    "MOST_RESULTS",
    "MOST_TABLES",
    "PACK_SECONDS",
    "ROUTES",
]

MOST_TABLES: Final = 60
"""Tables of one pack."""
MOST_RESULTS: Final = 15
"""Results that are taken at once: as many as fit into the body of a request."""

PACK_SECONDS: Final = 1.5
"""How long tables are drawn for a pack where they are seldom; it has one at least."""

_MOST_NUMBER: Final = 1_000_000
_LOOKED_AT: Final = 6
"""Of how many times as many tables those are chosen that somebody is to train on."""
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
        levels: the levels that the variant has.
        level: that of all tables; null where it was not asked for.
        is_trained: whether the tables were chosen by weights.
        seed: what the tables are drawn from; with variant and number it names a table.
        tables: the tables, each with all claims on it.
    """

    variant: str
    title: str
    deck: str
    group_shape: tuple[int, int]
    claim_sizes: tuple[int, int]
    levels: tuple[int, ...]
    level: int | None
    is_trained: bool
    seed: str
    tables: list[PracticeTable]


@get("/api/practice")
async def practice(
    request: Request[Any, Any, Any],
    variant: FromQuery[str] = "classic",
    count: FromQuery[int] = 20,
    seed: FromQuery[str | None] = None,
    begin: FromQuery[int] = 0,
    level: FromQuery[int | None] = None,
    weights: FromQuery[str] = "",
) -> Response[PracticePack]:
    """Return tables with all claims on them: those of a seed, else of a new one.

    Of a level they are the first that have it, from `begin` on.  With weights, such as
    ``2:1,4:2.5``, they are chosen from more of them: see `thirdcard.server.practice_weak`.
    """
    chosen = parse_practice_variant(variant)
    require_level(chosen, level)
    weighed = read_weights(weights, chosen.space.n)
    if not 1 <= count <= MOST_TABLES:
        raise _out_of_range("count", count, 1, MOST_TABLES)
    if not 0 <= begin < _MOST_NUMBER:
        raise _out_of_range("begin", begin, 0, _MOST_NUMBER - 1)
    if seed is None:
        seed = secrets.token_hex(_SEED_BYTES)
    _require_seed(seed)
    limit: Limit = request.app.state.practice_packs
    limit.take(address_of(request))
    tables = await _choose_tables(chosen, seed, begin, count, level, weighed)
    pack = PracticePack(
        variant=chosen.key,
        title=chosen.title,
        deck=chosen.deck.key,
        group_shape=chosen.grouping.shape,
        claim_sizes=(chosen.pattern.sizes[0], chosen.pattern.sizes[-1]),
        levels=levels_of(chosen),
        level=level,
        is_trained=bool(weighed),
        seed=seed,
        tables=tables,
    )
    return Response(pack, headers=_NOT_KEPT)


async def _choose_tables(
    variant: Variant,
    seed: str,
    begin: int,
    count: int,
    level: int | None,
    weights: Mapping[int, float],
) -> list[PracticeTable]:
    """Return tables of a seed, by number: the first ones, or those that weights choose."""
    until = monotonic() + PACK_SECONDS
    enough = count * _LOOKED_AT if weights else count
    tables: list[PracticeTable] = []
    for number in range(begin, _MOST_NUMBER):
        # One at a time, so that others are served between them.
        table = await asyncio.to_thread(draw_table, variant, seed, number)
        if level in (None, table.level):
            tables.append(table)
        if len(tables) == enough or (tables and monotonic() > until):
            break
    return choose_by_weight(tables, weights, count) if weights else tables


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
        sprint: the id of the sprint that it was part of, null outside of one.
    """

    id: Annotated[str, msgspec.Meta(pattern=ID)]
    variant: Annotated[str, msgspec.Meta(max_length=64)]
    seed: Annotated[str, msgspec.Meta(max_length=16)]
    number: Annotated[int, msgspec.Meta(ge=0, lt=_MOST_NUMBER)]
    places: Annotated[tuple[int, ...], msgspec.Meta(max_length=64)] | None
    ms: Annotated[int, msgspec.Meta(ge=0, le=3_600_000)]
    wrong: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    hints: Annotated[int, msgspec.Meta(ge=0, le=64)] = 0
    at: Annotated[int, msgspec.Meta(ge=0)]
    sprint: Annotated[str, msgspec.Meta(pattern=ID)] | None = None


class PracticeResults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of some tables."""

    results: Annotated[list[PracticeResult], msgspec.Meta(min_length=1, max_length=MOST_RESULTS)]


@post("/api/practice/results", status_code=200)
async def practice_results(
    request: Request[Any, Any, Any], data: JSONBody[PracticeResults]
) -> Receipt:
    """Store what came of tables; what is stored already is not counted once more."""
    player = await require_player(request)
    limit: Limit = request.app.state.practice_results
    limit.take(player)
    practised, receipt = await judge_each(
        data.results, lambda result: asyncio.to_thread(_judge, player, result)
    )
    club: Club = request.app.state.club
    async with club.people.kept(player):
        await club.store.add_practised(practised)
    return receipt


def _judge(player: str, result: PracticeResult) -> Practised:
    """Return what is stored of a result.

    Raises:
        MalformedError: there is no such table, or no such claim on it.
    """
    variant = parse_practice_variant(result.variant)
    _require_seed(result.seed)
    table = draw_table(variant, result.seed, result.number)
    differing = None
    if result.places is not None:
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
        easiest=table.easiest,
        level=table.level,
        sprint=result.sprint,
    )


ROUTES: Final = [practice, practice_results]
"""What the application serves of this module."""
