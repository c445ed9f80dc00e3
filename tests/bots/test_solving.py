"""The best claims of the contests that are solved."""

import pickle
import subprocess
import sys
from random import Random

import pytest

from thirdcard.bots import best_moves
from thirdcard.bots.solving import _MOST_LINES
from thirdcard.core.geometry import Space
from thirdcard.solvers.domination import is_dominating, min_domination
from thirdcard.solvers.duel import solve_duel
from thirdcard.solvers.hypergraph import Hypergraph, Table
from thirdcard.solvers.packing import is_packing, max_packing
from thirdcard.variants.registry import parse_variant

VARIANTS = ("classic", "junior", "mega", "ultra", "junior+ultra9")


def deal(variant: str, cards: int, seed: int) -> tuple[int, ...]:
    return tuple(Random(seed).sample(range(parse_variant(variant).space.size), cards))


def numbered(spots: tuple[int, ...], claims: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    return [sorted(spots.index(spot) for spot in claim) for claim in claims]


def rest_of(table: Table, claim: list[int]) -> Hypergraph:
    lines = [line for line in table.hypergraph.edges if not set(line) & set(claim)]
    return Hypergraph.of(table.size, lines)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(6))
def test_a_duel_that_is_won_is_won_by_all_best_claims(variant: str, seed: int) -> None:
    spots = deal(variant, 15, seed)
    table = Table(parse_variant(variant).space, spots)
    best = numbered(spots, best_moves("duel", variant, spots))
    answer = solve_duel(table)
    if answer.winner == "first":
        assert best
        assert {tuple(claim) for claim in best} <= set(answer.moves)
    assert bool(best) == bool(table.hypergraph.edges)


def test_a_duel_that_is_lost_is_made_hard_to_win() -> None:
    """The opponent has fewer answers that win, in proportion, than after any other claim."""
    tried = 0
    for seed in range(40):
        spots = deal("classic", 18, seed)
        table = Table(Space(4), spots)
        if solve_duel(table).winner == "first":
            continue
        tried += 1
        shares = {}
        for line in table.hypergraph.edges:
            rest = rest_of(table, list(line))
            shares[line] = len(solve_duel(rest).moves) / max(1, len(rest.edges))
        best = numbered(spots, best_moves("duel", "classic", spots))
        fewest = [line for line, share in shares.items() if share == min(shares.values())]
        assert sorted(map(tuple, best)) == sorted(fewest)
    assert tried > 5


@pytest.mark.parametrize("seed", range(3))
def test_the_whole_deck_is_won_by_reflection(seed: int) -> None:
    """Its lines are too many for a search, but each claim of the other has its image."""
    random, space = Random(seed), Space(4)
    left = tuple(range(space.size))
    assert len(Table(space, left).hypergraph.edges) > _MOST_LINES
    while lines := list(space.iter_lines_in(left)):
        best = best_moves("duel", "classic", left)
        assert best
        assert set(best) <= set(lines)
        left = tuple(spot for spot in left if spot not in best[0])
        if lines := list(space.iter_lines_in(left)):
            taken = random.choice(lines)
            left = tuple(spot for spot in left if spot not in taken)
        else:
            return
    raise AssertionError("the opponent made the last claim")


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(4))
def test_the_most_and_the_fewest_claims(variant: str, seed: int) -> None:
    spots = deal(variant, 20, seed)
    table = Table(parse_variant(variant).space, spots)
    most = numbered(spots, best_moves("coop", variant, spots))
    assert is_packing(table, most)
    assert len(most) == max_packing(table).value
    fewest = numbered(spots, best_moves("spoil", variant, spots))
    assert is_dominating(table, fewest)
    assert len(fewest) == min_domination(table).value


@pytest.mark.parametrize("contest", ["duel", "coop", "spoil"])
def test_where_nothing_can_be_claimed_nothing_is_best(contest: str) -> None:
    assert best_moves(contest, "classic", (0, 1)) == ()
    assert best_moves(contest, "classic", ()) == ()


def test_the_race_has_no_best_claims() -> None:
    assert best_moves("race", "classic", (0, 1, 2)) == ()


def test_it_can_be_asked_of_another_process() -> None:
    program = "import pickle, sys; f, a = pickle.load(sys.stdin.buffer); print(f(*a))"
    question = pickle.dumps((best_moves, ("coop", "classic", (0, 1, 2, 40))))
    done = subprocess.run([sys.executable, "-c", program], input=question, capture_output=True)
    assert done.stdout.decode().strip() == "((0, 1, 2),)", done.stderr.decode()


def test_the_solvers_are_loaded_when_they_are_asked() -> None:
    program = (
        "import sys, thirdcard.bots as bots\n"
        "assert not any(name.startswith(('numpy', 'thirdcard.solvers')) for name in sys.modules)\n"
        "bots.best_moves('duel', 'classic', (0, 1, 2))\n"
        "assert 'thirdcard.solvers.duel' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
