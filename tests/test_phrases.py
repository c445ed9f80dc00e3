"""Sentences that remember how they were made, and that all that people are told are such."""

from __future__ import annotations

import ast
import copy
import pickle
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thirdcard.bots import LEVELS
from thirdcard.core.themes import THEMES
from thirdcard.errors import ConflictError, OptionError, RecordError, Refusal, ThirdcardError
from thirdcard.game.contests import CONTESTS
from thirdcard.game.options import Options, describe_options, tell_options
from thirdcard.phrases import Phrase, counted, join_sentences, join_words, phrase
from thirdcard.server.answers import describe_axes, describe_variant
from thirdcard.server.lesson_book import BOOK
from thirdcard.server.lessons import build_lesson, list_lessons
from thirdcard.variants.explain import explain_cards
from thirdcard.variants.registry import iter_variants, parse_variant

SOURCE = Path(__file__).resolve().parents[1] / "src" / "thirdcard"

WORDS = st.text(st.characters(codec="utf-8", exclude_characters="{}"), min_size=1, max_size=8)


def parts_of(told: Phrase) -> tuple[str, str, dict[str, object], int | None]:
    return str(told), told.pattern, told.values, told.number


def leaves(told: object) -> list[str]:
    """Return the words that a phrase was put together from, in their order in English."""
    if not isinstance(told, Phrase):
        return [str(told)]
    places = sorted(told.values, key=lambda name: told.pattern.index(f"{{{name}}}"))
    return [word for name in places for word in leaves(told.values[name])]


EXAMPLES = [
    phrase("The game is over."),
    phrase("It is the turn of {name}.", name="Ann"),
    counted(1, "{count} card", "{count} cards"),
    counted(3, "{count} card of {deck}", "{count} cards of {deck}", deck=phrase("Junior")),
    join_words(["1RSD", "2GSD", phrase("the third card")]),
]


# -- phrases ------------------------------------------------------------------------------------


def test_phrase_is_its_english_text() -> None:
    told = phrase("{name} took {cards}.", name="Ann", cards=counted(2, "{count} card", "2 cards"))
    assert told == "Ann took 2 cards."
    assert (told.pattern, told.number) == ("{name} took {cards}.", None)
    assert told.values["name"] == "Ann"
    assert isinstance(told.values["cards"], Phrase)


