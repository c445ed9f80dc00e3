"""What a club tells over HTTP and its sockets, in the language of who reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest
from websockets.sync.client import connect

from tests.club import ClubServer

# Of no people's language, so that it is told from English and from the catalogues shipped.
WORDS = {
    "Mega-Set": "Mega-Aro",
    "Chain": "Ĉeno",
    "{title} · {other}": "{other}, {title}",
    "Which cards?": "Kiuj kartoj?",
    "symbol": "simbolo",
    "In {features} two of the cards agree and the third does not.": "Malsame: {features}.",
    "{name} (name {position} of {expression}) is no variant; did you mean {near}?": "ĉu {near}?",
    "there is no table {table}": "mankas tablo {table}",
    "{option} is {value}; expected {least} to {most}": "{option}: {least} ĝis {most}",
    "line {line}: {message}": "linio {line}: {message}",
    "an empty record; expected a header": "nenio",
    "You are watching; take a seat to play.": "Vi nur rigardas.",
}
COUNTED = {
    ("red", "red"): ("ruĝa", "ruĝaj"),
    ("solid", "solid"): ("plena", "plenaj"),
    ("{count} {looks} diamond", "{count} {looks} diamonds"): ("rombo {looks}", "romboj {looks}"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    home = tmp_path_factory.mktemp("club")
    lines = ['msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"']
    lines[0] += '\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"'
    for key, words in WORDS.items():
        lines.append(f'msgid "{key}"\nmsgstr "{words}"')
    for (one, many), (first, second) in COUNTED.items():
        lines.append(
            f'msgid "{one}"\nmsgid_plural "{many}"\nmsgstr[0] "{first}"\nmsgstr[1] "{second}"'
        )
    (home / "eo.po").write_text("\n\n".join(lines) + "\n", "utf-8")
    with ClubServer(home / "club.db", "--languages", str(home)) as running:
        yield running


def ask(server: ClubServer, path: str, language: str = "eo") -> httpx.Response:
    return server.get(path, headers={"Accept-Language": language})


def test_variant_and_axes(server: ClubServer) -> None:
    assert ask(server, "/api/variants/mega+chain").json()["title"] == "Ĉeno, Mega-Aro"
    assert ask(server, "/api/variants/mega+chain", "en").json()["title"] == "Mega-Set · Chain"
    assert ask(server, "/api/axes").json()["axes"][0]["question"] == "Kiuj kartoj?"


def test_explanation(server: ClubServer) -> None:
    told = ask(server, "/api/explain?variant=classic&cards=1RSD,1RSS,2RHD").json()
    assert [each["feature"] for each in told["features"]][-1] == "simbolo"
    told = ask(server, "/api/explain?variant=classic&cards=1RSD,2RSD,3RSS").json()
    assert told["sentence"] == "Malsame: simbolo."


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/api/variants/clasic", 400, "ĉu classic?"),
        ("/api/tables/nowhere", 404, "mankas tablo 'nowhere'"),
        ("/api/explain?variant=classic&cards=", 400, "no cards; expected at least one"),
    ],
)
def test_problems(server: ClubServer, path: str, status: int, told: str) -> None:
    response = ask(server, path)
    assert (response.status_code, response.json()) == (status, {"error": told})


def test_problems_of_what_is_sent(server: ClubServer) -> None:
    headers = {"Accept-Language": "eo"}
    refused = server.post("/api/tables", json={"options": {"seats": 99}}, headers=headers)
    assert refused.json() == {"error": "seats: 1 ĝis 12"}
    brought = server.post("/api/games", content=b"\n", headers=headers)
    assert brought.json() == {"error": "linio 1: nenio"}


def test_words_of_cards(server: ClubServer) -> None:
    """The pictures have them as titles; they are kept apart for each language."""
    for _ in range(2):
        drawn = ask(server, "/cards/classic/classic.svg")
        assert "<title>rombo ruĝa plena</title>" in drawn.text
        assert "<title>romboj ruĝaj plenaj</title>" in drawn.text
        assert {"Cookie", "Accept-Language"} <= set(drawn.headers["vary"].split(", "))
        english = ask(server, "/cards/classic/classic.svg", "en").text
        assert "<title>two red solid diamonds</title>" in english


def test_view_and_refusal_on_a_socket(server: ClubServer) -> None:
    table = server.post("/api/tables", json={"variant": "mega+chain"}).json()["table"]
    address = f"{server.url.replace('http', 'ws')}/ws/{table}"
    with connect(address, additional_headers={"Accept-Language": "eo"}) as socket:
        assert json.loads(socket.recv())["view"]["title"] == "Ĉeno, Mega-Aro"
        socket.send(json.dumps({"type": "start", "id": 1}))
        refused = next(m for m in map(json.loads, socket) if m["type"] == "refused")
        assert (refused["code"], refused["message"]) == ("locked_out", "Vi nur rigardas.")
