"""Whatever there is, is documented; whatever is documented, is there."""

import ast
import asyncio
import json
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any, cast, get_args

import msgspec
import pytest

import thirdcard
from tests.docs.pages import DOCS, PAGES, ROOT, codes, name_of, prose, read, rows, rows_of, sections
from thirdcard.cli import COMMANDS, module_of, output, serve
from thirdcard.cli.parser import Parser
from thirdcard.core.cards import BACKGROUND, COLOUR, NUMBER, SHADING, SYMBOL
from thirdcard.core.themes import THEMES
from thirdcard.errors import REFUSAL_CODES
from thirdcard.game.claiming import MOST_REFUSED
from thirdcard.game.contests import CONTESTS
from thirdcard.game.events import Event, Header
from thirdcard.game.machine import MAX_NAME
from thirdcard.game.options import MAX_SEATS, Options
from thirdcard.server import (
    chat,
    entrance,
    games,
    messages,
    passwords,
    people,
    protocol,
    tables,
    talk,
)
from thirdcard.server.app import create_app
from thirdcard.server.store.base import Store
from thirdcard.variants.axes import AXES, DECKS, GROUPINGS, PATTERNS, RULES
from thirdcard.variants.registry import iter_variants, parse_variant

README = ROOT / "README.md"
COMMAND_LINE = DOCS / "command-line.md"
SERVER = DOCS / "server.md"
VARIANTS = DOCS / "variants.md"
RECORDS = DOCS / "records.md"

NAMES = [name for commands in COMMANDS.values() for name in commands]


# -- the command line ---------------------------------------------------------------------------


def parser_of(name: str) -> Parser:
    command = import_module(module_of(name))
    parser = Parser(f"thirdcard {name}", command.HELP, command.EXAMPLES)
    command.configure(parser)
    return parser


def options_of(name: str) -> set[str]:
    """Return the long options of a command, without those that every command has."""
    strings = {s for action in parser_of(name)._actions for s in action.option_strings}
    return {s for s in strings if s.startswith("--")} - {"--help", "--json"}


