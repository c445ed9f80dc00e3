"""The club's server: live tables over WebSockets on a durable event log.

Imports `thirdcard.game` and below; `thirdcard.cli` starts it.

================  ==============================================================
`store`           the event log, one row an event, acknowledged after its commit;
                  and the people
`tables`, `live`  live tables: one authority and one sequence each; `upkeep`
                  looks after them once a second, `optimum` has them solved
`bots`            those who play without a browser; `solving` thinks for them
`presence`        who is connected, and how well; `company`, `reports` add up
                  what several processes know of it
`doorbell`        how several processes of one club tell each other of news
`messages`        all that client and server say at a table (typed, versioned):
                  `from_client`, `from_server`
`talk`            what all WebSockets have in common; `sockets` is that of a table
`chat`            what is said at a table
`lobby`           which tables are open, and who is here
`lessons`         what is taught, with the solutions
`practice`        tables for one alone, and what came of them; `practice_tables` draws
                  them, `practice_levels` tells how hard they are
`practice_figures`, `practice_sprints`
                  what practice came to, alone and against the clock; `practice_weak`
                  finds what is to be trained
`daily`           the puzzles of each date, and what came of them; `daily_views` is what
                  a browser is sent, `daily_days` counts the days
`statistics`      what games came to over time: figures, ratings, leader boards
`people`          guests, accounts and their names; `passwords`, `limits`
`identity`        the signed cookie; `entrance` tells whose a connection is
`app`             the routes put together; they are lists in `pages`, `facts`,
                  `accounts`, `table_routes`, `lobby`, `lessons`, `practice`,
                  `daily`
`backup`          a whole club as one file, and back
================  ==============================================================

The rules are not here: a command goes to `thirdcard.game.machine.decide` and what comes back
is stored, then sent.
"""
