"""The effort of a puzzle: what never makes it easier, what bounds it, and how long bots take."""

import doctest
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations, islice
from math import comb, exp
from pathlib import Path
from random import Random
from statistics import NormalDist, correlation, median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thirdcard.bots import levels, reaction
from thirdcard.puzzles import difficulty, reach
from thirdcard.puzzles.difficulty import (
    BOUNDS,
    CHOICE,
    HAND,
    LEVELS,
    OVERLOOK,
    PACE,
    SLOPE,
    SPREAD,
    count_conflicts,
    effort,
    effort_of_first,
    level_of,
    median_time,
    near_weight,
    share_of_near_misses,
    time_for_all,
    time_for_first,
)
from thirdcard.puzzles.kinds import KINDS
from thirdcard.puzzles.reach import conflict_bounds, differing_bounds
from thirdcard.variants.difficulty import difficulty as mean_difference
from thirdcard.variants.patterns import SET
from thirdcard.variants.registry import iter_variants, parse_variant
from thirdcard.variants.variant import Spot, Variant

CLASSIC = parse_variant("classic")
PLAYER = next(level for level in levels.LEVELS if level.key == "player")
VARIANTS = [variant for variant in iter_variants() if not variant.rule.face_down]
SETS = [v for v in VARIANTS if v.pattern.fixed_size == 3 and not v.rule.chains]

Spots = tuple[Spot, ...]


def test_examples() -> None:
    assert doctest.testmod(difficulty) == (0, 1)
    assert doctest.testmod(reach) == (0, 2)


def draw(variant: Variant, cards: int, random: Random, part: int | None = None) -> Spots:
    """Return a layout, of the first cards of the deck if a part of it is given."""
    groups = variant.grouping.count
    points = random.sample(range(part or variant.deck.size), cards)
    return tuple(variant.spot(point, place % groups) for place, point in enumerate(points))


def find(variant: Variant, spots: Spots, previous: Spots = ()) -> list[Spots]:
    return list(variant.iter_claims(spots, previous))


# -- the numbers ----------------------------------------------------------------------------------


def test_the_player_is_the_middle_bot() -> None:
    assert (PLAYER.pace, PLAYER.slope, PLAYER.spread) == (PACE, SLOPE, SPREAD)
    assert (PLAYER.overlook, PLAYER.hand) == (OVERLOOK, HAND)
    for name in ("_EASY", "_TABLE", "_LINE", "_ROUND_AGAIN"):
        assert getattr(difficulty, name) == getattr(reaction, name)


@pytest.mark.parametrize("differing", range(1, 8))
def test_a_claim_takes_what_the_bots_take(differing: int) -> None:
    passed = OVERLOOK * differing
    expected = (
        PACE * SLOPE ** (differing - 2.5) * 15 / 12 * 4 / 3 * (1 + 1.5 * passed / (1 - passed))
    )
    assert median_time(differing, 4, 15) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("count", [1, 2, 3, 6, 10, 60, 1000, 100_000])
def test_the_last_of_equal_claims_is_found_at_a_quantile(count: int) -> None:
    z = NormalDist().inv_cdf(0.5 ** (1 / count))
    assert time_for_all([5000.0] * count) == pytest.approx(5000 * exp(SPREAD * z), rel=0.003)


def test_half_of_the_players_have_found_claims_that_are_not_alike() -> None:
    random = Random(1)
    medians = [3000.0, 5000.0, 5500.0, 14_000.0]
    times = [max(m * random.lognormvariate(0, SPREAD) for m in medians) for _ in range(20_000)]
    assert time_for_all(medians) == pytest.approx(median(times), rel=0.02)


PINNED = [
    ("classic", range(0, 81, 7), 9930),
    ("super", (0, 5, 17, 21, 40, 44, 61, 73, 80), 27_067),
    ("mega", range(0, 240, 16), 20_767),
    ("double", range(12), 59_893),
    ("ultra9", range(0, 729, 27), 136_557),
]


