"""One language: what is said in it, and how its numbers are written."""

from __future__ import annotations

import gettext
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from string import Formatter
from typing import Final

import msgspec
from babel import Locale, UnknownLocaleError
from babel.messages.pofile import PoFileError, read_po
from babel.numbers import format_decimal

from thirdcard.errors import OptionError
from thirdcard.phrases import Phrase

__all__ = ["CLIENT", "ENGLISH", "Catalogue", "places", "read_catalogue"]

CLIENT: Final = "web/"
"""Where the sources of the client lie: what is said there is sent to it."""

_FORMS_TRIED = (*range(201), 1000, 10**6)
"""Numbers among which every category of plurals occurs, in every language of the CLDR."""

_log = logging.getLogger(__name__)


class ClientCatalogue(msgspec.Struct, frozen=True):
    """A language for the client.

    Attributes:
        language: its tag.
        forms: which form a number takes, by the category of its plural in the CLDR.
        messages: by what stands in the code: the words, or their forms where they are counted.
    """

    language: str
    forms: dict[str, int]
    messages: dict[str, str | tuple[str, ...]]


@dataclass(frozen=True, eq=False)
class Catalogue:
    """What is said in a language.

    Attributes:
        key: the language's tag, as in ``<html lang>``.
        title: what the language calls itself.
        messages: by what stands in the code, the words in each form; one where nothing is counted.
        form: tells which form a number takes.
        client: what of the messages the client says, too.
    """

    key: str
    title: str
    messages: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    form: Callable[[int], int] = field(default=lambda number: int(number != 1), repr=False)
    client: frozenset[str] = field(default=frozenset(), repr=False)

    @cached_property
    def locale(self) -> Locale:
        """The language's ways with numbers and dates."""
        return Locale.parse(self.key, sep="-")

    @property
    def direction(self) -> str:
        """In which direction it is written, ``ltr`` or ``rtl``."""
        return self.locale.text_direction

    def tell(self, text: str) -> str:
        """Return a phrase in this language; other text as it is."""
        if not isinstance(text, Phrase):
            return text
        if not self.messages:
            return str(text)
        values = {name: self._tell_value(value) for name, value in text.values.items()}
        forms = self.messages.get(text.pattern)
        if forms is None:
            # What was counted may have had its other form in English, too.
            return str(text) if text.number is not None else text.pattern.format(**values)
        chosen = 0 if text.number is None else self.form(text.number)
        return forms[min(chosen, len(forms) - 1)].format(**values)

    def _tell_value(self, value: object) -> object:
        if isinstance(value, str):
            return self.tell(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return format_decimal(value, format="#,##0.###", locale=self.locale)
        return value

    @cached_property
    def encoder(self) -> msgspec.json.Encoder:
        """Writes messages with their phrases in this language."""
        return msgspec.json.Encoder(enc_hook=self._encode)

    def _encode(self, value: object) -> str:
        if isinstance(value, Phrase):
            return self.tell(value)
        raise TypeError(f"{type(value).__name__} has no place in a message")

    @cached_property
    def for_client(self) -> bytes:
        """What the client needs to speak the language, as JSON."""
        forms = {self.locale.plural_form(n): self.form(n) for n in _FORMS_TRIED}
        messages = {
            pattern: forms[0] if len(forms) == 1 else forms
            for pattern, forms in self.messages.items()
            if pattern in self.client
        }
        return msgspec.json.encode(ClientCatalogue(self.key, forms, messages))


ENGLISH: Final = Catalogue("en", "English")


def places(pattern: str) -> set[str]:
    """Return the names in a pattern's braces.

    Raises:
        ValueError: a brace that is not closed, or more than a name in it.
    """
    names = set()
    for _, name, spec, conversion in Formatter().parse(pattern):
        if name is None:
            continue
        if not name.isidentifier() or spec or conversion:
            raise ValueError(f"expected a name in {{{name}}}")
        names.add(name)
    return names


def read_catalogue(path: Path) -> Catalogue:
    """Read ``XX.po``, XX being the tag of the language.

    A message with other places in braces than the English one has is left out, with a warning in
    the log: it is said in English.

    Raises:
        OptionError: the file cannot be read, or its name is no language.
    """
    try:
        locale = Locale.parse(path.stem, sep="-")
    except (UnknownLocaleError, ValueError):
        raise OptionError(f"{path.name}: expected a language as its name, as in de.po") from None
    try:
        with path.open("rb") as file:
            catalogue = read_po(file, locale=str(locale), abort_invalid=True)
    except (OSError, PoFileError, UnicodeError, ValueError) as error:
        raise OptionError(f"{path.name}: no catalogue that can be read: {error}") from None
    messages: dict[str, tuple[str, ...]] = {}
    client = set()
    for message in catalogue:
        keys, forms = _as_tuple(message.id), _as_tuple(message.string)
        if not keys[0] or message.fuzzy or not all(forms):
            continue
        if problem := _find_problem(keys, forms):
            _log.warning("%s: %r is left out: %s", path.name, keys[0], problem)
            continue
        messages[keys[0]] = forms
        if any(place.startswith(CLIENT) for place, _ in message.locations):
            client.add(keys[0])
    try:
        form = _read_form(catalogue.plural_expr)
    except ValueError as error:
        raise OptionError(f"{path.name}: Plural-Forms: {error}") from None
    title = locale.get_display_name(locale) or path.stem
    return Catalogue(path.stem, title[0].upper() + title[1:], messages, form, frozenset(client))


def _as_tuple(text: object) -> tuple[str, ...]:
    """Return the forms of a message; one that is not counted has one."""
    return tuple(map(str, text)) if isinstance(text, (tuple, list)) else (str(text or ""),)


def _read_form(expression: str) -> Callable[[int], int]:
    """Return the function that a file's ``plural=`` says, a C expression as in gettext."""
    chosen: Callable[[int], int] = gettext.c2py(expression)
    return chosen


def _find_problem(keys: tuple[str, ...], forms: tuple[str, ...]) -> str | None:
    """Return what is wrong with the places of a message, None for nothing."""
    wanted = set().union(*(places(key) for key in keys))
    try:
        had = set().union(*(places(form) for form in forms))
    except ValueError as error:
        return str(error)
    return None if had <= wanted else f"unknown {', '.join(sorted(had - wanted))}"
