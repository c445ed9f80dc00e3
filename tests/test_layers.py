"""Who may import whom, read from the source of every module; and what is loaded when."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import thirdcard
from thirdcard.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "thirdcard"
MODULES = sorted(SOURCE.rglob("*.py"))
MOST_LINES = 700


@dataclass(frozen=True)
class Layer:
    """What a layer may import besides itself and the standard library.

    Attributes:
        layers: other layers.
        packages: packages from outside.
    """

    layers: str = ""
    packages: str = ""


LAYERS = {
    "phrases": Layer(),
    "errors": Layer("phrases"),
    "core": Layer("errors phrases"),
    "variants": Layer("errors phrases core"),
    "game": Layer("errors phrases core variants", "msgspec"),
    "odds": Layer("errors phrases core variants"),
    "jit": Layer(packages="numba"),
    "solvers": Layer("errors phrases core variants jit", "networkx numba numpy ortools pysat"),
    "formats": Layer("errors phrases core variants solvers", "networkx"),
    "reductions": Layer("errors phrases core variants solvers formats", "networkx pysat"),
    "puzzles": Layer("errors phrases core variants odds solvers", "msgspec numpy"),
    "paper": Layer("errors phrases core variants odds solvers puzzles", "typst"),
    "bots": Layer("errors phrases core variants game solvers", "numpy"),
    "lab": Layer(
        "errors phrases core variants odds jit solvers puzzles",
        "dask distributed joblib llvmlite matplotlib networkx numba numpy rich",
    ),
    "server": Layer(
        "errors phrases core variants odds game solvers puzzles paper bots",
        "alembic argon2 babel itsdangerous litestar msgspec openskill redis sqlalchemy",
    ),
    "tui": Layer(
        "errors phrases core variants odds game solvers formats reductions puzzles paper bots lab "
        "server",
        "msgspec platformdirs rich textual websockets",
    ),
    "cli": Layer(
        "errors phrases core variants odds jit game solvers formats reductions puzzles paper bots "
        "lab server tui",
        "msgspec networkx platformdirs rich uvicorn",
    ),
}
# The front door of the library, and what `python -m thirdcard` runs.
DOORS = {"__init__": Layer("errors phrases core variants"), "__main__": Layer("cli")}

# Below the server time, chance and the world outside are passed in, never asked for.
PURE = ("errors", "phrases", "core", "variants", "game")
IMPURE = {
    *("asyncio", "datetime", "http", "multiprocessing", "random", "secrets", "selectors"),
    *("signal", "socket", "sqlite3", "ssl", "subprocess", "threading", "time", "urllib"),
}

# A command is a whole process: what stands at the top of its module is loaded for every use.
LIGHT = "errors phrases core variants cli"


# -- reading imports ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Import:
    """A module that is imported.

    Attributes:
        line: where.
        name: the module's full name; for a name taken from a package, that of both.
        at_once: whether it is loaded with the module, not first within a function.
        for_types: whether only a type checker sees it.
    """

    line: int
    name: str
    at_once: bool
    for_types: bool


class _Imports(ast.NodeVisitor):
    def __init__(self, module: str, is_package: bool) -> None:
        self.found: list[Import] = []
        self._package = module if is_package else module.rpartition(".")[0]
        self._functions = 0
        self._for_types = False

    def _add(self, node: ast.stmt, name: str) -> None:
        self.found.append(Import(node.lineno, name, not self._functions, self._for_types))

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._add(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        base = node.module or ""
        if node.level:
            package = self._package.split(".")
            above = package[: len(package) - node.level + 1]
            base = ".".join([*above, base] if base else above)
        for alias in node.names:
            self._add(node, f"{base}.{alias.name}")

    def visit_If(self, node: ast.If) -> None:
        self.visit(node.test)
        before = self._for_types
        self._for_types = before or "TYPE_CHECKING" in ast.unparse(node.test).split(".")
        for statement in node.body:
            self.visit(statement)
        self._for_types = before
        for statement in node.orelse:
            self.visit(statement)

    def _visit_function(self, node: ast.AST) -> None:
        self._functions += 1
        self.generic_visit(node)
        self._functions -= 1

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _visit_function  # noqa: N815


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def read_imports(source: str, module: str, is_package: bool = False) -> list[Import]:
    visitor = _Imports(module, is_package)
    visitor.visit(ast.parse(source))
    return visitor.found


def layer_of(name: str) -> str:
    """Return the layer of a name of this package; that of the front door is ``__init__``."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in LAYERS else "__init__"


