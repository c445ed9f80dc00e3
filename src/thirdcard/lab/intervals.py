r"""Error bars of shares that are estimated from a sample.

References:
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal
    of the American Statistical Association 22 (1927); L. D. Brown, T. T. Cai and A. DasGupta,
    "Interval estimation for a binomial proportion", Statistical Science 16 (2001).
"""

from __future__ import annotations

from math import sqrt

from thirdcard.errors import OptionError

__all__ = ["Z95", "wilson"]

Z95 = 1.959963984540054
"""The normal quantile of 95 %, two-sided."""


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    r"""Return Wilson's interval for a share, from the successes among some trials.

    It holds every share *p* from which the observed :math:`\hat p` is at most *z* standard
    deviations away, :math:`|\hat p - p| \le z \sqrt{p (1 - p) / n}`.  Squared, that is a quadratic
    inequality with the solutions

    .. math:: p = \frac{\hat p + z^2/2n \pm z \sqrt{\hat p (1 - \hat p)/n + z^2/4n^2}}{1 + z^2/n}.

    Unlike :math:`\hat p \pm z \sqrt{\hat p (1 - \hat p)/n}` it has a width where nothing or
    everything succeeded, and never leaves 0 to 1.

    Args:
        successes: 0 to all trials.
        trials: at least 1.
        z: standard deviations, 0 or more.

    Raises:
        OptionError: an argument is out of its range.

    >>> wilson(0, 100)
    (0.0, 0.03699349820698568)
    """
    if trials < 1:
        raise OptionError(f"an interval from {trials} trials: expected at least 1")
    if not 0 <= successes <= trials:
        raise OptionError(f"{successes} successes in {trials} trials: expected 0 to {trials}")
    if not z >= 0:
        raise OptionError(f"an interval of {z} standard deviations: expected 0 or more")
    share, square = successes / trials, z * z
    middle = share + square / (2 * trials)
    reach = z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    whole = 1 + square / trials
    # At the ends the root is exact, which rounding would hide.
    low = (middle - reach) / whole if successes else 0.0
    high = (middle + reach) / whole if successes < trials else 1.0
    return low, high
