"""``thirdcard play``: a game in a real terminal, and what cannot be played."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import shlex
import stat
import struct
import subprocess
import termios
import time
from pathlib import Path

import pytest

from tests.cli.runner import SCRIPT, Run
from tests.club import ClubServer
from thirdcard.core.notation import parse_cards
from thirdcard.game.shuffle import shuffle
from thirdcard.variants.registry import parse_variant

PATIENCE = 30.0


class Terminal:
    """A terminal of 80 by 24 in which a command runs, with its stdout apart."""

    def __init__(self, *words: str, **environment: str) -> None:
        self._fd, worker = pty.openpty()
        fcntl.ioctl(worker, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
        self._process = subprocess.Popen(
            [SCRIPT, *words],
            stdin=worker,
            stdout=subprocess.PIPE,
            stderr=worker,
            env=kept | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"} | environment,
            text=True,
            start_new_session=True,
        )
        os.close(worker)
        self.seen = ""

    def read_until(self, text: str) -> None:
        """Read what is drawn until a text is there, which no style may break."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end, self.seen[-2000:]
            if select.select([self._fd], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self._fd, 65536).decode("utf-8", "replace")
                except OSError:
                    raise AssertionError(f"it ended: {self.seen[-2000:]}") from None

    def press(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def end(self) -> tuple[int, str]:
        """Read on until the command ends; return its exit code and its stdout."""
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < end:
            if select.select([self._fd], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self._fd, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        out, _ = self._process.communicate(timeout=PATIENCE)
        return self._process.returncode, out

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._fd)


def test_a_game_in_a_terminal() -> None:
    with Terminal("play", "--seed", "monday", "--name", "Ann", "--bot", "1") as terminal:
        terminal.read_until("Enter starts the game")
        terminal.press("\r")
        terminal.read_until("The game has begun.")
        terminal.press("qQ")
        code, out = terminal.end()
    assert code == 0
    assert re.fullmatch(r" +0  Ann\n +0  Bot · child\nseed: [0-9a-f]{64}\n", out)


def test_the_outcome_as_json_is_the_deal_of_the_seed() -> None:
    with Terminal("play", "--variant", "junior", "--seed", "monday", "--json") as terminal:
        terminal.read_until("Enter starts the game")
        terminal.press("\r")
        terminal.read_until("The game has begun.")
        terminal.press("Q")
        code, out = terminal.end()
    assert code == 0
    document = json.loads(out)
    assert document["variant"] == "junior"
    assert document["reason"] == "abandoned"
    dealt = subprocess.run(
        [SCRIPT, "deal", "--variant", "junior", "--seed", "monday"],
        capture_output=True,
        text=True,
        check=True,
    )
    points = shuffle(27, bytes.fromhex(document["seed"]))[:9]
    assert parse_cards(dealt.stdout, parse_variant("junior").deck) == list(points)


@pytest.mark.parametrize(
    ("words", "environment"),
    [(["--ascii"], {}), ([], {"NO_COLOR": "1"})],
    ids=["ascii", "NO_COLOR"],
)
def test_without_colours(words: list[str], environment: dict[str, str]) -> None:
    with Terminal("play", *words, **environment) as terminal:
        terminal.read_until("Enter starts the game")
        terminal.press("\r")
        terminal.read_until("The game has begun.")
        terminal.press("Q")
        assert terminal.end()[0] == 0
    assert ("┼" in terminal.seen) == (not words)
    inks = re.findall(r"38;2;(\d+);(\d+);(\d+)", terminal.seen)
    assert all(red == green == blue for red, green, blue in inks)


def test_a_seat_at_a_server_s_table(tmp_path: Path) -> None:
    with ClubServer(tmp_path / "club.db") as server:
        table = server.open_table("junior")
        link = f"{server.url}/table/{table}"
        kept = {"XDG_DATA_HOME": str(tmp_path / "data")}
        with Terminal("play", "--join", link, "--name", "Cleo", "--json", **kept) as terminal:
            terminal.read_until("You have a seat.")
            terminal.press("\r")
            terminal.read_until("The game has begun.")
            terminal.press("Q")
            code, out = terminal.end()
        assert code == 0
        assert json.loads(out)["names"] == ["Cleo"]
        assert json.loads(out)["seed"] is None
        (file,) = (tmp_path / "data" / "thirdcard" / "identities").iterdir()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        # Who comes back is the same; who comes as a guest is somebody else, and is not kept.
        for words, names in (([], ["Cleo"]), (["--guest", "--name", "Gus"], ["Cleo", "Gus"])):
            before = file.read_bytes()
            with Terminal("play", "--join", link, "--json", *words, **kept) as terminal:
                terminal.read_until("deck")
                if words:
                    terminal.read_until("You have a seat.")
                terminal.press("Q")
                code, out = terminal.end()
            assert (code, json.loads(out)["names"]) == (0, names)
            assert file.read_bytes() == before


def test_a_name_that_cannot_be_is_told_in_one_line() -> None:
    with Terminal("play", "--name", "\x07") as terminal:
        code, _ = terminal.end()
    assert code == 2
    assert "thirdcard play: A name has 1 to 24 visible characters." in terminal.seen


def test_a_table_that_is_not_there_is_told_in_one_line() -> None:
    with Terminal("play", "--guest", "--join", "http://127.0.0.1:1/table/ab") as terminal:
        code, out = terminal.end()
    assert code == 2
    assert out == ""
    assert "thirdcard play: cannot reach 127.0.0.1:1" in terminal.seen


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "play needs a terminal"),
        (["--variant", "nope"], "nope"),
        (["--bot", "9"], "bot level 9: expected 1 to 5"),
        (["--bot", "x"], "expected a whole number from 1, not 'x'"),
        (["--contest", "chess"], "contest is 'chess'; expected one of race, duel, coop, spoil"),
        (["--contest", "duel", "--variant", "super"], "do not go together"),
        (["--option", "speed=1"], "--option 'speed=1'; expected K=V with K one of table_size"),
        (["--option", "penalty"], "expected K=V"),
        (["--option", "penalty=2"], "--option: Expected `str`, got `int` - at `$.penalty`"),
        (["--option", "table_size=2"], "a table of 2 cards: expected 3 to 81"),
        (["--keys", "qwirty"], "--keys 'qwirty'; expected one of qwerty, azerty, qwertz"),
        (["--name", " "], "--name is empty"),
        (["--name", "x" * 99], "--name has 99 characters; expected at most"),
        (["--join", "club"], "'club' is no link of a table"),
        (["--join", "http://h/table/a", "--bot", "2"], "--bot and --join"),
        (["--passcode", "x"], "--passcode without --join"),
        (["--guest"], "--guest without --join"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(
    run: Run, words: list[str], complaint: str
) -> None:
    assert complaint in run(shlex.join(["play", *words])).complaint
