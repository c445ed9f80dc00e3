"""The duel: winners, nimbers and moves, against plain recursion and pinned numbers."""

from __future__ import annotations

from _thread import interrupt_main
from collections import Counter
from functools import cache
from itertools import combinations
from random import Random
from threading import Timer

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thirdcard.core.geometry import Space
from thirdcard.core.notation import parse_cards
from thirdcard.errors import OptionError
from thirdcard.solvers import duel_search
from thirdcard.solvers.duel import solve_duel
from thirdcard.solvers.duel_mirror import find_mirror
from thirdcard.solvers.duel_rounds import RoundsSearch
from thirdcard.solvers.duel_search import (
    Edges,
    KernelSearch,
    LimitReached,
    PlainSearch,
    find_nimber,
    is_nimber,
    make_search,
    split,
    strip,
)
from thirdcard.solvers.hypergraph import Edge, Hypergraph, Table
from thirdcard.solvers.kernels.duel import SMALL, small_kernel
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.nimbers import count_layout_nimbers, count_nimbers
from thirdcard.variants.registry import parse_deck

TWENTY_SEVEN_CARDS = {0: 33466891, 1: 37796881, 2: 22681620, 3: 34164936, 4: 5879952, 5: 227448}

PINNED = [
    (
        "1ROO 1GOD 1GOO 2RHO 2PHD 3RHD 3ROD 3GSD 3PSD",
        0,
    ),
    (
        "1RSD 1RHD 1GHD 1GHS 1POO 2RSO 2ROS 2GHS 2PHS 3RSS 3RHD 3ROO",
        2,
    ),
    (
        "1RSS 1RSO 1RHD 2RSD 2RSS 2PHD 3RSD 3RSO 3GHS 3GOD 3POD 3POO",
        0,
    ),
    (
        "1RSO 1GHD 1GOD 1PHO 2RSS 2RSO 2GSS 2GOD 2GOO 2POO 3RHS 3GSD 3GOS 3PSS 3POD",
        0,
    ),
    (
        "1RHS 1PHS 1POD 2RHS 2GSD 2GSO 2PHO 2POD 2POO 3RSD 3ROS 3GSD 3GSS 3POD 3POO",
        0,
    ),
    (
        "1RHD 1RHO 1GSO 1GHS 1PSO 1PHD 2GHD 2PSS 2PSO 2PHO 3RSO 3ROD 3ROO 3GSO 3GHD 3GOS 3GOO 3POD",
        4,
    ),
    (
        "1RSD 1RSS 1GOS 1PHD 1POS 1POO 2RSO 2ROS 2GOO 2PSD 2PHS 2POD 3RHS 3GSS 3GSO 3GOD 3GOS 3POD",
        1,
    ),
    (
        "1RSD 1RHD 1ROS 1GSO 1POS 2RSO 2ROO 2GHS 2GOD 2GOO 2PSD 2PSS 2POS 2POO 3RSD "
        "3RHS 3ROS 3ROO 3GSS 3GOS 3PSD",
        5,
    ),
    (
        "1RSS 1RSO 1RHS 1GSD 1GSS 1GSO 1GHO 1PHO 2RHS 2RHO 2ROS 2ROO 2GSS 2GOO 3RHD "
        "3ROS 3GOS 3PSS 3PSO 3PHD 3POS",
        5,
    ),
    (
        "1RHD 1GHS 1GHO 1GOS 1PHD 1POD 2RHO 2ROD 2ROS 2GSS 2GSO 2GHD 2GHO 2GOS 2PSS "
        "2PHS 2POO 3RHD 3RHS 3ROD 3GSD 3GHS 3PSS 3POO",
        1,
    ),
]
"""Cards of the 81-card deck with the nimber that a separate program found."""


# -- the game as it is written down -------------------------------------------------------------


def after(edges: frozenset[Edge], move: Edge) -> frozenset[Edge]:
    return frozenset(edge for edge in edges if not set(edge) & set(move))


@cache
def nimber_of(edges: frozenset[Edge]) -> int:
    reached = {nimber_of(after(edges, move)) for move in edges}
    return next(value for value in range(len(reached) + 1) if value not in reached)


