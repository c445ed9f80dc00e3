"""The HTTP routes of a real server."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from tests.club import ClubServer
from thirdcard.core.drawing import deck_sprite
from thirdcard.core.themes import THEMES
from thirdcard.game.options import Options, describe_options
from thirdcard.server.languages import ENGLISH
from thirdcard.server.pages import CLIENT_DIRECTORY
from thirdcard.variants.axes import AXES, DECKS
from thirdcard.variants.registry import parse_deck, parse_variant


def test_axes_are_those_of_the_registry(server: ClubServer) -> None:
    answer = server.get("/api/axes").json()
    assert [axis["key"] for axis in answer["axes"]] == [axis.key for axis in AXES]
    assert [conflict["values"] for conflict in answer["conflicts"]] == [["eight", "memory"]]


def test_variant_is_described(server: ClubServer) -> None:
    answer = server.get("/api/variants/double+ultra").json()
    assert answer["variant"] == "ultra+double"
    assert (answer["table_size"], answer["groups"], answer["claim_sizes"]) == (18, 3, [6, 6])
    assert len(answer["sentences"]) == len(AXES)


def test_options_are_those_of_the_game(server: ClubServer) -> None:
    answer = server.get("/api/options?variant=super").json()
    assert {option["key"] for option in answer} == set(Options.__struct_fields__)
    assert answer == _told("super", Options())
    assert server.get("/api/options").json() == _told("classic", Options())


def _told(variant: str, chosen: Options) -> Any:
    return json.loads(ENGLISH.encoder.encode(describe_options(parse_variant(variant), chosen)))


def test_options_are_described_beside_what_is_chosen(server: ClubServer) -> None:
    chosen = Options(fair_window_ms=100)
    query = httpx.QueryParams(variant="classic", options='{"fair_window_ms": 100}')
    answer = server.get(f"/api/options?{query}").json()
    assert answer == _told("classic", chosen)
    assert answer != server.get("/api/options").json()


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({"variant": "clasic"}, "did you mean classic"),
        ({"options": "{"}, "options are a JSON object"),
        ({"options": "[]"}, "options are a JSON object"),
        ({"options": '{"chairs": 4}'}, "chairs"),
        ({"options": '{"seats": "four"}'}, "seats"),
        ({"options": "\ud800"}, "options are a JSON object"),
    ],
)
def test_options_of_nothing_are_refused_in_one_line(
    server: ClubServer, query: dict[str, str], told: str
) -> None:
    encoded = urlencode(query, errors="surrogatepass")
    response = server.get(f"/api/options?{encoded}")
    assert response.status_code == 400
    assert told in response.json()["error"]
    assert "\n" not in response.json()["error"]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deck", [choice.key for choice in DECKS.values])
def test_sprite_holds_every_card(server: ClubServer, theme: str, deck: str) -> None:
    response = server.get(f"/cards/{theme}/{deck}.svg")
    assert response.headers["content-type"].startswith("image/svg+xml")
    size = {"classic": 81, "junior": 27, "mega": 243}[deck]
    assert response.text.count('<symbol id="card-') == size + 1
    for end, portrait in (("-dark", False), ("-upright-dark", True)):
        drawn = deck_sprite(parse_deck(deck), THEMES[theme].form(dark=True), portrait=portrait)
        assert server.get(f"/cards/{theme}/{deck}{end}.svg").text == drawn


def test_themes_are_told_with_the_names_of_their_colours(server: ClubServer) -> None:
    told = {theme["key"]: theme["colours"] for theme in server.get("/api/themes").json()}
    assert list(told) == list(THEMES)
    assert told["colour-blind"][0] == {"usual": "red", "name": "orange"}


def test_the_light_of_the_page_is_read_before_it_is_painted(server: ClubServer) -> None:
    page = server.get("/").text
    assert page.index("/look.js") < page.index("<body")
    script = server.get("/look.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "thirdcard.settings" in script.text


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"variant": "ultra+ultra9"}, "both say the groups"),
        ({"variant": "clasic"}, "did you mean classic"),
        ({"variant": ""}, "empty variant"),
        ({"variant": 5}, "variant"),
        ({"options": {"table_size": 99}}, "a table of 99 cards"),
        ({"options": {"seats": 0}}, "seats is 0"),
        ({"options": {"chairs": 4}}, "chairs"),
        ({"surprise": 1}, "surprise"),
        ({"variant": "x" * 5000}, "too large"),
    ],
)
def test_impossible_table_is_refused_in_one_line(
    server: ClubServer, body: dict[str, Any], told: str
) -> None:
    response = server.post("/api/tables", json=body)
    assert 400 <= response.status_code < 500
    error = response.json()["error"]
    assert told.lower() in error.lower()
    assert "\n" not in error


def test_what_is_not_there_is_not_found(server: ClubServer) -> None:
    for path in ("/api/tables/nope", "/api/tables/nope/record", "/cards/x/classic.svg", "/x"):
        response = server.get(path)
        assert response.status_code == 404
        assert response.json()["error"]
    assert server.get("/cards/classic/tarot.svg").status_code == 400
    assert server.get("/assets/../../schema.py").status_code == 404
    assert server.get("/assets/%2e%2e/%2e%2e/app.py").status_code == 404


def test_upright_cards_stand(server: ClubServer) -> None:
    lying = server.get("/cards/classic/classic.svg").text
    standing = server.get("/cards/classic/classic-upright.svg").text
    assert standing.count('<symbol id="card-') == lying.count('<symbol id="card-')
    assert standing != lying


def test_page_that_is_not_there_is_told_to_people(server: ClubServer) -> None:
    response = server.get("/nowhere", headers={"Accept": "text/html"})
    assert response.status_code == 404
    assert response.headers["content-type"].startswith("text/html")


def test_record_is_kept_back_until_the_end(server: ClubServer) -> None:
    table = server.open_table()
    response = server.get(f"/api/tables/{table}/record")
    assert response.status_code == 409
    assert "ended" in response.json()["error"]


PAGES = ("/", "/open", "/account", "/learn", "/learn/super", "/table/anything")


@pytest.mark.parametrize("path", PAGES)
def test_addresses_of_the_client_bring_its_page(server: ClubServer, path: str) -> None:
    response = server.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["cache-control"] == "no-cache"
    assert response.text == server.get("/").text


def _encoded(server: ClubServer, path: str, encoding: str) -> httpx.Response:
    return server.get(path, headers={"Accept-Encoding": encoding})


def test_what_is_large_comes_compressed_to_who_accepts_it(server: ClubServer) -> None:
    script = next(file.name for file in (CLIENT_DIRECTORY / "assets").glob("*.js"))
    for path in (f"/assets/{script}", "/cards/classic/classic.svg", "/api/axes"):
        packed, plain = _encoded(server, path, "gzip, br"), _encoded(server, path, "identity")
        assert packed.headers["content-encoding"] == "gzip", path
        assert "content-encoding" not in plain.headers, path
        assert "Accept-Encoding" in packed.headers["vary"]
        assert int(packed.headers["content-length"]) < len(plain.content)
        assert packed.content == plain.content, path
        assert packed.headers["content-type"] == plain.headers["content-type"]


def test_files_of_the_client_may_be_kept_for_good(server: ClubServer) -> None:
    for file in (CLIENT_DIRECTORY / "assets").iterdir():
        response = server.get(f"/assets/{file.name}")
        assert response.content == file.read_bytes()
        assert "immutable" in response.headers["cache-control"]
        kind = {".js": "text/javascript", ".css": "text/css"}.get(file.suffix, "")
        assert response.headers["content-type"].startswith(kind)


def test_page_brings_an_identity_once(server: ClubServer) -> None:
    with server.client() as browser:
        first = browser.get("/")
        cookie = first.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "set-cookie" not in browser.get("/table/anything").headers


def test_pages_keep_foreign_scripts_out(server: ClubServer) -> None:
    policy = server.get("/").headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "script-src" not in policy
    assert "frame-ancestors 'none'" in policy


def test_other_sites_may_not_open_tables(server: ClubServer) -> None:
    response = httpx.options(
        f"{server.url}/api/tables",
        headers={
            "Origin": "http://evil.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        },
    )
    assert "access-control-allow-origin" not in response.headers


def test_openapi_names_every_route(server: ClubServer) -> None:
    paths = server.get("/api/schema/openapi.json").json()["paths"]
    assert {
        "/api/account",
        "/api/account/password",
        "/api/axes",
        "/api/lessons",
        "/api/lobby",
        "/api/me",
        "/api/me/export",
        "/api/me/name",
        "/api/options",
        "/api/session",
        "/api/tables",
        "/api/tables/{table_id}/enter",
        "/api/tables/{table_id}",
        "/api/tables/{table_id}/record",
        "/api/tables/{table_id}/analysis",
        "/api/tables/{table_id}/luck",
        "/api/games",
        "/api/variants/{expression}",
        "/cards/{theme}/{deck}",
    } <= set(paths)


def test_protocol_schema_has_both_directions(server: ClubServer) -> None:
    schema = server.get("/api/protocol").json()
    assert {"client", "server", "$defs"} <= set(schema)
    assert "Claim" in schema["$defs"]


def test_a_file_says_once_how_its_characters_are_written(server: ClubServer) -> None:
    for path in ("/look.js", "/sw.js"):
        kind, *parameters = server.get(path).headers["content-type"].split("; ")
        assert (kind, parameters) == ("text/javascript", ["charset=utf-8"])
