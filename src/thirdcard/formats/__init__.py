"""The file formats of the field, read and written.

=============  =================================================================================
`dimacs`       CNF formulas (DIMACS), weighted ones (WCNF) for MaxSAT solvers
`graphs`       graphs: DIMACS ``.col``, PACE ``.gr``, graph6, sparse6, edge lists
`hypergraphs`  hypergraphs: PACE ``.hgr``
=============  =================================================================================

Readers take text and raise `thirdcard.errors.MalformedError` with one line that names the line of
the file, what is wrong there and what was expected.  Vertices are numbered from 1 in files and from
0 in the program, unless a format says otherwise.
"""