def test_every_command_has_a_section() -> None:
    headings = [h for h in sections(COMMAND_LINE) if h.startswith("thirdcard ")]
    assert sorted(headings) == sorted(f"thirdcard {name}" for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_in_the_section_of_its_command(name: str) -> None:
    section = sections(COMMAND_LINE)[f"thirdcard {name}"]
    assert {row.split()[0] for row in rows_of(section) if row.startswith("--")} == options_of(name)
    (synopsis,) = (code for code in codes(section) if code.startswith(f"thirdcard {name} "))
    assert set(re.findall(r"--[a-z-]+", synopsis)) == options_of(name)
    for action in parser_of(name)._actions:
        if not action.option_strings:
            assert str(action.metavar) in synopsis.split()


@pytest.mark.parametrize("name", [name for name in NAMES if name != "serve"])
def test_every_key_of_the_json_is_in_the_section_of_its_command(name: str) -> None:
    """The examples together show every key; that they are true is tested elsewhere."""
    section = sections(COMMAND_LINE)[f"thirdcard {name}"]
    documents = [json.loads(line) for line in section.splitlines() if line.startswith("{")]
    shown = {key for document in documents for key in document}
    assert {row for row in rows_of(section) if not row.startswith("--")} == shown


def test_every_key_of_the_json_of_serve(capsys: pytest.CaptureFixture[str]) -> None:
    class Started:
        started = True

    asyncio.run(serve._announce(Started(), "http://127.0.0.1:8333", True, False))
    section = sections(COMMAND_LINE)["thirdcard serve"]
    keys = {row for row in rows_of(section) if not row.startswith("--")}
    assert keys == set(json.loads(capsys.readouterr().out))


def test_exit_codes() -> None:
    listed = [first for first, *_ in rows(sections(COMMAND_LINE)["The command line"])]
    constants = (output.DONE, output.NO, output.BAD_INPUT, output.STOPPED)
    assert listed == ["exit code", *map(str, constants)]


def test_every_command_is_in_the_readme() -> None:
    listed = set(rows_of(sections(README)["On the command line"]))
    assert listed == {f"thirdcard {name}" for name in NAMES}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_command_is_named_that_does_not_exist(page: Any) -> None:
    for code in codes(prose(page)):
        if match := re.match(r"(?:\S*/)?thirdcard ([a-z]+)(?: ([a-z-]+))?", code):
            first, second = match.groups()
            assert first in NAMES or f"{first} {second}" in NAMES, code


# -- the server ---------------------------------------------------------------------------------


def test_every_option_of_serve_is_in_its_page() -> None:
    listed = {code.split()[0] for code in rows_of(sections(SERVER)["Options"])}
    assert listed == options_of("serve") | {"--json"}


def test_defaults_of_serve() -> None:
    parser = parser_of("serve")
    listed = rows_of(sections(SERVER)["Options"])
    assert parser.get_default("host") in listed["--host HOST"][0]
    assert str(parser.get_default("port")) in listed["--port PORT"][0]


def test_limits_of_the_server() -> None:
    listed = {first: cells for first, *cells in rows(sections(SERVER)["Security"])}
    # How often something may be tried is held against the code by its own tests.
    assert {first: cells[0] for first, cells in listed.items() if first and cells[1] != "429"} == {
        "limit": "",
        "body of a request": f"{messages.MAX_BYTES} bytes",
        "record that is brought": f"{games.MAX_RECORD_BYTES} bytes",
        "message on a WebSocket": f"{messages.MAX_BYTES} bytes",
        "malformed messages on one socket": str(messages.MAX_MALFORMED),
        "messages on one socket": f"{talk.PER_SECOND:g} in a second, {talk.BURST} at once",
        "frames that a client has not read": str(talk.QUEUE),
        "tables that are open at once": str(tables.MAX_OPEN_TABLES),
        "tables that are open at once and were opened from one address": str(
            tables.MAX_OPEN_OF_ONE
        ),
        "sockets of one player at once": str(entrance.MAX_SOCKETS_OF_PLAYER),
        "sockets from one address at once": str(entrance.MAX_SOCKETS_OF_ADDRESS),
        "wrong claims of one player on an unchanged table": str(MOST_REFUSED),
        "seats at a table": str(MAX_SEATS),
        "name of a player": f"{MAX_NAME} characters",
        "name of an account": f"{people.MIN_ACCOUNT_NAME} to {MAX_NAME} characters",
        "password": f"{passwords.MIN_PASSWORD} to {passwords.MAX_PASSWORD} characters",
        "passcode": f"1 to {passwords.MAX_PASSCODE} characters",
        "line of the chat": f"{messages.MAX_CHAT} characters",
        "lines of the chat from one player": f"{chat.LINES_AT_ONCE} in {chat.PACE_SECONDS} seconds",
    }
    closed = {
        "malformed messages on one socket": talk.CLOSE_FLOOD,
        "messages on one socket": talk.CLOSE_FLOOD,
        "frames that a client has not read": talk.CLOSE_BUSY,
    }
    for limit, code in closed.items():
        assert f"closed with code {code}" in listed[limit][1]
    codes_of_closing = {
        talk.CLOSE_PROTOCOL,
        talk.CLOSE_IDENTITY,
        talk.CLOSE_FORBIDDEN,
        talk.CLOSE_UNKNOWN,
    }
    for code in codes_of_closing:
        assert str(code) in sections(SERVER)["Security"]


def test_options_of_a_table() -> None:
    listed = rows_of(sections(SERVER)["For programs"])
    for field in msgspec.structs.fields(Options):
        values, default = listed[field.name]
        if field.default is None:
            continue
        assert default == str(field.default)
        if choices := codes(values):
            allowed = CONTESTS if field.name == "contest" else get_args(field.type)
            assert choices == list(allowed)
            continue
        least, most = map(int, values.split(" to "))
        for value, fits in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
            options = msgspec.convert({field.name: value}, Options)
            if fits:
                Header(options=options).require_valid()
            else:
                with pytest.raises(thirdcard.OptionError):
                    Header(options=options).require_valid()


def test_every_address_of_the_server() -> None:
    app = create_app(cast(Store, None), "secret")
    addresses = {
        re.sub(r"{[^}]*}", "*", route.path)
        for route in app.routes
        if route.path.startswith(("/api/", "/cards/", "/t/", "/ws/"))
        and not route.path.startswith("/api/schema")
    }
    listed = {
        re.sub(r"\b[A-Z]+\b(\.svg)?", "*", code.split()[-1].partition("?")[0])
        for code in rows_of(sections(SERVER)["For programs"])
        if "/" in code
    }
    assert listed == addresses


def test_the_page_of_the_protocol_is_what_the_code_says() -> None:
    assert read(DOCS / "protocol.md") == protocol.page()


def test_every_refusal_has_its_meaning() -> None:
    listed = rows_of(sections(DOCS / "protocol.md")["Refusal codes"])
    assert listed == {code: [meaning] for code, meaning in REFUSAL_CODES.items()}


# -- records ------------------------------------------------------------------------------------


def test_every_event_and_its_fields_are_described() -> None:
    listed = rows_of(sections(RECORDS)["The events"])
    assert set(listed) == {kind.__struct_config__.tag for kind in get_args(Event)}
    for kind in get_args(Event):
        described = codes(listed[kind.__struct_config__.tag][-1])
        for field in kind.__struct_fields__:
            assert field in ("seq", "at") or field in described, (kind, field)


def test_the_header_is_described() -> None:
    listed = rows_of(sections(RECORDS)["The header"])
    assert set(listed) == set(Header.__struct_fields__)


def test_every_option_of_a_table_is_described() -> None:
    page = sections(DOCS / "tables.md")
    listed = rows_of(page["Options"])
    options = {field.name: field for field in msgspec.structs.fields(Options)}
    assert set(listed) | {"contest"} == set(options)
    for name, (usual, *_) in listed.items():
        default = options[name].default
        shown = usual.partition(":")[0].strip("`")
        assert shown == ("null" if default is None else str(default)), name


def test_every_contest_is_described() -> None:
    listed = rows_of(sections(DOCS / "tables.md")["What is played for"])
    assert list(listed) == ["contest", *CONTESTS]
    for key, contest in CONTESTS.items():
        sentence, _, size, _ = listed[key]
        # The page may say more, never less.
        assert contest.sentence.rstrip(".") in sentence
        assert contest.table_size is None or size == str(contest.table_size)


# -- variants and cards -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "axis"),
    [("Decks", DECKS), ("Groups", GROUPINGS), ("Patterns", PATTERNS), ("Rules", RULES)],
)
def test_every_value_of_an_axis_has_a_row(heading: str, axis: Any) -> None:
    listed = rows_of(sections(VARIANTS)[heading])
    assert list(listed) == [value.key for value in axis.values]
    for value in axis.values:
        title, *_, last = listed[value.key]
        assert title == value.title
        if axis is not RULES:
            size = value.table_size
            if value is DECKS.default:
                size = parse_variant(value.key).table_size
            assert last == ("" if size is None else str(size))


