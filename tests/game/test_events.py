"""The header and the events, and how they stand in a record."""

import msgspec
import pytest

from thirdcard.errors import OptionError, VariantError
from thirdcard.game.events import (
    FORMAT,
    Announced,
    Called,
    CameBack,
    Claimed,
    Configured,
    Continued,
    Covered,
    Dealt,
    Ended,
    Event,
    Flipped,
    Header,
    Hinted,
    Joined,
    Laid,
    Lapsed,
    Left,
    Muted,
    Offered,
    Opened,
    Options,
    Paused,
    Refused,
    Reshuffled,
    Resumed,
    Started,
    TakenBack,
    TurnPassed,
    Voted,
    WentAway,
)
from thirdcard.game.options import MAX_SEATS

OPTIONS = (
    '{"table_size":null,"seats":8,"contest":"race","lay_ms":0,"call_seconds":0,'
    '"penalty":"none","lock_seconds":5,"growth":"automatic","end_score":0,"end_seconds":0,'
    '"hints":"off","fair_window_ms":0,"turn_seconds":30,"show_seconds":4,"idle_seconds":3600}'
)

# How every event is written.  Records of this format exist: a line here changes only together
# with `FORMAT`.
WRITTEN: list[tuple[Event, str]] = [
    (
        Opened(seq=1, at=2, commitment="ab"),
        '{"type":"opened","seq":1,"at":2,"commitment":"ab"}',
    ),
    (
        Joined(seq=1, at=2, seat=0, player="p", name="Zoë"),
        '{"type":"joined","seq":1,"at":2,"seat":0,"player":"p","name":"Zoë"}',
    ),
    (Left(seq=1, at=2, seat=0), '{"type":"left","seq":1,"at":2,"seat":0}'),
    (Started(seq=1, at=2), '{"type":"started","seq":1,"at":2,"turn":null}'),
    (Started(seq=1, at=2, turn=3), '{"type":"started","seq":1,"at":2,"turn":3}'),
    (
        Dealt(seq=1, at=2, reason="growth", cards=(Laid(4, "2RHO"), Laid(7, "1RSD"))),
        '{"type":"dealt","seq":1,"at":2,"reason":"growth",'
        '"cards":[{"slot":4,"card":"2RHO"},{"slot":7,"card":"1RSD"}]}',
    ),
    (
        Claimed(seq=1, at=2, seat=0, cards=("2RHO", "1RSD"), linked="1RSD", points=1),
        '{"type":"claimed","seq":1,"at":2,"seat":0,"cards":["2RHO","1RSD"],'
        '"linked":"1RSD","points":1}',
    ),
    (
        Refused(seq=1, at=2, seat=0, code="too_late", cards=("2RHO",), seen=9),
        '{"type":"refused","seq":1,"at":2,"seat":0,"code":"too_late","cards":["2RHO"],"seen":9}',
    ),
    (
        Flipped(seq=1, at=2, seat=0, slot=5, card="2RHO"),
        '{"type":"flipped","seq":1,"at":2,"seat":0,"slot":5,"card":"2RHO"}',
    ),
    (Covered(seq=1, at=2, slots=(5, 6)), '{"type":"covered","seq":1,"at":2,"slots":[5,6]}'),
    (
        TurnPassed(seq=1, at=2, to=1, reason="no_match"),
        '{"type":"turn_passed","seq":1,"at":2,"to":1,"reason":"no_match"}',
    ),
    (Resumed(seq=1, at=2), '{"type":"resumed","seq":1,"at":2}'),
    (Resumed(seq=1, at=2, since=1), '{"type":"resumed","seq":1,"at":2,"since":1}'),
    (
        Ended(seq=1, at=2, reason="finished", seed="00"),
        '{"type":"ended","seq":1,"at":2,"reason":"finished","seed":"00"}',
    ),
    (
        Left(seq=1, at=2, seat=0, by_host=True, banned=True),
        '{"type":"left","seq":1,"at":2,"seat":0,"by_host":true,"banned":true}',
    ),
    (WentAway(seq=1, at=2, seat=0), '{"type":"went_away","seq":1,"at":2,"seat":0}'),
    (CameBack(seq=1, at=2, seat=0), '{"type":"came_back","seq":1,"at":2,"seat":0}'),
    (
        Configured(seq=1, at=2, options=Options()),
        f'{{"type":"configured","seq":1,"at":2,"options":{OPTIONS}}}',
    ),
    (
        Muted(seq=1, at=2, seat=0, muted=True),
        '{"type":"muted","seq":1,"at":2,"seat":0,"muted":true}',
    ),
    (
        Refused(
            seq=1,
            at=2,
            seat=0,
            code="not_a_claim",
            cards=("2RHO",),
            seen=9,
            cost=1,
            locked_until=7,
        ),
        '{"type":"refused","seq":1,"at":2,"seat":0,"code":"not_a_claim","cards":["2RHO"],'
        '"seen":9,"cost":1,"locked_until":7}',
    ),
    (Called(seq=1, at=2, seat=0, until=9), '{"type":"called","seq":1,"at":2,"seat":0,"until":9}'),
    (
        Lapsed(seq=1, at=2, seat=0, cost=1),
        '{"type":"lapsed","seq":1,"at":2,"seat":0,"cost":1}',
    ),
    (
        Offered(seq=1, at=2, seat=0, cards=("2RHO",), seen=9, acted=1),
        '{"type":"offered","seq":1,"at":2,"seat":0,"cards":["2RHO"],"seen":9,"acted":1}',
    ),
    (
        Voted(seq=1, at=2, seat=0, subject="cards", agrees=True),
        '{"type":"voted","seq":1,"at":2,"seat":0,"subject":"cards","agrees":true}',
    ),
    (Paused(seq=1, at=2), '{"type":"paused","seq":1,"at":2}'),
    (Continued(seq=1, at=2), '{"type":"continued","seq":1,"at":2}'),
    (
        Hinted(seq=1, at=2, seat=None, stage=2, cards=("2RHO",), there=True),
        '{"type":"hinted","seq":1,"at":2,"seat":null,"stage":2,"cards":["2RHO"],"there":true}',
    ),
    (
        TakenBack(seq=1, at=2, seat=0, cards=("2RHO",)),
        '{"type":"taken_back","seq":1,"at":2,"seat":0,"cards":["2RHO"]}',
    ),
    (
        Announced(seq=1, at=2, optimum=4, proved=True),
        '{"type":"announced","seq":1,"at":2,"optimum":4,"proved":true}',
    ),
    (
        Reshuffled(seq=1, at=2, round=1, count=60),
        '{"type":"reshuffled","seq":1,"at":2,"round":1,"count":60}',
    ),
]


