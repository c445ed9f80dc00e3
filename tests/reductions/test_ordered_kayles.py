"""The ordered Node Kayles of a duel of r rounds, against a plain search of the duel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import networkx as nx
import pytest

from thirdcard.core.geometry import Space
from thirdcard.errors import CheckError, OptionError
from thirdcard.reductions import ordered_kayles
from thirdcard.reductions.hitting import find_hitting_set
from thirdcard.reductions.ordered_kayles import (
    OrderedGraph,
    OrderedVertex,
    back,
    forward,
    kernelise,
    solve_ordered,
)
from thirdcard.solvers.hypergraph import Edge, Hypergraph, Table
from thirdcard.solvers.limits import Deadline
from thirdcard.solvers.result import GameAnswer

SINGLE = Hypergraph.of(3, [(0, 1, 2)])
APART = Hypergraph.of(6, [(0, 1, 2), (3, 4, 5)])

# 38 cards of seven features, found by a random search: see `merge_as_in_the_paper`.
SPOTS = (
    "2179 151 2178 162 1323 1173 495 1074 1454 168 1755 53 1517 963 1699 790 899 1509 1380 1748 "
    "240 62 877 1603 1849 1268 1400 1879 179 184 1322 1714 1920 1410 1153 2117 1197 2151"
)
CARDS = Table(Space(7), tuple(map(int, SPOTS.split())))
RAYS = [(1, 11 + i, 12 + i) for i in range(0, 10, 2)]
TWELVE = Hypergraph.of(
    21, [(0, 7, 9), (1, 3, 10), (1, 4, 8), (1, 6, 9), (2, 3, 5), (2, 6, 7), (2, 8, 10), *RAYS]
)


def shortest_wins(edges: frozenset[Edge]) -> dict[Edge, int | None]:
    """Return the moves that a win with each first move takes at most; None if it is no win.

    The first player hurries, the second one delays; nothing is known here of rounds.
    """

    def longest(left: frozenset[Edge], known: dict[frozenset[Edge], int | None]) -> int | None:
        """Moves till the player who is to move has lost, None if he wins."""
        if left not in known:
            worst: int | None = 0
            for edge in left:
                answers = [
                    more
                    for reply in without(left, edge)
                    if (more := longest(without(without(left, edge), reply), known)) is not None
                ]
                if not answers:
                    worst = None
                    break
                worst = max(worst or 0, 2 + min(answers))
            known[left] = worst
        return known[left]

    table: dict[frozenset[Edge], int | None] = {}
    more = {edge: longest(without(edges, edge), table) for edge in edges}
    return {edge: None if moves is None else moves + 1 for edge, moves in more.items()}


def without(edges: frozenset[Edge], taken: Edge) -> frozenset[Edge]:
    return frozenset(edge for edge in edges if not {*edge} & {*taken})


def winning_claims(hypergraph: Hypergraph, rounds: int) -> tuple[Edge, ...]:
    wins = shortest_wins(frozenset(hypergraph.edges))
    return tuple(sorted(e for e, moves in wins.items() if moves is not None and moves <= rounds))


def boards() -> Iterator[Table]:
    """Yield tables of at most nine Sets."""
    random = Random(4)
    while True:
        n = random.choice((3, 3, 4))
        spots = random.sample(range(3**n), random.randint(5, 11 if n == 3 else 18))
        table = Table(Space(n), tuple(spots))
        if len(table.hypergraph.edges) <= 9:
            yield table


def take(count: int, items: Iterable[Table]) -> list[Table]:
    return [item for _, item in zip(range(count), items, strict=False)]


BOARDS = take(150, boards())


def plain_hypergraphs() -> Iterator[Hypergraph]:
    """Yield hypergraphs whose edges may share two points."""
    random = Random(5)
    while True:
        size = random.randint(4, 11)
        triples = list(combinations(range(size), 3))
        yield Hypergraph.of(size, random.sample(triples, random.randint(1, min(8, len(triples)))))


def hubs(seed: int) -> Hypergraph:
    """Make a linear hypergraph of few points in many edges, for which there is much to merge."""
    random = Random(seed)
    count = random.randint(2, 3)
    pairs: set[tuple[int, int]] = set()
    edges: list[Edge] = []
    fresh = 20
    for hub in range(count):
        for _ in range(random.randint(1, 4)):
            a, b = sorted(random.sample(range(count, count + 10), 2))
            if not pairs & (new := {(hub, a), (hub, b), (a, b)}):
                pairs |= new
                edges.append((hub, a, b))
        for _ in range(random.choice((0, 3, 6))):
            edges.append((hub, fresh, fresh + 1))
            fresh += 2
    return Hypergraph.of(fresh, edges)


def test_against_the_duel_on_small_boards() -> None:
    seen = set()
    for table in BOARDS:
        for rounds in range(1, 7):
            reduced = forward(table, rounds)
            claims = back(reduced, solve_ordered(reduced))
            assert claims == winning_claims(table.hypergraph, rounds)
            kernel = kernelise(reduced)
            assert back(kernel, solve_ordered(kernel)) == claims
            assert ordered_kayles.verify(table, rounds, claims)
            seen.add((rounds, bool(claims)))
    assert seen >= {(1, True), (1, False), (2, True), (2, False), (3, True), (3, False)}


def test_all_boards_of_the_plane() -> None:
    for chosen in range(512):
        spots = tuple(spot for spot in range(9) if chosen >> spot & 1)
        table = Table(Space(2), spots)
        for rounds in (1, 3):
            reduced = forward(table, rounds)
            claims = back(reduced, solve_ordered(reduced))
            assert claims == winning_claims(table.hypergraph, rounds)


def test_more_rounds_than_a_game_has() -> None:
    for table in BOARDS[:40]:
        reduced = forward(table, 10**9)
        assert len(reduced.parts) <= table.size // 3 + 2
        claims = back(reduced, solve_ordered(reduced))
        assert claims == winning_claims(table.hypergraph, 10**9)


def test_an_even_number_of_rounds_asks_as_much_as_one_less() -> None:
    for table in BOARDS[:40]:
        for rounds in (2, 4):
            one, two = (solve_ordered(forward(table, r)) for r in (rounds - 1, rounds))
            assert one == two


def test_edges_that_share_two_points() -> None:
    for _, hypergraph in zip(range(80), plain_hypergraphs(), strict=False):
        for rounds in (1, 2, 3):
            reduced = forward(hypergraph, rounds)
            claims = back(reduced, solve_ordered(reduced))
            assert claims == winning_claims(hypergraph, rounds)
    with pytest.raises(OptionError, match="two edges share two points"):
        kernelise(forward(Hypergraph.of(4, [(0, 1, 2), (0, 1, 3)]), 1))


def test_the_shape_of_the_graph() -> None:
    table = max(BOARDS, key=lambda board: len(board.hypergraph.edges))
    reduced = forward(table, 3)
    edges = table.hypergraph.edges
    assert [len(part) for part in reduced.parts] == [len(edges)] * 4
    for (e, i), (f, j) in combinations([v for part in reduced.parts for v in part], 2):
        meets = bool({*edges[e]} & {*edges[f]})
        assert reduced.graph.has_edge((e, i), (f, j)) == (meets and i != j)
    assert all(reduced.colours.values())
    assert reduced.names[0, 2] == "-".join(map(str, edges[0])) + " in turn 2"


# -- what the paper leaves open -------------------------------------------------------------------


def test_a_hyperedge_excludes_itself() -> None:
    reduced = forward(SINGLE, 2)
    assert solve_ordered(reduced) == ((0, 1),)
    graph = reduced.graph.copy()
    graph.remove_edges_from([((0, i), (0, j)) for i, j in combinations((1, 2), 2)])
    assert solve_ordered(replace(reduced, graph=graph)) == ()


def test_an_odd_number_of_rounds_takes_a_part_more() -> None:
    reduced = forward(APART, 3)
    assert len(reduced.parts) == 2
    assert solve_ordered(reduced) == ()
    # With a part for a single round the first player would win by having the last move.
    part = reduced.parts[0]
    alone = replace(reduced, rounds=1, parts=(part,), graph=reduced.graph.subgraph(part))
    assert solve_ordered(alone) == ((0, 1), (1, 1))
    assert winning_claims(APART, 1) == ()


def neighbours_in(reduced: OrderedGraph, turn: int) -> Iterator[tuple[int, int]]:
    """Yield how many vertices of one colour only a vertex without it excludes in a turn."""
    colours, graph = reduced.colours, reduced.graph
    for colour in {c for each in colours.values() for c in each}:
        single = [v for v in reduced.parts[turn - 1] if colours[v] == {colour}]
        for vertex in graph:
            if vertex[1] != turn and colour not in colours[vertex]:
                yield sum(graph.has_edge(vertex, v) for v in single), len(colours[vertex])


def test_at_most_two_neighbours_of_a_colour() -> None:
    seen = set()
    for board in [*(table.hypergraph for table in BOARDS), *map(hubs, range(60))]:
        reduced = forward(board, 3)
        seen |= {*neighbours_in(reduced, len(reduced.parts))}
    assert max(seen) == (2, 1)
    # Each further point of the hitting set that it holds leaves it one neighbour less.
    assert {colours + count for count, colours in seen} == {1, 2, 3}


def test_three_neighbours_where_the_points_hit_not_all() -> None:
    # The last edge holds none of the points, and so may meet three edges at 0 in other points.
    star = Hypergraph.of(7, [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5)])
    reduced = replace(forward(star, 3), hitting=(0,))
    assert (3, 0) in set(neighbours_in(reduced, 2))


def merge_as_in_the_paper(reduced: OrderedGraph) -> OrderedGraph:
    """Merge as the proof of Theorem 4.1 has it.

    The vertices of one colour only: in the last part if they are 2r or more, in the others if they
    have no neighbour in later parts but those of their colour, however few they are.
    """
    graph, parts, colours = reduced.graph.copy(), list(reduced.parts), reduced.colours
    for turn in range(len(parts), 0, -1):
        groups: dict[frozenset[int], list[OrderedVertex]] = {}
        for vertex in parts[turn - 1]:
            own = colours[vertex]
            if len(own) == 1 and all(w[1] < turn or own <= colours[w] for w in graph[vertex]):
                groups.setdefault(own, []).append(vertex)
        for colour, members in groups.items():
            if len(members) >= (2 * len(parts) if turn == len(parts) else 2):
                first, *others = members
                far = [w for w in graph[first] if w[1] < turn and not colour <= colours[w]]
                graph.remove_edges_from([(first, w) for w in far])
                graph.remove_nodes_from(others)
        parts[turn - 1] = tuple(vertex for vertex in parts[turn - 1] if vertex in graph)
    return replace(reduced, graph=graph, parts=tuple(parts))


@pytest.mark.parametrize("board", [CARDS, TWELVE], ids=["cards", "twelve"])
def test_classes_may_not_be_merged_whatever_their_size(board: Table | Hypergraph) -> None:
    reduced = forward(board, 3)
    merged = merge_as_in_the_paper(reduced)
    assert len(merged.graph) < len(reduced.graph)
    truth = back(reduced, solve_ordered(reduced))
    assert bool(solve_ordered(merged)) != bool(truth)
    assert truth == winning_claims(reduced.hypergraph, 3)
    kernel = kernelise(reduced)
    assert back(kernel, solve_ordered(kernel)) == truth


# -- the kernel -----------------------------------------------------------------------------------


def test_kernel_keeps_the_winner_where_much_is_merged() -> None:
    outcomes = []
    for seed in range(120):
        board = hubs(seed)
        for rounds in (1, 3):
            reduced = forward(board, rounds)
            kernel = kernelise(reduced)
            claims = back(reduced, solve_ordered(reduced))
            assert back(kernel, solve_ordered(kernel)) == claims
            outcomes.append((bool(claims), len(kernel.graph) * 2 < len(reduced.graph)))
    assert {*outcomes} == {(True, True), (False, True), (True, False), (False, False)}


def star(size: int) -> Hypergraph:
    return Hypergraph.of(2 * size + 1, [(0, 2 * i + 1, 2 * i + 2) for i in range(size)])


def test_a_star_becomes_one_vertex_a_turn() -> None:
    reduced = forward(star(50), 3)
    kernel = kernelise(reduced)
    assert [len(part) for part in kernel.parts] == [1] * 4
    assert kernel.stands_for[0, 1] == tuple(range(50))
    assert back(kernel, solve_ordered(kernel)) == reduced.hypergraph.edges
    assert " or 0-99-100 in turn 1" in kernel.names[0, 1]


def test_the_kernel_does_not_grow_with_the_board() -> None:
    def crossed(size: int) -> Hypergraph:
        """Two stars, of which edges meet one to one as far as the smaller one goes."""
        edges = [(0, 2 * i + 2, 2 * i + 3) for i in range(size)]
        return Hypergraph.of(
            4 * size + 2, [*edges, *((1, 2 * i + 2, 2 * size + 2 * i + 3) for i in range(size))]
        )

    sizes = {len(kernelise(forward(crossed(size), 3)).graph) for size in (15, 25, 40)}
    assert len(sizes) == 1
    assert sizes.pop() <= 8


@pytest.mark.parametrize("turns", [2, 4])
def test_the_size_from_which_a_class_is_merged(turns: int) -> None:
    """In the last of p parts 2p - 1 vertices are needed: fewer can all be excluded by others."""
    others = turns - 1
    for size in (2 * others, 2 * others + 1):
        # Each edge beside the star meets two of its edges.
        start = 2 * size + 1
        meeting = [(4 * i + 1, 4 * i + 3, start + i) for i in range(others)]
        board = Hypergraph.of(start + others, [*star(size).edges, *meeting])
        hitting = (0, *range(start, start + others))
        reduced = replace(forward(board, others), hitting=hitting)
        kernel = kernelise(reduced)
        assert back(kernel, solve_ordered(kernel)) == winning_claims(board, others)
        # One vertex is left of the star if it is merged; else it goes with what stands for less.
        of_star = {e for e, edge in enumerate(board.edges) if 0 in edge}
        together = [v for v in kernel.parts[-1] if of_star <= {*kernel.stands_for[v]}]
        assert bool(together) == (size > 2 * others or turns == 2)


# -- the hitting set ------------------------------------------------------------------------------


def test_hitting_sets_are_smallest() -> None:
    for table in BOARDS[:60]:
        edges = [{*edge} for edge in table.hypergraph.edges]
        best = next(
            size
            for size in range(table.size)
            if any(
                all(edge & {*points} for edge in edges)
                for points in combinations(range(table.size), size)
            )
        )
        found = find_hitting_set(table.hypergraph, table.size)
        assert found is not None
        assert len(found) == best
        assert all(edge & {*found} for edge in edges)
        assert find_hitting_set(table.hypergraph, best) is not None
        assert best == 0 or find_hitting_set(table.hypergraph, best - 1) is None


def test_no_small_hitting_set_no_win() -> None:
    many = Hypergraph.of(15, [(3 * i, 3 * i + 1, 3 * i + 2) for i in range(5)])
    reduced = forward(many, 1)
    assert reduced.hitting is None
    assert solve_ordered(reduced) == solve_ordered(kernelise(reduced)) == ()
    assert back(reduced, ()) == winning_claims(many, 1) == ()
    assert winning_claims(many, 5) == many.edges
    assert forward(Table(Space(4), tuple(range(81))), 7).hitting is None


# -- the rest -------------------------------------------------------------------------------------


def test_verify_refuses_altered_claims() -> None:
    refused = 0
    for table in BOARDS:
        edges = table.hypergraph.edges
        claims = winning_claims(table.hypergraph, 3)
        for edge in edges:
            altered: Sequence[Edge] = tuple({*claims} ^ {edge})
            assert not ordered_kayles.verify(table, 3, altered)
            refused += 1
        assert not ordered_kayles.verify(table, 3, [*claims, (97, 98, 99)])
    assert refused > 400


def test_degenerate_boards() -> None:
    for board in (Hypergraph(0, ()), Hypergraph(5, ()), Table(Space(2), (0, 1))):
        reduced = forward(board, 3)
        assert solve_ordered(reduced) == solve_ordered(kernelise(reduced)) == ()
        assert ordered_kayles.verify(board, 3, ())


def test_bad_input() -> None:
    with pytest.raises(OptionError, match="0 rounds: expected at least 1"):
        forward(SINGLE, 0)
    with pytest.raises(OptionError, match=r"\(7, 1\) is no vertex"):
        back(forward(SINGLE, 1), [(7, 1)])


def test_any_ordered_graph_can_be_played() -> None:
    """Compare with a search that tries all sequences of moves."""

    def wins(reduced: OrderedGraph, taken: list[OrderedVertex]) -> bool:
        if len(taken) == len(reduced.parts):
            return False
        return any(
            not wins(reduced, [*taken, vertex])
            for vertex in reduced.parts[len(taken)]
            if not any(reduced.graph.has_edge(vertex, other) for other in taken)
        )

    for seed in range(60):
        random = Random(seed)
        parts = tuple(
            tuple((e, turn) for e in range(random.randint(1, 4)))
            for turn in range(1, random.randint(2, 5))
        )
        vertices = [vertex for part in parts for vertex in part]
        graph: nx.Graph[Any] = nx.Graph()
        graph.add_nodes_from(vertices)
        pairs = [(v, w) for v, w in combinations(vertices, 2) if v[1] != w[1]]
        graph.add_edges_from(pair for pair in pairs if random.random() < 0.4)
        game = OrderedGraph(SINGLE, 1, graph, parts, (), {})
        expected = tuple(vertex for vertex in parts[0] if not wins(game, [vertex]))
        assert solve_ordered(game) == expected


def test_solve() -> None:
    pytest.importorskip("thirdcard.solvers.duel")
    for table in BOARDS[:60]:
        for rounds in (1, 2, 3, 4):
            answer = ordered_kayles.solve(table, rounds)
            claims = winning_claims(table.hypergraph, rounds)
            assert (answer.status, answer.moves) == ("optimal", claims)
            assert answer.winner == ("first" if claims else "second")
            assert "; confirmed in the duel" in answer.method
    plain = Hypergraph.of(5, [(0, 1, 2), (0, 1, 3), (2, 3, 4)])
    assert ordered_kayles.solve(plain, 1).moves == winning_claims(plain, 1)
    with pytest.raises(OptionError, match="rounds"):
        ordered_kayles.solve(SINGLE, 0)
    with pytest.raises(OptionError, match="seconds"):
        ordered_kayles.solve(SINGLE, 1, seconds=0)


def test_solve_notices_a_search_that_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = pytest.importorskip("thirdcard.solvers.duel")
    for winner, moves in (("second", ()), ("first", ((3, 4, 5),))):
        wrong = GameAnswer("duel", winner, None, moves, "optimal", "wrong", 0.0)  # type: ignore[arg-type]
        monkeypatch.setattr(duel, "solve_duel", lambda *_, answer=wrong, **__: answer)
        with pytest.raises(CheckError, match="do not agree"):
            ordered_kayles.solve(SINGLE, 1)


class Over(Deadline):
    """A deadline that is over at once."""

    @property
    def is_over(self) -> bool:
        return True


@pytest.mark.parametrize("error", [KeyboardInterrupt, TimeoutError])
def test_a_search_that_is_stopped(
    monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    pytest.importorskip("thirdcard.solvers.duel")

    def stop(*_: object) -> tuple[OrderedVertex, ...]:
        raise error

    monkeypatch.setattr(ordered_kayles, "solve_ordered", stop)
    answer = ordered_kayles.solve(SINGLE, 1)
    assert (answer.status, answer.winner, answer.moves) == ("limit", None, ())


def test_deadlines_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thirdcard.reductions.ordered_kayles._LOOK_EVERY", 1)
    monkeypatch.setattr("thirdcard.reductions.hitting._LOOK_EVERY", 1)
    reduced = forward(APART, 3)
    with pytest.raises(TimeoutError):
        solve_ordered(reduced, Over())
    with pytest.raises(TimeoutError):
        kernelise(reduced, Over())
    with pytest.raises(TimeoutError):
        forward(APART, 3, Over())
    monkeypatch.setattr("thirdcard.reductions.hitting._LOOK_EVERY", 10**9)
    with pytest.raises(TimeoutError):
        forward(APART, 3, Over())
