"""What is a message of the protocol, and what is not."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thirdcard.errors import MessageError
from thirdcard.server import messages, protocol

VALUES: dict[str, object] = {
    "name": "Ann",
    "cards": ["1RSD"],
    "seen": 3,
    "waited": 250,
    "slot": 2,
    "level": 4,
    "seat": 1,
    "ban": True,
    "muted": False,
    "subject": "pause",
    "agrees": False,
    "text": "hello",
    "options": {"penalty": "point", "lay_ms": 500},
}
"""A value for every field of a client's messages."""

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=12,
)


def test_each_kind_is_read_as_what_it_is() -> None:
    for kind in messages.CLIENT_MESSAGES:
        values: dict[str, object] = {"type": kind.__struct_config__.tag, "id": 7}
        values |= {name: VALUES[name] for name in kind.__struct_fields__ if name != "id"}
        assert type(messages.decode(json.dumps(values))) is kind


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("claim", {"cards": ["1RSD"], "seen": 1, "waited": -1}),
        ("claim", {"cards": ["1RSD"] * 33, "seen": 1}),
        ("vote", {"subject": "money"}),
        ("vote", {"subject": "pause", "agrees": 1}),
        ("chat", {"text": "x" * 1001}),
        ("configure", {"options": {"seats": "many"}}),
        ("configure", {"options": {"speed": 3}}),
        ("kick", {"seat": -1}),
        ("explain", {"cards": ["1RSD"] * 33}),
    ],
)
def test_values_out_of_their_range_are_refused(kind: str, values: dict[str, object]) -> None:
    with pytest.raises(MessageError):
        messages.decode(json.dumps({"type": kind, "id": 1} | values))


@given(st.text(max_size=200) | st.binary(max_size=200))
def test_rubbish_is_one_line(frame: str | bytes) -> None:
    with pytest.raises(MessageError) as caught:
        messages.decode(frame)
    assert "\n" not in str(caught.value)


@given(
    st.dictionaries(st.sampled_from(["type", "id", "cards", "seen", "slot", "name"]), json_values)
)
def test_wrong_values_are_refused_or_of_the_protocol(values: dict[str, object]) -> None:
    try:
        message = messages.decode(json.dumps(values))
    except MessageError:
        return
    assert isinstance(message, messages.CLIENT_MESSAGES)
    assert message.id >= 0


@pytest.mark.parametrize("excess", [0, 1])
def test_longest_message(excess: int) -> None:
    frame = '{"type":"ping","id":1}'.ljust(messages.MAX_BYTES + excess)
    if excess:
        with pytest.raises(MessageError, match=f"at most {messages.MAX_BYTES} bytes"):
            messages.decode(frame)
    else:
        assert messages.decode(frame) == messages.Ping(id=1)


def test_surrogates_do_not_break_the_reader() -> None:
    with pytest.raises(MessageError):
        messages.decode('{"type":"sit","id":1,"name":"\ud800"}')


def test_page_and_schema_name_every_message() -> None:
    page, definitions = protocol.page(), protocol.schema()["$defs"]
    for kind in (*messages.CLIENT_MESSAGES, *messages.SERVER_MESSAGES):
        assert f"### `{kind.__struct_config__.tag}`" in page
        assert kind.__name__ in str(definitions)
