"""A language: how phrases are told in it, and what of a file is refused or left out."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thirdcard.errors import OptionError
from thirdcard.phrases import counted, join_words, phrase
from thirdcard.server.languages import ENGLISH, Catalogue, Languages, read_catalogue

HEAD = (
    'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals={forms};\\n"\n'
    '"Content-Type: text/plain; charset=utf-8\\n"\n\n'
)
GERMAN = (
    HEAD.format(forms="2; plural=(n != 1)")
    + """
#: web/src/a.ts
msgid "{name} took {cards}."
msgstr "{cards} nahm {name}."

#: src/thirdcard/a.py web/src/b.ts
msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "eine Karte"
msgstr[1] "{count} Karten"

#: src/thirdcard/a.py
msgid "for {seconds} s"
msgstr "{seconds} s lang"

msgid "{words} and {word}"
msgstr "{words} und {word}"

msgid "red"
msgstr "rot"
"""
)
POLISH = (
    HEAD.format(
        forms="3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"
    )
    + """
#: web/src/b.ts
msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "{count} karta"
msgstr[1] "{count} karty"
msgstr[2] "{count} kart"
"""
)


def _read(folder: Path, text: str, name: str = "de.po") -> Catalogue:
    path = folder / name
    path.write_text(text, "utf-8")
    return read_catalogue(path)


@pytest.fixture
def german(tmp_path: Path) -> Catalogue:
    return _read(tmp_path, GERMAN)


def test_phrases_are_told_with_their_values(german: Catalogue) -> None:
    took = phrase(
        "{name} took {cards}.", name="Ann", cards=counted(3, "{count} card", "{count} cards")
    )
    assert took == "Ann took 3 cards."
    assert german.tell(took) == "3 Karten nahm Ann."
    assert german.tell(counted(1, "{count} card", "{count} cards")) == "eine Karte"
    assert german.tell(join_words([phrase("red"), "Ann"])) == "rot und Ann"


def test_numbers_are_written_as_the_language_does(german: Catalogue) -> None:
    assert german.tell(phrase("for {seconds} s", seconds=2.5)) == "2,5 s lang"
    assert german.tell(counted(12345, "{count} card", "{count} cards")) == "12.345 Karten"


def test_what_has_no_words_is_english_with_translated_values(german: Catalogue) -> None:
    assert german.tell(phrase("A {colour} thing", colour=phrase("red"))) == "A rot thing"
    assert german.tell(counted(1, "{count} seat", "{count} seats")) == "1 seat"
    assert german.tell("red") == "red", "what is no phrase is a name"


def test_values_are_not_filled_again(german: Catalogue) -> None:
    told = german.tell(phrase("{name} took {cards}.", name="{cards}", cards="{name}"))
    assert told == "{name} nahm {cards}."


@given(name=st.text(), number=st.integers())
def test_english_is_the_phrase_itself(name: str, number: int) -> None:
    told = phrase("{name} took {cards}.", name=name, cards=number)
    assert ENGLISH.tell(told) == f"{name} took {number}."


@pytest.mark.parametrize(
    ("number", "words"), [(1, "1 karta"), (3, "3 karty"), (5, "5 kart"), (22, "22 karty")]
)
def test_languages_have_their_own_plurals(tmp_path: Path, number: int, words: str) -> None:
    polish = _read(tmp_path, POLISH, "pl.po")
    assert polish.tell(counted(number, "{count} card", "{count} cards")) == words
    forms = msgspec.json.decode(polish.for_client)["forms"]
    assert forms[polish.locale.plural_form(number)] == polish.form(number)


def test_client_is_sent_what_it_says(german: Catalogue) -> None:
    sent = msgspec.json.decode(german.for_client)
    assert sent == {
        "language": "de",
        "forms": {"one": 0, "other": 1},
        "messages": {
            "{name} took {cards}.": "{cards} nahm {name}.",
            "{count} card": ["eine Karte", "{count} Karten"],
        },
    }


def test_title_is_what_the_language_calls_itself(tmp_path: Path) -> None:
    titles = {name: _read(tmp_path, POLISH, f"{name}.po").title for name in ("pl", "pt-BR", "he")}
    assert titles == {"pl": "Polski", "pt-BR": "Português (Brasil)", "he": "עברית"}
    assert _read(tmp_path, POLISH, "he.po").direction == "rtl"


@pytest.mark.parametrize(
    ("words", "problem"),
    [("{name} nahm {karten}.", "karten"), ("{name nahm", "expected"), ("{name.__class__}", "name")],
)
def test_words_with_wrong_places_are_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, words: str, problem: str
) -> None:
    text = GERMAN.replace("{cards} nahm {name}.", words)
    with caplog.at_level(logging.WARNING):
        german = _read(tmp_path, text)
    assert problem in caplog.text
    assert german.tell(phrase("{name} took {cards}.", name="Ann", cards=2)) == "Ann took 2."


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("de.po", "msgid no catalogue"),
        ("german-words.po", GERMAN),
        ("de.po", HEAD.format(forms="2; plural=(n ! 1)") + 'msgid "a"\nmsgstr "b"\n'),
        ("de.po", "\udcff"),
    ],
)
def test_file_that_cannot_be_used_is_refused_in_one_line(
    tmp_path: Path, name: str, text: str
) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(OptionError, match=name) as caught:
        Languages(tmp_path)
    assert "\n" not in str(caught.value)


def test_folder_without_catalogues_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"expected a folder with files XX\.po"):
        Languages(tmp_path / "nowhere")


def test_own_files_come_before_those_that_are_shipped(tmp_path: Path) -> None:
    (tmp_path / "de.po").write_text(GERMAN, "utf-8")
    (tmp_path / "pl.po").write_text(POLISH, "utf-8")
    languages = Languages(tmp_path)
    assert set(languages.by_key) >= {"en", "de", "fr", "pl"}
    assert len(languages.by_key["de"].messages) == 5


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("en-GB,de;q=0.9", "en"),
        ("sv,fr;q=0.2,de;q=0.1", "fr"),
        ("fr;q=0.1, DE ;q=0.8", "de"),
        ("sv,*", "en"),
        ("de;q=0,fr", "fr"),
        ("", "en"),
        (";;q=x,,de;q=nonsense", "en"),
    ],
)
def test_browser_asks_for_a_language(header: str, key: str) -> None:
    assert Languages().negotiate(header).key == key


@given(header=st.text())
def test_whatever_is_asked_for_is_answered(header: str) -> None:
    assert _LANGUAGES.negotiate(header).key in _LANGUAGES.by_key


_LANGUAGES = Languages()
