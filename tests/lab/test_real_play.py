"""Real play: against published shares, the game machine move by move, and plain counting."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, islice, pairwise
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.every import FAST
from thirdcard.core.geometry import Point, Space
from thirdcard.errors import OptionError
from thirdcard.game.commands import Claim, Command, Flip, Join, Start
from thirdcard.game.events import Dealt, Ended, Header
from thirdcard.game.machine import decide, evolve, open_table
from thirdcard.game.state import State
from thirdcard.lab.experiments.real_play import (
    MOST_GAMES,
    RealPlay,
    count_games,
    count_games_plainly,
    simulate,
)
from thirdcard.lab.kernels.play import POLICIES, Policy, difficulty, has_kernel, iter_tables
from thirdcard.lab.work import Work
from thirdcard.variants.decks import JUNIOR, DeckChoice
from thirdcard.variants.groups import FLAT
from thirdcard.variants.patterns import SET, LinePattern
from thirdcard.variants.registry import iter_variants, parse_variant
from thirdcard.variants.rules import FREE
from thirdcard.variants.variant import Spot, Variant

CLASSIC = parse_variant("classic")
JUNIOR_GAME = parse_variant("junior")
VARIANTS = list(iter_variants())
LINES = [v for v in VARIANTS if has_kernel(v) and not v.rule.face_down]

Table = tuple[int, tuple[Spot | None, ...], bool]


def takes_long(variant: Variant) -> bool:
    """Tables grow most in chains, and each is searched from the start."""
    mega, junior = variant.deck.key == "mega", variant.deck.key == "junior"
    bowties, unions = variant.pattern.key == "super", variant.pattern.key == "eight"
    grouped = variant.grouping.count > 1
    return variant.rule.chains and (
        (junior and unions) or (mega and grouped) or (grouped and bowties)
    )


EVERY = [
    pytest.param(
        v, id=v.key, marks=[pytest.mark.slow] if takes_long(v) or v.key not in FAST else []
    )
    for v in VARIANTS
]


def deviation(share: float, known: float, trials: int) -> float:
    """Return how many standard errors a share is away from what is known."""
    return abs(share - known) / sqrt(known * (1 - known) / trials)


# -- what is known --------------------------------------------------------------------------------

# Two simulations by others, of 10**9 and of 4 * 10**6 games, agree on these within their errors.
NO_SET_SHARES = {12: 0.0666141, 15: 0.0112181}
LEFT_SHARES = {0: 0.0122294, 6: 0.4682882, 9: 0.445045, 12: 0.0736701, 15: 0.0007668}

FRESH = Fraction(2284535476080, 70724320184700)
"""The exact share of 12-card layouts without a Set."""


@pytest.fixture(scope="module")
def classic() -> RealPlay:
    return simulate(CLASSIC, 200_000, seed=1)


@pytest.mark.parametrize(("cards", "known"), NO_SET_SHARES.items())
def test_no_set_shares_are_those_that_others_found(
    classic: RealPlay, cards: int, known: float
) -> None:
    met, no_claim = classic.tables[cards]
    assert deviation(no_claim / met, known, met) < 4


@pytest.mark.parametrize(("cards", "known"), LEFT_SHARES.items())
def test_cards_left_are_those_that_others_found(
    classic: RealPlay, cards: int, known: float
) -> None:
    assert deviation(classic.left[cards] / 200_000, known, 200_000) < 4
    # Three cards cannot be left: all cards sum to zero, and so do the claimed ones.
    assert set(classic.left) <= {0, 6, 9, 12, 15, 18}


def test_no_set_share_starts_at_the_fresh_deals_and_worsens(classic: RealPlay) -> None:
    shares = {taken: no_claim / met for taken, met, no_claim in classic.rounds}
    assert classic.rounds[0][:2] == (0, 200_000)
    assert deviation(shares[0], float(FRESH), 200_000) < 4
    assert shares[0] < shares[1] < shares[3] < shares[20]
    # More than twice as bad in the end.
    assert shares[20] > 2 * shares[0]


def test_rounds_add_up_to_the_tables_of_the_starts_size(classic: RealPlay) -> None:
    assert [taken for taken, *_ in classic.rounds] == list(range(len(classic.rounds)))
    met = sum(met for _, met, _ in classic.rounds)
    no_claim = sum(no_claim for *_, no_claim in classic.rounds)
    assert (met, no_claim) == classic.tables[12]


def test_a_preference_for_claims_of_one_kind_leaves_worse_tables() -> None:
    """Most for the difficult ones.  Of 3,000,000 games 64.8, 67.7 and 73.3 % of the tables met."""
    shares = {}
    for policy in ("random", "easiest", "hardest"):
        met, no_claim = simulate(JUNIOR_GAME, 30_000, seed=3, policy=policy).tables[6]
        shares[policy] = no_claim / met
    assert shares["random"] + 0.015 < shares["easiest"] < shares["hardest"] - 0.03


# -- the game machine -----------------------------------------------------------------------------


def find_first(state: State) -> Sequence[Spot]:
    """The definition: claims by their places, the cards of the claim before behind all places."""
    previous = state.previous_of(0)
    places: dict[Spot, int] = {}
    for slot in range(len(state.slots)):
        spot = state.spot(slot)
        if spot is not None:
            places[spot] = slot
    for i, spot in enumerate(previous):
        places[spot] = 1000 + i
    claims = state.variant.iter_claims(state.spots, previous)
    return min(claims, key=lambda claim: sorted(places[spot] for spot in claim))


def iter_commands(state: State, claim: Sequence[Spot]) -> Iterator[Command]:
    if state.variant.rule.face_down:
        for spot in claim:
            slot = state.find_slot(state.variant.point(spot))
            assert slot is not None
            yield Flip("ann", slot, state.seq)
    else:
        yield Claim("ann", tuple(map(state.variant.code, claim)), state.seq)


def iter_machine_tables(state: State) -> Iterator[Table]:
    """Play the first claims at a table of the machine until the game ends."""
    commands: Iterator[Command] = iter((Join("ann", "Ann"), Start("ann")))
    while state.phase != "ended":
        for command in commands:
            for event in decide(state, command, 0):
                grows = isinstance(event, Dealt) and event.reason == "growth"
                if grows or isinstance(event, Ended):
                    yield describe(state, claimable=False)
                state = evolve(state, event)
        if state.phase == "playing":
            yield describe(state, claimable=True)
            commands = iter_commands(state, find_first(state))


def describe(state: State, claimable: bool) -> Table:
    places = [state.spot(slot) for slot in range(len(state.slots))]
    return state.seats[0].claims, without_end(places), claimable


def without_end(places: Sequence[Spot | None]) -> tuple[Spot | None, ...]:
    used = [i for i, spot in enumerate(places) if spot is not None]
    return tuple(places[: used[-1] + 1]) if used else ()


@pytest.mark.parametrize("variant", EVERY)
def test_tables_are_those_of_the_game_machine(variant: Variant) -> None:
    """The same deck and the same claims: every table, every place, to the end of the game."""
    seed = Random(variant.key).randbytes(32)
    state, _ = open_table(Header(variant=variant.key), seed, 0)
    # A draw of 0 deals the deck in the order in which it lies.
    played = iter_tables(variant, POLICIES["first"], list(state.deck), lambda bound: 0)
    ours = [(taken, without_end(places), claims) for taken, places, claims in played]
    assert ours == list(iter_machine_tables(state))


@pytest.mark.parametrize("variant", EVERY)
def test_every_variant_is_played_to_its_end(variant: Variant) -> None:
    result = simulate(variant, 1, seed=5, policy=list(POLICIES)[VARIANTS.index(variant) % 4])
    assert result.complete
    assert result.played == 1
    assert result.claims > 0


# -- the kernel and its plain twin ----------------------------------------------------------------


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", LINES, ids=[v.key for v in LINES])
def test_kernel_plays_the_very_games_of_its_plain_twin(variant: Variant, policy: str) -> None:
    games = 24 if variant.deck.size < 243 else 5
    for block in range(2):
        arguments = (variant, POLICIES[policy], games, 7, block)
        assert np.array_equal(count_games(*arguments), count_games_plainly(*arguments))


def test_kernels_cover_what_they_should() -> None:
    keys = {variant.key for variant in VARIANTS if has_kernel(variant)}
    assert len(keys) == 18
    assert {"classic", "mega+ultra9", "junior+ultra", "memory"} <= keys
    assert not {"chain", "super", "double"} & keys


def test_cards_face_down_change_nothing() -> None:
    memory, free = simulate(parse_variant("memory"), 500), simulate(CLASSIC, 500)
    assert (memory.tables, memory.left) == (free.tables, free.left)


@pytest.mark.parametrize(
    ("key", "taken"), [("classic", 3), ("mega", 3), ("ultra9", 3), ("super", 4), ("double", 6)]
)
def test_cards_that_were_not_claimed_are_left(key: str, taken: int) -> None:
    variant = parse_variant(key)
    result = simulate(variant, 100)
    left = sum(cards * games for cards, games in result.left.items())
    assert result.claims * taken + left == 100 * variant.deck.size
    assert sum(result.left.values()) == 100
    # A table without a claim grows or ends its game, and all of these tables hold a card.
    unclaimed = {cards: no_claim for cards, (_, no_claim) in result.tables.items()}
    assert all(unclaimed[cards] >= games for cards, games in result.left.items() if cards)


def test_chain_takes_one_card_less_from_the_table() -> None:
    result = simulate(parse_variant("chain"), 20)
    left = sum(cards * games for cards, games in result.left.items())
    assert 2 * result.claims + 20 + left == 20 * 81


# -- policies -------------------------------------------------------------------------------------


def count_features(space: Space, points: Sequence[Point]) -> int:
    return sum(len(set(values)) > 1 for values in zip(*map(space.digits, points), strict=True))


def iter_choices(policy: Policy, games: int, seed: int) -> Iterator[tuple[list[set[Spot]], int]]:
    """Yield the claims of tables in the order of their places, and which of them was taken."""
    random = Random(seed)
    for _ in range(games):
        played = iter_tables(CLASSIC, policy, list(range(81)), random.randrange)
        for (_, places, claimable), (_, later, _) in pairwise(played):
            if claimable:
                order = [spot for spot in places if spot is not None]
                claims = [set(c) for c in combinations(order, 3) if CLASSIC.is_claim(c)]
                yield claims, claims.index(set(order) - set(later))


@pytest.mark.parametrize(("policy", "best"), [("easiest", min), ("hardest", max)])
def test_claims_taken_differ_in_the_fewest_or_the_most_features(policy: str, best: object) -> None:
    assert callable(best)
    ties: Counter[bool] = Counter()
    for claims, taken in iter_choices(POLICIES[policy], 8, 1):
        features = [count_features(CLASSIC.space, list(claim)) for claim in claims]
        assert features[taken] == best(features)
        ties[features.index(features[taken]) == taken] += 1
    # Of several such claims it is not always the first.
    assert ties[False] > 20


def test_first_claim_is_the_first_by_its_places() -> None:
    assert all(taken == 0 for _, taken in iter_choices(POLICIES["first"], 8, 1))


def test_random_claims_are_uniform() -> None:
    drawn = Counter(
        taken for claims, taken in iter_choices(POLICIES["random"], 40, 1) if len(claims) == 3
    )
    total = sum(drawn.values())
    assert total > 150
    assert set(drawn) == {0, 1, 2}
    assert all(deviation(count / total, 1 / 3, total) < 4 for count in drawn.values())


@pytest.mark.parametrize("key", ["ultra", "super", "double", "eight"])
def test_difficulty_is_the_mean_distance_of_two_cards(key: str) -> None:
    variant = parse_variant(key)
    table = Random(key).sample(range(variant.space.size), 24)
    for claim in islice(variant.iter_claims(table), 50):
        distances = [count_features(variant.space, pair) for pair in combinations(claim, 2)]
        expected = Fraction(sum(distances), len(distances))
        assert difficulty(variant.space, claim) == expected
        if len(claim) == 3:
            assert expected == count_features(variant.space, claim)


# -- blocks ---------------------------------------------------------------------------------------


def test_answer_does_not_depend_on_who_works_on_it() -> None:
    games = 120_000
    here = simulate(JUNIOR_GAME, games, seed=9, policy="hardest")
    assert simulate(JUNIOR_GAME, games, 9, "hardest", Work(jobs=2)) == here
    parts = [
        count_games(JUNIOR_GAME, POLICIES["hardest"], part, 9, block)
        for block, part in enumerate((50_000, 50_000, 20_000))
    ]
    met, no_claim, left = sum(parts)[:3].tolist()  # type: ignore[index]
    assert here.tables == {k: (met[k], no_claim[k]) for k in range(28) if met[k]}
    assert here.left == {k: left[k] for k in range(28) if left[k]}
    # Neither two blocks nor two seeds are the same games.
    assert not np.array_equal(parts[0], parts[1])
    assert here.left != simulate(JUNIOR_GAME, games, seed=8, policy="hardest").left


def test_plain_games_do_not_depend_on_who_works_on_them(tmp_path: Path) -> None:
    variant = parse_variant("junior+super")
    here = simulate(variant, 50, seed=2)
    work = Work(resume=tmp_path / "games")
    assert simulate(variant, 50, 2, work=work) == here
    assert simulate(variant, 50, 2, work=work) == here
    with pytest.raises(OptionError, match="policy"):
        simulate(variant, 50, 2, "hardest", work)


@dataclass(frozen=True)
class Impatient(LinePattern):
    """A Set, whose search is interrupted after a number of tables."""

    patience: list[None] = field(default_factory=list, hash=False)

    def iter_claims(self, space: Space, points: Sequence[Point]) -> Iterator[tuple[Point, ...]]:
        if not self.patience:
            raise KeyboardInterrupt
        self.patience.pop()
        return super().iter_claims(space, points)


def junior_of(pattern: LinePattern) -> Variant:
    return Variant(DeckChoice(JUNIOR, "Junior", "", 9), FLAT, pattern, FREE)


def test_interrupt_returns_the_games_of_the_blocks_that_are_done() -> None:
    names = (SET.key, SET.title, SET.noun, SET.sentence, None, SET.sizes)
    variant = junior_of(Impatient(*names, patience=[None] * 600))
    result = simulate(variant, 10_000, seed=4)
    assert not result.complete
    assert result.games == 10_000
    assert 20 <= result.played < 100
    assert result.played % 20 == 0
    whole = simulate(junior_of(SubclassOfSet(*names)), result.played, seed=4)
    assert (whole.tables, whole.left) == (result.tables, result.left)
    assert result.to_dict()["complete"] is False
    with pytest.raises(KeyboardInterrupt):
        simulate(variant, 10_000, seed=4)


class SubclassOfSet(LinePattern):
    """A pattern that kernels know nothing of."""


def test_games_that_do_not_add_up_are_never_shown() -> None:
    """A pattern that says of its claims that they have four cards, and claims three."""
    liar = SubclassOfSet(SET.key, SET.title, SET.noun, SET.sentence, None, range(4, 5))
    with pytest.raises(ArithmeticError, match="a block of 20 games of junior does not add up"):
        simulate(junior_of(liar), 20)


# -- answers and errors ---------------------------------------------------------------------------


def test_answer_as_json(classic: RealPlay) -> None:
    answer = json.loads(json.dumps(classic.to_dict()))
    assert (answer["games"], answer["played"], answer["seed"]) == (200_000, 200_000, 1)
    assert (answer["variant"], answer["policy"]) == ("classic", "random")
    met, no_claim = classic.tables[12]
    assert answer["tables"]["12"] == {"met": met, "no_claim": no_claim, "share": no_claim / met}
    assert answer["left"] == {str(cards): games for cards, games in classic.left.items()}
    assert answer["claims_per_game"] == pytest.approx(24.5, abs=0.1)
    taken, met, no_claim = classic.rounds[7]
    share = no_claim / met
    assert answer["rounds"][7] == {"round": taken, "met": met, "no_claim": no_claim, "share": share}
    assert answer["complete"] is True


@pytest.mark.parametrize("games", [0, -1, MOST_GAMES + 1])
def test_wrong_numbers_of_games_are_refused(games: int) -> None:
    with pytest.raises(OptionError, match=f"^{games} games: expected 1 to 10000000000$"):
        simulate(CLASSIC, games)


def test_unknown_policies_are_refused() -> None:
    with pytest.raises(
        OptionError, match="'best': expected one of random, first, easiest, hardest"
    ):
        simulate(CLASSIC, 1, policy="best")


def test_seeds_out_of_range_are_refused() -> None:
    with pytest.raises(OptionError, match="seed -1"):
        simulate(CLASSIC, 1, seed=-1)
