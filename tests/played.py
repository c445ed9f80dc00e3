"""The variants that are played from start to end by machine, over sockets and in browsers."""

from thirdcard.variants.axes import AXES, DECKS

COMBINATIONS = (
    "double+ultra",
    "mega+super+chain",
    "mega+super",
    "chain+ultra9",
    "memory+junior",
    "eight+mega",
)

PLAYED = (
    DECKS.default.key,
    *(value.key for axis in AXES for value in axis.values[1:]),
    *COMBINATIONS,
)
"""The plain game, every other value of each axis, and combinations of note."""
