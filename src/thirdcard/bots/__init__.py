"""Bots: players who get the same views as people, and answer with the same commands.

==========  =======================================================
`levels`    five levels from child to world class, as numbers
`reaction`  how hard a claim is, and how long it takes to find it
`search`    the player where cards lie face up
`recall`    the player where cards lie face down, and what it forgets
`bot`       `Bot`, which is asked for its next `Move`
==========  =======================================================

A bot has no clock and no connection: whoever runs it shows it the newest view with the time, and
carries its move out when that is due.  Chance comes from a seed.  Imports `thirdcard.variants` and
`thirdcard.game`; a new level is a value in `levels`.
"""

from thirdcard.bots.bot import Bot, Move
from thirdcard.bots.levels import LEVELS, Level

__all__ = ["LEVELS", "Bot", "Level", "Move"]
