import pytest

from thirdcard.cli.parser import Parser
from thirdcard.errors import MalformedError


def make_parser() -> Parser:
    parser = Parser("thirdcard test", "What it answers.\n", "examples:\n  thirdcard test\n")
    parser.add_argument("cards", nargs="*")
    parser.add_argument("--variant", choices=["classic", "mega"])
    parser.add_argument("--limit", type=int)
    return parser


@pytest.mark.parametrize(
    "words",
    [
        ["1RSD", "2RSD", "--variant", "mega"],
        ["--variant", "mega", "1RSD", "2RSD"],
        ["1RSD", "--variant=mega", "2RSD"],
        ["--variant", "mega", "--", "1RSD", "2RSD"],
    ],
)
def test_options_stand_anywhere(words: list[str]) -> None:
    args = make_parser().parse(words)
    assert (args.cards, args.variant, args.json) == (["1RSD", "2RSD"], "mega", False)


def test_json_and_the_dash_for_stdin() -> None:
    args = make_parser().parse(["--json", "-"])
    assert (args.cards, args.json) == (["-"], True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--varient", "mega"], r"'--varient' is not expected here; did you mean --variant\?"),
        (["--varient=mega"], r"'--varient=mega' is not expected here; did you mean --variant\?"),
        (["--var", "mega"], r"'--var' is not expected here"),
        (["-z"], r"'-z' is not expected here"),
        (["--variant"], r"argument --variant: expected one argument"),
        (["--variant", "x"], r"argument --variant: invalid choice: 'x'"),
        (["--limit", "x"], r"argument --limit: invalid int value: 'x'"),
        (["--json=yes"], r"argument --json: ignored explicit argument 'yes'"),
    ],
)
def test_errors_say_where_to_read_on(words: list[str], message: str) -> None:
    with pytest.raises(MalformedError, match=rf"^{message}.* \(see thirdcard test --help\)$"):
        make_parser().parse(words)


def test_commands_within_a_command() -> None:
    parser = Parser("thirdcard solve")
    problems = parser.add_subparsers(dest="problem", required=True)
    packing = problems.add_parser("packing")
    packing.add_argument("cards", nargs="*")
    args = parser.parse(["packing", "1RSD", "2RSD"])
    assert (args.problem, args.cards) == ("packing", ["1RSD", "2RSD"])
    with pytest.raises(MalformedError, match="see thirdcard solve packing --help"):
        packing.error("no")
    with pytest.raises(MalformedError, match="'--bogus' is not expected here"):
        parser.parse(["packing", "--bogus"])
    with pytest.raises(MalformedError, match="invalid choice"):
        parser.parse(["unpacking"])
    with pytest.raises(MalformedError, match="required: problem"):
        parser.parse([])


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        make_parser().parse(["--help"])
    assert stop.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith("usage: thirdcard test [-h] [--json]")
    assert "\nWhat it answers.\n" in out
    assert out.endswith("examples:\n  thirdcard test\n")