def test_sizes_of_decks_and_claims() -> None:
    decks = rows_of(sections(VARIANTS)["Decks"])
    for choice in DECKS.values:
        assert decks[choice.key][1] == str(choice.deck.size)
        for feature in choice.deck.features:
            assert feature.name in decks[choice.key][2]
    patterns = rows_of(sections(VARIANTS)["Patterns"])
    for pattern in PATTERNS.values:
        least, most = pattern.sizes[0], pattern.sizes[-1]
        sizes = str(least) if least == most else f"{least} to {most}"
        assert patterns[pattern.key][2] == sizes


def test_sizes_of_tables_in_combination() -> None:
    head, *lines = rows(sections(VARIANTS)["The course of a game"])
    assert [codes(cell) for cell in head[1:]] == [[p.key] for p in PATTERNS.values]
    laid = [codes(first)[0] for first, *_ in lines]
    assert [parse_variant(expression).key for expression in laid] == [
        parse_variant(f"{deck.key}+{grouping.key}").key
        for deck in DECKS.values
        for grouping in GROUPINGS.values
    ]
    for expression, (_, *cells) in zip(laid, lines, strict=True):
        for pattern, cell in zip(PATTERNS.values, cells, strict=True):
            sizes = {
                parse_variant(f"{expression}+{pattern.key}+{rule.key}").table_size
                for rule in RULES.values
                if rule.find_conflict(pattern) is None
            }
            assert sizes == {int(cell)}


def test_combinations_that_are_shown() -> None:
    listed = rows_of(sections(VARIANTS)["Some combinations"])
    assert len(listed) > 5
    for expression, (size, _) in listed.items():
        assert parse_variant(expression).table_size == int(size)


def test_the_number_of_variants() -> None:
    count = sum(1 for _ in iter_variants())
    assert f": {count} of them" in read(VARIANTS)
    assert f": {count} games" in read(README)
    assert f"{count} in all" in read(ROOT / "CHANGELOG.md")


