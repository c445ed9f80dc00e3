"""What is sent over a socket."""

from __future__ import annotations

import msgspec

from thirdcard.server.languages import Catalogue

__all__ = ["Frame"]


class Frame:
    """A message, written once for each of the languages of those who are told it."""

    def __init__(self, message: msgspec.Struct) -> None:
        self._message = message
        self._told: dict[Catalogue, str] = {}

    def told_in(self, catalogue: Catalogue) -> str:
        """Return the message as JSON."""
        told = self._told.get(catalogue)
        if told is None:
            told = self._told[catalogue] = catalogue.encoder.encode(self._message).decode()
        return told
