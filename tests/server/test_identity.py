"""Who is who, by a signed cookie."""

from __future__ import annotations

from litestar import Request

from thirdcard.server.identity import Identities


def _with_cookie(name: str, value: str) -> Request[object, object, object]:  # type: ignore[type-var]
    header = (b"cookie", f"{name}={value}".encode())
    return Request({"type": "http", "headers": [header]})  # type: ignore[arg-type]


def test_own_cookie_is_known_again() -> None:
    identities = Identities("secret")
    player = identities.new()
    cookie = identities.cookie(player, secure=False)
    assert cookie.value
    assert identities.find(_with_cookie(cookie.key, cookie.value)) == player
    assert Identities("secret").find(_with_cookie(cookie.key, cookie.value)) == player


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
