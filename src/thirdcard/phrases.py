"""Sentences that can be told in another language.

A `Phrase` is its English text, and remembers the pattern and the values that it was made of.  Who
has a catalogue of another language looks the pattern up; everybody else has a string.  (The
patterns as keys, and the two forms of what is counted, are those of gettext.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

__all__ = ["Phrase", "counted", "join_sentences", "join_words", "phrase"]


class Phrase(str):
    """An English sentence and how it was made.

    Attributes:
        pattern: English with a ``{name}`` for each value; the key in a catalogue.
        values: by name; those that are phrases are translated, too.
        number: what decides between the forms, None for a sentence without one.
    """

    pattern: str
    values: dict[str, object]
    number: int | None

    def __new__(
        cls, text: str, pattern: str, values: dict[str, object], number: int | None = None
    ) -> Self:
        """Return a phrase; `phrase` and `counted` do so more conveniently."""
        self = super().__new__(cls, text)
        self.pattern, self.values, self.number = pattern, values, number
        return self

    def __reduce__(self) -> tuple[object, ...]:
        # Copied, and sent to other processes, with all that it is.
        return type(self), (str(self), self.pattern, self.values, self.number)


def phrase(pattern: str, /, **values: object) -> Phrase:
    """Return a sentence with values in it.

    >>> phrase("It is the turn of {name}.", name="Ann")
    'It is the turn of Ann.'
    """
    return Phrase(pattern.format(**values), pattern, values)


def counted(count: int, one: str, many: str, /, **values: object) -> Phrase:
    """Return a sentence whose form a number decides, which is the value of ``{count}``.

    >>> counted(1, "{count} card", "{count} cards"), counted(12, "{count} card", "{count} cards")
    ('1 card', '12 cards')
    """
    values = {"count": count, **values}
    return Phrase((one if count == 1 else many).format(**values), one, values, count)


def join_words(words: Sequence[str], last: str = "and") -> Phrase:
    """Return words as one says them: "a", "a and b", "a, b and c".

    Args:
        words: at least one.
        last: what stands before the last word, ``and`` or ``or``.

    >>> join_words(["red", "green", "purple"], "or")
    'red, green or purple'
    """
    first, *others = words
    joined = first if isinstance(first, Phrase) else Phrase(first, "{word}", {"word": first})
    for word in others[:-1]:
        joined = phrase("{words}, {word}", words=joined, word=word)
    if not others:
        return joined
    if last == "or":
        return phrase("{words} or {word}", words=joined, word=others[-1])
    return phrase("{words} and {word}", words=joined, word=others[-1])


def join_sentences(sentences: Iterable[str]) -> str:
    """Return sentences that follow each other, those that are empty left out.

    >>> join_sentences(["The deck is empty.", "", "Ann is ahead."])
    'The deck is empty. Ann is ahead.'
    """
    joined = ""
    for sentence in filter(None, sentences):
        joined = (
            phrase("{sentence} {following}", sentence=joined, following=sentence)
            if joined
            else sentence
        )
    return joined
