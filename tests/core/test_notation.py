from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import decks, randoms
from thirdcard.core.cards import Deck
from thirdcard.core.geometry import Point
from thirdcard.core.notation import format_table, parse_card, parse_cards, parse_groups
from thirdcard.errors import NotationError
from thirdcard.variants.decks import CLASSIC, JUNIOR, MEGA


def codes(text: str, deck: Deck = CLASSIC) -> list[str]:
    return [deck.code(point) for point in parse_cards(text, deck)]


# -- what is read -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "2RHO",
        "2rho",
        "1012",
        "two red striped ovals",
        "two red striped oval",
        "Two Red Shaded Ovals",
        "ovals hatched 2 red",
        "2 red striped ovals",
        "a card and two red striped ovals",
        "  2RHO\r\n",
        ",;2RHO;,",
        ". 2RHO .",
    ],
)
def test_one_card_in_many_ways(text: str) -> None:
    assert codes(text) == ["2RHO"]


@pytest.mark.parametrize(
    ("deck", "text", "code"),
    [
        (CLASSIC, "three green hollow squiggles", "3GOS"),
        (CLASSIC, "outlined three squiggle green", "3GOS"),
        (CLASSIC, "one filled purple diamond", "1PSD"),
        (JUNIOR, "two red ovals", "2RO"),
        (JUNIOR, "102", "2RO"),
        (MEGA, "two red striped ovals on green", "2RHOG"),
        (MEGA, "on green two red striped ovals", "2RHOG"),
        (MEGA, "two striped ovals on green red", "2RHOG"),
        (MEGA, "two red striped ovals green", "2RHOG"),
        (MEGA, "10121", "2RHOG"),
    ],
)
def test_words_and_digits(deck: Deck, text: str, code: str) -> None:
    assert deck.code(parse_card(text, deck)) == code


@pytest.mark.parametrize(
    "text",
    [
        "1RSD 2RHO 3POO",
        "1RSD,2RHO,3POO",
        "1RSD;2RHO\n3POO\n",
        "one red solid diamond two red striped ovals three purple open ovals",
        "one red solid diamond, 2RHO, 2222",
        "0000\t1012\n\n\n2222",
    ],
)
def test_cards_are_separated_in_many_ways(text: str) -> None:
    assert codes(text) == ["1RSD", "2RHO", "3POO"]


def words_in_any_order(deck: Deck, point: Point, random: Random) -> str:
    """The card in words, with synonyms, the marked ones kept behind their marker."""
    said = []
    for feature, digit in zip(deck.features, deck.space.digits(point), strict=True):
        word = random.choice([w for w, value in feature.words.items() if value == digit])
        word = word if feature.marker is None else f"{feature.marker} {word}"
        said.append(random.choice([word, word.upper(), word.title()]))
    random.shuffle(said)
    return " ".join(said)


@given(decks, randoms)
def test_every_way_to_write_a_card_is_read(deck: Deck, random: Random) -> None:
    points = random.sample(range(deck.size), random.randrange(1, 12))
    ways = [
        lambda p: deck.code(p),
        lambda p: deck.code(p).lower(),
        lambda p: "".join(map(str, deck.space.digits(p))),
        lambda p: deck.describe(p),
        lambda p: words_in_any_order(deck, p, random),
    ]
    separators = [" ", ", ", "\n", "; ", "\t"]
    text = "".join(random.choice(ways)(p) + random.choice(separators) for p in points)
    assert parse_cards(text, deck) == points


# -- tables -----------------------------------------------------------------------------------


@given(decks, st.sampled_from((1, 3, 9)), randoms)
def test_tables_round_trip(deck: Deck, groups: int, random: Random) -> None:
    size = random.randrange(0, 3)
    points = iter(random.sample(range(deck.size), groups * size))
    table = [
        [None if random.random() < 0.2 else next(points) for _ in range(size)]
        for _ in range(groups)
    ]
    assert parse_groups(format_table(table, deck), deck, groups) == table


def test_groups_need_not_be_equal_if_so_asked() -> None:
    text = "1RSD 2RSD 3RSD / /"
    assert parse_groups(text, CLASSIC, 3, equal=False) == [[0, 27, 54], [], []]
    with pytest.raises(NotationError, match="groups of 3, 0, 0 cards; expected groups of equal"):
        parse_groups(text, CLASSIC, 3)


def test_nothing_is_an_empty_table() -> None:
    assert parse_groups("", CLASSIC) == [[]]
    assert parse_groups(" \n", CLASSIC, 3) == [[], [], []]
    assert parse_groups("/ /", CLASSIC, 3) == [[], [], []]
    assert parse_cards(", ,", CLASSIC) == []
    assert format_table([[0, None], [80, 1]], CLASSIC) == "1RSD . / 3POO 1RSS"