@cache
def ends_well(edges: frozenset[Edge], is_first: bool, moves: int) -> bool:
    """Tell whether the first player can have the second stuck within some moves."""
    if not edges:
        return not is_first
    if moves == 0:
        return False
    ends = (ends_well(after(edges, move), not is_first, moves - 1) for move in edges)
    return any(ends) if is_first else all(ends)


def winning_moves(graph: Hypergraph) -> tuple[Edge, ...]:
    edges = frozenset(graph.edges)
    return tuple(move for move in graph.edges if nimber_of(after(edges, move)) == 0)


def table(n: int, cards: int, seed: int) -> Table:
    return Table(Space(n), tuple(Random(seed).sample(range(3**n), cards)))


def hypergraph(size: int, edges: int, seed: int) -> Hypergraph:
    triples = list(combinations(range(size), 3))
    return Hypergraph.of(size, Random(seed).sample(triples, min(edges, len(triples))))


def check_all(instance: Table | Hypergraph) -> None:
    graph = instance.hypergraph if isinstance(instance, Table) else instance
    expected = nimber_of(frozenset(graph.edges))
    winner = "first" if expected else "second"
    moves = winning_moves(graph)
    answer = solve_duel(instance)
    assert (answer.problem, answer.status) == ("duel", "optimal")
    assert (answer.winner, answer.nimber) == (winner, expected)
    assert answer.moves == moves
    short = solve_duel(instance, winner_only=True)
    assert (short.winner, short.nimber, short.status) == (winner, None, "optimal")
    assert set(short.moves) <= set(moves)
    assert bool(short.moves) == bool(moves)


# -- whole answers ------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", range(9, 25))
def test_random_tables(cards: int) -> None:
    # 300 in all, the larger ones from decks in which plain recursion still ends.
    for seed in range(19):
        check_all(table(4 if cards > 15 else 3, cards, 100 * cards + seed))
    nimber_of.cache_clear()


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 13), st.integers(0, 14), st.integers(0, 10**6))
def test_hypergraphs_that_are_not_linear(size: int, edges: int, seed: int) -> None:
    check_all(hypergraph(size, edges, seed))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(3, 8), st.integers(1, 9)), max_size=4), st.integers(0, 10**6))
def test_components_add(parts: list[tuple[int, int]], seed: int) -> None:
    edges: list[Edge] = []
    size = expected = 0
    for vertices, count in parts:
        part = hypergraph(vertices, count, seed)
        edges += [(a + size, b + size, c + size) for a, b, c in part.edges]
        size += vertices
        expected ^= nimber_of(frozenset(part.edges))
    whole = Hypergraph.of(size, edges)
    answer = solve_duel(whole)
    assert answer.nimber == expected
    assert answer.winner == solve_duel(whole, winner_only=True).winner
    zero = {move for move in whole.edges if solve_duel(left_of(whole, move)).nimber == 0}
    assert set(answer.moves) == zero


def left_of(graph: Hypergraph, move: Edge) -> Hypergraph:
    return Hypergraph(graph.size, tuple(sorted(after(frozenset(graph.edges), move))))


def test_all_layouts_of_nine_cards() -> None:
    space = Space(2)
    counts: Counter[int] = Counter()
    for code in range(512):
        layout = Table(space, tuple(spot for spot in range(9) if code >> spot & 1))
        check_all(layout)
        counts[nimber_of(frozenset(layout.hypergraph.edges))] += 1
    assert count_nimbers(2) == dict(counts)


def test_pinned_tables() -> None:
    deck = parse_deck("classic")
    for cards, nimber in PINNED:
        answer = solve_duel(Table(deck.space, tuple(parse_cards(cards, deck))))
        assert answer.nimber == nimber


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_full_decks(n: int) -> None:
    deck = Table(Space(n), tuple(range(3**n)))
    answer = solve_duel(deck)
    assert (answer.winner, answer.nimber, answer.status) == ("first", 1, "optimal")
    assert answer.moves == deck.hypergraph.edges
    assert answer.method == "mirror strategy"
    second = solve_duel(Table(Space(n), tuple(range(1, 3**n))))
    assert (second.winner, second.nimber, second.moves) == ("second", 0, ())


