"""A table of a server, over its WebSocket; see `thirdcard.server.messages`.

A connection that is lost is made anew until it holds, with the same identity, so that the seat
stays.  What the player does meanwhile is refused, and not done later.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from thirdcard.errors import MalformedError, OptionError, Refusal
from thirdcard.game import commands
from thirdcard.server import messages
from thirdcard.tui.follow import follow
from thirdcard.tui.identity import Identity, IdentityFile
from thirdcard.tui.source import Action, AddBot, Errand, News, RemoveBot, Said, Say, Source

__all__ = ["Address", "RemoteTable", "read_address"]

_ANSWER_SECONDS: Final = 15.0
_CONNECT_SECONDS: Final = 10.0
_FIRST_PAUSE: Final = 0.3
_LONGEST_PAUSE: Final = 8.0
_MOST_LINES: Final = 100
_FINAL_CODES: Final = range(4400, 4405)
"""Codes with which the server says that coming back is of no use."""

_DECODER: Final = msgspec.json.Decoder(messages.ServerMessage)


@dataclass(frozen=True)
class Address:
    """Where a table is: ``http`` or ``https``, host with port, and the table's id."""

    scheme: str
    host: str
    table: str

    @property
    def server(self) -> str:
        """The address of the server."""
        return f"{self.scheme}://{self.host}"

    @property
    def socket(self) -> str:
        """The address of the table's socket."""
        scheme = "wss" if self.scheme == "https" else "ws"
        table = quote(self.table, safe="")
        return f"{scheme}://{self.host}/ws/{table}?protocol={messages.PROTOCOL}"

    def at(self, table: str) -> Address:
        """Return the address of another table of the same server."""
        return Address(self.scheme, self.host, table)


