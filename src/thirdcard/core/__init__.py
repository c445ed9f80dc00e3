"""Geometry, cards, notation and drawing: what is true of the cards whatever game is played.

Imports the standard library and `thirdcard.errors` only.  A new fact about AG(n,3) goes to
`geometry`, one about its symmetries to `maps`, a new way to read or write a card to `notation`,
a new look to `themes`.
"""