@pytest.mark.parametrize(("expression", "spots", "pinned"), PINNED)
def test_efforts_stay_what_they_are(expression: str, spots: Sequence[Spot], pinned: int) -> None:
    """The same on every machine, to the last millisecond."""
    variant = parse_variant(expression)
    assert effort(variant, tuple(spots), find(variant, tuple(spots))) == pinned


def test_a_table_without_a_claim_takes_no_time() -> None:
    assert effort(CLASSIC, (0, 1, 3), []) == 0


def test_levels_begin_at_their_bounds() -> None:
    assert list(LEVELS) == [1, 2, 3, 4, 5]
    assert [level_of(bound) for bound in BOUNDS] == [2, 3, 4, 5]
    assert [level_of(bound - 1) for bound in BOUNDS] == [1, 2, 3, 4]


def test_the_page_says_where_levels_begin() -> None:
    page = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text("utf-8")
    row = " | ".join([f"below {BOUNDS[0] // 1000} s", *(f"from {b // 1000} s" for b in BOUNDS)])
    assert f"| effort | {row} |" in page


# -- what never makes it easier -------------------------------------------------------------------

SHARES = st.fractions(0, 1, max_denominator=60).map(float)


@settings(deadline=None)
@given(
    st.integers(6, 462).map(lambda n: n / 66),
    st.integers(3, 12),
    st.integers(3, 243),
    SHARES,
    SHARES,
    st.sampled_from(["differing", "cards", "table", "near", "overlap"]),
)
def test_a_claim_gets_no_easier(
    differing: float, cards: int, table: int, near: float, overlap: float, grown: str
) -> None:
    by = {"differing": 1 / 66, "cards": 1, "table": 1, "near": 1 / 220, "overlap": 1 / 12}
    values = {"differing": differing, "cards": cards, "table": table}
    values |= {"near": near, "overlap": overlap}
    more = values | {grown: values[grown] + by[grown]}
    assert median_time(**more) > median_time(**values)  # type: ignore[arg-type]


MEDIANS = st.lists(st.floats(100, 1e6), min_size=1, max_size=70)


@settings(deadline=None)
@given(MEDIANS, st.floats(100, 1e6))
def test_one_more_claim_takes_no_less(medians: list[float], another: float) -> None:
    assert time_for_all([*medians, another]) >= time_for_all(medians)
    assert time_for_all([another, *medians]) == time_for_all([*medians, another])


@settings(deadline=None)
@given(MEDIANS, st.data())
def test_a_harder_claim_takes_no_less(medians: list[float], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(medians) - 1))
    harder = list(medians)
    harder[place] *= data.draw(st.floats(1, 3))
    assert time_for_all(harder) >= time_for_all(medians)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(2, 10), st.randoms(use_true_random=False))
def test_one_more_card_makes_no_table_easier(variant: Variant, cards: int, random: Random) -> None:
    part = random.choice([12, 15, variant.deck.size])
    *spots, new = draw(variant, cards + 1, random, part)
    previous: Spots = ()
    if variant.rule.chains:
        taken = set(map(variant.point, (*spots, new)))
        others = [card for card in range(variant.deck.size) if card not in taken]
        previous = tuple(variant.spot(card) for card in random.sample(others, 3))
    few, many = tuple(spots), (*spots, new)
    before = effort(variant, few, find(variant, few, previous), previous)
    assert effort(variant, many, find(variant, many, previous), previous) >= before


def test_near_misses_are_a_share_of_what_could_be_a_claim() -> None:
    """Two of the three cards agree with the pair's third but in one feature."""
    assert share_of_near_misses(CLASSIC, (0, 1, 5)) == 1
    assert share_of_near_misses(CLASSIC, (0, 1, 2)) == 0
    assert share_of_near_misses(CLASSIC, (0, 1)) == 0
    assert share_of_near_misses(parse_variant("super"), (0, 3, 1, 4)) == pytest.approx(2 / 3)
    assert [near_weight(parse_variant(e)) for e in ("classic", "super")] == [1 / 2, 1 / 3]


