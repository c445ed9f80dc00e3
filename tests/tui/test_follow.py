"""The view after each event is the view of the table after it."""

from random import Random

import pytest
from msgspec.structs import replace

from tests.game.gathering import CheckedTable, Gathering, draw_options
from tests.game.scripted import started
from tests.game.test_views import event_views
from thirdcard.errors import OptionError
from thirdcard.game.commands import Configure, TakeBack
from thirdcard.game.contests import CONTESTS
from thirdcard.game.events import Header, Options
from thirdcard.game.views import view_table
from thirdcard.tui.follow import _CHANGES, follow

VARIANTS = ["classic", "junior", "ultra", "super+chain", "memory", "mega+chain-table", "eight"]


def gather(variant: str, seed: int, contest: str) -> CheckedTable:
    """Let people do at random what can be done at a table with options drawn at random."""
    random = Random(f"{variant} {seed}")
    while True:
        options = draw_options(random) | {"contest": contest}
        try:
            Header(variant=variant, options=Options(**options)).require_valid()
        except OptionError:
            continue
        table = CheckedTable(variant, seed, **options)
        Gathering(table, random, hurry=0.5).play(120)
        return table


def reshuffled(seed: int) -> CheckedTable:
    """Return a table whose options were changed, and whose deck was empty once."""
    table = CheckedTable("junior", seed)
    table.join("ann", "bob")
    table.do(Configure("ann", Options(end_seconds=600)))
    table.start()
    while not table.state.round:
        table.claim("ann", table.find_claim("ann"))
    return table


def taken_back(seed: int) -> CheckedTable:
    """Return a table where a claim was undone."""
    table = CheckedTable("classic", seed, contest="coop")
    table.join("ann", "bob")
    table.start()
    table.claim("ann", table.find_claim("ann"))
    table.do(TakeBack("bob"))
    return table


def check(table: CheckedTable) -> set[type]:
    """Follow all that happened, and return the kinds of events that were met."""
    view, kinds = view_table(table.states[1]), set()
    for event, after in zip(event_views(table)[1:], table.states[2:], strict=True):
        view = follow(view, event)
        assert view == view_table(after), event
        kinds.add(type(event))
    return kinds


def test_all_that_happens_is_followed() -> None:
    kinds: set[type] = set()
    for seed, variant in enumerate(VARIANTS * 3):
        kinds |= check(gather(variant, seed, "race"))
    for seed, contest in enumerate([key for key in CONTESTS if key != "race"] * 4):
        kinds |= check(gather("classic", seed, contest))
    for seed in range(3):
        kinds |= check(reshuffled(seed)) | check(taken_back(seed))
    assert kinds >= set(_CHANGES), "some kind of event was never met"


def test_a_gap_is_refused() -> None:
    table = started("junior")
    view, event = view_table(table.states[-2]), event_views(table)[-1]
    assert follow(view, event) == view_table(table.state)
    with pytest.raises(ValueError, match=f"event {event.seq} after {event.seq - 2}"):
        follow(replace(view, seq=view.seq - 1), event)
