"""Who the player is for a server: the cookie it gave and the name, kept between two runs.

There is a file for each server in the player's folder of data.  Who has it is that player there,
so nobody else may read it.
"""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import msgspec
from platformdirs import user_data_path

__all__ = ["Identity", "IdentityFile"]

_COOKIE = re.compile(r"[\w.-]{1,100}=[\w.~+/=-]{1,1000}", re.ASCII)


class Identity(msgspec.Struct, frozen=True):
    """The cookie as it is sent, and the name; None while there is none."""

    cookie: str | None = None
    name: str | None = None


class IdentityFile:
    """Where an identity is kept.

    Args:
        server: the address of the server, with its scheme.
        folder: where the files lie; by default in the folder of data of who runs the program.
    """

    def __init__(self, server: str, folder: Path | None = None) -> None:
        folder = user_data_path("thirdcard") / "identities" if folder is None else folder
        self.path = folder / f"{quote(server.lower(), safe='')}.json"

    def load(self) -> Identity:
        """Return what was kept; nobody, where nothing was or it cannot be read."""
        try:
            known = msgspec.json.decode(self.path.read_bytes(), type=Identity)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return Identity()
        if known.cookie is not None and not _COOKIE.fullmatch(known.cookie):
            return Identity(None, known.name)
        return known

    def save(self, identity: Identity) -> None:
        """Keep an identity, as a file that its owner alone can read.

        Raises:
            OSError: it cannot be written.
        """
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self.path.with_suffix(f".{secrets.token_hex(4)}")
        try:
            descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(identity))
            # In one step, so that a program that is ended leaves the old file or the new one.
            new.replace(self.path)
        finally:
            with suppress(OSError):
                new.unlink()
