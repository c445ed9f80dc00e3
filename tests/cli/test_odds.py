"""``thirdcard odds``."""

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from fractions import Fraction
from math import comb
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.cli.runner import Run


def test_exact_is_the_default(run: Run) -> None:
    outcome = run("odds --cards 12 --json")
    assert outcome.code == 0
    document = outcome.document
    assert (document["variant"], document["cards"], document["method"]) == ("classic", 12, "exact")
    assert document["total"] == comb(81, 12)
    assert document["distribution"]["0"] == 2284535476080
    assert document["distribution"]["14"] == 3032640
    assert len(document["distribution"]) == 15
    assert document["p_none_exact"] == str(Fraction(2284535476080, comb(81, 12)))
    assert document["p_none"] == 2284535476080 / comb(81, 12)
    assert outcome.err == ""


@pytest.mark.parametrize("cards", range(3, 18))
def test_up_to_seventeen_cards(run: Run, cards: int) -> None:
    document = run(f"odds --cards {cards} --json").document
    assert document["method"] == "exact"
    assert sum(document["distribution"].values()) == comb(81, cards)


def test_the_table_is_the_variants(run: Run) -> None:
    assert run("odds --json").document["cards"] == 12
    assert run("odds --variant super --json").document["cards"] == 9
    assert run("odds --variant mega --json").document["cards"] == 15


def test_counted_anew(run: Run) -> None:
    shipped = run("odds --cards 11 --json")
    counted = run("odds --cards 11 --json --recompute --jobs 1")
    assert counted.document == shipped.document


def test_samples_hold_the_exact_value(run: Run) -> None:
    document = run("odds --cards 12 --samples 200000 --seed 42 --json").document
    low, high = document["ci95"]
    assert document["method"] == "sampled"
    assert (document["samples"], document["seed"]) == (200000, 42)
    assert document["total"] == sum(document["distribution"].values()) == 200000
    assert low <= 2284535476080 / comb(81, 12) <= high
    assert Fraction(document["p_none_exact"]) == Fraction(2284535476080, comb(81, 12))


def test_jobs_do_not_matter(run: Run) -> None:
    line = "odds --variant ultra --samples 300000 --seed 5 --json"
    assert run(f"{line} --jobs 1").out == run(f"{line} --jobs 2").out


def test_sampled_where_there_is_no_exact_method(run: Run) -> None:
    outcome = run("odds --variant ultra9 --json --jobs 1")
    assert outcome.code == 0
    document = json.loads(outcome.out)
    assert document["method"] == "sampled"
    assert document["samples"] == 1_000_000
    assert "p_none_exact" not in document
    assert "ultra9 has groups, and no exact method; estimated from 1,000,000" in outcome.err


def test_no_sets_beyond_the_largest_cap(run: Run) -> None:
    document = run("odds --cards 30 --samples 100 --json").document
    assert document["p_none_exact"] == "0/1"
    assert document["p_none"] == 0


def test_text(run: Run) -> None:
    out = run("odds --cards 12").out
    assert "70,724,320,184,700" in out
    assert "no Set: 0.032302 (1 in 30.96)" in out
    out = run("odds --cards 12 --samples 1000 --seed 1").out
    assert "estimated from 1,000 random layouts, seed 1" in out
    assert "exact: 0.032302" in out


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_picture(run: Run, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"odds.{suffix}"
    assert run(f"odds --cards 12 --samples 1000 --plot {file} --json").code == 0
    assert file.stat().st_size > 5000
    assert run(f"odds --cards 9 --plot {file} --json").code == 0


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("--cards 82", "--cards 82: expected 0 to 81 for classic"),
        ("--cards -1", "expected 0 to 81"),
        ("--samples 0", "expected a whole number from 1"),
        ("--samples -5", "expected a whole number from 1"),
        ("--samples many", "'many'"),
        (f"--samples {10**30}", "samples"),
        ("--samples 10 --seed -1", "expected a whole number from 0"),
        ("--variant ultra --exact", "ultra has groups, and no exact method; --samples N"),
        ("--cards 40 --exact", "40 cards of classic have too many layouts"),
        ("--variant ultra --cards 7 --samples 10", "7"),
        ("--samples 10 --exact", "--samples with --exact"),
        ("--variant nonsense", "nonsense"),
        ("--plot odds.gif", "expected a name that ends in .svg or .png"),
        ("--plot nowhere/odds.svg", "there is no folder nowhere"),
        ("--samples 10 --jobs 0", "expected a whole number from 1"),
        ("--samples 10 --cluster nowhere", "cluster"),
        # It is waited for.
        pytest.param(
            "--samples 10 --cluster tcp://127.0.0.1:9", "tcp://127.0.0.1:9", marks=pytest.mark.slow
        ),
    ],
)
def test_bad_input(run: Run, line: str, told: str) -> None:
    outcome = run(f"odds {line}")
    assert outcome.code == 2
    assert told in outcome.err
    assert len(outcome.err.splitlines()) == 1
    assert outcome.out == ""


SLOWLY = """
import sys, time
from thirdcard.cli import main
from thirdcard.lab.experiments import exact_odds

count = exact_odds.count_block

def count_slowly(block):
    time.sleep(0.25)
    return count(block)

exact_odds.count_block = count_slowly
sys.exit(main(sys.argv[1:]))
"""


def count_blocks(file: Path) -> int:
    """Blocks of the last phase on disk, read past the lock."""
    if not file.exists():
        return 0
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as reader:
        try:
            rows = reader.execute("SELECT count(*) FROM block WHERE phase = ''")
            return int(rows.fetchone()[0])
        except sqlite3.DatabaseError:
            return 0


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_ended_half_way_it_goes_on(run: Run, tmp_path: Path, how: signal.Signals) -> None:
    file = tmp_path / "part"
    line = f"odds --cards 14 --recompute --jobs 1 --resume {file} --json"
    process = subprocess.Popen(
        [sys.executable, "-c", SLOWLY, *line.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = monotonic() + 60
    while count_blocks(file) < 2 and monotonic() < deadline:
        sleep(0.05)
    process.send_signal(how)
    out, err = process.communicate(timeout=60)
    assert out == ""
    if how == signal.SIGINT:
        assert process.returncode == 3
        assert f"what is done is kept in {file}" in err
    assert 2 <= count_blocks(file) < 8
    assert json.loads(run(line).out) == run("odds --cards 14 --json").document
    assert count_blocks(file) == 8


@pytest.mark.slow
def test_a_cluster_does_not_matter(run: Run) -> None:
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        for line in (
            "odds --variant ultra --samples 500000 --seed 5 --json",
            "odds --cards 13 --recompute --json",
            "simulate --games 150000 --seed 3 --json",
        ):
            there = run(f"{line} --cluster {cluster.scheduler_address}")
            assert there.code == 0
            assert there.out == run(f"{line} --jobs 1").out == run(f"{line} --jobs 2").out


def test_a_resume_file_of_another_question(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "part"
    assert run(f"odds --cards 10 --recompute --jobs 1 --resume {file}").code == 0
    again = run(f"odds --cards 10 --recompute --jobs 1 --resume {file} --json")
    assert again.document == run("odds --cards 10 --json").document
    outcome = run(f"odds --cards 11 --recompute --jobs 1 --resume {file}")
    assert outcome.code == 2
    assert "10" in outcome.err
    assert len(outcome.err.splitlines()) == 1
