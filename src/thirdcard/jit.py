"""Compilation of inner loops by numba, for the folders that hold such kernels.

A kernel is a function of numpy arrays and numbers, named ``*_kernel`` and decorated with
`compiled`; its docstring derives what it computes.  The first call compiles it and keeps the
machine code on disk, so that later processes load it; `announce_compilation` tells people what they
wait for that once.

numba keeps machine code until the source file of the function changes, and does not see that a
kernel of another file is part of it.  So here it goes into a folder named after all sources of the
kernel's folder, beyond which a kernel calls none.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import config, event

__all__ = ["announce_compilation", "compiled"]

# Read when a function is decorated.
_SETTING = "CACHE_DIR"

_Function = TypeVar("_Function", bound=Callable[..., Any])


def compiled(function: _Function) -> _Function:
    """Compile a function on its first call and keep the machine code on disk.

    The interpreted function remains at ``py_func`` of the result.
    """
    before: str = getattr(config, _SETTING)
    setattr(config, _SETTING, before or _find_folder(Path(function.__code__.co_filename).parent))
    try:
        return cast(_Function, njit(cache=True, nogil=True)(function))
    finally:
        setattr(config, _SETTING, before)


@cache
def _find_folder(here: Path) -> str:
    """Return the folder for machine code, "" to let numba choose one of the user's."""
    if not os.access(here, os.W_OK):
        return ""
    digest = sha256()
    for source in sorted(here.glob("*.py")):
        digest.update(source.read_bytes())
    folder = here / "__pycache__" / f"kernels-{digest.hexdigest()[:16]}"
    if not folder.exists():
        for outdated in folder.parent.glob("kernels-*"):
            rmtree(outdated, ignore_errors=True)
    return str(folder)


@contextmanager
def announce_compilation() -> Iterator[None]:
    """Say on stderr, once and only where it happens, that kernels are compiled inside the block."""
    listener = _Announcer()
    with event.install_listener("numba:compile", listener):
        yield


class _Announcer(event.Listener):
    """Prints one line at the first compilation it hears of."""

    def __init__(self) -> None:
        self._said = False

    def on_start(self, event: Any) -> None:
        if not self._said:
            self._said = True
            print("compiling kernels, this once for this machine", file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        pass
