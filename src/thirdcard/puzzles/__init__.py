"""Puzzles: tables with exact conditions, all of whose answers are known.

==============  ==============================================================================
`puzzle`        the puzzle itself: cards, what is asked, every answer, level and id
`kinds`         what can be asked of a table, each with the solver that answers it
`difficulty`    how long a puzzle takes, and its level; `reach` bounds both
`canonical`     one form for all puzzles that differ by names only
`conditions`    what a puzzle is to be like; `sizes` says how many cards where nobody does
`feasible`      what no table can be, and why, by `counting` claims, by `bounds`, and by `frames`
`generator`     puzzles that meet conditions, no two of them alike
`draw`          layouts by chance, and all there are
`search`        layouts that chance would not bring, from `starts`, on a `board` of changing cards
`daily`         the three puzzles of each date
`packs`         puzzles as JSON lines
==============  ==============================================================================

May import `thirdcard.core`, `thirdcard.variants`, `thirdcard.odds` and `thirdcard.solvers`, the
last only inside of functions, since most puzzles need none of them.  A new kind of puzzle is a
value in `kinds.KINDS`.
"""