# -- the rules ----------------------------------------------------------------------------------


def iter_faults(source: str, module: str, is_package: bool = False) -> Iterator[str]:
    """Yield what a module imports and may not."""
    own = module.split(".")[1] if "." in module else "__init__"
    rule = LAYERS.get(own) or DOORS[own]
    layers, packages = {own, *rule.layers.split()}, rule.packages.split()
    for each in read_imports(source, module, is_package):
        top = each.name.partition(".")[0]
        if top == "thirdcard":
            layer = layer_of(each.name)
            # Inside, names come from their own modules: the front door is for those outside.
            if each.name == "thirdcard.__version__":
                continue
            if layer not in layers:
                yield f"line {each.line}: {own} imports {each.name}"
            elif is_heavy(each, own) and layer not in LIGHT.split():
                yield f"line {each.line}: {own} loads {each.name} at once"
        elif top in sys.stdlib_module_names:
            if own in PURE and top in IMPURE and not each.for_types:
                yield f"line {each.line}: {own} asks {top}"
        elif top not in packages:
            yield f"line {each.line}: {own} imports {each.name} from outside"
        elif is_heavy(each, own):
            yield f"line {each.line}: {own} loads {each.name} at once"


def is_heavy(each: Import, layer: str) -> bool:
    """Tell whether an import burdens the start of a command."""
    return layer == "cli" and each.at_once and not each.for_types


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_keep_to_the_layers(path: Path) -> None:
    source, is_package = path.read_text("utf-8"), path.name == "__init__.py"
    assert list(iter_faults(source, module_of(path), is_package)) == []


def test_every_module_belongs_to_a_layer() -> None:
    tops = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in MODULES}
    assert tops <= LAYERS.keys() | DOORS.keys()
    assert {"errors", "core", "variants", "game", "server", "cli"} <= tops


def test_the_rules_have_an_order() -> None:
    """Each layer imports only layers above it in the table, so there is no circle."""
    known: list[str] = []
    for layer, rule in LAYERS.items():
        assert set(rule.layers.split()) <= set(known), layer
        known.append(layer)
    importers = {layer for layer, rule in LAYERS.items() if "cli" in rule.layers.split()}
    assert importers == set()
    assert [layer for layer, rule in LAYERS.items() if "tui" in rule.layers.split()] == ["cli"]
    assert {layer for layer, rule in LAYERS.items() if "lab" in rule.layers.split()} == {
        "cli",
        "tui",
    }


BREACHES = {
    "thirdcard.core.geometry": [
        "import thirdcard.variants",
        "from thirdcard.variants import decks",
        "from thirdcard import variants",
        "from ..variants.decks import CLASSIC",
        "from .. import game",
        "import numpy as np",
        "import random",
        "def f():\n    from thirdcard.game import machine",
        "def f():\n    import time",
        "class C:\n    from thirdcard.server import app",
        "try:\n    import numba\nexcept ImportError:\n    pass",
        "from thirdcard import Space",
    ],
    "thirdcard.variants.rules": ["from thirdcard.game.state import State", "import msgspec"],
    "thirdcard.game.machine": [
        "from thirdcard.server.store.base import Store",
        "from secrets import token_bytes",
        "import sqlalchemy",
        "from thirdcard.cli import output",
    ],
    "thirdcard.server.tables": [
        "from thirdcard.cli.output import write",
        "from thirdcard.lab import kernels",
        "import uvicorn",
        "from thirdcard import parse_variant",
    ],
    "thirdcard.cli.find": [
        "import msgspec",
        "import rich.table",
        "from thirdcard.game.record import verify",
        "from thirdcard.server import app",
        "import numpy",
        "def f():\n    import matplotlib",
    ],
    "thirdcard.solvers.packing": ["from thirdcard.game import state", "import litestar"],
    "thirdcard.lab.report": [
        "from thirdcard.server import app",
        "from thirdcard.cli import output",
    ],
    "thirdcard.odds.exact": ["from thirdcard.lab import tables", "import numpy"],
    "thirdcard.bots.quick": ["from thirdcard.server import app"],
    "thirdcard.tui.table": ["from thirdcard.cli import output"],
    "thirdcard.errors": ["from thirdcard.core import cards"],
    "thirdcard": ["from thirdcard.game import state", "import msgspec"],
    "thirdcard.__main__": ["from thirdcard.core import cards"],
}