def test_full_decks_by_search() -> None:
    check_all(Table(Space(2), tuple(range(9))).hypergraph)
    deck = Table(Space(3), tuple(range(27))).hypergraph
    answer = solve_duel(deck)
    assert (answer.nimber, answer.moves) == (1, deck.edges)
    assert answer.method == "nimber search, 1 component"


@pytest.mark.parametrize("instance", [Hypergraph(0, ()), Table(Space(3), (0, 1, 3, 4))])
def test_no_move(instance: Table | Hypergraph) -> None:
    check_all(instance)
    assert solve_duel(instance, rounds=3).winner == "second"


def test_long_chains_go_without_compiled_code() -> None:
    # Edges in a row are a path in which a move takes a node and its neighbours: Dawson's Kayles.
    links = 66
    chain = Hypergraph.of(2 * links + 1, ((2 * i, 2 * i + 1, 2 * i + 2) for i in range(links)))
    row = [0, 1]
    for length in range(2, links + 1):
        reached = {row[max(0, i - 1)] ^ row[max(0, length - i - 2)] for i in range(length)}
        row.append(next(value for value in range(links) if value not in reached))
    answer = solve_duel(chain)
    assert answer.nimber == row[links]
    assert "without compiled code" in answer.method


# -- the parts ----------------------------------------------------------------------------------


@given(st.integers(5, 12), st.integers(1, 16), st.integers(0, 8), st.integers(0, 10**6))
@settings(max_examples=80, deadline=None)
def test_compiled_and_plain_search_agree(size: int, edges: int, limit: int, seed: int) -> None:
    graph = hypergraph(size, edges, seed)
    component = split(dict.fromkeys(strip(graph.masks)))[-1]
    compiled, plain = KernelSearch(component, Deadline()), PlainSearch(Deadline())
    expected = compiled.find_bounded(component, limit)
    assert plain.find_bounded(component, limit) == expected
    whole = find_nimber(plain, component)
    assert find_nimber(compiled, component) == whole
    assert expected == (whole if whole <= limit else None)
    assert is_nimber(compiled, component, limit) == (whole == limit)


def test_small_kernel_and_its_twin() -> None:
    compiled = small_kernel()
    assert len(compiled) == 2 << SMALL * (SMALL - 1) // 2
    random = Random(3)
    for size in range(2, SMALL + 1):
        bits = size * (size - 1) // 2
        for _ in range(60):
            code = random.randrange(1 << bits)
            near: dict[int, set[int]] = {i: {i} for i in range(size)}
            pairs = [(i, j) for j in range(size) for i in range(j)]
            for bit, (i, j) in enumerate(pairs):
                if code >> bit & 1:
                    near[i].add(j)
                    near[j].add(i)
            assert compiled[(1 << bits) + code] == kayles(frozenset(range(size)), near)


def kayles(nodes: frozenset[int], near: dict[int, set[int]]) -> int:
    reached = {kayles(nodes - near[node], near) for node in nodes}
    return next(value for value in range(len(reached) + 1) if value not in reached)


@pytest.mark.parametrize("most_slots", [8, 64, 512])
def test_displaced_entries_cost_no_truth(most_slots: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel_search, "MOST_SLOTS", most_slots)
    monkeypatch.setattr(duel_search, "_FIRST_SLOTS", 8)
    monkeypatch.setattr(duel_search, "_BUDGET", 99)
    for seed in range(6):
        graph = table(4, 22, seed).hypergraph
        for component in split(dict.fromkeys(strip(graph.masks))):
            search = KernelSearch(component, Deadline())
            found = find_nimber(search, component)
            assert found == find_nimber(PlainSearch(Deadline()), component)
            assert len(search._keys) <= most_slots


