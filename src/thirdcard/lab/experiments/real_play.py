r"""How often a table holds no claim in real play, and how many cards are left at the end.

A fresh layout of 12 cards holds no Set in 3.2 % of all cases, a table met in a game in 6.7 %: what
was claimed is gone from the table, and mostly cards without a Set stay.  So the share grows with
the rounds, from that of the fresh deal; no formula for it is known, and games are simulated.

What a table met is, and what the policies are, is said in `thirdcard.lab.kernels.play`.  Games are
played in blocks of a fixed size, each from the stream of ``(seed, block)``, so the answer depends
on the variant, the policy, the number of games and the seed alone.  The tables of one game depend
on one another, but weakly: the standard error of a share is about that of independent tables.

References:
    P. Norvig, "The Odds of Finding a Set in The Card Game SET", norvig.com/SET.html;
    H. Warne, "SET® Probabilities Revisited", henrikwarne.com (2011).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np

from thirdcard.errors import OptionError
from thirdcard.lab.kernels.claims import spot_codes
from thirdcard.lab.kernels.play import (
    LEFT,
    MET,
    NO_CLAIM,
    POLICIES,
    ROUND_MET,
    ROUND_NO_CLAIM,
    Counts,
    Policy,
    has_kernel,
    iter_tables,
    line_scores,
    play_kernel,
)
from thirdcard.lab.kernels.streams import (
    State,
    draw_below_kernel,
    new_state,
    require_seed,
    seed_state_kernel,
)
from thirdcard.lab.work import Work, run_blocks
from thirdcard.variants.variant import Variant

__all__ = ["MOST_GAMES", "RealPlay", "count_games", "count_games_plainly", "simulate"]

MOST_GAMES: Final = 10**10

_KERNEL_BLOCK: Final = 50_000
_PLAIN_BLOCK: Final = 20
_MOST_BLOCKS: Final = 1_000_000


@dataclass(frozen=True)
class RealPlay:
    """What was met in some games.

    Attributes:
        variant: the variant's key.
        games: games that were asked for.
        policy: which claims were taken.
        seed: of the streams.
        tables: number of cards → tables met and those without a claim, increasing.
        left: cards left at the end → games, increasing.
        claims: claims that were taken.
        rounds: claims taken before, tables of the start's size met, those without a claim.
        complete: whether it is all games; not after an interrupt.
    """

    variant: str
    games: int
    policy: str
    seed: int
    tables: dict[int, tuple[int, int]]
    left: dict[int, int]
    claims: int
    rounds: tuple[tuple[int, int, int], ...]
    complete: bool = True

    @property
    def played(self) -> int:
        """Number of games that were played to their end."""
        return sum(self.left.values())

    @property
    def claims_per_game(self) -> float:
        """The average number of claims."""
        return self.claims / self.played

    def to_dict(self) -> dict[str, Any]:
        """Return the answer of ``thirdcard simulate --json``."""
        return {
            "variant": self.variant,
            "games": self.games,
            "played": self.played,
            "policy": self.policy,
            "seed": self.seed,
            "tables": {str(cards): _share(*counted) for cards, counted in self.tables.items()},
            "left": {str(cards): games for cards, games in self.left.items()},
            "claims_per_game": self.claims_per_game,
            "rounds": [{"round": taken, **_share(*counted)} for taken, *counted in self.rounds],
            "complete": self.complete,
        }


def _share(met: int, no_claim: int) -> dict[str, Any]:
    return {"met": met, "no_claim": no_claim, "share": no_claim / met}


def simulate(
    variant: Variant,
    games: int,
    seed: int = 0,
    policy: str = "random",
    work: Work | None = None,
) -> RealPlay:
    """Play whole games of a variant and count what was met.

    Args:
        variant: the game.
        games: how many, 1 to `MOST_GAMES`.
        seed: of the streams, 0 to 2**64 - 1.
        policy: which claim is taken: ``random``, ``first``, ``easiest`` or ``hardest``.
        work: how to share the work.

    On an interrupt the blocks already played are counted, with ``complete`` false.

    Raises:
        OptionError: an argument is out of its range.
        KeyboardInterrupt: an interrupt before a block was done.
        ArithmeticError: games, tables and claims do not add up, so the counts are wrong.
    """
    if not 1 <= games <= MOST_GAMES:
        raise OptionError(f"{games} games: expected 1 to {MOST_GAMES}")
    if policy not in POLICIES:
        raise OptionError(f"policy {policy!r}: expected one of {', '.join(POLICIES)}")
    require_seed(seed)

    # What is compiled is on disk before several processes look for it.
    _prepare(variant)
    size = _block_size(variant, games)
    amounts = [min(size, games - first) for first in range(0, games, size)]
    total = np.zeros((5, variant.deck.size + 1), np.int64)
    blocks = run_blocks(
        partial(_play, variant, policy, seed),
        list(enumerate(amounts)),
        work or Work(),
        question={
            "experiment": "real play",
            "variant": variant.key,
            "games": games,
            "policy": policy,
            "seed": seed,
        },
        unit="games",
        amounts=amounts,
    )
    complete = True
    try:
        for index, counted in blocks:
            _add(total, counted, variant, amounts[index])
    except KeyboardInterrupt:
        if not total.any():
            raise
        complete = False
    return _summarize(variant, games, policy, seed, total, complete)


def _block_size(variant: Variant, games: int) -> int:
    """Return the games of a block, which must not depend on how the work is shared."""
    return max(_KERNEL_BLOCK if has_kernel(variant) else _PLAIN_BLOCK, -(-games // _MOST_BLOCKS))


def _play(variant: Variant, policy: str, seed: int, task: tuple[int, int]) -> list[list[int]]:
    """Play a block and return its counts without the columns of zeros at the end."""
    block, games = task
    counts = count_games(variant, POLICIES[policy], games, seed, block)
    columns = 1 + max(int(row.nonzero()[0].max(initial=0)) for row in counts)
    return [[int(number) for number in row[:columns]] for row in counts]


def _add(total: Counts, counted: list[list[int]], variant: Variant, games: int) -> None:
    """Add the counts of a block, if the cards that were taken are those that are not left."""
    counts = np.array(counted, np.int64)
    left = counts[LEFT]
    taken = games * variant.deck.size - int(left @ np.arange(left.size))
    claims = int(counts[MET].sum() - counts[NO_CLAIM].sum())
    sizes = variant.pattern.sizes
    # In a chain one card of a claim may come from the claim before.
    least = (sizes[0] - variant.rule.chains) * claims
    if left.sum() != games or not least <= taken <= sizes[-1] * claims:
        raise ArithmeticError(f"a block of {games} games of {variant.key} does not add up")
    total[:, : counts.shape[1]] += counts


def _summarize(
    variant: Variant, games: int, policy: str, seed: int, counts: Counts, complete: bool
) -> RealPlay:
    met, no_claim, left, round_met, round_no_claim = counts.tolist()
    return RealPlay(
        variant.key,
        games,
        policy,
        seed,
        {k: (met[k], no_claim[k]) for k in range(len(met)) if met[k]},
        {k: left[k] for k in range(len(left)) if left[k]},
        sum(met) - sum(no_claim),
        tuple((r, round_met[r], round_no_claim[r]) for r in range(len(met)) if round_met[r]),
        complete,
    )


# -- blocks of games ------------------------------------------------------------------------------


def _prepare(variant: Variant) -> None:
    """Compile what `count_games` calls for a variant, or load it from the disk."""
    count_games(variant, POLICIES["random"], 0, 0, 0)
    draw_below_kernel(new_state(1), 0, 1)


def count_games(variant: Variant, policy: Policy, games: int, seed: int, block: int) -> Counts:
    """Play the games of a block of a stream, compiled where there is a kernel for them."""
    if not has_kernel(variant):
        return count_games_plainly(variant, policy, games, seed, block)
    state, counts = _begin(variant, seed, block)
    play_kernel(
        spot_codes(variant.space),
        line_scores(variant.space.n, policy.weight),
        variant.grouping.count,
        variant.table_size,
        variant.growth,
        policy.draws,
        games,
        state,
        counts,
    )
    return counts


def count_games_plainly(
    variant: Variant, policy: Policy, games: int, seed: int, block: int
) -> Counts:
    """Play the same games as `count_games` by `iter_tables`."""
    state, counts = _begin(variant, seed, block)

    def draw(bound: int) -> int:
        return draw_below_kernel(state, 0, bound)

    order = list(range(variant.deck.size))
    for _ in range(games):
        lying = 0
        for taken, places, claimable in iter_tables(variant, policy, order, draw):
            lying = sum(spot is not None for spot in places)
            if lying:
                counts[MET, lying] += 1
                counts[NO_CLAIM, lying] += not claimable
            if lying == variant.table_size:
                counts[ROUND_MET, taken] += 1
                counts[ROUND_NO_CLAIM, taken] += not claimable
        counts[LEFT, lying] += 1
    return counts


def _begin(variant: Variant, seed: int, block: int) -> tuple[State, Counts]:
    state = new_state(1)
    seed_state_kernel(np.uint64(seed), np.uint64(block), state)
    return state, np.zeros((5, variant.deck.size + 1), np.int64)
