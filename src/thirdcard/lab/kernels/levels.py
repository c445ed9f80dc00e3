r"""Which levels the affine images of a layout have, as puzzles.

Of an image of a layout, which a linear map makes, it matters only how it lies to the coordinates.
These are n independent forms, each up to its sign and in any order: a *frame* of directions of
hyperplanes.  Let all points of the layout go to a frame's coordinates; then

* a line whose points follow each other by ±v differs in as many features as forms of the frame
  are not 0 at v;
* three points that sum to ±v ≠ 0 are a near miss if that is 1: they fail in a single feature;
* which lines share points is the same for all frames.

So a layout is told by its lines, each with ±v and how many of its cards are in other lines; and by
how many triples have which sum ±v.  The effort of `thirdcard.puzzles.difficulty` is then compared
with the bounds of the levels, in the same order of operations, so that nothing is rounded
differently: :math:`T \ge B` if and only if before B the chance to have found all is below one half.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from thirdcard.jit import compiled

__all__ = ["count_levels_kernel"]

Numbers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


@compiled
def _reaches_kernel(steps: Numbers, limit: int, chances: npt.NDArray[np.float64]) -> bool:
    """Tell whether lines with these medians, the longest first, take as many steps as a limit."""
    longest = steps[0]
    if limit <= longest:
        return True
    product = 1.0
    for step in steps:
        beyond = limit - 1 - step
        if beyond >= len(chances):
            break
        product *= chances[beyond]
    return product < 0.5


@compiled
def count_levels_kernel(
    vectors: Bytes,
    shared: Bytes,
    sums: Numbers,
    constant: npt.NDArray[np.bool_],
    frames: Bytes,
    weights: Bytes,
    axes: Bytes,
    medians: Numbers,
    limits: Numbers,
    chances: npt.NDArray[np.float64],
    counts: Numbers,
    first: Numbers,
) -> None:
    """Count the frames in which a layout has each level, and find the first of them.

    Args:
        vectors: of each line, the number of ±v; at least one line.
        shared: of each line, how many of its cards are in other lines.
        sums: how many triples sum to each ±v.
        constant: which forms have the same value at all cards; a frame with such a form is left
            out.
        frames: the forms of each frame, shape (frames, n).
        weights: how many of a frame's forms are not 0 at ±v, shape (frames, vectors).
        axes: the n vectors of each frame for which that is 1, shape (frames, n).
        medians: steps to a line's median, by near misses, features that differ, cards shared.
        limits: steps from which levels begin, shape (kinds, levels - 1).
        chances: that a line is found so many steps after its median.
        counts: to be added to, shape (kinds, levels).
        first: where the number of the first such frame is put, same shape; else left as it is.
    """
    lines = len(vectors)
    steps = np.empty(lines, np.int64)
    for frame in range(len(frames)):
        is_left_out = False
        for form in frames[frame]:
            is_left_out |= constant[form]
        if is_left_out:
            continue
        near = 0
        for vector in axes[frame]:
            near += sums[vector]
        for line in range(lines):
            step = medians[near, weights[frame, vectors[line]], shared[line]]
            place = line
            while place and steps[place - 1] < step:
                steps[place] = steps[place - 1]
                place -= 1
            steps[place] = step
        for kind in range(len(limits)):
            level = 0
            while level < limits.shape[1] and _reaches_kernel(steps, limits[kind, level], chances):
                level += 1
            if not counts[kind, level]:
                first[kind, level] = frame
            counts[kind, level] += 1
