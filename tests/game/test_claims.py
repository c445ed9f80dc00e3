"""Claims: good, wrong, late, and in chains."""

from itertools import combinations

import pytest

from tests.game.rules import is_line, place
from tests.game.scripted import Table, refused, started, told
from tests.game.situations import (
    chained,
    codes_of,
    kinds,
    non_set,
)
from thirdcard.errors import Refusal
from thirdcard.game.claiming import MOST_REFUSED
from thirdcard.game.commands import Claim, Flip, Join, Leave, Start
from thirdcard.game.events import (
    Claimed,
    Dealt,
    Ended,
    Refused,
)

# -- claims -----------------------------------------------------------------------------------


def test_a_claim_takes_the_cards_and_fills_their_places() -> None:
    table = started()
    before = table.state
    cards = table.find_claim("bob")
    claimed, dealt, *_ = told(table.claim("bob", tuple(reversed(cards))))
    assert isinstance(claimed, Claimed)
    assert isinstance(dealt, Dealt)
    assert (claimed.seat, sorted(claimed.cards), claimed.linked) == (1, sorted(cards), None)
    slots = [slot for slot in range(12) if table.state.slots[slot] != before.slots[slot]]
    assert [laid.slot for laid in dealt.cards] == slots
    assert dealt.reason == "refill"
    assert [seat.score for seat in table.state.seats] == [0, 1]


def test_a_table_that_had_grown_is_not_refilled() -> None:
    table = next(t for t in (started(seed=s) for s in range(200)) if len(t.state.slots) > 12)
    before = table.state
    answer = told(table.claim("ann", table.find_claim("ann")))
    reasons = [event.reason for event in answer if isinstance(event, Dealt)]
    assert "refill" not in reasons
    after = table.states[answer[0].seq]
    assert len(after.spots) == 12
    kept = [(slot, point) for slot, point in enumerate(before.slots) if point not in after.taken]
    assert [(slot, after.slots[slot]) for slot, _ in kept] == kept


def test_a_card_that_was_never_there() -> None:
    table = started()
    cards = (*table.codes()[:2], table.undealt_codes()[0])
    refusal = refused(table.claim("ann", cards), "not_on_table")
    assert refusal.details == {"card": cards[2]}
    assert cards[2] in str(refusal)


def test_no_set_names_the_features() -> None:
    table = started()
    cards = non_set(table)
    refusal = refused(table.claim("ann", cards), "not_a_claim")
    assert refusal.details["cards"] == list(cards)
    features = table.variant.deck.features
    columns = {
        f.name: [f.values[f.codes.index(c[i])] for c in cards] for i, f in enumerate(features)
    }
    failing = {name: values for name, values in columns.items() if len(set(values)) == 2}
    assert failing
    assert refusal.details["features"] == [
        {"feature": name, "values": values} for name, values in failing.items()
    ]


def test_no_set_across_groups_names_the_group() -> None:
    table = started("ultra")
    variant = table.variant
    cards = next(
        cards
        for cards in combinations(range(18), 3)
        if is_line([place(variant, table.code_at(s), 0) for s in cards])
        and len({s % 3 for s in cards}) == 2
    )
    refusal = refused(table.claim("ann", [table.code_at(s) for s in cards]), "not_a_claim")
    (feature,) = refusal.details["features"]
    assert feature["feature"] == "group"
    assert len(set(feature["values"])) == 2


@pytest.mark.parametrize("variant", ["super", "double", "eight"])
def test_other_patterns_say_in_words_what_fails(variant: str) -> None:
    table = started(variant)
    size = table.variant.pattern.sizes[0]
    claims = {frozenset(claim) for claim in table.iter_claims("ann")}
    cards = next(c for c in combinations(table.codes(), size) if frozenset(c) not in claims)
    refusal = refused(table.claim("ann", cards), "not_a_claim")
    assert refusal.details["features"] == []
    assert str(refusal).startswith(f"Not {table.variant.pattern.noun}: ")


