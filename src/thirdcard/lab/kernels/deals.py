"""Random deals in rows of lanes, and the number of claims of each: plain code for every variant.

A block of deals is a function of ``(seed, block)``; see `thirdcard.lab.kernels.streams`.  Its deals
are made a row at a time: the *i*-th card of all lanes of a row comes from the *i*-th row of
16-bit draws.  A deal with any refused draw is thrown away whole and another dealt in its stead, and
what is left is uniform, since each of its cards is.  A block has as many deals as are asked for,
exactly: of its last row only the first lanes that are still wanted count.

Without groups a deal is a uniform subset of the deck by Floyd's method: with *N* cards, *k* of them
dealt, the *i*-th draw, from 0, is one of the first N - k + i + 1 cards, or, if that is dealt
already, the last of these.  It needs no deck to be kept in order, so vector code makes the very
same deals, see `thirdcard.lab.kernels.vector_deals`.  With groups it matters which card lies
where, so each lane keeps a deck and shuffles its first *k* places (Fisher and Yates), whatever
order they are in.

References:
    J. Bentley and R. W. Floyd, "A sample of brilliance", Communications of the ACM 30 (1987).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from thirdcard.jit import compiled
from thirdcard.lab.kernels.claims import Tables, count_claims
from thirdcard.lab.kernels.streams import (
    DRAWS,
    GENERATORS,
    LANES,
    next_row_kernel,
    scale_draw_kernel,
    seed_state_kernel,
)
from thirdcard.variants.variant import Variant

__all__ = [
    "BLOCK",
    "count_deals",
    "deal_block",
    "deal_groups_kernel",
    "deal_subsets_kernel",
    "iter_blocks",
]

BLOCK = 4096
"""Deals of a block; the last one of a question may have fewer."""


def iter_blocks(first: int, deals: int) -> Iterator[tuple[int, int]]:
    """Yield the number and the size of each block, from a first one, of a number of deals."""
    for start in range(0, deals, BLOCK):
        yield first + start // BLOCK, min(BLOCK, deals - start)


def deal_block(variant: Variant, cards: int, seed: int, block: int, deals: int = BLOCK) -> Tables:
    """Return the first deals of a block: int16[deals, cards] spots, dealt to the groups in turn.

    Args:
        variant: whose deck and groups are meant.
        cards: how many to deal, 0 to the deck's size, the same to every group.
        seed: below 2**64.
        block: number of the block.
        deals: how many.
    """
    tables = np.empty((deals, cards), np.int16)
    groups = variant.grouping.count
    key = np.uint64(seed), np.uint64(block)
    if groups == 1:
        deal_subsets_kernel(*key, variant.deck.size, tables)
    else:
        deal_groups_kernel(*key, variant.deck.size, groups, tables)
    return tables


def count_deals(variant: Variant, cards: int, seed: int, first: int, deals: int) -> Counter[int]:
    """Count how many of some deals hold each number of claims.

    Args:
        variant: what is dealt, and what a claim is.
        cards: as for `deal_block`.
        seed: below 2**64.
        first: number of the first block.
        deals: how many, in that block and those after it.
    """
    found: Counter[int] = Counter()
    for block, size in iter_blocks(first, deals):
        counts = count_claims(variant, deal_block(variant, cards, seed, block, size))
        numbers, tables = np.unique(counts, return_counts=True)
        found.update(dict(zip(numbers.tolist(), tables.tolist(), strict=True)))
    return found


@compiled
def _refusals_kernel(deck: int, cards: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the bounds ``deck - cards + 1`` to ``deck``, and below what each refuses a draw."""
    bounds = np.arange(deck - cards + 1, deck + 1)
    return bounds, DRAWS % bounds


@compiled
def deal_subsets_kernel(seed: np.uint64, block: np.uint64, deck: int, tables: Tables) -> None:
    """Deal a block of uniform subsets of a deck by Floyd's method; see the module's docstring.

    Args:
        seed: of the stream.
        block: of the stream.
        deck: number of cards, less than 2**15.
        tables: int16[deals, cards], filled.
    """
    deals, cards = tables.shape
    bounds, refused_below = _refusals_kernel(deck, cards)
    state = np.empty((4, GENERATORS), np.uint64)
    seed_state_kernel(seed, block, state)
    rows = np.empty((cards, LANES), np.uint16)
    # A card is dealt already if it bears the number of this deal.
    marks = np.full(deck, -1, np.int64)
    mark, done = 0, 0
    while done < deals:
        for i in range(cards):
            next_row_kernel(state, rows[i])
        for lane in range(LANES):
            mark += 1
            accepted = done < deals
            for i in range(cards):
                card = scale_draw_kernel(rows[i, lane], bounds[i], refused_below[i])
                if card < 0 or not accepted:
                    accepted = False
                    break
                if marks[card] == mark:
                    card = bounds[i] - 1
                marks[card] = mark
                tables[done, i] = card
            done += accepted


@compiled
def deal_groups_kernel(
    seed: np.uint64, block: np.uint64, deck: int, groups: int, tables: Tables
) -> None:
    """Deal a block of cards to groups in turn, every card to any place alike.

    Args:
        seed: of the stream.
        block: of the stream.
        deck: number of cards, ``deck * groups`` less than 2**15.
        groups: number of groups.
        tables: int16[deals, cards], filled with ``card * groups + group``.
    """
    deals, cards = tables.shape
    bounds, refused_below = _refusals_kernel(deck, cards)
    state = np.empty((4, GENERATORS), np.uint64)
    seed_state_kernel(seed, block, state)
    rows = np.empty((cards, LANES), np.uint16)
    decks = np.empty((LANES, deck), np.int16)
    for lane in range(LANES):
        decks[lane] = np.arange(deck)
    done = 0
    while done < deals:
        for i in range(cards):
            next_row_kernel(state, rows[i])
        for lane in range(LANES):
            accepted = done < deals
            for i in range(cards):
                left = cards - 1 - i
                step = scale_draw_kernel(rows[i, lane], bounds[left], refused_below[left])
                if step < 0 or not accepted:
                    accepted = False
                    break
                card = decks[lane, i + step]
                decks[lane, i + step] = decks[lane, i]
                decks[lane, i] = card
                tables[done, i] = card * groups + i % groups
            done += accepted
