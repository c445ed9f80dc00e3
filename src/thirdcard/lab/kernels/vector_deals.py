r"""Deals without groups and their lines, 64 at a time in vectors of the processor.

The deals are those of `thirdcard.lab.kernels.deals.deal_subsets_kernel`, bit for bit: a lane of
each vector is a lane of a row.  numba has no vectors, so the body of the loop is an intrinsic that
writes LLVM's instructions for them; every operation below stands for all lanes.

* The words of the generators, ``<16 x i64>``, are the draws ``<64 x i16>`` without any work.
* A bound times a draw is a 16-bit multiplication, once the upper half and once the lower.
* Floyd's method asks whether a card is dealt already: whether the least exclusive or with those
  before is 0.  This is faster than to gather the bits of comparisons, which processors keep apart
  from their vectors.
* With :math:`q_i = \lfloor p / 3^i \rfloor` the digit *i* of a card *p* is
  :math:`q_i - 3 q_{i+1}`, so the code of two bits a digit is
  :math:`\sum_i 4^i (q_i - 3 q_{i+1}) = p + \sum_{i \ge 1} 4^{i-1} q_i`; each quotient is the
  upper half of a multiplication by :math:`\lceil 2^{16} / 3^i \rceil`, which is exact below
  3**5.  Adding 01 to each digit gives the code of `thirdcard.lab.kernels.claims`, whose third
  spots take six operations.  Four digits fit a byte, and digits that a deck lacks are 0 throughout.
* Of a line's three cards two lie in the same half of the deal.  The third of a pair inside a half
  is compared with the cards after the pair and, from the second half, with those of the first, so
  each triple is looked at once: :math:`\binom{k}{3} / 64` comparisons a deal, which pays up to
  whole decks of 81 cards.

The type of the array of counts says whether lanes are bytes, and belongs to the signature, so that
numba compiles for both, whatever the deck and the number of cards, and keeps the code on disk.

The first use in a process for a deck and a number of cards is compared with plain code.  If it
differs, or does not compile, plain code is used; the answers are the same, later.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from thirdcard.core.geometry import Space
from thirdcard.jit import compiled
from thirdcard.lab.kernels.claims import count_lines_kernel, spot_codes
from thirdcard.lab.kernels.deals import BLOCK, deal_subsets_kernel
from thirdcard.lab.kernels.streams import DRAWS, GENERATORS, LANES, seed_state_kernel

__all__ = ["MOST_FEATURES", "count_line_deals", "count_line_deals_kernel", "is_trusted"]

MOST_FEATURES = 5
"""Number of features up to which decks are dealt in vectors."""

_LARGEST_DECK = 3**MOST_FEATURES
_DIGITS = {8: 4, 16: MOST_FEATURES}
"""Digits of a code in lanes of a number of bits."""

_TRIAL = 1000
"""Deals that the first use is compared on."""

Lines = NDArray[np.uint8] | NDArray[np.uint16]


def count_line_deals(space: Space, cards: int, seed: int, first: int, deals: int) -> Counter[int]:
    """Count how many of some deals hold each number of lines.

    Args:
        space: of the deck, of at most `MOST_FEATURES` coordinates.
        cards: how many to deal, 0 to the deck's size.
        seed: below 2**64.
        first: number of the first block.
        deals: how many, in that block and those after it.
    """
    most = cards * (cards - 1) // 6
    narrow = space.n <= _DIGITS[8] and most < np.iinfo(np.uint8).max
    counts: Lines = np.empty(LANES, np.uint8) if narrow else np.empty(LANES, np.uint16)
    found = np.zeros(np.iinfo(counts.dtype).max + 1, np.int64)
    count_line_deals_kernel(
        np.uint64(seed), np.uint64(first), deals, space.size, cards, counts, found
    )
    return Counter({int(lines): int(found[lines]) for lines in np.flatnonzero(found)})


@cache
def is_trusted(space: Space, cards: int) -> bool:
    """Tell whether vectors can be used for such deals, having compared some with plain code's.

    If they can not though they should, says so in one line to the log, once.
    """
    if space.n > MOST_FEATURES:
        return False
    try:
        found = count_line_deals(space, cards, 1, 1, _TRIAL)
    except Exception as error:  # whatever the compiler of this machine may come up with
        reason = type(error).__name__
    else:
        tables = np.empty((_TRIAL, cards), np.int16)
        counts = np.empty(_TRIAL, np.int64)
        deal_subsets_kernel(np.uint64(1), np.uint64(1), space.size, tables)
        count_lines_kernel(tables, spot_codes(space), counts)
        if found == Counter(counts.tolist()):
            return True
        reason = "its answers differ from those of plain code"
    _complain(reason)
    return False


@cache
def _complain(reason: str) -> None:
    """Say once why there are no vectors."""
    logging.getLogger(__name__).warning("deals take longer, without vector code: %s", reason)


@compiled
def count_line_deals_kernel(
    seed: np.uint64,
    first: np.uint64,
    deals: int,
    deck: int,
    cards: int,
    counts: Lines,
    found: NDArray[np.int64],
) -> None:
    """Count how many of some deals hold each number of lines; see the module's docstring.

    Args:
        seed: of the streams.
        first: number of the first block.
        deals: how many, in that block and those after it.
        deck: number of cards in the deck, a power of 3 up to 3**5.
        cards: how many are dealt.
        counts: uint8[LANES] or, for a deck of 3**5 or more lines than a byte counts, uint16[LANES].
        found: int64 for every number that an element of counts may have, added to.
    """
    state = np.empty((4, GENERATORS), np.uint64)
    refusal = len(found) - 1
    block, left = np.uint64(first), deals
    while left > 0:
        seed_state_kernel(seed, block, state)
        block += np.uint64(1)
        wanted = min(left, BLOCK)
        left -= wanted
        while wanted >= LANES:
            _deal_row(state, deck, cards, counts)  # type: ignore[call-arg]
            refused = found[refusal]
            for lane in range(LANES):
                found[counts[lane]] += 1
            wanted -= LANES - (found[refusal] - refused)
        while wanted > 0:
            _deal_row(state, deck, cards, counts)  # type: ignore[call-arg]
            for lane in range(LANES):
                if wanted > 0 and counts[lane] != refusal:
                    found[counts[lane]] += 1
                    wanted -= 1
    found[refusal] = 0


# -- the vector program ---------------------------------------------------------------------------

Value = Any
"""A value of the program that is written; llvmlite has no types."""


@intrinsic
def _deal_row(typing: Any, state: Any, deck: Any, cards: Any, counts: Any) -> Any:
    """Deal a row and write the number of lines of each lane, all ones for a refused deal.

    Args:
        typing: numba's context.
        state: uint64[4, GENERATORS], stepped once a card.
        deck: number of cards in the deck.
        cards: how many are dealt.
        counts: uint8[LANES] or uint16[LANES], filled.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        state, deck, cards, counts = arguments
        kinds = signature.args
        _Program(builder, kinds[3].dtype.bitwidth).write(
            context.make_array(kinds[0])(context, builder, state).data,
            context.cast(builder, deck, kinds[1], types.int64),
            context.cast(builder, cards, kinds[2], types.int64),
            context.make_array(kinds[3])(context, builder, counts).data,
        )
        return context.get_dummy_value()

    return types.void(state, deck, cards, counts), generate


