import io
import shlex
import sys

import pytest

from tests.cli.runner import Outcome, Run
from thirdcard.cli import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line, written as for a shell, within this process."""

    def run(line: str, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(shlex.split(line))
        return Outcome(code, *capsys.readouterr())

    return run