@pytest.mark.parametrize(("count", "text"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_number_decides_the_form(count: int, text: str) -> None:
    told = counted(count, "{count} card", "{count} cards")
    assert parts_of(told) == (text, "{count} card", {"count": count}, count)


def test_number_can_be_said_in_words() -> None:
    told = counted(2, "{count} oval", "{count} ovals", count=phrase("two"))
    assert (told, told.number) == ("two ovals", 2)


@pytest.mark.parametrize("told", EXAMPLES)
def test_copies_remember_it_too(told: Phrase) -> None:
    copies = (copy.copy(told), copy.deepcopy(told), pickle.loads(pickle.dumps(told)))
    for each in copies:
        assert isinstance(each, Phrase)
        assert parts_of(each) == parts_of(told)
        assert leaves(each) == leaves(told)


@given(WORDS)
def test_phrase_is_equal_to_its_text(text: str) -> None:
    told = phrase("{text}", text=text)
    assert told == text
    assert hash(told) == hash(text)
    assert {text: 1}[told] == 1
    assert type(str(told)) is str


@given(st.lists(WORDS, min_size=1, max_size=6), st.sampled_from(["and", "or"]))
def test_words_are_joined(words: list[str], last: str) -> None:
    told = join_words(words, last)
    ends = [", ".join(words[:-1]), words[-1]] if len(words) > 1 else words
    assert told == f" {last} ".join(ends)
    assert leaves(told) == words


@given(st.lists(WORDS, max_size=5))
def test_sentences_are_joined_and_empty_ones_left_out(sentences: list[str]) -> None:
    with_gaps = [part for sentence in sentences for part in ("", sentence)]
    told = join_sentences(with_gaps)
    assert told == " ".join(sentences)
    assert leaves(told) == (sentences or [""])


# -- errors -------------------------------------------------------------------------------------

SENTENCE = phrase("{name} is no card of the {deck} deck.", name="'X'", deck="junior")


@pytest.mark.parametrize(
    "error",
    [OptionError(SENTENCE), ConflictError(SENTENCE), Refusal("malformed", SENTENCE)],
    ids=lambda error: type(error).__name__,
)
def test_error_tells_the_phrase_that_it_was_given(error: ThirdcardError) -> None:
    assert str(error) == "'X' is no card of the junior deck."
    assert error.told is SENTENCE


def test_error_without_a_phrase_tells_its_text() -> None:
    assert OptionError("no such file").told == "no such file"
    assert OptionError().told == ""
    assert OptionError(3, 4).told == "(3, 4)"


def test_record_error_tells_line_and_fault_as_a_phrase() -> None:
    error = RecordError(phrase("a time that cannot be"), 7)
    for each in (error, pickle.loads(pickle.dumps(error))):
        assert str(each) == "line 7: a time that cannot be"
        assert isinstance(each.told, Phrase)
        assert each.told.values["line"] == 7
        assert isinstance(each.told.values["message"], Phrase)


# -- what people are told -----------------------------------------------------------------------

TOLD = {"title", "sentence", "sentences", "question", "reason", "unit", "conflict", "text"}
TOLD |= {"feature", "values", "noun", "seat_name"}
KEYS = {"key", "value", "variant", "deck"}


def plain_words(told: object, name: str = "") -> Iterator[str]:
    """Yield what people are told in an answer without its being a phrase."""
    if isinstance(told, msgspec.Struct):
        for field in told.__struct_fields__:
            yield from plain_words(getattr(told, field), field)
    elif isinstance(told, (list, tuple)):
        for each in told:
            yield from plain_words(each, name)
    elif isinstance(told, str) and name in TOLD and not isinstance(told, Phrase):
        yield f"{name}: {told}"


def test_plain_words_are_found() -> None:
    answer = describe_variant(parse_variant("mega+chain"))
    assert list(plain_words(answer)) == []
    assert list(plain_words(msgspec.structs.replace(answer, title="Mega"))) == ["title: Mega"]


def test_axes_are_phrases() -> None:
    axes = describe_axes()
    assert list(plain_words(axes.axes)) == []
    assert axes.conflicts
    assert all(isinstance(conflict.reason, Phrase) for conflict in axes.conflicts)


def test_variants_and_their_options_are_phrases() -> None:
    unusual = Options(
        call_seconds=5, penalty="lock", growth="vote", end_score=9, end_seconds=3700, lay_ms=1500
    )
    for variant in iter_variants():
        assert list(plain_words(describe_variant(variant))) == []
        for options in (Options(), unusual, Options(contest="duel"), Options(contest="coop")):
            assert list(plain_words(describe_options(variant, options))) == []
            told = tell_options(options, variant)
            assert all(isinstance(sentence, Phrase) for sentence in told)


@pytest.mark.parametrize("values", [CONTESTS.values(), THEMES.values(), LEVELS])
def test_titles_and_sentences_are_phrases(values: list[object]) -> None:
    for value in values:
        names = [name for name in ("title", "sentence", "seat_name") if hasattr(value, name)]
        assert len(names) >= 2
        assert all(isinstance(getattr(value, name), Phrase) for name in names)


def test_lessons_are_phrases() -> None:
    assert list(plain_words(list_lessons())) == []
    for key in BOOK:
        assert list(plain_words(build_lesson(key))) == []


@pytest.mark.parametrize("expression", ["classic", "mega", "ultra9", "super+ultra", "double"])
@given(data=st.data())
def test_explanations_are_phrases(expression: str, data: st.DataObject) -> None:
    variant = parse_variant(expression)
    points = data.draw(
        st.lists(st.integers(0, variant.deck.size - 1), min_size=1, max_size=6, unique=True)
    )
    groups = data.draw(st.lists(st.integers(0, variant.grouping.count - 1), min_size=6))
    spots = [variant.spot(point, group) for point, group in zip(points, groups, strict=False)]
    told = explain_cards(variant, spots)
    assert isinstance(told.sentence, Phrase)
    for comparison in told.features:
        words = (comparison.feature, *comparison.values)
        assert all(isinstance(word, Phrase) for word in words)


ERRORS = {"Refusal": 1, "WrongPasswordError": 0, "OptionError": 0, "VariantError": 0}
ERRORS |= {"RecordError": 0, "ConflictError": 0, "NotationError": 0, "MessageError": 0}
WEB_ERRORS = {"HTTPException", "NotFoundException", "PermissionDeniedException"}
WEB_ERRORS |= {"NotAuthorizedException"}
# Of these modules only who starts the server, or is its administrator, hears.
UNHEARD = ("server/store/", "server/doorbell.py", "server/backup", "server/languages/")
UNHEARD_LINES = {"server/live.py": 1}


def plain_errors(source: str) -> Iterator[int]:
    """Yield the lines that raise an error with a text that is no phrase."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        name = node.func.id
        texts: list[ast.expr] = []
        if name in ERRORS:
            texts = node.args[ERRORS[name] : ERRORS[name] + 1]
        elif name in WEB_ERRORS:
            # Positional words are made plain by the framework.
            texts = [keyword.value for keyword in node.keywords if keyword.arg == "detail"]
            if node.args:
                yield node.lineno
        if any(isinstance(text, (ast.Constant, ast.JoinedStr)) for text in texts):
            yield node.lineno


@pytest.mark.parametrize(
    "source",
    [
        'raise Refusal("malformed", "No.")',
        'raise OptionError(f"{a} is none")',
        'raise NotFoundException(phrase("nothing"))',
        'raise NotFoundException(detail="nothing")',
    ],
)
def test_plain_errors_are_found(source: str) -> None:
    assert list(plain_errors(source))
    assert not list(plain_errors('raise NotFoundException(detail=phrase("nothing"))'))


@pytest.mark.parametrize("layer", ["variants", "game", "bots", "server"])
def test_errors_that_people_cause_are_phrases(layer: str) -> None:
    found: dict[str, int] = {}
    for path in sorted((SOURCE / layer).rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if not name.startswith(UNHEARD) and (lines := set(plain_errors(path.read_text("utf-8")))):
            found[name] = len(lines)
    assert found == {name: n for name, n in UNHEARD_LINES.items() if name.startswith(layer)}