def test_plain_searches_forget_and_stay_right(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = table(4, 20, 3).hypergraph
    component = split(dict.fromkeys(strip(graph.masks)))[-1]
    expected = find_nimber(PlainSearch(Deadline()), component)
    won = [RoundsSearch(Deadline()).is_won(component, moves) for moves in (1, 3, 5)]
    monkeypatch.setattr(duel_search, "MOST_KNOWN", 3)
    plain, rounds = PlainSearch(Deadline()), RoundsSearch(Deadline())
    assert find_nimber(plain, component) == expected
    assert [rounds.is_won(component, moves) for moves in (1, 3, 5)] == won
    assert len(plain._known) <= 3
    assert len(rounds._enough) <= 3
    assert len(rounds._too_few) <= 3


@given(st.lists(st.integers(1, 255), max_size=8, unique=True))
def test_strip_keeps_who_meets_whom(masks: list[int]) -> None:
    stripped = strip(masks)
    for (a, short_a), (b, short_b) in combinations(zip(masks, stripped, strict=True), 2):
        assert bool(a & b) == bool(short_a & short_b)
    for mask, short in zip(masks, stripped, strict=True):
        met = sum(bool(mask & other) for other in masks) > 1
        shared = sum(1 << v for v in range(8) if sum(m >> v & 1 for m in masks) > 1)
        assert short == (mask & shared if met else mask & -mask)


@given(st.lists(st.integers(1, 255), max_size=8))
def test_split(masks: list[int]) -> None:
    parts = split(masks)
    assert sorted(edge for part in parts for edge in part) == sorted(masks)
    unions = [int(np.bitwise_or.reduce(part)) for part in parts]
    assert all(a & b == 0 for a, b in combinations(unions, 2))
    for part in parts:
        reached, grown = part[0], -1
        while grown != reached:
            grown = reached
            for edge in part:
                reached |= edge if edge & reached else 0
        assert all(edge & ~reached == 0 for edge in part)


# -- all layouts --------------------------------------------------------------------------------


def test_layouts_of_part_of_the_deck() -> None:
    space = Space(3)
    lines = list(space.iter_lines_in(range(14)))
    expected: Counter[int] = Counter()
    nimbers: list[int] = []
    masks = [1 << a | 1 << b | 1 << c for a, b, c in lines]
    for layout in range(1 << 14):
        reached = {nimbers[layout ^ mask] for mask in masks if not mask & ~layout}
        nimbers.append(next(value for value in range(15) if value not in reached))
        expected[nimbers[-1]] += 1
    assert count_layout_nimbers(14, lines) == dict(sorted(expected.items()))


def test_layouts_of_eighteen_cards() -> None:
    lines = list(Space(3).iter_lines_in(range(18)))
    counts = count_layout_nimbers(18, lines)
    assert counts == {0: 118634, 1: 109238, 2: 13896, 3: 20376}
    # A permutation of the cards changes the order of the layouts and nothing else.
    other = Random(1).sample(range(18), 18)
    renamed = [tuple(sorted(other[point] for point in line)) for line in lines]
    assert count_layout_nimbers(18, renamed) == counts  # type: ignore[arg-type]


@pytest.mark.slow
def test_layouts_of_27_cards() -> None:
    assert count_nimbers(3) == TWENTY_SEVEN_CARDS


@pytest.mark.parametrize("n", [0, 4])
def test_counts_for_no_other_deck(n: int) -> None:
    with pytest.raises(OptionError, match="expected 1 to 3"):
        count_nimbers(n)
    with pytest.raises(OptionError, match="expected at most 27"):
        count_layout_nimbers(28, [])


# -- mirror -------------------------------------------------------------------------------------


@st.composite
def symmetric_tables(draw: st.DrawFn) -> Table:
    """Return cards that a reflection keeps, up to three of them missing."""
    space = Space(3)
    centre = draw(st.integers(0, 26))
    halves = draw(st.lists(st.integers(0, 26), min_size=3, max_size=8))
    spots = {*halves, *(space.third(spot, centre) for spot in halves)}
    if draw(st.booleans()):
        spots ^= {centre}
    spots -= set(draw(st.lists(st.sampled_from(sorted(spots) or [0]), max_size=3)))
    return Table(space, tuple(draw(st.permutations(sorted(spots)))))


@given(symmetric_tables())
@settings(max_examples=200, deadline=None)
def test_mirror_says_what_the_search_says(instance: Table) -> None:
    live = {instance.spots[vertex] for edge in instance.hypergraph.edges for vertex in edge}
    mirror = find_mirror(instance.space, live, Deadline()) if live else None
    searched = solve_duel(instance.hypergraph)
    answer = solve_duel(instance)
    assert (answer.winner, answer.nimber) == (searched.winner, searched.nimber)
    assert answer.moves == searched.moves
    if mirror is not None and mirror.winner is not None:
        assert mirror.winner == searched.winner
        where = {spot: i for i, spot in enumerate(instance.spots)}
        claims = {tuple(sorted(where[point] for point in claim)) for claim in mirror.claims}
        assert claims <= set(searched.moves)
        assert bool(claims) == (mirror.winner == "first")


@given(st.integers(0, 2**20), st.integers(5, 16))
@settings(max_examples=60, deadline=None)
def test_mirror_finds_all_that_the_definition_finds(seed: int, cards: int) -> None:
    """A claim counts if what it leaves is symmetric about a centre that is not in it."""
    space = Space(3)
    centre = seed % 27
    some = Random(seed).sample(range(27), cards // 2)
    points = {*some, *(space.third(point, centre) for point in some)}
    points |= {*Random(seed + 1).sample(range(27), seed % 4)}
    mirror = find_mirror(space, points, Deadline())
    if is_mirrored(space, points):
        assert mirror.winner == "second"
        return
    expected = {
        line for line in space.iter_lines_in(sorted(points)) if is_mirrored(space, points - {*line})
    }
    assert {tuple(sorted(claim)) for claim in mirror.claims} >= expected - {()}
    assert mirror.claims == {tuple(sorted(line)) for line in expected}


def is_mirrored(space: Space, points: set[int]) -> bool:
    return any(
        {space.third(point, centre) for point in points} == points
        for centre in range(space.size)
        if centre not in points
    )


def test_mirror_without_the_centre_needs_the_whole_set() -> None:
    # All of the plane but a corner's image: three cards have no image, and they are no Set.
    space = Space(3)
    points = set(range(27)) - {1, 2, 13}
    mirror = find_mirror(space, points, Deadline())
    for claim in mirror.claims:
        assert is_mirrored(space, points - {*claim})
    # A deck without two parallel Sets: the centre between them is there.
    halves = set(range(27)) - {0, 1, 2}
    assert find_mirror(space, halves, Deadline()).winner == "second"


# -- rounds -------------------------------------------------------------------------------------


@settings(max_examples=120, deadline=None)
@given(st.integers(3, 18), st.integers(0, 9), st.integers(0, 10**6))
def test_rounds_against_full_search(size: int, edges: int, seed: int) -> None:
    graph = hypergraph(size, edges, seed)
    whole = frozenset(graph.edges)
    for rounds in range(11):
        answer = solve_duel(graph, rounds=rounds)
        moves = {
            move
            for move in graph.edges
            if rounds > 0 and ends_well(after(whole, move), False, rounds - 1)
        }
        assert answer.winner == ("first" if moves else "second")
        assert (answer.nimber, answer.status) == (None, "optimal")
        assert set(answer.moves) == moves
        short = solve_duel(graph, rounds=rounds, winner_only=True)
        assert short.winner == answer.winner
        assert set(short.moves) <= moves
        assert bool(short.moves) == bool(moves)


@pytest.mark.parametrize("seed", range(40))
def test_rounds_on_tables(seed: int) -> None:
    random = Random(seed)
    instance = table(3, random.randrange(6, 14), seed)
    whole = frozenset(instance.hypergraph.edges)
    for rounds in range(1, 6):
        expected = ends_well(whole, True, rounds)
        assert solve_duel(instance, rounds=rounds).winner == ("first" if expected else "second")
        # The packing argument and the memory, without a limit from the length of plays.
        edges: Edges = tuple(dict.fromkeys(strip(instance.hypergraph.masks)))
        if rounds % 2:
            assert RoundsSearch(Deadline()).is_won(edges, rounds) == expected
    ends_well.cache_clear()


def test_theorem_4_1_needs_one_more_set_of_vertices_for_odd_rounds() -> None:
    """Two disjoint Sets, one round: the ordered Node Kayles of the paper is won, the duel not."""
    graph = Hypergraph.of(6, [(0, 1, 2), (3, 4, 5)])

    def wins_ordered(chosen: tuple[Edge, ...], turns: int) -> bool:
        """Tell whether who is to move can select a vertex and not be without one later."""
        if len(chosen) == turns:
            return False
        free = [edge for edge in graph.edges if all(not set(edge) & set(e) for e in chosen)]
        return any(not wins_ordered((*chosen, edge), turns) for edge in free)

    assert wins_ordered((), turns=1)
    assert not wins_ordered((), turns=2)
    assert solve_duel(graph, rounds=1).winner == "second"
    assert not ends_well(frozenset(graph.edges), True, 1)


# -- limits and bad input -----------------------------------------------------------------------


def test_limit_gives_what_is_known() -> None:
    hard = table(4, 60, 5)
    answer = solve_duel(hard, seconds=0.05)
    assert (answer.status, answer.winner, answer.nimber, answer.moves) == ("limit", None, None, ())
    assert "nimber search" in answer.method
    short = solve_duel(hard, seconds=0.05, winner_only=True)
    assert (short.status, short.winner, short.moves) == ("limit", None, ())
    outcome = solve_duel(hard, rounds=20, seconds=0.05)
    assert (outcome.status, outcome.winner) == ("limit", None)
    assert outcome.method == "no play is longer than 20 moves, nimber search, 1 component"
    rounds = solve_duel(hard, rounds=9, seconds=0.05)
    assert (rounds.status, rounds.winner) == ("limit", None)


def test_limit_keeps_what_the_mirror_proved() -> None:
    space = Space(4)
    points = {40, *Random(1).sample(range(81), 38)}
    points |= {space.third(p, 40) for p in points}
    symmetric = Table(space, tuple(sorted(points)))
    assert symmetric.size > 50
    answer = solve_duel(symmetric, seconds=0.05)
    assert (answer.status, answer.winner, answer.nimber) == ("limit", "first", None)
    assert answer.moves
    centre = symmetric.spots.index(40)
    assert all(centre in move for move in answer.moves)
    short = solve_duel(symmetric, winner_only=True)
    assert (short.status, short.winner, short.method) == ("optimal", "first", "mirror strategy")


def test_interrupt_of_the_compiled_search() -> None:
    timer = Timer(0.2, interrupt_main)
    timer.start()
    try:
        answer = solve_duel(table(4, 60, 5))
    finally:
        timer.join()
    assert (answer.status, answer.winner, answer.nimber) == ("limit", None, None)


def test_interrupt_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    real = KernelSearch.find_bounded

    def interrupted(self: KernelSearch, component: Edges, limit: int) -> int | None:
        nonlocal calls
        calls += 1
        if calls > 4:
            raise KeyboardInterrupt
        return real(self, component, limit)

    instance = table(4, 24, 1)
    expected = solve_duel(instance)
    monkeypatch.setattr(KernelSearch, "find_bounded", interrupted)
    answer = solve_duel(instance)
    assert (answer.status, answer.winner, answer.nimber) == ("limit", expected.winner, None)
    assert set(answer.moves) <= set(expected.moves)


def test_searches_stop_at_the_deadline() -> None:
    over = Deadline(1e-9)
    component = split(dict.fromkeys(strip(table(4, 40, 1).hypergraph.masks)))[-1]
    for search in (make_search(component, over), PlainSearch(over)):
        with pytest.raises(LimitReached):
            search.find_bounded(component, 0)
    with pytest.raises(LimitReached):
        RoundsSearch(over).is_won(component, 5)


def test_bad_options() -> None:
    with pytest.raises(OptionError, match="-1 rounds: expected 0 or more"):
        solve_duel(Hypergraph(0, ()), rounds=-1)
    with pytest.raises(OptionError, match="expected more than 0"):
        solve_duel(Hypergraph(0, ()), seconds=0)
