"""Reductions of and to the problems of the game, one a module, running forwards and backwards.

Each module names the theorem it implements and has

* ``forward(original)``: the cards (or hypergraph, or graph), with a name for every card's role;
* ``back(reduced, solution)``: the solution of the original that a solution of the cards gives;
* ``verify(original, solution)``: whether it is one, sharing no code with the rest.

=====================  ==========================================================================
`sat`                  3-SAT → packing (Theorem 3.1)
`clique`               multicoloured clique → matching (Theorem 2.1, Corollary 1)
`edge_domination`      edge dominating set → domination (Theorem 3.2)
`arc_kayles`           Arc Kayles → duel (Corollary 3)
`ordered_kayles`       a duel of r rounds → ordered Node Kayles (Theorem 4.1)
`graph_cards`          a graph as cards with one Set an edge, for two of these
`sat_normal`           formulas in the form that Theorem 3.1 starts from; `sat_packing`, their Sets
`hitting`              small hitting sets, for the last
=====================  ==========================================================================

The theorems are those of M. Lampis and V. Mitsou, "The computational complexity of the game of Set
and its theoretical applications", LATIN 2014.
"""
