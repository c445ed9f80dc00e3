"""Odds: how many claims lie on so many cards, as known exactly or estimated by chance.

=========  =============================================================================
`exact`    exact distributions from the tables, and what follows from them
`tables`   results that took long to count, as files, and their reader
`sampled`  estimates for what is in no table
`luck`     how usual a table is among all that might have lain there
=========  =============================================================================

Imports `thirdcard.core` and `thirdcard.variants`, and needs the standard library only; so whoever
shows a game can tell how lucky a table was.  `thirdcard.lab` counts the tables anew.
"""