def test_the_readme_lists_the_axes() -> None:
    listed = list(rows(sections(README)["One game for every combination"]))[1:]
    assert [cells[0] for cells in listed] == [axis.key for axis in AXES]
    for axis, (_, default, others) in zip(AXES, listed, strict=True):
        assert codes(default)[0] == axis.default.key
        assert [default.partition(":")[0], *re.findall(r"`[\w-]+`(?=:)", others)] == [
            f"`{value.key}`" for value in axis.values
        ]


def test_codes_of_cards() -> None:
    listed = {first: cells for first, *cells in rows(sections(DOCS / "notation.md")["Cards"])}
    for feature in (NUMBER, COLOUR, SHADING, SYMBOL, BACKGROUND):
        pairs = zip(feature.codes, feature.values, strict=True)
        *cells, decks = listed[feature.name]
        assert cells == [f"`{code}` {value}" for code, value in pairs]
        having = [c.key for c in DECKS.values if feature in c.deck.features]
        assert decks == ("all" if len(having) == len(DECKS.values) else ", ".join(having))


def test_synonyms_of_words() -> None:
    text = prose(DOCS / "notation.md")
    for word in SHADING.synonyms:
        assert f"*{word}*" in text


# -- the library --------------------------------------------------------------------------------


def iter_typed_names() -> Iterator[tuple[str, str]]:
    """Yield the names that the package promises to type checkers, with their modules."""
    tree = ast.parse((ROOT / "src/thirdcard/__init__.py").read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for statement in node.body:
                assert isinstance(statement, ast.ImportFrom)
                for alias in statement.names:
                    yield f"{statement.module}", alias.name


def test_public_names_are_promised_loaded_and_listed_alike() -> None:
    lazy = {
        (f"thirdcard.{module}", name)
        for module, names in thirdcard._MODULES.items()
        for name in names
    }
    assert set(iter_typed_names()) == lazy
    assert sorted(thirdcard.__all__) == sorted({name for _, name in lazy} | {"__version__"})
    assert len(set(thirdcard.__all__)) == len(thirdcard.__all__)
    for module, name in lazy:
        assert name in import_module(module).__all__
        assert getattr(thirdcard, name) is getattr(import_module(module), name)
    assert set(thirdcard.__all__) <= set(dir(thirdcard))


def test_every_public_name_is_documented() -> None:
    text = read(DOCS / "library.md")
    listed = {name for name in rows_of(text) if name.isidentifier()}
    assert listed == set(thirdcard.__all__) - {"__version__"}
    assert "`__version__`" in text


def test_what_is_said_of_public_names_exists() -> None:
    """In the row of a class, what stands in backticks is an attribute of it."""
    listed = rows_of(read(DOCS / "library.md"))
    for name in ("Space", "Deck", "Card", "Variant"):
        owner = getattr(thirdcard, name)
        attributes = {*dir(owner), *owner.__dataclass_fields__}
        said = {code for code in codes(listed[name][0]) if code.isidentifier()}
        assert len(said) > 3
        assert said <= attributes, name
    assert set(codes(listed["THEMES"][0])) == set(THEMES)


# -- the project --------------------------------------------------------------------------------


def test_every_target_of_make_is_described() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.findall(r"^([a-z-]+):.*?## ", makefile, re.MULTILINE)
    assert len(targets) > 5
    listed = rows_of(sections(ROOT / "CONTRIBUTING.md")["Set-up"])
    assert sorted(listed) == sorted(f"make {target}" for target in targets)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_target_is_named_that_does_not_exist(page: Any) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"`make ([a-z-]+)", read(page)):
        assert re.search(rf"^{target}:.*## ", makefile, re.MULTILINE), target


def test_the_changelog_has_this_version() -> None:
    headings = sections(ROOT / "CHANGELOG.md")
    version = re.escape(thirdcard.__version__)
    assert any(re.match(rf"\[{version}\] - (unreleased|\d{{4}}-\d\d-\d\d)$", h) for h in headings)


def test_the_readme_lists_the_layers() -> None:
    listed = rows_of(sections(README)["Where things are"])
    packages = (ROOT / "src/thirdcard").glob("*/__init__.py")
    layers = {path.parent.relative_to(ROOT).as_posix() for path in packages}
    assert {name for name in listed if name.startswith("src/")} == layers
    assert all((ROOT / name).is_dir() for name in listed)


def test_the_trademark_is_named_once() -> None:
    sentences = [line for page in PAGES for line in read(page).splitlines() if "trademark" in line]
    assert len(sentences) == 1
    assert "not affiliated" in sentences[0]