def read_address(text: str) -> Address:
    """Read the link of a table, as the browser shows it.

    Raises:
        OptionError: it is none.

    >>> read_address("http://club.example:8333/table/ab23").socket
    'ws://club.example:8333/ws/ab23?protocol=2'
    """
    full = text if "://" in text else f"http://{text}"
    parts = urlsplit(full.strip())
    match = re.fullmatch(r"/table/([\w-]{1,64})/?", parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or match is None:
        raise OptionError(
            f"{text!r} is no link of a table; expected one such as http://host:8333/table/ID"
        )
    return Address(parts.scheme, parts.netloc, match[1])


@dataclass
class _Waiting:
    """The messages that were sent and not answered yet."""

    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    answers: dict[int, asyncio.Future[None]] = field(default_factory=dict)

    def settle(self, number: int | None, refusal: Refusal | None = None) -> None:
        answer = self.answers.pop(number, None) if number is not None else None
        if answer is None or answer.done():
            return
        if refusal is None:
            answer.set_result(None)
        else:
            answer.set_exception(refusal)

    def give_up(self) -> None:
        for number in list(self.answers):
            self.settle(number, _lost())


def _write_line(line: messages.ChatLine) -> str:
    return f"{line.name}: {line.text}"


def _lost() -> Refusal:
    return Refusal("locked_out", "The connection is lost; nothing was done.")


class RemoteTable(Source):
    """A seat at a table of a server.

    Args:
        address: where the table is.
        name: the player's.
        passcode: of a table that has one.
        identity: where it is kept who the player is for the server; None for nowhere.
    """

    def __init__(
        self,
        address: Address,
        name: str,
        passcode: str | None = None,
        identity: IdentityFile | None = None,
    ) -> None:
        super().__init__()
        self.address = address
        self.has_company = True
        self._name = name
        self._passcode = passcode
        self._identity = identity
        self._cookie = None if identity is None else identity.load().cookie
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None
        self._waiting = _Waiting()
        self._ahead_ms = 0
        self._shown_at = 0.0
        self._rematch: str | None = None
        self._next_table = asyncio.Event()

    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self._ahead_ms

    # -- the connection -----------------------------------------------------------------------

    async def open(self) -> None:
        if self._passcode is not None:
            await asyncio.to_thread(self._enter, self._passcode)
        try:
            socket = await self._connect()
        except (OSError, InvalidHandshake, TimeoutError) as error:
            reason = getattr(error, "strerror", None) or str(error) or "no answer"
            raise MalformedError(f"cannot reach {self.address.host}: {reason}") from None
        self._listening = asyncio.create_task(self._listen(socket))
        is_seated = self.seat is not None or await self._sit()
        self._remember(is_seated)

    def _enter(self, passcode: str) -> None:
        """Tell the table's passcode, and keep the identity that is let in by it."""
        from urllib.error import HTTPError, URLError
        from urllib.request import Request, urlopen

        table = self.address
        request = Request(
            f"{table.scheme}://{table.host}/api/tables/{quote(table.table, safe='')}/enter",
            data=msgspec.json.encode({"passcode": passcode}),
            headers={"Content-Type": "application/json", **self._headers()},
        )
        try:
            with urlopen(request, timeout=_CONNECT_SECONDS) as response:
                self._keep(response.headers.get("Set-Cookie"))
        except HTTPError as error:
            with suppress(msgspec.DecodeError, AttributeError):
                reason = msgspec.json.decode(error.read()).get("error")
                raise MalformedError(f"--passcode: {reason}") from None
            raise MalformedError(f"--passcode: {error.reason}") from None
        except (URLError, OSError) as error:
            raise MalformedError(f"cannot reach {table.host}: {error}") from None

    def _headers(self) -> dict[str, str]:
        return {"Cookie": self._cookie} if self._cookie else {}

    def _keep(self, cookie: str | None) -> None:
        if cookie:
            self._cookie = cookie.partition(";")[0]

    def _remember(self, is_seated: bool) -> None:
        """Keep who the player is, for the next time; the name only where it was taken."""
        if self._identity is None:
            return
        name = self._name if is_seated else self._identity.load().name
        try:
            self._identity.save(Identity(self._cookie, name))
        except OSError as error:
            said = Said(f"Who you are cannot be kept: {error.strerror or error}.", is_trouble=True)
            self.tell(News(self.view, said=said))

    async def _connect(self) -> ClientConnection:
        """Return a connection whose welcome was taken in.

        Raises:
            MalformedError: the server does not let one in, and says why.
            OSError, InvalidHandshake, TimeoutError: there is no connection.
        """
        socket = await connect(
            self.address.socket,
            additional_headers=self._headers(),
            open_timeout=_CONNECT_SECONDS,
            max_size=None,
            compression=None,
        )
        if socket.response is not None:
            self._keep(socket.response.headers.get("Set-Cookie"))
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                self._hear(await socket.recv())
        except ConnectionClosed:
            if socket.close_code in _FINAL_CODES:
                raise MalformedError(self._explain_close(socket)) from None
            raise ConnectionResetError("the server hung up") from None
        self._socket = socket
        return socket

    def _explain_close(self, socket: ClientConnection) -> str:
        reason = socket.close_reason or "the server does not let you in"
        if reason == "passcode":
            reason = "this table has a passcode; give it with --passcode"
        return f"{self.address.host}: {reason}"

    async def _listen(self, socket: ClientConnection) -> None:
        while True:
            with suppress(ConnectionClosed):
                async for frame in socket:
                    self._hear(frame)
            self._socket = None
            self._waiting.give_up()
            if socket.close_code in _FINAL_CODES:
                self._complain(f"The server closed the table: {self._explain_close(socket)}.")
                return
            try:
                socket = await self._reconnect()
            except MalformedError as error:
                self._complain(f"{error}.")
                return

    async def _reconnect(self) -> ClientConnection:
        pause = _FIRST_PAUSE
        while True:
            try:
                socket = await self._connect()
            except (OSError, InvalidHandshake, TimeoutError):
                if not self.trouble:
                    self._complain("The connection is lost; trying again.")
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                self._recover()
                return socket

    def _recover(self) -> None:
        if self.trouble:
            self.trouble = ""
            self.tell(News(self.view, said=Said("The connection is back.")))

    def _complain(self, trouble: str) -> None:
        self.trouble = trouble
        self.tell(News(self.view, said=Said(trouble, is_trouble=True)))

    async def close(self) -> None:
        if self._listening:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
            self._listening = None
        if self._socket:
            await self._socket.close()
            self._socket = None

    # -- in -----------------------------------------------------------------------------------

    def _hear(self, frame: str | bytes) -> None:
        message = _DECODER.decode(frame)
        hear = _HEARD.get(type(message))
        if hear is not None:
            hear(self, message)

    def _hear_welcome(self, message: messages.Welcome) -> None:
        self._ahead_ms = message.now - time.time_ns() // 1_000_000
        self.seat, self.hint, self._rematch = message.seat, message.hint, message.rematch
        self.chat = tuple(_write_line(line) for line in message.chat)
        self._take_in(message)

    def _take_in(self, message: messages.Welcome | messages.Snapshot) -> None:
        self._shown_at = time.monotonic()
        self._show(message.view)

    def _hear_events(self, message: messages.Events) -> None:
        for event in message.events:
            view = self.view
            if view is None or event.seq <= view.seq:
                continue
            if event.seq > view.seq + 1:
                self._send_soon(messages.Resync(id=next(self._waiting.numbers), seen=view.seq))
                return
            self._shown_at = time.monotonic()
            self._show(follow(view, event), event)

    def _hear_you(self, message: messages.You) -> None:
        # The event that seats one is told before whose seat it is.
        is_new = self.seat is None and message.seat is not None
        self.seat = message.seat
        self.tell(News(self.view, said=Said("You have a seat.") if is_new else None))

    def _hear_hint(self, message: messages.HintGiven) -> None:
        self.hint = message.hint
        self.tell(News(self.view))

    def _hear_said(self, message: messages.Said) -> None:
        line = _write_line(message.line)
        self.chat = (*self.chat, line)[-_MOST_LINES:]
        self.tell(News(self.view, said=Said(line)))

    def _hear_rematch(self, message: messages.RematchReady) -> None:
        self._rematch = message.table
        self._next_table.set()
        self.tell(News(self.view, said=Said(f"{message.name} plays again; N follows.")))

    def _hear_probe(self, message: messages.Probe) -> None:
        self._send_soon(messages.Echo(id=message.id))

    def _hear_answer(self, message: messages.Done | messages.Pong) -> None:
        self._waiting.settle(message.id)

    def _hear_refusal(self, message: messages.Refused) -> None:
        refusal = Refusal(message.code, message.message, message.details)
        self._waiting.settle(message.id, refusal)

    # -- out ----------------------------------------------------------------------------------

    def _send_soon(self, message: messages.ClientMessage) -> None:
        async def send() -> None:
            with suppress(ConnectionClosed):
                if self._socket is not None:
                    await self._socket.send(msgspec.json.encode(message).decode())

        task = asyncio.ensure_future(send())
        _SENDING.add(task)
        task.add_done_callback(_SENDING.discard)

    async def _ask(self, kind: Callable[..., messages.ClientMessage], **values: Any) -> None:
        if self._socket is None:
            raise _lost()
        number = next(self._waiting.numbers)
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.answers[number] = answer
        frame = msgspec.json.encode(kind(id=number, **values)).decode()
        try:
            await self._socket.send(frame)
            async with asyncio.timeout(_ANSWER_SECONDS):
                await answer
        except (ConnectionClosed, TimeoutError):
            self._waiting.answers.pop(number, None)
            raise _lost() from None

    async def _sit(self) -> bool:
        """Take a seat, and tell whether there was one."""
        try:
            await self._ask(messages.Sit, name=self._name)
        except Refusal as refusal:
            said = Said(f"{refusal} You are watching.", is_trouble=True)
            self.tell(News(self.view, said=said))
            return False
        return True

    async def do(self, action: Action) -> None:
        match action:
            case commands.Claim(cards=cards, seen=seen):
                waited = int((time.monotonic() - self._shown_at) * 1000)
                await self._ask(messages.Claim, cards=cards, seen=seen, waited=waited)
            case commands.Flip(slot=slot, seen=seen):
                await self._ask(messages.Flip, slot=slot, seen=seen)
            case commands.Call(seen=seen):
                await self._ask(messages.Call, seen=seen)
            case commands.Vote(subject=subject, agrees=agrees):
                await self._ask(messages.Vote, subject=subject, agrees=agrees)
            case _:
                await self._ask(_PLAIN[type(action)])

    async def arrange(self, errand: Errand) -> None:
        match errand:
            case Say(text=text):
                await self._ask(messages.Chat, text=text)
            case AddBot(level=level):
                await self._ask(messages.AddBot, level=level)
            case RemoveBot(seat=seat):
                await self._ask(messages.RemoveBot, seat=seat)
            case commands.Kick(seat=seat, ban=ban):
                await self._ask(messages.Kick, seat=seat, ban=ban)
            case commands.Mute(seat=seat, muted=muted):
                await self._ask(messages.Mute, seat=seat, muted=muted)
            case commands.Configure(options=options):
                await self._ask(messages.Configure, options=options)

    async def play_again(self) -> None:
        if self._rematch is None:
            self._next_table.clear()
            await self._ask(messages.Rematch)
            try:
                async with asyncio.timeout(_ANSWER_SECONDS):
                    await self._next_table.wait()
            except TimeoutError:
                raise _lost() from None
        assert self._rematch is not None
        await self.close()
        self.address, self._rematch = self.address.at(self._rematch), None
        self._passcode = None
        self.view = self.seat = None
        await self.open()


_SENDING: set[asyncio.Future[None]] = set()

_PLAIN: dict[type, Callable[..., messages.ClientMessage]] = {
    commands.Start: messages.Start,
    commands.TakeBack: messages.TakeBack,
    commands.Hint: messages.Hint,
    commands.Leave: messages.Leave,
}
"""The actions that say nothing beside what they are."""

_HEARD: dict[type, Callable[[RemoteTable, Any], None]] = {
    messages.Welcome: RemoteTable._hear_welcome,
    messages.Snapshot: RemoteTable._take_in,
    messages.Events: RemoteTable._hear_events,
    messages.You: RemoteTable._hear_you,
    messages.HintGiven: RemoteTable._hear_hint,
    messages.Said: RemoteTable._hear_said,
    messages.RematchReady: RemoteTable._hear_rematch,
    messages.Probe: RemoteTable._hear_probe,
    messages.Done: RemoteTable._hear_answer,
    messages.Pong: RemoteTable._hear_answer,
    messages.Refused: RemoteTable._hear_refusal,
}