def test_claims_that_cannot_be_read() -> None:
    table = started()
    a, b, c, d = table.codes()[:4]
    for cards in (
        (a, a, a),
        (a, b, b),
        (a, b),
        (a, b, c, d),
        (),
        (a, b, "9XYZ"),
        (a, b, c.lower()),
    ):
        refusal = refused(table.claim("ann", cards), "malformed")
        assert refusal.events == ()
    assert table.state.seats[0].refusals == 0
    assert "'9XYZ'" in str(refused(table.claim("ann", (a, b, "9XYZ")), "malformed"))
    assert "3 cards, not 4" in str(refused(table.claim("ann", (a, b, c, d)), "malformed"))
    long = refused(table.claim("ann", (a, b, "x" * 10_000)), "malformed")
    assert len(str(long)) < 100


def test_junior_cards_are_no_classic_cards() -> None:
    refused(started().claim("ann", ("1RD", "2RD", "3RD")), "malformed")


def test_spectators_may_not_claim() -> None:
    table = started()
    refused(table.claim("zoe", table.find_claim("zoe")), "locked_out")
    table.leave("ann")
    refused(table.claim("ann", table.find_claim("ann")), "locked_out")


def test_nobody_claims_before_the_start() -> None:
    table = Table()
    table.join("ann")
    refused(table.claim("ann", ("1RSD", "2RSD", "3RSD")), "locked_out")


def test_nothing_happens_after_the_end() -> None:
    table = started()
    cards = table.find_claim("ann")
    table.leave("ann")
    table.leave("bob")
    table.do(Join("bob", "bob"))
    commands = (
        Join("ann", "ann"),
        Join("zoe", "zoe"),
        Leave("ann"),
        Start("ann"),
        Claim("ann", cards, 5),
        Flip("ann", 0, 5),
    )
    for command in commands:
        refused(table.do(command), "locked_out")
    assert told(table.tick(10**9)) == ()
    assert isinstance(table.events[-1], Ended)


def test_after_a_finished_game_seated_players_are_refused() -> None:
    table = started("junior")
    while table.state.phase == "playing":
        told(table.claim("ann", table.find_claim("ann")))
    for command in (Leave("ann"), Start("ann"), Claim("ann", (), 1)):
        refusal = refused(table.do(command), "locked_out")
        assert str(refusal) == "The game is over."
    assert (table.state.reason, table.state.undealt) == ("finished", 0)


# -- claims that come late --------------------------------------------------------------------


def test_too_late_says_who_took_which_card() -> None:
    table = started()
    seen = table.state.seq
    cards = table.find_claim("ann")
    told(table.claim("ann", cards))
    refusal = refused(table.claim("bob", cards, seen), "too_late")
    assert refusal.details == {"card": cards[0], "seat": 0, "name": "Ann"}
    assert str(refusal) == f"Too late: {cards[0]} was taken by Ann."
    (logged,) = refusal.events
    assert isinstance(logged, Refused)
    assert (logged.seat, logged.code, logged.cards, logged.seen) == (1, "too_late", cards, seen)


def test_who_had_seen_the_taking_is_not_too_late() -> None:
    table = started()
    cards = table.find_claim("ann")
    claimed = told(table.claim("ann", cards))[0]
    refused(table.claim("bob", cards, claimed.seq - 1), "too_late")
    refusal = refused(table.claim("bob", cards, claimed.seq), "not_on_table")
    assert refusal.details == {"card": cards[0]}


def test_late_claims_of_cards_that_still_lie_are_good() -> None:
    table = started(seed=3, table_size=21)
    seen = table.state.seq
    claims = list(table.iter_claims("ann"))
    first, second = next((a, b) for a, b in combinations(claims, 2) if not set(a) & set(b))
    told(table.claim("ann", first, seen))
    assert kinds(table.claim("bob", second, seen))[0] is Claimed


