"""Variants: a value on each of four axes, and the search for claims that follows from them.

========  ==============================  ===================================
axis      module                          a value says
========  ==============================  ===================================
deck      `thirdcard.variants.decks`      which cards there are
groups    `thirdcard.variants.groups`     how the table is divided
pattern   `thirdcard.variants.patterns`   which cards make a claim
rule      `thirdcard.variants.rules`      who may claim what, and when
========  ==============================  ===================================

`thirdcard.variants.axes` lists the values, `thirdcard.variants.variant.Variant` combines four of
them, and `thirdcard.variants.registry` reads expressions such as ``mega+super+chain``.  This layer
imports `thirdcard.core` and knows nothing of seats, time or events.  A new variant is one value in
one of the four modules and one line in `axes`.
"""