def _vector(bits: int, lanes: int = LANES) -> Any:
    return ir.VectorType(ir.IntType(bits), lanes)


class _Vectors:
    """Memory for vectors of a type: a variable, or an array of them."""

    def __init__(self, builder: Any, kind: Any, size: int = 1) -> None:
        self.builder, self.kind = builder, kind
        count = ir.IntType(64)(size)
        self.start = cgutils.alloca_once(builder, kind, size=count)  # type: ignore[no-untyped-call]
        self.start.align = LANES

    def _at(self, index: Value | None) -> Value:
        if index is None:
            return self.start
        return self.builder.gep(self.start, [index], source_etype=self.kind)

    def get(self, index: Value | None = None) -> Value:
        return self.builder.load(self._at(index), typ=self.kind)

    def put(self, value: Value, index: Value | None = None) -> None:
        self.builder.store(value, self._at(index))

    def fill(self, number: int) -> None:
        self.put(ir.Constant(self.kind, [number] * self.kind.count))


class _Program:
    """Writes the instructions of `_deal_row`.

    Args:
        builder: where they are written to.
        width: bits of a lane of the codes and the counts.
    """

    def __init__(self, builder: Any, width: int) -> None:
        self.builder = builder
        self.width = width
        self.words = [_Vectors(builder, _vector(64, GENERATORS)) for _ in range(4)]
        self.dealt = _Vectors(builder, _vector(8), _LARGEST_DECK)
        self.codes = _Vectors(builder, _vector(width), _LARGEST_DECK)
        self.refused = _Vectors(builder, _vector(1))
        self.lines = _Vectors(builder, _vector(width))
        self.apart = {bits: _Vectors(builder, _vector(bits)) for bits in (8, width)}

    def write(self, state: Value, deck: Value, cards: Value, counts: Value) -> None:
        """Write all of it; state and counts are addresses."""
        build, index = self.builder, ir.IntType(64)
        kind = _vector(64, GENERATORS)
        row = build.bitcast(state, kind.as_pointer())
        places = [build.gep(row, [index(part)], source_etype=kind) for part in range(4)]
        for word, place in zip(self.words, places, strict=True):
            word.put(build.load(place, typ=kind, align=8))
        self.refused.fill(0)
        fewest = build.sub(build.add(deck, index(1)), cards)
        with self._loop(index(0), cards) as i:
            self._deal(i, build.add(fewest, i))
        for word, place in zip(self.words, places, strict=True):
            build.store(word.get(), place, align=8)

        self.lines.fill(0)
        half = build.lshr(build.add(cards, index(1)), index(1))
        self._count_lines(index(0), half, cards, None)
        self._count_lines(half, cards, cards, half)
        ones = ir.Constant(_vector(self.width), [-1] * LANES)
        counted = build.select(self.refused.get(), ones, self.lines.get())
        build.store(counted, build.bitcast(counts, counted.type.as_pointer()), align=1)

    @contextmanager
    def _loop(self, start: Value, end: Value) -> Iterator[Value]:
        """Write a loop around what is written inside; gives its index."""
        with cgutils.for_range_slice(self.builder, start, end, ir.IntType(64)(1)) as (index, _):
            yield index

    def _spread(self, number: Value, bits: int) -> Value:
        """Return the lower bits of an integer in all lanes."""
        build, kind, zero = self.builder, _vector(bits), ir.IntType(32)(0)
        nothing = ir.Constant(kind, ir.Undefined)
        lane = build.insert_element(nothing, build.trunc(number, ir.IntType(bits)), zero)
        return build.shuffle_vector(lane, nothing, ir.Constant(_vector(32), [0] * LANES))

    def _by(self, operation: Callable[[Value, Value], Value], value: Value, number: int) -> Value:
        """Return an operation of a value and a number in all lanes."""
        return operation(value, ir.Constant(value.type, [number] * value.type.count))

    def _rotate(self, words: Value, bits: int) -> Value:
        build = self.builder
        left = self._by(build.shl, words, bits)
        return build.or_(left, self._by(build.lshr, words, 64 - bits))

    def _high_product(self, a: Value, b: Value) -> Value:
        """Return the upper halves of the products of 16-bit numbers."""
        build, double = self.builder, _vector(32)
        product = build.mul(build.zext(a, double), build.zext(b, double))
        return build.trunc(self._by(build.lshr, product, 16), _vector(16))

    def _forget(self, bits: int) -> None:
        """Begin to look for a value of a number of bits; see `_look` and `_is_found`."""
        self.apart[bits].fill(-1)

    def _look(self, value: Value, others: _Vectors, start: Value, end: Value) -> None:
        """Look for a value among others."""
        build, apart = self.builder, self.apart[value.type.element.width]
        with self._loop(start, end) as k:
            before, now = apart.get(), build.xor(value, others.get(k))
            apart.put(build.select(build.icmp_unsigned("<", now, before), now, before))

    def _is_found(self, bits: int) -> Value:
        """Return the lanes in which the value that was looked for is one of the others."""
        nothing = ir.Constant(_vector(bits), [0] * LANES)
        return self.builder.icmp_unsigned("==", self.apart[bits].get(), nothing)

    # -- dealing --------------------------------------------------------------------------

    def _draw(self) -> Value:
        """Step the generators and return their draws."""
        build = self.builder
        s0, s1, s2, s3 = (word.get() for word in self.words)
        total = build.add(self._rotate(build.add(s0, s3), 23), s0)
        shifted = self._by(build.shl, s1, 17)
        s2, s3 = build.xor(s2, s0), build.xor(s3, s1)
        s1, s0 = build.xor(s1, s2), build.xor(s0, s3)
        s2, s3 = build.xor(s2, shifted), self._rotate(s3, 45)
        for word, value in zip(self.words, (s0, s1, s2, s3), strict=True):
            word.put(value)
        return build.bitcast(total, _vector(16))

    def _deal(self, i: Value, bound: Value) -> None:
        """Deal the next card by Floyd's method, from a draw below a bound."""
        build, index = self.builder, ir.IntType(64)
        draws, bounds = self._draw(), self._spread(bound, 16)
        least = self._spread(build.urem(index(DRAWS), bound), 16)
        refused = build.icmp_unsigned("<", build.mul(draws, bounds), least)
        self.refused.put(build.or_(self.refused.get(), refused))
        card = build.trunc(self._high_product(draws, bounds), _vector(8))
        self._forget(8)
        self._look(card, self.dealt, index(0), i)
        last = self._spread(build.sub(bound, index(1)), 8)
        card = build.select(self._is_found(8), last, card)
        self.dealt.put(card, i)
        self.codes.put(self._code(card), i)

    # -- lines ----------------------------------------------------------------------------

    def _code(self, card: Value) -> Value:
        """Return the codes of cards, two bits a digit."""
        build = self.builder
        card = build.zext(card, _vector(16))
        code = self._by(build.add, card, self._ones())
        for i in range(1, _DIGITS[self.width]):
            factor = ir.Constant(_vector(16), [-(-DRAWS // 3**i)] * LANES)
            quotient = self._high_product(card, factor)
            code = build.add(code, self._by(build.shl, quotient, 2 * (i - 1)))
        return code if self.width == 16 else build.trunc(code, _vector(self.width))

    def _ones(self) -> int:
        """Return the code 01 in every digit."""
        return sum(1 << 2 * digit for digit in range(_DIGITS[self.width]))

    def _third(self, a: Value, b: Value) -> Value:
        build = self.builder
        x = build.xor(a, b)
        low = self._by(build.and_, build.or_(x, self._by(build.lshr, x, 1)), self._ones())
        differ = build.or_(low, build.add(low, low))
        return build.or_(x, build.and_(a, build.not_(differ)))

    def _count_lines(self, start: Value, end: Value, cards: Value, half: Value | None) -> None:
        """Count lines by the thirds of pairs of some cards.

        Looks for each among the cards after the pair, and those before a half if there is one.
        """
        build, index = self.builder, ir.IntType(64)
        with self._loop(start, end) as i:
            first = self.codes.get(i)
            with self._loop(build.add(i, index(1)), end) as j:
                third = self._third(first, self.codes.get(j))
                self._forget(self.width)
                self._look(third, self.codes, build.add(j, index(1)), cards)
                if half is not None:
                    self._look(third, self.codes, index(0), half)
                found = build.sext(self._is_found(self.width), _vector(self.width))
                self.lines.put(build.sub(self.lines.get(), found))
