"""Every error thirdcard raises, as one tree.

::

    ThirdcardError
    ├── MalformedError        it cannot be what it is meant to be
    │   ├── NotationError     text that is no card or no table
    │   ├── VariantError      a variant expression that contradicts itself
    │   ├── OptionError       an option out of its range
    │   ├── RecordError       a game record that is cut off or altered
    │   └── MessageError      a socket message outside the protocol
    ├── Refusal               well formed, but the rules or the moment say no
    ├── ConflictError         somebody else appended to the same log first
    ├── LimitError            a search stopped at its limit: neither found nor excluded
    └── CheckError            a computation contradicts a check of itself

The first branch is the sender's mistake in form, the second is part of the game, the third is
retried by whoever meets it, the fourth says that more work might have brought an answer, the fifth
is a fault of the program: nothing of the computation is returned.  Each message is one line that
says what is wrong, where, and what was expected, so a shell can print ``str(error)`` as it is; what
people read in other languages is `ThirdcardError.told`.
"""

from __future__ import annotations

from typing import Any, Final

from thirdcard.phrases import phrase

__all__ = [
    "REFUSAL_CODES",
    "CheckError",
    "ConflictError",
    "LimitError",
    "MalformedError",
    "MessageError",
    "NotationError",
    "OptionError",
    "RecordError",
    "Refusal",
    "ThirdcardError",
    "VariantError",
]

REFUSAL_CODES: Final = {
    "not_on_table": "a card of the claim does not lie on the table",
    "not_a_claim": "the cards are no claim of this variant; the failing features are given",
    "too_late": "one of the cards was taken first; who took it and which card are given",
    "not_your_turn": "turns are taken, and it is another seat's",
    "chain_broken": "the claim does not use exactly one card of the previous claim",
    "locked_out": "not now: no seat, no game, a pause, a lock, another's call, or a ban",
    "malformed": "the command cannot be read, or does not exist in this variant",
}
"""The stable codes of refusals, each with its meaning."""


class ThirdcardError(Exception):
    """Base of all errors of this package."""

    @property
    def told(self) -> str:
        """What it says, as it was given: a phrase can be told in another language."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class MalformedError(ThirdcardError):
    """The input cannot be what it is meant to be."""


class NotationError(MalformedError):
    """Text that is no card, or a table that cannot be."""


class VariantError(MalformedError):
    """A variant expression with an unknown name, or one that contradicts itself."""


class OptionError(MalformedError):
    """An option whose value is out of range for the variant."""


class RecordError(MalformedError):
    """A game record that cannot be read, or whose events cannot have happened.

    Attributes:
        line: number of the line at fault, counted from 1.
    """

    def __init__(self, message: str, line: int) -> None:
        super().__init__(phrase("line {line}: {message}", line=line, message=message))
        self.line = line
        self._message = message

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int]]:
        # Records are judged in other processes too.
        return type(self), (self._message, self.line)


class MessageError(MalformedError):
    """A socket message that is not JSON, too long, or not of the protocol."""


class Refusal(ThirdcardError):
    """A command that is understood and not carried out.

    Attributes:
        code: one of `REFUSAL_CODES`; never renamed.
        details: what a client needs to explain it (features, cards, seats), as plain JSON values.
        events: what the log keeps of it, nothing for most.
    """

    def __init__(
        self,
        code: str,
        message: str,
        details: dict[str, Any] | None = None,
        events: tuple[Any, ...] = (),
    ) -> None:
        assert code in REFUSAL_CODES, code
        super().__init__(message)
        self.code = code
        self.details = details or {}
        self.events = events


class ConflictError(ThirdcardError):
    """The log already holds another event under the sequence number."""


class LimitError(ThirdcardError):
    """A search took as many steps as it may and has no answer, neither yes nor no."""


class CheckError(ThirdcardError, ArithmeticError):
    """A number failed an independent check; it is withheld."""
