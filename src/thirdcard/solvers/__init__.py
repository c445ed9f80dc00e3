"""The hard problems of the game, solved exactly: one problem a module, with its checker.

==============  ================================================================================
`packing`       the most disjoint Sets that can be taken from a table (the CO-OP game)
`domination`    the fewest disjoint Sets whose removal leaves none
`duel`          two players take Sets in turn, who cannot loses: winner, nimber, winning claims
`kayles`        the same on the edges of a graph: Arc Kayles
`matching`      the one-round game with any number of values
`result`        what they answer, and `limits`, when they stop
`hypergraph`    a table as the 3-uniform hypergraph of its Sets
`kernels`       compiled inner loops, each with a plain twin
==============  ================================================================================

Every answer has a witness, and every ``max_*`` or ``min_*`` an ``is_*`` that checks it and shares
no code with the search.  A search that is stopped, by ``seconds`` or an interrupt, answers with
what it has reached and with bounds that are proved.  May import `core` and `variants`; heavy
packages are imported where they are used.

The complexity of the problems is that of M. Lampis and V. Mitsou, "The computational complexity of
the game of Set and its theoretical applications", LATIN 2014.
"""