def test_near_misses_of_a_chain_have_one_card_of_the_previous_claim() -> None:
    chain, random = parse_variant("chain"), Random(3)
    for _ in range(20):
        cards = random.sample(range(27), 11)
        previous, table = tuple(cards[:3]), tuple(cards[3:])
        failing = [
            len(chain.failing_features((anchor, *pair)))
            for anchor in previous
            for pair in combinations(table, 2)
        ]
        assert share_of_near_misses(chain, table, previous) == failing.count(1) / len(failing)


# -- kinds ----------------------------------------------------------------------------------------


def test_sets_that_hinder_each_other_make_it_harder() -> None:
    random = Random(4)
    for _ in range(30):
        spots = draw(CLASSIC, 12, random)
        claims = find(CLASSIC, spots)
        conflicts = sum(bool(set(a) & set(b)) for a, b in combinations(claims, 2))
        assert count_conflicts(claims) == conflicts
        efforts = {key: kind.count_effort(CLASSIC, spots, claims) for key, kind in KINDS.items()}
        assert efforts["coop"] == efforts["spoil"] == efforts["all"] + CHOICE * conflicts
        assert efforts["duel"] == efforts["all"] + 2 * CHOICE * conflicts


@pytest.mark.parametrize(
    ("expression", "expected"),
    [("junior", [1, 2, 3]), ("classic", [1, 2, 3, 4]), ("mega", [1, 2, 3, 4, 5])],
)
def test_a_third_card_has_a_level_for_each_number_of_features(
    expression: str, expected: list[int]
) -> None:
    variant, kind = parse_variant(expression), KINDS["third"]
    pairs = [(0, variant.space.point([1] * d + [0] * (variant.space.n - d))) for d in expected]
    assert [level_of(kind.count_effort(variant, pair, ())) for pair in pairs] == expected


def test_more_cards_make_the_missing_one_harder() -> None:
    """Three of each value in a feature, whatever the number of cards."""
    kind = KINDS["third"]
    efforts = [kind.count_effort(CLASSIC, tuple(range(count)), ()) for count in (2, 5, 8)]
    assert efforts == sorted(set(efforts))


# -- bounds ---------------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(3, 10), st.randoms(use_true_random=False))
def test_every_effort_is_within_its_bounds(variant: Variant, cards: int, random: Random) -> None:
    features = len(variant.deck.features)
    constant = random.randrange(features)
    part = int(3 ** (features - constant))
    cards = min(cards, part)
    spots = draw(variant, cards, random, part)
    previous: Spots = ()
    if variant.rule.chains:
        previous = draw(variant, 3, random)
        previous = tuple(spot for spot in previous if spot not in spots)
        constant = 0
    claims = list(islice(variant.iter_claims(spots, previous), 200))
    for key, kind in KINDS.items():
        if key == "third" or kind.find_conflict(variant):
            continue
        low, high = kind.bound_effort(variant, len(spots), len(claims), len(claims), constant)
        assert low <= kind.count_effort(variant, spots, claims, previous) <= high
        wider = kind.bound_effort(variant, len(spots), max(0, len(claims) - 2), len(claims) + 2)
        assert wider[0] <= low
        assert high <= wider[1]


@pytest.mark.parametrize("variant", SETS, ids=lambda variant: variant.key)
@pytest.mark.parametrize("cards", [2, 5, 8])
def test_every_missing_card_is_within_its_bounds(variant: Variant, cards: int) -> None:
    kind, random = KINDS["third"], Random(cards)
    low, high = kind.bound_effort(variant, cards, 0, 60)
    for _ in range(40):
        spots = draw(variant, cards, random)
        if kind.solve(variant, spots, (), ()) is not None:
            assert low <= kind.count_effort(variant, spots, ()) <= high


@pytest.mark.parametrize("k", [3, 4, 5, 6, 7])
def test_cards_differ_within_their_bounds(k: int) -> None:
    """All choices of k points of a plane, and the bounds are attained where there is room."""
    space = parse_variant("junior").space
    low, high = differing_bounds(2, k)
    met = [mean_difference(space, points) for points in combinations(range(9), k)]
    assert low <= min(met)
    assert max(met) <= high + 1e-12
    if k in (3, 4):
        assert low == min(met)


