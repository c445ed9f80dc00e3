"""Play a game without a server, write its record, and check that the deal was fair.

Then change one card in the record, and see it noticed.

    python examples/deal_and_verify.py mega+super
"""

import sys
from hashlib import sha256

from thirdcard import VariantError, parse_variant
from thirdcard.game.commands import Claim, Command, Join, Start
from thirdcard.game.events import Event, Header
from thirdcard.game.machine import decide, open_table, replay
from thirdcard.game.record import Record, Verdict, read_record, verify, write_record
from thirdcard.game.state import State


def next_command(state: State, players: list[str]) -> Command:
    """Return a claim of whoever is behind and has one; while a game goes on, somebody has."""
    for seat in reversed(state.ranking):
        claim = state.variant.find_claim(state.spots, state.previous_of(seat))
        if claim:
            cards = tuple(state.variant.code(spot) for spot in claim)
            return Claim(players[seat], cards, seen=state.seq)
    raise AssertionError("the game should have ended")


def play(expression: str, seed: bytes) -> Record:
    """Return the record of a game between two players who see everything."""
    players, now = ["ann", "bob"], 0
    header = Header(variant=expression)
    state, opened = open_table(header, seed, now)
    events: list[Event] = [opened]
    waiting: list[Command] = [Join("ann", "Ann"), Join("bob", "Bob"), Start("ann")]
    while state.phase != "ended":
        now += 1000  # the machine has no clock: a second passes when we say so
        command = waiting.pop(0) if waiting else next_command(state, players)
        told = decide(state, command, now)
        state = replay(state, told)
        events += told
    return Record(header, tuple(events))


def describe(verdict: Verdict) -> str:
    """Return a verdict in words."""
    return "fair" if verdict.fair else f"not fair: {verdict.reason} (line {verdict.line})"


def main(expression: str) -> None:
    """Play, verify, alter, verify."""
    variant = parse_variant(expression)
    if variant.rule.face_down:
        sys.exit("deal_and_verify.py: these players claim cards, and cannot turn them up")
    # A server draws 32 random bytes; these are always the same, so that the game is.
    record = play(variant.key, sha256(b"an example").digest())
    text = write_record(record)
    print(f"{variant.title}: {len(record.events)} events")
    print(describe(verify(read_record(text))))

    lines = text.splitlines()
    deal = next(number for number, line in enumerate(lines) if '"dealt"' in line)
    lying = next(card.code for card in variant.deck if card.code in lines[deal])
    other = next(card.code for card in variant.deck if card.code not in lines[deal])
    lines[deal] = lines[deal].replace(lying, other)
    print(describe(verify(read_record("\n".join(lines)))))


try:
    main(sys.argv[1] if len(sys.argv) > 1 else "classic")
except VariantError as error:
    sys.exit(f"deal_and_verify.py: {error}")
