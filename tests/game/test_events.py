"""The header and the events, and how they stand in a record."""

import msgspec
import pytest

from thirdcard.errors import OptionError, VariantError
from thirdcard.game.events import (
    FORMAT,
    MAX_SEATS,
    Claimed,
    Covered,
    Dealt,
    Ended,
    Event,
    Flipped,
    Header,
    Joined,
    Laid,
    Left,
    Opened,
    Options,
    Refused,
    Resumed,
    Started,
    TurnPassed,
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
    (
        Ended(seq=1, at=2, reason="finished", seed="00"),
        '{"type":"ended","seq":1,"at":2,"reason":"finished","seed":"00"}',
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
    text = (
        '{"format":1,"variant":"classic","options":{"table_size":null,"seats":8,'
        '"turn_seconds":30,"show_seconds":4,"idle_seconds":3600}}'
    )
    assert msgspec.json.encode(Header()).decode() == text
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