def test_too_late_goes_before_not_on_table() -> None:
    table = started()
    seen = table.state.seq
    cards = table.find_claim("ann")
    told(table.claim("ann", cards))
    claim = (table.undealt_codes()[0], table.codes()[0], cards[1])
    assert refused(table.claim("bob", claim, seen), "too_late").details["card"] == cards[1]


def test_who_claims_a_moment_after_the_last_claim_is_told_who_was_first() -> None:
    table = started("junior")
    while table.state.phase == "playing":
        seen = table.state.seq
        cards = table.find_claim("ann")
        told(table.claim("ann", cards))
    refusal = refused(table.claim("bob", cards, seen), "too_late")
    assert (refusal.details["card"], refusal.details["seat"]) == (cards[0], 0)
    assert refusal.events == ()
    refused(table.claim("bob", cards), "locked_out")
    refused(table.claim("zoe", cards, seen), "locked_out")
    assert isinstance(table.events[-1], Ended)


# -- chains -----------------------------------------------------------------------------------


def test_a_chain_goes_on_with_one_old_card() -> None:
    table = chained()
    old = codes_of(table, "ann")
    lying = table.codes()
    claimed = told(table.claim("ann", table.find_claim("ann")))[0]
    assert isinstance(claimed, Claimed)
    assert claimed.linked in old
    assert table.state.linked == claimed.linked
    assert [card for card in claimed.cards if card not in lying] == [claimed.linked]
    assert table.state.seats[0].score == 2


def test_a_chain_breaks_without_an_old_card() -> None:
    table = next(
        t for t in (chained(seed=s) for s in range(50)) if next(t.iter_claims("bob"), None)
    )
    cards = table.find_claim("bob")
    refusal = refused(table.claim("ann", cards), "chain_broken")
    assert refusal.details == {"previous": codes_of(table, "ann")}
    assert "this uses none" in str(refusal)
    told(table.claim("bob", cards))


def test_a_chain_breaks_with_two_old_cards() -> None:
    table = chained()
    old = codes_of(table, "ann")
    refusal = refused(table.claim("ann", (old[0], old[1], table.codes()[0])), "chain_broken")
    assert refusal.details == {"previous": old}
    assert "this uses 2" in str(refusal)
    assert "this uses 3" in str(refused(table.claim("ann", old), "chain_broken"))


def test_a_link_that_is_no_set() -> None:
    table = chained()
    old = codes_of(table, "ann")[0]
    a, b = next(
        pair
        for pair in combinations(table.codes(), 2)
        if not is_line([place(table.variant, code, 0) for code in (old, *pair)])
    )
    assert refused(table.claim("ann", (a, old, b)), "not_a_claim").details["cards"] == [a, old, b]


def test_in_a_chain_the_claims_of_others_are_out_of_reach() -> None:
    table = chained()
    old = codes_of(table, "ann")
    seen = table.events[-2].seq - 1
    cards = (old[0], *table.codes()[:2])
    assert refused(table.claim("bob", cards, 3), "too_late").details["seat"] == 0
    refused(table.claim("bob", cards), "not_on_table")
    assert seen


def test_in_a_chain_of_ones_own_nobody_else_makes_an_old_card_late() -> None:
    """Ann's card was out of bob's reach when he looked, whatever cleo has done since."""
    table = next(
        t for t in (chained(seed=s) for s in range(50)) if next(t.iter_claims("cleo"), None)
    )
    seen = table.state.seq
    old = codes_of(table, "ann")
    told(table.claim("cleo", table.find_claim("cleo"), seen))
    cards = (old[0], *table.codes()[:2])
    refused(table.claim("bob", cards, seen), "not_on_table")


def test_in_a_chain_of_the_table_everyone_goes_on_with_the_last_claim() -> None:
    table = chained("chain-table")
    old = codes_of(table, "ann")
    assert codes_of(table, "bob") == old
    claimed = told(table.claim("bob", table.find_claim("bob")))[0]
    assert isinstance(claimed, Claimed)
    assert claimed.linked in old
    assert codes_of(table, "ann") == list(claimed.cards)


