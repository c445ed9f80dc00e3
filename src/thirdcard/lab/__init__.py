"""The laboratory: exact counts of what the cards can do.

=============  =================================================================================
`experiments`  one question a module, with its exact formula or its estimator
`kernels`      compiled inner loops, each with a plain twin
`tables`       the program that counts the tables of `thirdcard.odds` anew
`cycle_index`  the symmetries of AG(n,3) by how they permute the points
`canonical`    the canonical form and the stabilizer of one layout
`intervals`    error bars
`work`         long work on processes or a cluster; `resume` and `progress` go with it
`report`       tables and numbers for people; `plots`, pictures
=============  =================================================================================

Imports `thirdcard.core`, `thirdcard.variants` and `thirdcard.odds`; imported by `thirdcard.cli`
alone.  What is exact is an ``int`` or a ``fractions.Fraction``, and checks itself before it is
returned; what is sampled depends on its seed and on nothing else.
"""
