"""thirdcard: play, solve and study SET and every game of its family."""

__version__ = "0.1.0"