# -- what is not ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "text", "message"),
    [
        (CLASSIC, "1RSX", r"'1RSX' \(token 1, line 1, column 1\): character 4 is the symbol"),
        (CLASSIC, "4RSD", r"character 1 is the number, one of 1 2 3, not '4'"),
        (CLASSIC, "1RSD\n2RHO, 1XSD", r"'1XSD' \(token 3, line 2, column 7\): character 2"),
        (CLASSIC, "hello", r"'hello' \(token 1, .*expected a classic card such as 2GHS"),
        (CLASSIC, "2RHOG", r"'2RHOG' .*expected a classic card"),
        (CLASSIC, "2RO", r"'2RO' .*expected a classic card"),
        (MEGA, "2RHO", r"'2RHO' .*expected a mega card such as 2GHSG"),
        (JUNIOR, "2RHO", r"'2RHO' .*expected a junior card such as 2GS"),
        (CLASSIC, "10", r"'10' .*expected 4 digits from 0 to 2"),
        (CLASSIC, "1013", r"'1013' .*expected 4 digits from 0 to 2"),
        (CLASSIC, "10121", r"'10121' .*expected 4 digits from 0 to 2"),
        (
            CLASSIC,
            "1RSD 1rsd",
            r"'1rsd' \(token 2, .*1RSD is repeated; it stands already at token 1",
        ),
        (CLASSIC, "1RSD 0000", r"'0000' .*is repeated"),
        (CLASSIC, "oval, hollow", r"'oval' .*has no number, colour and shading"),
        (CLASSIC, "1RSD two red", r"'two' \(token 2, .*has no shading and symbol"),
        (CLASSIC, "two red striped 1RSD", r"'two' .*has no symbol"),
        (CLASSIC, "two red striped . ovals", r"'two' .*has no symbol"),
        (CLASSIC, "two red green", r"'green' \(token 3, .*a second colour .*lacks shading and sym"),
        (CLASSIC, "two red strped ovals", r"'strped' \(token 3, .*did you mean 'striped'\?"),
        (JUNIOR, "one red solid diamond", r"'solid' \(token 3, .*expected a junior card"),
        (CLASSIC, "two red striped ovals on green", r"'on' \(token 5"),
        (MEGA, "two red striped ovals", r"'two' .*has no background"),
        (CLASSIC, "1RSD / 2RSD", r"'/' .*this variant's table has no groups"),
        (CLASSIC, "\uff11RSD", r"character 1 is the number"),
        (CLASSIC, "x" * 1000, r"^'x{23}…' \(token 1"),
        (CLASSIC, "1RSD\x1b[31m", r"^'1RSD\\x1b\[31m' "),
    ],
)
def test_errors_name_the_token_its_place_and_what_was_expected(
    deck: Deck, text: str, message: str
) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        parse_cards(text, deck)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1RSD 2RSD 3RSD", r"expected 3 groups divided by '/', got 1 \(of 3 cards\)"),
        ("1RSD / 2RSD", r"expected 3 groups divided by '/', got 2 \(of 1, 1 cards\)"),
        ("1RSD / 2RSD / 3RSD /", r"expected 3 groups divided by '/', got 4"),
        ("1RSD . / 2RSD / 3RSD", r"groups of 2, 1, 1 cards; expected groups of equal size"),
        ("1RSD / 2RSD / 1RSD", r"1RSD is repeated"),
        ("one red / solid / diamond", r"'one' .*has no shading and symbol"),
    ],
)
def test_errors_of_groups(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_groups(text, CLASSIC, 3)


@pytest.mark.parametrize("text", ["", "1RSD 2RSD", "."])
def test_one_card_is_one_card(text: str) -> None:
    with pytest.raises(NotationError, match="expected one card, got"):
        parse_card(text, CLASSIC)


def is_read_or_refused(text: str, deck: Deck, groups: int) -> bool:
    try:
        divided = parse_groups(text, deck, groups, equal=False)
    except NotationError as error:
        return len(str(error).splitlines()) == 1
    points = [point for group in divided for point in group if point is not None]
    return len(divided) == groups and len(set(points)) == len(points)


@given(decks, st.text(max_size=40))
def test_any_text_is_read_or_refused_in_one_line(deck: Deck, text: str) -> None:
    assert is_read_or_refused(text, deck, 1)


TOKENS = ("1", "2RHO", "3poog", "on", ",", "/", ".", "red", "two", "oval", "solid", "0120", "\n")


@given(decks, st.lists(st.sampled_from(TOKENS)))
def test_any_mixture_is_read_or_refused_in_one_line(deck: Deck, tokens: list[str]) -> None:
    assert is_read_or_refused(" ".join(tokens), deck, 3)
