"""Stores of both kinds, each test's own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.services import fresh_database, fresh_postgres
from thirdcard.server.store.sql import SqlStore

KINDS = ("sqlite", "postgresql")


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with nothing in it, not even the schema."""
    return (
        fresh_postgres() if request.param == "postgresql" else f"sqlite:///{tmp_path / 'club.db'}"
    )


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that has the schema and nothing in it."""
    return fresh_database(request.param, tmp_path / "club.db")


@pytest.fixture
async def store(url: str) -> AsyncIterator[SqlStore]:
    """A store that is open, and empty at first."""
    opened = SqlStore(url)
    await opened.open()
    yield opened
    await opened.close()
