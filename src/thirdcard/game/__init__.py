"""The game as an event-sourced machine: ``decide``, ``evolve``, and what can be seen of it.

There is no input or output here, no clock and no randomness: the time comes with each command,
and the seed of the shuffle with the table.  Imports `thirdcard.core` and `thirdcard.variants`.

=============  =================================================================
`commands`     what players and the clock ask for (imperative)
`events`       what happened (past tense), and the table's header
`options`      what a host can choose, each with its range and its words
`contests`     what is played for, as values with hooks
`state`        what is true after some events
`changes`      what each event changes: ``evolve``; `changes_people`,
               `changes_cards`, `changes_claims`, and `changes_parts` for all
`machine`      what each command leads to: ``decide``, and the diagram of it all
`story`        the events of one decision while they are told
`seating`      who comes and goes, and what the host may do
`claiming`     claims, calls, offers: judged, priced, accepted
`dealing`      deals, the table settled, the end
`laying`       where the next cards come from, and where they are laid
`turning`      turns
`flipping`     cards that are turned up in turns
`voting`       what all must agree to
`hinting`      hints in stages
`timing`       what a tick leads to, and a server's own commands
`clock`        when time itself makes something happen
`shuffle`      the published, checkable shuffle
`views`        what may leave the server before the end
`record`       game records: write, read, replay, verify; `sums`, which line of
               one was changed
`causes`       which command led to an event
`results`      what a finished game came to: ranks, and how long each claim took;
               `play_time`, a clock that stands still in a pause
`analysis`     a game that is over, told moment by moment; `moments`, what is
               told of each, and `watching`, how a game is followed
=============  =================================================================

A new option is an attribute of `options.Options` with an entry in the table below it; a new contest
a value in `contests.CONTESTS`; a new event a change in one of the `changes_…`, a view and a cause.
"""
