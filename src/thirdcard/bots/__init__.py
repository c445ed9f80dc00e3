"""Bots: players who get the same views as people, and answer with the same commands.

==========  ================================================================
`levels`    five levels from child to world class, as numbers
`reaction`  how long it takes to find a claim
`player`    what every bot is, and `claimer`, what those are whose claims race
`search`    the player where cards lie face up
`recall`    the player where cards lie face down, and what it forgets
`duelist`   the player of a duel
`partner`   the player where all play together
`solving`   the best claims of the contests that are solved
`past`      what a bot would have seen of a game so far
`bot`       `Bot`, which is asked for its next `Move`
`arena`     whole games of bots against each other
==========  ================================================================

A bot has no clock and no connection: whoever runs it shows it the newest view with the time, and
carries its move out when that is due.  Chance comes from a seed.  Imports `thirdcard.variants` and
`thirdcard.game`, and on first use `thirdcard.solvers`; a new level is a value in `levels`.
"""

from thirdcard.bots.bot import Bot, Move
from thirdcard.bots.levels import LEVELS, Level
from thirdcard.bots.past import iter_past
from thirdcard.bots.solving import best_moves, prepare

__all__ = ["LEVELS", "Bot", "Level", "Move", "best_moves", "iter_past", "prepare"]
