"""The routes of games that are over: how they went, how lucky their tables were, and bringing one.

A record that is brought must be of a fair game that has ended.  It is kept as a table that can be
looked at, downloaded and shared; it counts for nobody, and the names in it are nobody's here.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath

from thirdcard.errors import RecordError, Refusal
from thirdcard.game.views import TableView, view_table
from thirdcard.odds.luck import Luck
from thirdcard.phrases import phrase
from thirdcard.server.entrance import address_of, identify
from thirdcard.server.importing import judge_record
from thirdcard.server.languages import current
from thirdcard.server.limits import Limit
from thirdcard.server.replays import Replay, Replays
from thirdcard.server.table_routes import find_ended
from thirdcard.server.tables import Club, LiveTable, now_ms

__all__ = ["MAX_RECORD_BYTES", "ROUTES", "Brought", "GameAnswer", "LuckAnswer"]

MAX_RECORD_BYTES: Final = 1_000_000
"""Most bytes of a record that is brought."""

_NOT_KEPT = {"Cache-Control": "no-cache"}


class GameAnswer(msgspec.Struct, frozen=True):
    """A game that is over.

    Attributes:
        table: the id of its table.
        view: the table at its end.
        imported: whether it was played elsewhere.
        fair: whether the deal was fair and every event kept to the rules.
        reason: why not, null where it was fair.
        line: the line of the record at fault.
        analysis: `thirdcard.game.analysis.Analysis`.
    """

    table: str
    view: TableView
    imported: bool
    fair: bool
    reason: str | None
    line: int | None
    analysis: msgspec.Raw


class LuckAnswer(msgspec.Struct, frozen=True):
    """How lucky each moment's table was, null where that is not known."""

    luck: list[Luck | None]


class Brought(msgspec.Struct, frozen=True):
    """A record was kept, as the game of a table."""

    table: str
    url: str


@get("/api/tables/{table_id:str}/analysis")
async def analysis(request: Request[Any, Any, Any], table_id: FromPath[str]) -> Response[bytes]:
    """Tell a game that has ended, moment by moment."""
    live = await find_ended(request, table_id)
    replay = await _find_replay(request, live)
    verdict = replay.verdict
    answer = GameAnswer(
        table=live.table,
        view=view_table(live.state),
        imported=live.stored.imported_at is not None,
        fair=verdict.fair,
        reason=verdict.reason,
        line=verdict.line,
        analysis=msgspec.Raw(replay.encoded),
    )
    return Response(
        current().encoder.encode(answer),
        media_type="application/json",
        headers=_NOT_KEPT,
    )


@get("/api/tables/{table_id:str}/luck")
async def luck(request: Request[Any, Any, Any], table_id: FromPath[str]) -> LuckAnswer:
    """Tell how lucky the tables of a game were that has ended; it may take some seconds."""
    live = await find_ended(request, table_id)
    replays: Replays = request.app.state.replays
    return LuckAnswer(await replays.find_luck(await _find_replay(request, live)))


@post("/api/games", request_max_body_size=MAX_RECORD_BYTES)
async def bring_game(request: Request[Any, Any, Any]) -> Brought:
    """Keep the record of a game that was played elsewhere; the body is the record."""
    club: Club = request.app.state.club
    player = await identify(request)
    if player is not None and await club.store.is_banned(player):
        raise Refusal("locked_out", phrase("An administrator keeps you out of this club."))
    uploads: Limit = request.app.state.uploads
    uploads.take(address_of(request))
    try:
        text = (await request.body()).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise RecordError(phrase("not text in UTF-8"), line) from None
    table, record = await club.solver.call_soon(judge_record, text, now_ms())
    await club.bring_in(table, record)
    return Brought(table, f"/game/{table}")


ROUTES: Final = [analysis, luck, bring_game]


async def _find_replay(request: Request[Any, Any, Any], live: LiveTable) -> Replay:
    replays: Replays = request.app.state.replays
    store = request.app.state.club.store
    return await replays.find(live.table, live.stored.header, lambda: store.events(live.table))
