"""Show what three cards that are no Set lead to: three Super-Sets and a plane.

Any two of the three need a third card, the joint.  It makes a Set with the card that is left and
one more, which completes the three to a Super-Set.  The three cards, the three joints and the
three that complete them are the nine cards of a plane.

    python examples/superset_plane.py 1GHS 1RSD 3PHD
"""

import sys

from thirdcard import CLASSIC, NotationError, parse_cards


def main(text: str) -> None:
    """Print the Super-Sets and the plane of three cards."""
    space, code = CLASSIC.space, CLASSIC.code
    cards = parse_cards(text, CLASSIC)
    if len(cards) != 3 or space.is_line(*cards):
        raise NotationError("expected three cards that are no Set")
    a, b, c = cards
    met = set(cards)
    for one, two, left in ((a, b, c), (a, c, b), (b, c, a)):
        joint = space.third(one, two)
        last = space.third(joint, left)
        assert space.find_joint((one, two, left, last)) == (joint, (one, two, left, last))
        met |= {joint, last}
        print(f"{code(one)} {code(two)} + {code(left)} {code(last)}   joint {code(joint)}")

    # A plane is a square in which every row, column and diagonal is a Set.
    top = space.line(a, b)
    middle = space.line(c, space.third(space.third(b, c), a))
    plane = [top, middle, [space.third(*pair) for pair in zip(top, middle, strict=True)]]
    assert {point for row in plane for point in row} == met == set(space.plane(a, b, c))
    print()
    for row in plane:
        print("  ".join(code(point) for point in row))


try:
    main(" ".join(sys.argv[1:]) or "1GHS 1RSD 3PHD")
except NotationError as error:
    sys.exit(f"superset_plane.py: {error}")
