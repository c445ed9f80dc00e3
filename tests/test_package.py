"""The package from outside: its version, its names, and that it says what it has not."""

import subprocess
import sys
from importlib.metadata import version

import pytest

import thirdcard


def test_version_is_the_one_of_the_installed_package() -> None:
    assert thirdcard.__version__ == version("thirdcard")


def test_every_name_is_there() -> None:
    for name in thirdcard.__all__:
        assert getattr(thirdcard, name) is not None


def test_a_star_takes_every_name() -> None:
    namespace: dict[str, object] = {}
    exec("from thirdcard import *", namespace)
    assert set(thirdcard.__all__) == namespace.keys() - {"__builtins__"}


def test_a_name_is_loaded_once() -> None:
    """From then on it is found without the package being asked."""
    assert thirdcard.Space is vars(thirdcard)["Space"]


def test_other_names_are_missing() -> None:
    with pytest.raises(AttributeError, match="'thirdcard' has no attribute 'Spaces'"):
        thirdcard.Spaces  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'nothing'"):
        from thirdcard import nothing  # type: ignore[attr-defined]  # noqa: F401


def test_the_package_runs_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "thirdcard", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"thirdcard {thirdcard.__version__}\n"
