"""Puzzles: tables with exact conditions, all of whose answers are known.

==============  ==============================================================================
`puzzle`        the puzzle itself: cards, what is asked, every answer, level and id
`kinds`         what can be asked of a table, each with the solver that answers it
`conditions`    what a puzzle is to be like, checked before anything is drawn
`draw`          layouts by chance, from a seed
`generator`     puzzles that meet conditions, no two of them alike
`difficulty`    how long a puzzle takes, and its level
`reach`         how easy and how hard a puzzle can be at all
`canonical`     one form for all puzzles that differ by names only
`daily`         the three puzzles of each date
==============  ==============================================================================

May import `thirdcard.core`, `thirdcard.variants`, `thirdcard.odds` and `thirdcard.solvers`, the
last only inside of functions, since most puzzles need none of them.  A new kind of puzzle is a
value in `kinds.KINDS`.
"""
