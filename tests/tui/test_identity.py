"""Who the player is for a server is kept from others, and read again as it was."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from thirdcard.tui.identity import Identity, IdentityFile
from thirdcard.tui.remote import RemoteTable
from thirdcard.tui.run import join_table

ANN = Identity("thirdcard_1a2b3c4d=WyJhYiIsMF0.x-y_z", "Ann")


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    kept = IdentityFile("http://club.example:8333", tmp_path / "a" / "b")
    assert kept.load() == Identity()
    kept.save(ANN)
    assert IdentityFile("http://CLUB.example:8333", tmp_path / "a" / "b").load() == ANN
    kept.save(Identity(ANN.cookie, "Bob"))
    assert kept.load().name == "Bob"
    assert [path.name for path in kept.path.parent.iterdir()] == [kept.path.name]


def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    kept = IdentityFile("http://club.example", tmp_path / "new")
    kept.save(ANN)
    assert stat.S_IMODE(kept.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.path.parent.stat().st_mode) == 0o700


def test_each_server_has_its_own(tmp_path: Path) -> None:
    servers = ("http://a:80", "http://a:81", "https://a:80", "http://[::1]:80", "http://a/../b")
    assert len({IdentityFile(server, tmp_path).path for server in servers}) == len(servers)
    assert all(IdentityFile(server, tmp_path).path.parent == tmp_path for server in servers)


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"oops",
        b"[]",
        b'{"cookie": 5}',
        b"\xff\xfe",
        b'{"cookie": "a=b\\r\\nX: y"}',
        b'{"cookie": "a"}',
    ],
)
def test_damage_is_nobody(tmp_path: Path, damage: bytes) -> None:
    kept = IdentityFile("http://club.example", tmp_path)
    kept.path.write_bytes(damage)
    assert kept.load() == Identity()


def test_a_name_is_that_of_the_last_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    IdentityFile("http://host").save(ANN)

    def name(chosen: str | None, *, is_guest: bool = False, link: str = "host/table/ab") -> str:
        table = join_table(link, chosen, "me", None, is_guest=is_guest)
        assert isinstance(table, RemoteTable)
        return table._name

    assert name(None) == "Ann"
    assert name("Cleo") == "Cleo"
    assert name(None, is_guest=True) == "me"
    assert name(None, link="other/table/ab") == "me"
