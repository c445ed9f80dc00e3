"""The club as one ASGI application: its parts put together, and how it starts and ends.

`create_app` returns it; `thirdcard.cli.serve` runs it.  Its routes are lists of the modules that
answer them.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin

from thirdcard import __version__
from thirdcard.phrases import Phrase
from thirdcard.server import (
    accounts,
    daily,
    facts,
    games,
    lessons,
    lobby,
    messages,
    pages,
    practice,
    practice_figures,
    practice_sprints,
    study_routes,
    table_routes,
)
from thirdcard.server.doorbell import Doorbell, Ears
from thirdcard.server.entrance import Crowd, require_same_origin
from thirdcard.server.identity import Identities
from thirdcard.server.languages import LanguageMiddleware, Languages, current
from thirdcard.server.limits import Limit
from thirdcard.server.pages import CLIENT_DIRECTORY
from thirdcard.server.problems import EXCEPTION_HANDLERS
from thirdcard.server.replays import Replays
from thirdcard.server.statistics import routes as statistics_routes
from thirdcard.server.store.base import Store
from thirdcard.server.studies import Studies
from thirdcard.server.tables import Club

__all__ = ["CLIENT_DIRECTORY", "create_app"]

_SECURITY_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
_LEAST_TO_COMPRESS = 1000
# What is the same for everybody is compressed once; see `thirdcard.server.packed`.
_COMPRESSED_ALREADY = [
    r"^/assets/",
    r"^/cards/",
    r"^/favicon",
    r"^/icons/",
    r"^/languages/",
    r"^/manifest",
    r"^/sw",
    r"^/t/.*\.svg",
]


def create_app(
    store: Store,
    secret: str,
    doorbell: Doorbell | None = None,
    languages: Languages | None = None,
) -> Litestar:
    """Return the club over an open store.

    Args:
        store: the open event log; closing it is the caller's.
        secret: the key that identities are signed with.
        doorbell: how to reach other processes that serve the same log, None if there are none.
        languages: what people are spoken to in, None for those that are shipped.
    """
    if doorbell is None:
        club = Club(store)
    else:
        doorbell.serve(secret)
        club = Club(store, doorbell.ring, report=doorbell.tell)
    entrance_hall = lobby.Lobby(club)

    @asynccontextmanager
    async def run_club(_app: Litestar) -> AsyncGenerator[None, None]:
        await club.open(is_served=doorbell is not None and await doorbell.has_company())
        entrance_hall.open()
        if doorbell:
            doorbell.listen(Ears(club.hear, club.hear_people, club.look, club.lose_touch))
        yield
        entrance_hall.close()
        await club.close()

    app = Litestar(
        route_handlers=[
            *pages.ROUTES,
            *facts.ROUTES,
            *lessons.ROUTES,
            *practice.ROUTES,
            *practice_figures.ROUTES,
            *practice_sprints.ROUTES,
            *study_routes.ROUTES,
            *daily.ROUTES,
            *accounts.ROUTES,
            *lobby.ROUTES,
            *table_routes.ROUTES,
            *games.ROUTES,
            *statistics_routes.ROUTES,
        ],
        lifespan=[run_club],
        guards=[require_same_origin],
        middleware=[LanguageMiddleware()],
        type_encoders={Phrase: lambda phrase: current().tell(phrase)},
        exception_handlers=EXCEPTION_HANDLERS,
        openapi_config=OpenAPIConfig(
            title="thirdcard",
            version=__version__,
            path="/api/schema",
            use_handler_docstrings=True,
            # The other renderers load their scripts from elsewhere.
            render_plugins=[
                JsonRenderPlugin(path="/openapi.json"),
                YamlRenderPlugin(path="/openapi.yaml"),
            ],
        ),
        response_headers=_SECURITY_HEADERS,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=_LEAST_TO_COMPRESS, exclude=_COMPRESSED_ALREADY
        ),
        request_max_body_size=messages.MAX_BYTES,
    )
    app.state.languages = languages or Languages()
    app.state.club = club
    app.state.people = club.people
    app.state.lobby = entrance_hall
    app.state.replays = Replays(club.solver)
    app.state.studies = Studies(club.solver, app.state.replays)
    app.state.study_limit = Limit(burst=90, seconds=2)
    app.state.uploads = Limit(burst=30, seconds=5)
    app.state.practice_packs = Limit(burst=120, seconds=2)
    app.state.practice_results = Limit(burst=120, seconds=2)
    app.state.dailies = daily.Dailies(club.solver)
    app.state.daily_dates = Limit(burst=240, seconds=2)
    app.state.daily_results = Limit(burst=120, seconds=2)
    app.state.exports = Limit(burst=6, seconds=10)
    app.state.turnstile = table_routes.Turnstile()
    app.state.crowd = Crowd()
    app.state.identities = Identities(secret)
    return app
