"""The laboratory: exact counts of what the cards can do.

=============  =================================================================
`cycle_index`  the symmetries of AG(n,3) by how they permute the points
`experiments`  one question a module, with its exact formula
=============  =================================================================

Imports `thirdcard.core` and `thirdcard.variants`; imported by `thirdcard.cli` alone.  What is
exact is an ``int`` or a ``fractions.Fraction``, and checks itself before it is returned.
"""
