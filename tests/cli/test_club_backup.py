"""``thirdcard club backup`` and ``restore``, as processes, with a server that plays on."""

from __future__ import annotations

import asyncio
import gzip
import stat
from pathlib import Path

import pytest

from tests.cli.runner import Run, run_process
from tests.club import ClubServer, Player, seated
from tests.services import fresh_postgres


@pytest.mark.slow
async def test_club_goes_on_from_a_backup_in_another_kind_of_database(tmp_path: Path) -> None:
    """Seats, scores and cookies are what they were."""
    backup = tmp_path / "club.backup"
    with ClubServer(tmp_path / "club.db") as server:
        table = server.open_table("junior")
        async with seated(server, table, "Ann", "Bob") as (ann, _):
            await ann.do("start")
            made = await asyncio.to_thread(
                run_process, "club", "backup", str(backup), "--json", "--database", server.database
            )
            rows = made.document["rows"]
            assert made.document["file"] == str(backup)
            assert rows["tables"] == 1
            assert rows["events"] == ann.seq
            view = (await Player(server, table, ann.cookie).open()).view
            cookie = ann.cookie
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    for database in (fresh_postgres(), f"sqlite:///{tmp_path / 'new.db'}"):
        restored = await asyncio.to_thread(
            run_process, "club", "restore", str(backup), "--json", "--database", database
        )
        assert restored.document == made.document
        with ClubServer(database) as server:
            again = await Player(server, table, cookie).open()
            assert again.seat == 0
            assert [seat["name"] for seat in again.view["seats"]] == ["Ann", "Bob"]
            assert again.view["slots"] == view["slots"]
            await again.close()


def test_what_is_in_it_is_said(run: Run, tmp_path: Path) -> None:
    with ClubServer(tmp_path / "club.db") as server:
        server.open_table()
        made = run(f"club backup {tmp_path}/b --database {server.database}")
    assert made.out == f"{tmp_path}/b holds the club: 2 settings, 1 table, 1 event\n"
    restored = run(f"club restore {tmp_path}/b --database sqlite:///{tmp_path}/new.db")
    assert restored.out == (
        f"the club is restored from {tmp_path}/b: 2 settings, 1 table, 1 event\n"
    )


def test_database_that_is_used_is_refused(run: Run, tmp_path: Path) -> None:
    with ClubServer(tmp_path / "club.db") as server:
        run(f"club backup {tmp_path}/b --database {server.database}")
        complaint = run(f"club restore {tmp_path}/b --database {server.database}").complaint
        assert "club.db is not empty" in complaint
        assert server.get("/api/health").status_code == 200


def test_file_that_is_cut_or_altered_is_refused_with_the_line(run: Run, tmp_path: Path) -> None:
    with ClubServer(tmp_path / "club.db") as server:
        server.open_table()
        run(f"club backup {tmp_path}/b --database {server.database}")
    data = gzip.decompress((tmp_path / "b").read_bytes())
    (tmp_path / "cut").write_bytes(gzip.compress(data[: data.index(b'["events"')]))
    (tmp_path / "altered").write_bytes(gzip.compress(data.replace(b"classic", b"CLASSIC")))
    for name, told in (
        ("cut", "line 5: the file is cut off"),
        ("altered", "line 4: this line was"),
    ):
        complaint = run(f"club restore {tmp_path}/{name} --database sqlite:///{tmp_path}/n.db")
        assert f"{tmp_path}/{name}, {told}" in complaint.complaint
    assert not (tmp_path / "n.db").exists()
