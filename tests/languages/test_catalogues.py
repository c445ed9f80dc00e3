"""Every catalogue has words for all that is said, and for nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Message

from tests.languages.gathering import (
    HOME,
    Said,
    UnreadableError,
    gather,
    read,
    read_client,
    read_python,
    update,
    words_of,
)
from thirdcard.server.languages import read_catalogue
from thirdcard.server.languages.catalogue import CLIENT, places

FILES = sorted(HOME.glob("*.po"))
SAID = gather()
HEAD = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'


def _key(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _messages(path: Path) -> dict[tuple[str, ...], Message]:
    return {_key(message): message for message in read(path) if message.id}


def test_german_and_french_are_there() -> None:
    assert {path.stem for path in FILES} >= {"de", "fr"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_is_missing_or_unused(path: Path) -> None:
    """`make messages` mends it, but for the words."""
    said = {each.patterns for each in SAID}
    messages = _messages(path)
    assert sorted(said - messages.keys()) == []
    assert sorted(messages.keys() - said) == []
    assert [key for key, message in messages.items() if not all(words_of(message))] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_words_have_the_places_of_the_english(path: Path) -> None:
    for key, message in _messages(path).items():
        wanted = places(key[-1])
        for words in words_of(message):
            # "One card": a form may do without the number, and without nothing else.
            assert wanted - {"count"} <= places(words) <= wanted, (key, words)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_file_is_as_the_tool_writes_it(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    assert update(copy) == 0
    assert copy.read_text("utf-8") == path.read_text("utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_all_of_it_can_be_said(path: Path) -> None:
    """The server leaves out what it cannot use; there is nothing of that kind."""
    catalogue = read_catalogue(path)
    assert catalogue.messages.keys() == {each.patterns[0] for each in SAID}
    assert catalogue.client == {each.patterns[0] for each in SAID if each.path.startswith(CLIENT)}


def test_message_is_counted_everywhere_or_nowhere() -> None:
    forms: dict[str, set[tuple[str, ...]]] = {}
    for each in SAID:
        forms.setdefault(each.patterns[0], set()).add(each.patterns)
    assert {key: found for key, found in forms.items() if len(found) > 1} == {}


def test_patterns_can_be_filled() -> None:
    for each in SAID:
        for pattern in each.patterns:
            places(pattern)


def test_python_is_read() -> None:
    source = """
phrase("one {a}", a=1)
raise Refusal("locked_out", phrase("two " "halves"))
counted(len(x), "{count} card", "{count} cards")
other("no message")
"""
    said = list(read_python(source, "a.py"))
    assert {each.patterns for each in said} == {
        ("one {a}",),
        ("two halves",),
        ("{count} card", "{count} cards"),
    }
    assert Said("a.py", 2, ("one {a}",)) in said


@pytest.mark.parametrize("call", ['phrase(f"{a}")', "phrase(words)", 'counted(n, "a", many)'])
def test_message_that_is_put_together_in_python_is_noticed(call: str) -> None:
    with pytest.raises(UnreadableError, match=r"a\.py:1"):
        list(read_python(call, "a.py"))


def test_client_is_read() -> None:
    source = r"""
// t("a comment")
 * t("another")
<p title={t("one")}>{tn("{count} card", "{count} cards", n)}</p>
const a = format("x") + cast("y");
rich("A \"quote\", {link}.", { link: <a>{t("inner")}</a> })
t(
  "long " +
    "line",
  { n },
)
"""
    assert [each.patterns for each in read_client(source, "a.tsx")] == [
        ("one",),
        ("{count} card", "{count} cards"),
        ('A "quote", {link}.',),
        ("inner",),
        ("long line",),
    ]


@pytest.mark.parametrize("call", ["t(words)", "t(`a ${b}`)", 'tn("a", many, 1)', "t('a')"])
def test_message_that_is_put_together_in_the_client_is_noticed(call: str) -> None:
    with pytest.raises(UnreadableError, match=r"a\.ts:1"):
        list(read_client(call, "a.ts"))


def test_update_keeps_words_and_drops_what_is_not_said(tmp_path: Path) -> None:
    path = tmp_path / "de.po"
    kept = SAID[0].patterns[0]
    path.write_text(
        f'{HEAD}\nmsgid "{kept}"\nmsgstr "behalten"\n\nmsgid "never said"\nmsgstr "nie gesagt"\n',
        "utf-8",
    )
    missing = update(path)
    messages = _messages(path)
    assert messages.keys() == {each.patterns for each in SAID}
    assert words_of(messages[SAID[0].patterns]) == ("behalten",)
    assert missing == len(messages) - 1
    assert path.read_text("utf-8").startswith(HEAD)
