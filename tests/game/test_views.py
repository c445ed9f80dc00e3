"""What leaves the server: enough to follow a game, and nothing that is still secret."""

import re
from random import Random
from typing import Any

import msgspec
import pytest

from tests.every import EVERY
from tests.game.mirror import Mirror
from tests.game.rules import place, third
from tests.game.scripted import Crowd, Table, refused, started, told
from thirdcard.game.events import Claimed, Dealt, Refused
from thirdcard.game.machine import replay
from thirdcard.game.options import Options
from thirdcard.game.state import State
from thirdcard.game.views import EventView, TableView, view_event, view_table
from thirdcard.variants.registry import parse_variant

ANY_CODE = re.compile(rb"[123][RGP](?:[SHO][DSO][RGP]?|[DSO])")


def as_json(view: TableView | EventView) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view, enc_hook=str))


def event_views(table: Table) -> list[EventView]:
    """Return the view of every event, as it was sent when it happened."""
    return [
        view_event(table.states[n], event, table.states[n + 1])
        for n, event in enumerate(table.events)
    ]


def check_mirror(table: Table) -> None:
    mirror = Mirror(as_json(view_table(table.states[1])))
    for view, after in zip(event_views(table)[1:], table.states[2:], strict=True):
        mirror.apply(as_json(view))
        assert mirror.view == as_json(view_table(after)), view


def check_secrets(table: Table) -> None:
    """Check the bytes of everything that is sent before the end."""
    deck = table.variant.deck
    secret = [table.seed.hex(), *(f'"{seat.player}"' for seat in table.state.seats)]
    for n, view in enumerate(event_views(table)[:-1], 1):
        state, event = table.states[n], table.events[n - 1]
        # Which cards a deck has that was shuffled anew is known; their order is not told anyhow.
        secret_deck = () if state.round else state.deck[state.dealt :]
        undealt = {deck.code(point) for point in secret_deck}
        hidden = undealt | {
            deck.code(point)
            for slot, point in enumerate(state.slots)
            if point is not None and table.variant.rule.face_down and slot not in state.face_up
        }
        # What a player asked for is the player's own word, whether or not there is such a card.
        asked = set(event.cards) if isinstance(event, Refused) else set()
        for sent, said in ((view, asked), (view_table(state), set())):
            data = msgspec.json.encode(sent, enc_hook=str)
            told_codes = {code.decode() for code in ANY_CODE.findall(data)}
            assert told_codes <= set(deck.codes)
            assert told_codes & hidden <= said | joint_of(state), (sent, told_codes & hidden)
            assert not any(word in data.decode() for word in secret)


def joint_of(state: State) -> set[str]:
    """Return the joint of the last claim, worked out from the claim alone."""
    if not state.variant.pattern.has_joint or not state.previous:
        return set()
    variant = state.variant
    a, b, c, d = (place(variant, variant.code(s), variant.group(s)) for s in state.previous)
    joint = third(a, b)
    assert joint == third(c, d)
    features = variant.deck.features
    return {"".join(f.codes[digit] for f, digit in zip(features, joint, strict=False))}


@pytest.mark.parametrize("variant", EVERY)
def test_a_game_as_it_is_sent(variant: str) -> None:
    """A client can follow it, and learns no secret."""
    table = Table(variant, seed=5)
    Crowd(table, Random(variant), players=3, hurry=0.7).play()
    check_mirror(table)
    check_secrets(table)


# -- what is in them --------------------------------------------------------------------------


def test_the_first_view_is_that_of_an_open_table() -> None:
    table = Table("mega+super+chain")
    assert as_json(view_table(table.state)) == {
        "seq": 1,
        "variant": "mega+super+chain",
        "title": "Mega-Set · Super-Set · Chain",
        "deck": "mega",
        "groups": 1,
        "group_shape": [1, 1],
        "claim_sizes": [4, 4],
        "claim_noun": "a Super-Set",
        "claim_title": "Super-Set",
        "face_down": False,
        "chains": True,
        "max_seats": 8,
        "turn_seconds": 30,
        "phase": "waiting",
        "seats": [],
        "slots": [],
        "face_up": [],
        "turn": None,
        "undealt": 243,
        "last": None,
        "ranking": [],
        "commitment": table.state.commitment,
        "seed": None,
        "reason": None,
        "started_at": None,
        "ended_at": None,
        "options": msgspec.to_builtins(Options()),
        "sentences": [],
        "contest": {
            "key": "race",
            "title": "Race",
            "sentence": "Whoever takes the most Sets wins.",
            "takes_turns": False,
            "takes_back": False,
            "is_shared": False,
            "goal": None,
        },
        "host": None,
        "call": None,
        "votes": [],
        "paused": None,
        "hint": None,
        "ends_at": None,
        "optimum": None,
        "optimum_proved": False,
    }


