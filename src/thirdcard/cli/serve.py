"""``thirdcard serve``: the club's server."""

from __future__ import annotations

import argparse
import asyncio
import errno
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from thirdcard.cli import club, output
from thirdcard.errors import OptionError

if TYPE_CHECKING:
    import uvicorn

HELP = """\
Open the club: live tables in the browser, on a server of your own.

Everything that happens at a table is in the database before anyone is told of it, so a server
that is stopped, or killed, goes on where it was when it is started again.  By default only this
machine can reach it; --host 0.0.0.0 opens it to the network, without encryption: put it behind
a reverse proxy with TLS where you do not trust the network."""
EXAMPLES = """\
examples:
  thirdcard serve --open                      on this machine, and open the browser
  thirdcard serve --host 0.0.0.0 --port 80    for a whole network
  thirdcard serve --database sqlite:///club.db
  thirdcard serve --database postgresql://club@db/club --channels redis://cache
                                              one of several processes for the same club

exit codes: 0 stopped, 2 cannot start"""

DEFAULT_PORT: Final = 8333
_LARGEST_FRAME = 64 * 1024
_SHUTDOWN_SECONDS = 3


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (%(default)s)")
    parser.add_argument(
        "--port", type=int, default=DEFAULT_PORT, help="port, 0 for any that is free (%(default)s)"
    )
    club.add_database(parser)
    parser.add_argument(
        "--channels", metavar="URL", help="redis://…, if several processes serve one database"
    )
    parser.add_argument(
        "--languages", type=Path, metavar="FOLDER", help="more languages, a file XX.po for each"
    )
    parser.add_argument("--open", action="store_true", help="open the club in the browser")


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    try:
        return asyncio.run(_serve(args))
    except ModuleNotFoundError as error:
        raise OptionError(f"the server needs {error.name}: install thirdcard[server]") from None


async def _serve(args: argparse.Namespace) -> int:
    import uvicorn

    from thirdcard.server.app import create_app
    from thirdcard.server.doorbell import Doorbell
    from thirdcard.server.languages import Languages
    from thirdcard.server.store.sql import SqlStore

    languages = Languages(args.languages)
    listener = _listen(args.host, args.port)
    with listener:
        host, port = listener.getsockname()[:2]
        store = SqlStore(club.database_url(args))
        doorbell = Doorbell(args.channels) if args.channels else None
        try:
            if doorbell:
                await doorbell.open()
            await store.open()
            app = create_app(store, await store.secret(), doorbell, languages)
            config = uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                server_header=False,
                ws="websockets-sansio",
                ws_max_size=_LARGEST_FRAME,
                # Frames are small, and a compressor for each of many sockets is not.
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
            )
            server = uvicorn.Server(config)
            # Uvicorn's own handlers end the process by the signal, before the store is closed.
            server.capture_signals = partial(_stop_at_signals, server)  # type: ignore[method-assign]
            announcer = asyncio.create_task(
                _announce(server, _address(host, port), args.json, args.open)
            )
            await server.serve(sockets=[listener])
            await announcer
        finally:
            if doorbell:
                await doorbell.close()
            await store.close()
    return output.DONE


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket.

    Raises:
        OptionError: the address is none, or in use.
    """
    if not 0 <= port <= 65535:
        raise OptionError(f"port {port}; expected 0 to 65535")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise OptionError(
                f"port {port} of {host} is in use; stop what uses it, or choose another --port"
            ) from None
        raise OptionError(f"cannot listen at {host} port {port}: {error.strerror}") from None


@contextmanager
def _stop_at_signals(server: uvicorn.Server) -> Iterator[None]:
    """Let the server end when it is asked to, and at once when it is asked twice."""
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        loop.add_signal_handler(number, server.handle_exit, number, None)
    try:
        yield
    finally:
        for number in signals:
            loop.remove_signal_handler(number)


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


async def _announce(server: object, address: str, as_json: bool, browse: bool) -> None:
    """Say where the club is, once it answers."""
    import webbrowser

    while not getattr(server, "started", False):
        if getattr(server, "should_exit", False):
            return
        await asyncio.sleep(0.02)
    if as_json:
        output.write_json({"url": address})
    else:
        output.write(f"The club is open at {address} (Ctrl-C closes it)")
    sys.stdout.flush()
    if browse:
        await asyncio.to_thread(webbrowser.open, address)
