"""In which language people are spoken to: pages, answers, and what is said over sockets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.club import ClubServer, Player
from thirdcard.cli import main

PIRATE = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#: web/src/a.ts
msgid "Play now"
msgstr "Ahoy"

#: src/thirdcard/a.py
msgid "You are watching; take a seat to play."
msgstr "Ye be watching <b>landlubber</b>."

msgid "This page needs JavaScript."
msgstr "Arr & JavaScript."

msgid "Which cards?"
msgstr "Which bounty?"
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    folder = tmp_path_factory.mktemp("languages")
    (folder / "eo.po").write_text(PIRATE, "utf-8")
    with ClubServer(folder / "club.db", "--languages", str(folder)) as running:
        yield running


def _get(server: ClubServer, path: str, wanted: str = "", cookie: str = "") -> httpx.Response:
    headers = {"Accept-Language": wanted, "Cookie": cookie}
    return server.get(path, headers=headers)


def test_one_file_is_another_language(server: ClubServer) -> None:
    spoken = {each["key"]: each["title"] for each in server.get("/api/languages").json()}
    assert spoken == {"en": "English", "de": "Deutsch", "eo": "Esperanto", "fr": "Français"}


def test_page_says_its_language_and_where_its_words_are(server: ClubServer) -> None:
    page = _get(server, "/", "eo").text
    assert page.startswith('<!doctype html>\n<html lang="eo" dir="ltr" data-catalogue="')
    assert "<noscript>Arr &amp; JavaScript.</noscript>" in page
    address = page.partition('data-catalogue="')[2].partition('"')[0]
    assert f'<link rel="preload" as="fetch" crossorigin href="{address}" />' in page
    words = server.get(address)
    assert words.json()["messages"] == {"Play now": "Ahoy"}
    assert "immutable" in words.headers["cache-control"]


def test_english_page_is_the_one_that_was_built(server: ClubServer) -> None:
    for wanted in ("", "en", "sv"):
        page = _get(server, "/open", wanted)
        assert '<html lang="en">' in page.text
        assert "data-catalogue" not in page.text
        assert {"Accept-Language", "Cookie"} <= set(re.split(r", ?", page.headers["vary"]))


def test_choice_goes_before_what_the_browser_asks_for(server: ClubServer) -> None:
    assert '<html lang="eo"' in _get(server, "/", "de", "language=eo").text
    assert '<html lang="de"' in _get(server, "/", "de", "language=klingon").text
    assert '<html lang="en"' in _get(server, "/", "de", "language=en").text


def test_page_that_is_missing_is_in_the_language_too(server: ClubServer) -> None:
    headers = {"Accept-Language": "eo", "Accept": "text/html"}
    answer = server.get("/no/such/page", headers=headers)
    assert answer.status_code == 404
    assert '<html lang="eo"' in answer.text


def test_language_that_is_not_spoken_has_no_words(server: ClubServer) -> None:
    for name in ("sv.json", "de", "..%2Fde.json"):
        assert server.get(f"/languages/{name}").status_code == 404


def test_answers_are_in_the_language_of_who_asks(server: ClubServer) -> None:
    questions = [
        _get(server, "/api/axes", wanted).json()["axes"][0]["question"] for wanted in ("eo", "en")
    ]
    assert questions == ["Which bounty?", "Which cards?"]


async def test_each_at_a_table_is_told_in_their_own_language(server: ClubServer) -> None:
    table = server.open_table()
    told = []
    for wanted in ("eo", "en"):
        player = await Player(server, table).open(**{"Accept-Language": wanted})
        told.append((await player.refused("start"))["message"])
        await player.close()
    assert told == ["Ye be watching <b>landlubber</b>.", "You are watching; take a seat to play."]


@pytest.mark.parametrize(
    ("wanted", "expected"), [("eo", "Ye be watching"), ("en", "You are"), ("xx", "Vous regardez")]
)
async def test_a_socket_speaks_as_the_page_that_names_its_language(
    server: ClubServer, wanted: str, expected: str
) -> None:
    query = f"protocol=2&language={wanted}"
    player = await Player(server, server.open_table()).open(query, **{"Accept-Language": "fr"})
    assert (await player.refused("start"))["message"].startswith(expected)
    await player.close()


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("xx.po", PIRATE, "expected a language as its name"),
        ("de.po", "msgid nonsense", "no catalogue that can be read"),
        ("de.txt", PIRATE, "expected a folder with files XX.po"),
    ],
)
def test_server_does_not_start_with_a_wrong_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, problem: str
) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert main(["serve", "--port", "0", "--languages", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert problem in told
    assert len(told.splitlines()) == 1
