"""The club's server: live tables over WebSockets on a durable event log.

Imports `thirdcard.game` and below; `thirdcard.cli` starts it.

=============  =================================================================
`messages`     all that client and server say to each other (typed, versioned)
`store`        the event log: one row an event, acknowledged after its commit
`tables`       live tables: one authority and one sequence each
`doorbell`     how several processes of one club tell each other of news
`sockets`      the conversation of one WebSocket
`app`          routes, identity, the client's files; how it is put together
=============  =================================================================

The rules are not here: a command goes to `thirdcard.game.machine.decide` and what comes back
is stored, then sent.
"""