@pytest.mark.parametrize(("event", "text"), WRITTEN)
def test_how_an_event_is_written(event: Event, text: str) -> None:
    assert msgspec.json.encode(event).decode() == text
    assert msgspec.json.decode(text, type=Event) == event


def test_every_event_is_in_the_list_above() -> None:
    assert {type(event) for event, _ in WRITTEN} == set(Event.__args__)


def test_how_a_header_is_written() -> None:
    assert FORMAT == 1
    text = f'{{"format":1,"variant":"classic","options":{OPTIONS}}}'
    assert msgspec.json.encode(Header()).decode() == text
    assert msgspec.json.decode(text, type=Header) == Header()


def test_a_header_from_before_there_were_more_options_is_read() -> None:
    text = (
        '{"format":1,"variant":"classic","options":{"table_size":null,"seats":8,'
        '"turn_seconds":30,"show_seconds":4,"idle_seconds":3600}}'
    )
    assert msgspec.json.decode(text, type=Header) == Header()


@pytest.mark.parametrize(
    "text",
    [
        '{"format":1,"variant":"classic","options":{},"more":1}',
        '{"format":1,"variant":"classic","options":{"hints":true}}',
        '{"format":"1"}',
        '{"variant":null}',
        "[]",
    ],
)
def test_a_header_has_no_other_fields(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Header)


def _options(name: str, value: int) -> Header:
    return Header(options=msgspec.structs.replace(Options(), **{name: value}))


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("table_size", 3, 81),
        ("seats", 1, MAX_SEATS),
        ("turn_seconds", 1, 3600),
        ("show_seconds", 0, 60),
        ("idle_seconds", 1, 604800),
    ],
)
def test_options_have_ranges(name: str, least: int, most: int) -> None:
    for value in (least, most):
        _options(name, value).require_valid()
    for value in (least - 1, most + 1):
        with pytest.raises(OptionError, match=f"{value}"):
            _options(name, value).require_valid()


def test_a_header_names_a_variant_of_this_version() -> None:
    Header(variant="mega+super+chain").require_valid()
    for variant in ("super+eight", "memory+eight", "", "poker"):
        with pytest.raises(VariantError):
            Header(variant=variant).require_valid()
    with pytest.raises(OptionError, match="format 2"):
        Header(format=2).require_valid()


def test_table_sizes_are_those_of_the_variant() -> None:
    with pytest.raises(OptionError, match="8 to 27"):
        Header(variant="junior+eight", options=Options(table_size=7)).require_valid()
