"""A club for all tests that ask for no other."""

from collections.abc import Iterator

import pytest

from tests.club import ClubServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    """A running club, in which other tests have left tables and people."""
    with ClubServer(tmp_path_factory.mktemp("club") / "club.db") as running:
        yield running
