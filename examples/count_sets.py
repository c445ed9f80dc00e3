"""Count Sets, planes and Super-Sets in the decks, by search and by formula.

Run it as

    python examples/count_sets.py
"""

from math import comb

from thirdcard import CLASSIC, JUNIOR, Deck, count_flats, parse_variant


def report(deck: Deck) -> None:
    """Print the counts of one deck."""
    space, points = deck.space, range(deck.size)
    sets = space.count_lines_in(points)
    planes = sum(1 for _ in space.iter_planes())
    supers = sum(1 for _ in parse_variant(f"{deck.key}+super").iter_claims(points))
    # A joint is any card, and takes two of the Sets through it.
    through = (deck.size - 1) // 2
    assert sets == count_flats(space.n, 1)
    assert planes == count_flats(space.n, 2)
    assert supers == deck.size * comb(through, 2)
    print(f"{deck.key}: {deck.size} cards, {through} Sets through each")
    print(f"  {sets:>6,} Sets")
    print(f"  {planes:>6,} planes of nine cards")
    print(f"  {supers:>6,} Super-Sets")


for each in (JUNIOR, CLASSIC):
    report(each)
