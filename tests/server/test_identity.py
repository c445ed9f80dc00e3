"""Who is who, by a signed cookie."""

from __future__ import annotations

import pytest
from itsdangerous import URLSafeSerializer
from litestar import Request

from thirdcard.server.identity import Identities, Session


def _with_cookie(name: str, value: str) -> Request[object, object, object]:  # type: ignore[type-var]
    header = (b"cookie", f"{name}={value}".encode())
    return Request({"type": "http", "headers": [header]})  # type: ignore[arg-type]


def test_own_cookie_is_known_again() -> None:
    identities = Identities("secret")
    player = identities.new()
    for epoch in (0, 7):
        cookie = identities.cookie(player, epoch, secure=False)
        assert cookie.value
        known = Session(player, epoch)
        assert identities.find(_with_cookie(cookie.key, cookie.value)) == known
        assert Identities("secret").find(_with_cookie(cookie.key, cookie.value)) == known


def test_cookie_from_before_there_were_epochs_still_counts() -> None:
    identities = Identities("secret")
    old = URLSafeSerializer("secret", salt="player").dumps("ann")
    assert isinstance(old, str)
    assert identities.find(_with_cookie(identities.cookie_name, old)) == Session("ann", 0)


@pytest.mark.parametrize("content", [5, ["ann"], ["ann", "0"], [1, 1], ["ann", 0, 0], {}, None])
def test_signed_cookie_that_holds_no_session_is_none(content: object) -> None:
    identities = Identities("secret")
    signed = URLSafeSerializer("secret", salt="player").dumps(content)
    assert isinstance(signed, str)
    assert identities.find(_with_cookie(identities.cookie_name, signed)) is None


def test_altered_or_foreign_cookie_is_not() -> None:
    ours, theirs = Identities("secret"), Identities("other")
    cookie = theirs.cookie("somebody", secure=False)
    assert cookie.value
    assert ours.cookie_name != theirs.cookie_name
    assert ours.find(_with_cookie(ours.cookie_name, cookie.value)) is None
    own = ours.cookie("ann", secure=False).value
    assert own
    for altered in ("", "ann", own[:-2], own + "x", "Im90aGVyIg" + own[own.index(".") :]):
        assert ours.find(_with_cookie(ours.cookie_name, altered)) is None


def test_ids_differ_and_are_long() -> None:
    identities = Identities("secret")
    ids = {identities.new() for _ in range(1000)}
    assert len(ids) == 1000
    assert min(map(len, ids)) == 24


def test_cookie_is_kept_from_scripts_and_from_plain_http_where_asked() -> None:
    identities = Identities("secret")
    assert identities.cookie("ann", secure=True).secure
    assert not identities.cookie("ann", secure=False).secure
    assert identities.cookie("ann", secure=False).httponly
