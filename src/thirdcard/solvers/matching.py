r"""The one-round game with any number of values: k cards that agree or all differ in each feature.

The game of Lampis and Mitsou (section 2): m different cards, each with n features of k values.  A
Set is k cards of which each feature has either one value on all, or every value once.  With
``perfect=True`` each feature must have every value once, which is Perfect Multi-Dimensional
Matching: the features are the dimensions and the cards are the multiedges.

One card is a Set for k = 1, and for k = 2 any two cards are, since two values agree or are the two
that there are (a perfect one is a card and its complement).  For more values there are three
methods (`METHODS`); each is exact, and they come in this order:

* `thirdcard.solvers.matching_search`, enumeration with pruning: exact covers of the pairs of
  feature and value.  It ends soon on most tables, and gives up after `MOST_NODES` nodes;
* `thirdcard.solvers.matching_halves`, meet in the middle, for up to `MOST_MIDDLE_VALUES` values and
  `MOST_HALVES` halves of Sets: one half says, feature by feature, what the other must have.  It is
  the better one for many cards with hardly a Set, so less is tried before it;
* `thirdcard.solvers.matching_model`, CP-SAT, for all others.

The problem is NP-hard for 3 features if k is unbounded, and W[1]-hard for the parameter k if n is
(Theorem 2.1, Corollary 1; `thirdcard.reductions.clique` is that proof as a program).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final

from thirdcard.errors import CheckError, MalformedError, OptionError
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.result import Answer

__all__ = [
    "METHODS",
    "MOST_HALVES",
    "MOST_MIDDLE_VALUES",
    "MOST_NODES",
    "Card",
    "find_matching",
    "is_matching",
    "read_cards_file",
]

Card = tuple[int, ...]
"""The values of a card by features, each 0 … k - 1."""

METHODS: Final = ("direct", "enumeration", "meet in the middle", "CP-SAT")
"""What `find_matching` says proved the answer."""

MOST_MIDDLE_VALUES: Final = 6
MOST_HALVES: Final = 1_000_000
MOST_NODES: Final = {"meet in the middle": 20_000, "CP-SAT": 1_000_000}
"""How much is enumerated before another method has its turn."""

_MOST_DIGIT_VALUES = 10


def find_matching(
    cards: Sequence[Sequence[int]],
    values: int,
    *,
    perfect: bool = False,
    seconds: float | None = None,
) -> Answer:
    """Find k cards that agree or all differ in each feature.

    The cards are different, as those of a deck: k ≥ 2 equal ones would agree in every feature, and
    some but not k equal ones are in no Set.

    Args:
        cards: their values by features, each 0 … values - 1.
        values: the number k of values, and of cards in a Set.
        perfect: ask for cards that differ in every feature.
        seconds: stop the search after so long.

    Returns:
        an answer whose value is True with the witness ``((i1, …, ik),)``, increasing positions in
        `cards`; False and infeasible if there are none; None if the search was stopped.

    Raises:
        OptionError: no value, a value out of range, cards of different lengths, a card twice.

    >>> find_matching([(0, 0), (0, 1), (1, 1), (1, 2), (0, 2)], 3).witness
    ((0, 1, 4),)
    >>> find_matching([(0, 0), (0, 1), (1, 1), (1, 2), (0, 2)], 3, perfect=True).value
    False
    """
    deadline = Deadline(seconds)
    table = _check_cards(cards, values)
    methods = _choose_methods(len(table), values)
    most_nodes = MOST_NODES.get(methods[-1])
    found: tuple[int, ...] | None = None
    is_known = False
    for method in methods:
        try:
            is_known, found = _run(method, table, values, perfect, deadline, most_nodes)
        except KeyboardInterrupt:
            break
        if is_known or deadline.is_over:
            break
    if found is not None and not is_matching(table, found, values, perfect):
        raise CheckError(f"{method} found the cards {found}, which are no Set")
    if not is_known:
        return Answer("matching", None, (), "limit", None, method, deadline.elapsed)
    if found is None:
        return Answer("matching", False, (), "infeasible", False, method, deadline.elapsed)
    witness = (tuple(sorted(found)),)
    return Answer("matching", True, witness, "optimal", True, method, deadline.elapsed)


def _choose_methods(size: int, values: int) -> tuple[str, ...]:
    direct, enumeration, middle, model = METHODS
    if values <= 2 or size < values:
        return (direct,)
    is_small = values <= MOST_MIDDLE_VALUES and comb(size, values - values // 2) <= MOST_HALVES
    return (enumeration, middle if is_small else model)


def _run(
    method: str,
    cards: list[Card],
    values: int,
    perfect: bool,
    deadline: Deadline,
    most_nodes: int | None,
) -> tuple[bool, tuple[int, ...] | None]:
    """Return whether the method came to an end, and what it found."""
    direct, enumeration, middle, _ = METHODS
    if method == direct:
        return True, _find_directly(cards, values, perfect)
    if method == enumeration:
        from thirdcard.solvers.matching_search import find_by_search

        return find_by_search(cards, values, perfect, deadline, most_nodes)
    if method == middle:
        from thirdcard.solvers.matching_halves import find_by_halves

        return find_by_halves(cards, values, perfect, deadline)
    from thirdcard.solvers.matching_model import find_by_model

    return find_by_model(cards, values, perfect, deadline)


def _find_directly(cards: list[Card], values: int, perfect: bool) -> tuple[int, ...] | None:
    """Return a Set of one or two cards, or None if there are too few cards for one."""
    if len(cards) < values:
        return None
    if values == 1 or not perfect:
        return tuple(range(values))
    place = {card: i for i, card in enumerate(cards)}
    for i, card in enumerate(cards):
        j = place.get(tuple(1 - value for value in card), i)
        if j != i:
            return i, j
    # Two cards of no features cannot differ, so nothing is lost by asking for another card.
    return None


def is_matching(
    cards: Sequence[Sequence[int]],
    chosen: Sequence[int],
    values: int,
    perfect: bool = False,
) -> bool:
    """Tell whether k different cards agree or all differ in each feature.

    Args:
        cards: their values by features.
        chosen: positions in `cards`.
        values: the number k.
        perfect: whether all features must differ.

    >>> is_matching([(0, 0), (0, 1), (0, 2)], [0, 1, 2], 3)
    True
    >>> is_matching([(0, 0), (0, 1), (0, 2)], [0, 1, 2], 3, perfect=True)
    False
    """
    if len(chosen) != values or len(set(chosen)) != values:
        return False
    if not all(0 <= i < len(cards) for i in chosen):
        return False
    rows = [cards[i] for i in chosen]
    counts = [len(set(column)) for column in zip(*rows, strict=True)]
    return all(count == values or (count == 1 and not perfect) for count in counts)


def _check_cards(cards: Sequence[Sequence[int]], values: int) -> list[Card]:
    if values < 1:
        raise OptionError(f"{values} values: expected at least 1")
    table = [tuple(card) for card in cards]
    seen: dict[Card, int] = {}
    for number, card in enumerate(table):
        fault = _find_fault(card, values, table[0], seen, "card")
        if fault:
            raise OptionError(f"card {number}: {fault}")
        seen[card] = number
    return table


def _find_fault(
    card: Card, values: int, first: Card, seen: dict[Card, int], what: str
) -> str | None:
    """Return what is wrong with a card beside the ones before it."""
    if len(card) != len(first):
        return f"{len(card)} features; expected {len(first)}, as in the first"
    outside = [value for value in card if not 0 <= value < values]
    if outside:
        return f"value {outside[0]}; expected 0 to {values - 1}"
    if card in seen:
        return f"the same as {what} {seen[card]}; expected different cards"
    return None


def read_cards_file(text: str, values: int) -> list[Card]:
    r"""Read cards, one a line, so that line i + 1 is card i.

    A line has the values of the features, 0 … values - 1, separated by spaces; for up to 10 values
    a line without spaces has a digit for each.  Only the end of the text may have empty lines,
    since positions of cards are told as numbers of lines.

    Raises:
        OptionError: less than 1 value.
        MalformedError: no card, an empty line, no number, a value out of range, a line with
            another number of features than the first, the same card twice.

    >>> read_cards_file("012\n0 2 1\n", 3)
    [(0, 1, 2), (0, 2, 1)]
    """
    if values < 1:
        raise OptionError(f"{values} values: expected at least 1")
    lines = text.rstrip().splitlines()
    cards: list[Card] = []
    seen: dict[Card, int] = {}
    for number, line in enumerate(lines, 1):
        card = _read_card(line, number, values)
        fault = _find_fault(card, values, cards[0] if cards else card, seen, "line")
        if fault:
            raise MalformedError(f"line {number}: {fault}")
        cards.append(card)
        seen[card] = number
    if not cards:
        raise MalformedError("no cards: expected one a line")
    return cards


def _read_card(line: str, number: int, values: int) -> Card:
    words = line.split()
    if not words:
        raise MalformedError(f"line {number} is empty: expected a card")
    if len(words) == 1 and values <= _MOST_DIGIT_VALUES:
        words = list(words[0])
    for word in words:
        if not (word.isascii() and word.isdigit()):
            shown = word if len(word) <= 20 else f"{word[:20]}…"
            raise MalformedError(
                f"line {number}: {shown!r} is no value; expected numbers from 0 to {values - 1}"
            )
    try:
        return tuple(int(word) for word in words)
    except ValueError:  # more digits than Python reads
        raise MalformedError(
            f"line {number}: a value is too long; expected 0 to {values - 1}"
        ) from None
