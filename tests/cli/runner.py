"""Commands run within this process, or as processes of their own."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SCRIPT = Path(sys.executable).with_name("thirdcard")


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document, the only thing on stdout."""
        assert self.err == ""
        assert self.out.count("\n") == 1
        document: dict[str, Any] = json.loads(self.out)
        return document

    @property
    def complaint(self) -> str:
        """The one line on stderr of a command that was refused."""
        assert self.code == 2
        assert self.out == ""
        assert self.err.endswith("\n")
        assert len(self.err.splitlines()) == 1
        assert self.err.startswith("thirdcard")
        return self.err


Run = Callable[..., Outcome]


def run_process(*words: str, stdin: bytes = b"", cwd: Path | None = None) -> Outcome:
    """Run the installed command."""
    done = subprocess.run([SCRIPT, *words], input=stdin, capture_output=True, cwd=cwd, check=False)
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())
