"""The game as an event-sourced machine: ``decide``, ``evolve``, and what can be seen of it.

There is no input or output here, no clock and no randomness: the time comes with each command,
and the seed of the shuffle with the table.  Imports `thirdcard.core` and `thirdcard.variants`.

=============  =================================================================
`commands`     what players and the clock ask for (imperative)
`events`       what happened (past tense), and the table's header and options
`state`        what is true after some events
`machine`      every transition: ``decide`` and ``evolve``
`clock`        when time itself makes something happen
`shuffle`      the published, checkable shuffle
`views`        what may leave the server before the end
`record`       game records: write, read, replay, verify
=============  =================================================================
"""