@pytest.mark.parametrize("cards", [3, 5, 6, 9])
def test_near_misses_and_neighbours_of_a_plane_are_within_their_bounds(cards: int) -> None:
    """All choices of points of a plane, as such and as a part of four dimensions."""
    plane, whole = parse_variant("junior").space, CLASSIC.space
    shares, lines = [], []
    for points in combinations(range(9), cards):
        shares.append(SET.count_near_misses(whole, points) / comb(cards, 3))
        found = [c for c in combinations(points, 3) if plane.is_line(*c)]
        lines.append(sum(mean_difference(plane, line) == 1 for line in found))
    assert max(shares) <= reach._most_near(2, cards)
    assert max(shares) <= reach._most_near(4, cards)
    assert max(lines) <= reach._count_neighbours(cards) // 3
    if cards == 9:
        assert max(lines) == reach._count_neighbours(cards) // 3 == 6


@pytest.mark.parametrize("cards", [4, 7, 10, 12])
def test_near_misses_are_within_their_bounds(cards: int) -> None:
    """Also of cards that were changed one by one until there were no more."""
    random = Random(cards)
    points = random.sample(range(81), cards)
    most = 0
    for _ in range(600):
        other = [*points]
        other[random.randrange(cards)] = random.choice([p for p in range(81) if p not in points])
        near = SET.count_near_misses(CLASSIC.space, other)
        if near >= most:
            points, most = other, near
    assert 0 < most / comb(cards, 3) <= reach._most_near(4, cards)
    assert reach._most_near(4, cards) < 1 or cards == 4


def test_lines_through_a_claim_have_two_cards_of_the_table() -> None:
    """On a plane whose diagonal is to be continued, every row and column is a claim."""
    chain = parse_variant("junior+chain")
    previous, table = (0, 4, 8), (1, 2, 3, 5, 6, 7)
    claims = find(chain, table, previous)
    easiest = [d for d in map(partial(mean_difference, chain.space), claims) if d == 1]
    assert reach._take(chain, len(table), 3, len(easiest), constant=1) == easiest


def test_sets_share_cards_within_their_bounds() -> None:
    random = Random(7)
    for cards in (6, 9, 12):
        for _ in range(60):
            claims = find(CLASSIC, draw(CLASSIC, cards, random, 27))
            low, high = conflict_bounds(cards, len(claims), len(claims))
            assert low <= count_conflicts(claims) <= high


# -- calibration ----------------------------------------------------------------------------------


def simulate(
    level: levels.Level,
    variant: Variant,
    spots: Spots,
    rounds: int,
    seed: int,
    which: Callable[[Iterable[int]], int] = max,
) -> float:
    """Return the median time in which a bot has found every claim, or the first with `min`."""
    random = Random(seed)
    hard = [(mean_difference(variant.space, c), len(c)) for c in find(variant, spots)]
    return median(
        which(
            reaction.draw_search_time(level, differing, cards, len(spots), random)
            for differing, cards in hard
        )
        for _ in range(rounds)
    )