@pytest.mark.parametrize(
    ("module", "source"),
    [(module, source) for module, sources in BREACHES.items() for source in sources],
)
def test_breaches_are_seen(module: str, source: str) -> None:
    assert len(list(iter_faults(source, module))) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("thirdcard.core.maps", "if TYPE_CHECKING:\n    from random import Random"),
        ("thirdcard.core.cards", "from .geometry import Space"),
        ("thirdcard.server.app", "from thirdcard import __version__"),
        ("thirdcard.cli.serve", "def run():\n    import uvicorn"),
        ("thirdcard.cli.replay", "def run():\n    from thirdcard.game.record import verify"),
        ("thirdcard.cli.serve", "if typing.TYPE_CHECKING:\n    import uvicorn"),
        ("thirdcard.cli.play", "def run():\n    from thirdcard.tui import table"),
        ("thirdcard.lab.report", "import numba\nfrom thirdcard.variants import registry"),
        ("thirdcard.game.events", "import msgspec\nfrom thirdcard.errors import OptionError"),
    ],
)
def test_what_is_allowed_is_no_breach(module: str, source: str) -> None:
    assert list(iter_faults(source, module)) == []


# -- what is loaded -----------------------------------------------------------------------------


def loaded_by(statement: str) -> set[str]:
    """Return the modules that a fresh process has after a statement and had not before."""
    program = (
        "import sys; before = set(sys.modules)\n"
        f"{statement}\n"
        "loaded = sorted(set(sys.modules) - before)\n"
        "import json; print(json.dumps(loaded), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stderr.splitlines()[-1]))


def outsiders(modules: set[str]) -> set[str]:
    tops = {name.partition(".")[0] for name in modules}
    return tops - sys.stdlib_module_names - {"thirdcard"}


def test_the_package_loads_nothing_but_itself() -> None:
    assert loaded_by("import thirdcard") == {"thirdcard"}


def test_public_names_need_the_standard_library_only() -> None:
    names = ", ".join(name for name in thirdcard.__all__ if name != "__version__")
    loaded = loaded_by(f"from thirdcard import {names}")
    assert "thirdcard.core.drawing" in loaded
    assert outsiders(loaded) == set()
    assert not any(name.startswith(("thirdcard.game", "thirdcard.server")) for name in loaded)


@pytest.mark.parametrize(
    "words",
    [
        ["find", "1RSD", "2RSD", "3RSD", "--variant", "super"],
        ["find", "1RSD", "2RSD", "3RSD", "--json"],
        ["third", "1RSD", "2RSD"],
        ["check", "1RSD", "2RSD", "3RSO"],
        ["deal", "--seed", "monday"],
        ["serve", "--help"],
        ["play", "--help"],
        ["--help"],
    ],
    ids=" ".join,
)
def test_commands_need_the_standard_library_only(words: list[str]) -> None:
    loaded = loaded_by(f"from thirdcard.cli import main; main({words!r})")
    assert outsiders(loaded) == set()
    modules = {name.split(".")[2] for name in loaded if name.startswith("thirdcard.cli.")}
    commands = {name for group in COMMANDS.values() for name in group}
    assert modules & commands <= {words[0]}


def test_a_record_needs_msgspec_only() -> None:
    record = str(ROOT / "examples" / "short.jsonl")
    loaded = loaded_by(f"from thirdcard.cli import main; main(['replay', {record!r}])")
    # msgspec itself takes typing_extensions where it is installed.
    assert outsiders(loaded) - {"typing_extensions"} == {"msgspec"}


def test_loading_is_seen() -> None:
    assert "msgspec" in outsiders(loaded_by("import thirdcard.game.events"))
    assert "thirdcard.core.geometry" in loaded_by("from thirdcard import Space")


# -- modules ------------------------------------------------------------------------------------


def test_no_module_is_too_long() -> None:
    client = [p for p in (ROOT / "web/src").rglob("*") if p.suffix in (".ts", ".tsx", ".css")]
    assert len(client) > 10
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines())
        for path in [*MODULES, *client]
    }
    assert {path: lines for path, lines in lengths.items() if lines > MOST_LINES} == {}


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if path.name == "__init__.py"],
    ids=lambda path: module_of(path),
)
def test_every_package_has_a_front_page(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text("utf-8")))


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {path.parent for path in MODULES if "versions" not in path.parts}
    assert all((folder / "__init__.py").exists() for folder in folders)