def test_too_late_where_the_last_claim_is_another_by_now() -> None:
    table = chained("chain-table")
    seen = table.state.seq
    first = codes_of(table, "ann")
    told(table.claim("bob", table.find_claim("bob"), seen))
    gone = next(card for card in first if card not in codes_of(table, "ann"))
    cards = (gone, *table.codes()[:2])
    refusal = refused(table.claim("ann", cards, seen), "too_late")
    assert refusal.details == {"card": gone, "seat": 1, "name": "Bob"}
    assert str(refusal) == f"Too late: {gone} could be used before the claim of Bob."
    refused(table.claim("ann", cards), "not_on_table")


def test_a_card_of_a_claim_that_was_not_the_last_when_one_looked_is_not_late() -> None:
    for start in range(100):
        table = chained("chain-table", start)
        first = codes_of(table, "ann")
        try:
            told(table.claim("bob", table.find_claim("bob")))
            seen = table.state.seq
            told(table.claim("cleo", table.find_claim("cleo")))
        except StopIteration:
            continue
        gone = next(card for card in first if table.state.taken[_point(table, card)].seq < seen - 2)
        cards = (gone, *table.codes()[:2])
        refused(table.claim("ann", cards, seen), "not_on_table")
        return
    raise AssertionError


def _point(table: Table, code: str) -> int:
    point = table.variant.deck.find_point(code)
    assert point is not None
    return point


# -- what the log keeps of refusals -----------------------------------------------------------


def test_a_wrong_claim_is_logged_once_on_an_unchanged_table() -> None:
    table = started()
    wrong = non_set(table)
    assert len(refused(table.claim("ann", wrong), "not_a_claim").events) == 1
    assert refused(table.claim("ann", wrong[::-1]), "not_a_claim").events == ()
    assert len(refused(table.claim("bob", wrong), "not_a_claim").events) == 1
    assert [seat.refusals for seat in table.state.seats] == [1, 1]


def test_two_wrong_claims_in_turn_are_logged_once_each() -> None:
    table = started()
    one = non_set(table)
    other = next(
        c
        for c in combinations(table.codes(), 3)
        if set(c) != set(one) and not is_line([place(table.variant, code, 0) for code in c])
    )
    for _ in range(3):
        for wrong in (one, other):
            refused(table.claim("ann", wrong), "not_a_claim")
    assert table.state.seats[0].refusals == 2


def test_a_wrong_claim_is_logged_again_when_the_table_has_changed() -> None:
    table = started()
    cards = table.find_claim("bob")
    wrong = next(
        w
        for w in combinations([c for c in table.codes() if c not in cards], 3)
        if not is_line([place(table.variant, code, 0) for code in w])
    )
    refused(table.claim("ann", wrong), "not_a_claim")
    told(table.claim("bob", cards))
    assert len(refused(table.claim("ann", wrong), "not_a_claim").events) == 1
    assert table.state.seats[0].refusals == 2


def test_who_claims_whatever_there_is_does_not_fill_the_log() -> None:
    table = started()
    wrong = [
        cards
        for cards in combinations(table.codes(), 3)
        if not is_line([place(table.variant, code, 0) for code in cards])
    ]
    assert len(wrong) > MOST_REFUSED
    for cards in wrong:
        refused(table.claim("ann", cards), "not_a_claim")
    assert table.state.seats[0].refusals == MOST_REFUSED
    assert len(refused(table.claim("bob", wrong[-1]), "not_a_claim").events) == 1
    told(table.claim("ann", table.find_claim("ann")))
    assert len(refused(table.claim("ann", non_set(table)), "not_a_claim").events) == 1


def test_refusals_that_are_no_claims_leave_no_trace() -> None:
    table = started()
    before = table.state
    for command in (Start("ann"), Leave("zoe"), Join("zoe", ""), Flip("ann", 0, 1)):
        answer = table.do(command)
        assert isinstance(answer, Refusal)
        assert answer.events == ()
    assert table.state is before
