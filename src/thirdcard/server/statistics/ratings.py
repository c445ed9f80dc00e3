r"""How strong people are: openskill's Plackett–Luce model, with bots as fixed points.

Everybody's strength is a normal distribution that each game moves, by who was ahead of whom.  Bots
do not learn: their places are fixed, and tie all ratings to the same scale, also those of two
groups of people who never meet.

The places follow from how often the stronger of two neighbouring levels wins a plain game.  In the
model the weaker of two loses with the probability

.. math::  p = \frac 1 {1 + e^{-(\mu_2 - \mu_1) / c}}, \quad c = \sqrt{2} \beta

where both strengths are known exactly, so levels that were measured to win with p are
c ln(p / (1 - p)) apart.  The middle one stands where a newcomer begins.

References:
    R. C. Weng and C.-J. Lin, "A Bayesian approximation method for online ranking", Journal of
    Machine Learning Research 12 (2011).
    V. Joshy, "OpenSkill: a faster asymmetric multi-team, multiplayer rating system", Journal of
    Open Source Software 9 (2024).
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import log, sqrt
from typing import Final

from openskill.models import PlackettLuce

from thirdcard.server.store.result_rows import (
    OVERALL,
    Kind,
    RatedGame,
    RatedSeat,
    Rating,
    RatingOf,
)

__all__ = ["BOT_PLACES", "NEWCOMER", "WIN_SHARES", "rate", "sure_strength"]

WIN_SHARES: Final = (0.865, 0.85, 0.875, 0.8725)
"""Shares of 400 plain games that level 2 won against 1, 3 against 2, and so on; to ± 0.035.

`benchmarks/ladder.py` measures them."""

_MODEL: Final = PlackettLuce()

NEWCOMER: Final = Rating(_MODEL.mu, _MODEL.sigma, 0)
"""Who has not been rated yet."""


def _place_bots() -> tuple[float, ...]:
    scale = sqrt(2) * _MODEL.beta
    steps = [scale * log(share / (1 - share)) for share in WIN_SHARES]
    places = list(accumulate(steps, initial=0.0))
    middle = places[len(places) // 2]
    return tuple(NEWCOMER.mu + place - middle for place in places)


BOT_PLACES: Final = _place_bots()
"""The strength of each level of bots, level 1 first."""


def sure_strength(rating: Rating) -> float:
    """Return what a strength very likely exceeds, by which boards are ordered."""
    return rating.mu - 3 * rating.sigma


def rate(before: Mapping[RatingOf, Rating], games: Sequence[RatedGame]) -> dict[RatingOf, Rating]:
    """Return the ratings that games change, taken one after the other.

    Each game counts for its variant and contest, and overall.  Somebody who left the club counts as
    a newcomer, and is not rated.
    """
    changed: dict[RatingOf, Rating] = {}
    now = ChainMap(changed, dict(before))
    for game in games:
        for kind in ((game.variant, game.contest), OVERALL):
            changed.update(_rate_game(game, kind, now))
    return changed


def _rate_game(
    game: RatedGame,
    kind: Kind,
    now: Mapping[RatingOf, Rating],
) -> dict[RatingOf, Rating]:
    known = [_find(seat, kind, now) for seat in game.seats]
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in known]
    rated = _MODEL.rate(teams, ranks=[float(seat.rank) for seat in game.seats])
    return {
        (seat.player, kind): Rating(new.mu, new.sigma, old.games + 1)
        for seat, old, (new,) in zip(game.seats, known, rated, strict=True)
        if seat.player is not None
    }


def _find(
    seat: RatedSeat,
    kind: Kind,
    now: Mapping[RatingOf, Rating],
) -> Rating:
    """Return how strong somebody is before a game."""
    if seat.bot is not None:
        return Rating(BOT_PLACES[min(seat.bot, len(BOT_PLACES)) - 1], 0.0, 0)
    if seat.player is None:
        return NEWCOMER
    return now.get((seat.player, kind), NEWCOMER)
