"""Inner loops that numba compiles, each with a plain twin that the tests hold against it.

A kernel is a function of numpy arrays and numbers, named ``*_kernel`` and decorated with
`compiled`; its docstring derives what it computes.  The first call compiles it and keeps the
machine code on disk beside the module, so that later processes load it; `announce_compilation`
tells people what they wait for that once.  ``python -m thirdcard.lab.kernels`` compiles all of them
beforehand, which is wanted before several processes start that would each do it.

No kernel uses numba's threads: work is spread over processes, see `thirdcard.lab.work`.  May import
`core` and `variants`; a new kernel is a module here, its plain twin, and a line in ``__main__``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import event

__all__ = ["announce_compilation", "compiled"]

_Function = TypeVar("_Function", bound=Callable[..., Any])


def compiled(function: _Function) -> _Function:
    """Compile a function on its first call and keep the machine code on disk.

    The interpreted function remains at ``py_func`` of the result.
    """
    return cast(_Function, njit(cache=True, nogil=True)(function))


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