def test_the_seed_is_sent_with_the_end() -> None:
    table = started()
    table.leave("ann")
    table.leave("bob")
    assert as_json(event_views(table)[-1])["seed"] == table.seed.hex()
    assert as_json(view_table(table.state))["seed"] == table.seed.hex()
    # A reader who replays the record without the seed comes to the same view.
    assert view_table(replay(State(table.header), table.events)) == view_table(table.state)
    assert view_table(replay(State(table.header), table.events[:-1])).seed is None


def test_cards_face_down_have_no_code() -> None:
    table = started("memory")
    dealt = next(view for view in map(as_json, event_views(table)) if view["type"] == "dealt")
    assert [laid["card"] for laid in dealt["cards"]] == [None] * 12
    told(table.flip("ann", 7))
    slots = as_json(view_table(table.state))["slots"]
    assert slots[7] == {"card": table.code_at(7)}
    assert slots.count({"card": None}) == 11


def test_a_bowties_joint_is_sent_with_its_group() -> None:
    """It may lie in the deck, and so is the one code that is sent before its card is dealt."""
    undealt = 0
    for seed in range(30):
        table = started("ultra+super", seed=seed)
        told(table.claim("ann", table.find_claim("ann")))
        n, event = next((n, e) for n, e in enumerate(table.events) if isinstance(e, Claimed))
        state = table.states[n + 1]
        view = as_json(event_views(table)[n])
        assert {view["joint"]["card"]} == joint_of(state)
        groups = [state.variant.group(spot) for spot in state.previous]
        assert view["joint"]["group"] == -(groups[0] + groups[1]) % 3
        assert as_json(view_table(state))["last"]["joint"] == view["joint"]
        undealt += view["joint"]["card"] in [
            state.variant.deck.code(point) for point in state.deck[state.dealt :]
        ]
        assert event.linked is None
    assert undealt


def test_other_claims_have_no_joint() -> None:
    table = started()
    told(table.claim("ann", table.find_claim("ann")))
    assert as_json(view_table(table.state))["last"]["joint"] is None


def test_a_refused_claim_shows_what_was_asked() -> None:
    table = started()
    cards = (table.undealt_codes()[0], *table.codes()[:2])
    refused(table.claim("ann", cards), "not_on_table")
    view = as_json(event_views(table)[-1])
    assert (view["type"], view["cards"], view["code"]) == ("refused", list(cards), "not_on_table")


def test_a_seats_chain_says_where_its_cards_lay() -> None:
    table = started("ultra+chain")
    claim = next(table.variant.iter_claims(table.state.spots))
    told(table.claim("bob", [table.variant.code(spot) for spot in claim]))
    seats = as_json(view_table(table.state))["seats"]
    assert seats[0]["chain"] == []
    assert seats[1]["chain"] == [
        {"card": table.variant.code(spot), "group": table.variant.group(spot)} for spot in claim
    ]
    # Who comes to a chain of the table is told at once what it hangs on.
    table = started("chain-table", "ann")
    told(table.claim("ann", table.find_claim("ann")))
    table.join("bob")
    joined = as_json(event_views(table)[-1])
    assert joined["type"] == "joined"
    assert joined["chain"] == as_json(view_table(table.state))["seats"][0]["chain"] != []


def test_dealt_says_the_tables_size_and_what_is_left() -> None:
    table = next(t for t in (started(seed=s) for s in range(200)) if len(t.state.slots) > 12)
    views = [view for view in map(as_json, event_views(table)) if view["type"] == "dealt"]
    assert [(view["reason"], view["size"], view["undealt"]) for view in views] == [
        ("start", 12, 69),
        ("growth", 15, 66),
    ]
    told(table.claim("ann", table.find_claim("ann")))
    n, _ = next((n, e) for n, e in enumerate(table.events) if isinstance(e, Claimed))
    claimed = as_json(event_views(table)[n])
    assert len(claimed["slots"]) == 3
    assert claimed["size"] == len(table.states[n + 1].slots)


def test_a_variant_of_any_name_has_its_own_name_in_the_view() -> None:
    assert view_table(Table("chain+super+mega").state).variant == "mega+super+chain"
    assert view_table(Table("free+classic").state).title == parse_variant("classic").title


def test_a_deal_in_the_view_is_that_of_the_event_where_cards_lie_face_up() -> None:
    table = started("ultra9")
    for event, view in zip(table.events, map(as_json, event_views(table)), strict=True):
        if isinstance(event, Dealt):
            laid = [(one.slot, one.card) for one in event.cards]
            assert [(one["slot"], one["card"]) for one in view["cards"]] == laid
