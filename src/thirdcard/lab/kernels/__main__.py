"""Compile every kernel that is not on disk yet: ``python -m thirdcard.lab.kernels``."""

from __future__ import annotations

from time import perf_counter

from thirdcard.core.geometry import Space
from thirdcard.jit import announce_compilation
from thirdcard.lab.experiments.exact_odds import count_odds
from thirdcard.lab.experiments.families import count_family
from thirdcard.lab.experiments.levels import iter_level_counts
from thirdcard.lab.experiments.real_play import simulate
from thirdcard.lab.experiments.sampled_odds import sample_odds
from thirdcard.lab.kernels.play import POLICIES
from thirdcard.lab.kernels.vector_deals import is_trusted
from thirdcard.variants.axes import PATTERNS
from thirdcard.variants.registry import parse_variant


def compile_all() -> None:
    """Use every kernel once, on little work, with each kind of arguments."""
    for n in (4, 5):
        is_trusted(Space(n), 12)
    for family in ("set-free", "superset-free"):
        count_family(3, family)
    for _ in iter_level_counts(2, 4):
        pass
    for pattern in PATTERNS.values:
        variant = parse_variant(f"junior+{pattern.key}")
        count_odds(variant, 5)
        sample_odds(variant, 12, 10)
        sample_odds(parse_variant(f"{variant.key}+ultra"), 12, 10)
    for expression in ("classic", "mega", "ultra"):
        for policy in POLICIES:
            simulate(parse_variant(expression), 1, policy=policy)


if __name__ == "__main__":
    start = perf_counter()
    with announce_compilation():
        compile_all()
    print(f"kernels are ready, after {perf_counter() - start:.1f} s")
