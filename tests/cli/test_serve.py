"""``thirdcard serve``: what it says before it serves, and how it ends."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.club import ClubServer
from tests.services import free_port
from thirdcard.cli import main


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--port", "99999"], "port 99999; expected 0 to 65535"),
        (["--port", "x"], "--port"),
        (["--host", "no.such.host.invalid"], "cannot listen at no.such.host.invalid"),
        (["--database", "mysql://h/d"], "no support for 'mysql'"),
        (["--database", "sqlite:////proc/no/club.db"], "cannot open"),
        (["--channels", "smoke:signals"], "no channels URL"),
        (["--channels", "redis://club:hunter2@127.0.0.1:1"], "no Redis at redis://127.0.0.1:1"),
    ],
)
def test_what_cannot_be_served_is_told_in_one_line(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], told: str
) -> None:
    given = ["serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'club.db'}"]
    assert main([*given, *arguments]) == 2
    out, err = capfd.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert told in err
    assert "hunter2" not in err


def test_port_in_use_is_told_in_one_line(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        database = f"sqlite:///{tmp_path / 'club.db'}"
        assert main(["serve", "--port", port, "--database", database]) == 2
    assert f"port {port} of 127.0.0.1 is in use" in capfd.readouterr().err


def test_stops_cleanly_and_starts_again_on_the_same_file(tmp_path: Path) -> None:
    server = ClubServer(tmp_path / "club.db").start()
    table = server.open_table("junior")
    assert server.stop() == 0
    server.start()
    assert server.get(f"/api/tables/{table}").json()["variant"] == "junior"
    assert server.stop() == 0


def test_database_is_made_in_the_account_s_own_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "thirdcard", "serve", "--port", str(free_port())]
    environment = {"HOME": str(tmp_path), "PATH": "", "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert "The club is open at http://127.0.0.1:" in process.stdout.readline()
    process.terminate()
    _, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert err == ""
    assert [file.name for file in tmp_path.rglob("club.db")] == ["club.db"]