def rank(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    for place, index in enumerate(order):
        ranks[index] = place
    return ranks


def calibrate(
    level: levels.Level, expression: str, cards: int | None, tables: int, rounds: int
) -> tuple[float, list[float]]:
    """Return the rank correlation of effort and simulated time, and their ratios, increasing."""
    variant, random = parse_variant(expression), Random(tables)
    efforts: list[int] = []
    times: list[float] = []
    while len(efforts) < tables:
        spots = draw(variant, cards or variant.table_size, random)
        claims = list(islice(variant.iter_claims(spots), 61))
        if 0 < len(claims) <= 60:
            efforts.append(effort(variant, spots, claims))
            times.append(simulate(level, variant, spots, rounds, len(efforts)))
    ratios = sorted(effort / time for effort, time in zip(efforts, times, strict=True))
    return correlation(rank(efforts), rank(times)), ratios


def test_effort_agrees_with_the_bots() -> None:
    agreement, ratios = calibrate(PLAYER, "classic", 12, tables=60, rounds=150)
    assert agreement > 0.95
    assert 1 < median(ratios) < 1.3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expression", "cards"),
    [
        *(("classic", cards) for cards in (9, 12, 15)),
        *((expression, None) for expression in ("junior", "mega", "ultra", "ultra9", "super")),
        ("double", None),
        ("eight", 12),
    ],
)
def test_effort_agrees_with_the_bots_on_many_tables(expression: str, cards: int | None) -> None:
    """Near misses and overlap, which bots do not know, add between nothing and a third."""
    agreement, ratios = calibrate(PLAYER, expression, cards, tables=300, rounds=400)
    fifth = len(ratios) // 20
    print(f"{expression}: {agreement:.3f}, {ratios[fifth]:.2f} to {ratios[-fifth]:.2f}")
    assert agreement > 0.95
    assert ratios[fifth] > 0.95
    assert ratios[-fifth] < 1.4


@pytest.mark.slow
@pytest.mark.parametrize("level", levels.LEVELS, ids=lambda level: level.key)
def test_what_is_hard_for_one_bot_is_hard_for_all(level: levels.Level) -> None:
    agreement, _ = calibrate(level, "classic", 12, tables=200, rounds=400)
    print(f"{level.key}: {agreement:.3f}")
    assert agreement > 0.95


def test_classic_tables_have_every_level() -> None:
    random = Random(11)
    met: Counter[int] = Counter()
    for _ in range(400):
        spots = draw(CLASSIC, 12, random)
        if claims := find(CLASSIC, spots):
            met[level_of(effort(CLASSIC, spots, claims))] += 1
    assert all(met[level] >= 8 for level in LEVELS)


# -- the first claim ----------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 6, 10, 60])
def test_the_first_of_equal_claims_is_found_at_a_quantile(count: int) -> None:
    z = NormalDist().inv_cdf(1 - 0.5 ** (1 / count))
    assert time_for_first([5000.0] * count) == pytest.approx(5000 * exp(SPREAD * z), rel=0.003)


def test_half_of_the_players_have_found_one_of_claims_that_are_not_alike() -> None:
    random = Random(1)
    medians = [3000.0, 5000.0, 5500.0, 14_000.0]
    times = [min(m * random.lognormvariate(0, SPREAD) for m in medians) for _ in range(20_000)]
    assert time_for_first(medians) == pytest.approx(median(times), rel=0.02)


@settings(deadline=None)
@given(MEDIANS, st.floats(100, 1e6), st.data())
def test_one_more_claim_or_an_easier_one_makes_the_first_come_sooner(
    medians: list[float], another: float, data: st.DataObject
) -> None:
    first = time_for_first(medians)
    assert time_for_first([*medians, another]) == time_for_first([another, *medians]) <= first
    place = data.draw(st.integers(0, len(medians) - 1))
    easier = list(medians)
    easier[place] /= data.draw(st.floats(1, 3))
    assert time_for_first(easier) <= first <= time_for_all(medians)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SETS), st.randoms(use_true_random=False))
def test_of_a_single_claim_the_first_is_the_last(variant: Variant, random: Random) -> None:
    spots = draw(variant, 9, random)
    for claim in find(variant, spots)[:1]:
        first = effort_of_first(variant, spots, [claim])
        assert first == effort(variant, spots, [claim]) > HAND


def test_the_first_claim_agrees_with_the_bots() -> None:
    random = Random(3)
    efforts: list[int] = []
    times: list[float] = []
    while len(efforts) < 60:
        spots = draw(CLASSIC, 12, random)
        if claims := find(CLASSIC, spots):
            efforts.append(effort_of_first(CLASSIC, spots, claims))
            times.append(simulate(PLAYER, CLASSIC, spots, 150, len(efforts), min))
    ratios = [effort / time for effort, time in zip(efforts, times, strict=True)]
    assert correlation(rank(efforts), rank(times)) > 0.95
    assert 0.9 < median(ratios) < 1.2
