"""Claims: who may make one now, whether it is right, and what it leads to.

A claim that is judged and refused is kept in the log, once for each wrong claim on an unchanged
table; one that may not be made now is not.  Where claims within a window are ordered by when their
players acted, a right one is ``Offered``, and `close_window` decides.
"""

from __future__ import annotations

from collections.abc import Sequence

from thirdcard.errors import Refusal
from thirdcard.game.commands import Call, Claim, TakeBack
from thirdcard.game.dealing import end, refill, settle
from thirdcard.game.events import Called, Claimed, Lapsed, Offered, Refused, TakenBack
from thirdcard.game.state import State, Taken
from thirdcard.game.story import Story, require_going, require_playing
from thirdcard.game.turning import pass_turn, require_turn
from thirdcard.phrases import counted, phrase
from thirdcard.variants.variant import Spot

__all__ = [
    "MAX_TRIP_MS",
    "MOST_REFUSED",
    "accept",
    "call",
    "claim",
    "close_window",
    "lapse",
    "take_back",
]

MAX_TRIP_MS = 1000
"""Longest round trip that is made up for; a longer one can be feigned."""

MOST_REFUSED = 100
"""Wrong claims of one seat on an unchanged table that the log keeps; nobody has so many to make."""

_WRONG = ("not_a_claim", "chain_broken")


# -- what players ask -----------------------------------------------------------------------------


def claim(story: Story, command: Claim) -> None:
    """Accept a claim, let it wait for the end of its window, or refuse it."""
    state = story.state
    _tell_late_claimer(state, command)
    seat = require_playing(state, command.player)
    if state.variant.rule.face_down:
        raise Refusal("malformed", phrase("The cards lie face down: turn them up one by one."))
    _require_may_claim(story, seat)
    try:
        spots = _read_claim(state, seat, command.cards, command.seen)
        _judge(state, seat, spots)
    except Refusal as refusal:
        raise _recorded(story, seat, command, refusal) from None
    if state.options.fair_window_ms:
        _offer(story, seat, command)
    else:
        accept(story, seat, spots)


def call(story: Story, command: Call) -> None:
    """Let a seat alone claim for a while."""
    state = story.state
    seat = require_playing(state, command.player)
    seconds = state.options.call_seconds
    if not seconds:
        raise Refusal("malformed", phrase("This table knows no calls: claim at once."))
    _require_free_to_act(story, seat)
    if state.call is None:
        story.tell(Called, seat=seat, until=story.now + seconds * 1000)


def take_back(story: Story, command: TakeBack) -> None:
    """Undo the last claim; anyone at the table may, since all play together."""
    state = story.state
    seat = require_playing(state, command.player)
    if not state.contest.takes_back:
        raise Refusal(
            "malformed",
            phrase("{contest} lets no claim be taken back.", contest=state.contest.title),
        )
    require_going(state)
    if not state.moves:
        raise Refusal("locked_out", phrase("There is no claim to take back."))
    cards = tuple(state.variant.code(spot) for spot in state.moves[-1].spots)
    story.tell(TakenBack, seat=seat, cards=cards)


# -- what time leads to ---------------------------------------------------------------------------


def lapse(story: Story) -> None:
    """End a call whose time went by; it costs what a wrong claim does."""
    assert story.state.call is not None
    seat = story.state.call.seat
    cost, until = _price(story, seat)
    story.tell(Lapsed, seat=seat, cost=cost, locked_until=until)


def close_window(story: Story) -> None:
    """Decide the claims that waited, by when their players acted, then by arrival."""
    any_taken = False
    for offer in sorted(story.state.offers, key=lambda offer: offer.acted):
        state = story.state
        try:
            spots = _read_claim(state, offer.seat, offer.cards, offer.seen)
            _judge(state, offer.seat, spots)
        except Refusal:
            story.tell(
                Refused, seat=offer.seat, code="too_late", cards=offer.cards, seen=offer.seen
            )
            continue
        any_taken = True
        _take(story, offer.seat, spots)
        if story.state.phase == "ended":
            return
    if any_taken:
        _follow(story)


# -- who may claim now ----------------------------------------------------------------------------


def _require_may_claim(story: Story, seat: int) -> None:
    _require_free_to_act(story, seat)
    state = story.state
    if state.options.call_seconds and state.call is None:
        raise Refusal("locked_out", phrase("Call first: then you alone may claim."))
    if state.contest.takes_turns:
        require_turn(state, seat)


def _require_free_to_act(story: Story, seat: int) -> None:
    """Raise a refusal while the game is paused, the seat locked, or another's call runs."""
    state = story.state
    require_going(state)
    until = state.seats[seat].locked_until
    if until is not None and story.now < until:
        left = -(-(until - story.now) // 1000)
        raise Refusal(
            "locked_out",
            phrase("You may not claim for another {seconds} s.", seconds=left),
            {"seat": seat, "until": until},
        )
    if state.call is not None and state.call.seat != seat:
        name = state.seats[state.call.seat].told
        raise Refusal(
            "locked_out",
            phrase("{name} has called and claims now.", name=name),
            {"seat": state.call.seat, "name": name, "until": state.call.until},
        )


# -- judging --------------------------------------------------------------------------------------


def _tell_late_claimer(state: State, command: Claim) -> None:
    """Raise the refusal of who claimed the very cards that ended the game, a moment later."""
    seat = state.find_seat(command.player)
    if state.phase != "ended" or seat is None:
        return
    points = (state.variant.deck.find_point(code) for code in command.cards)
    cards = [point for point in points if point is not None]
    if cards and (refusal := _missing(state, seat, cards, command.seen)).code == "too_late":
        raise refusal


def _read_claim(state: State, seat: int, cards: Sequence[str], seen: int) -> tuple[Spot, ...]:
    """Return the spots of a claim's cards, on the table or in the claim it may continue."""
    deck, sizes = state.variant.deck, state.variant.pattern.sizes
    points = [deck.find_point(code) for code in cards]
    for code, point in zip(cards, points, strict=True):
        if point is None:
            raise Refusal(
                "malformed",
                phrase(
                    "{card} is no card of the {deck} deck.", card=repr(code[:12]), deck=deck.key
                ),
            )
    if len(set(points)) != len(points):
        raise Refusal("malformed", phrase("A claim's cards are distinct."))
    if len(points) not in sizes:
        raise Refusal("malformed", state.variant.explain([p for p in points if p is not None]))
    linkable = {state.variant.point(spot): spot for spot in state.previous_of(seat)}
    spots: list[Spot] = []
    missing: list[int] = []
    for point in points:
        assert point is not None
        slot = state.find_slot(point)
        spot = linkable.get(point) if slot is None else state.spot(slot)
        if spot is None:
            missing.append(point)
        else:
            spots.append(spot)
    if missing:
        raise _missing(state, seat, missing, seen)
    return tuple(spots)


def _missing(state: State, seat: int, missing: list[int], seen: int) -> Refusal:
    """Return the refusal of a claim with cards that are not there: too late, or never there."""
    for point in missing:
        taken = _taken_since(state, seat, point, seen)
        if taken:
            code, name = state.variant.deck.code(point), state.seats[taken.seat].told
            return Refusal(
                "too_late",
                phrase("Too late: {card} was taken by {name}.", card=code, name=name)
                if taken == state.taken[point]
                else phrase(
                    "Too late: {card} could be used before the claim of {name}.",
                    card=code,
                    name=name,
                ),
                {"card": code, "seat": taken.seat, "name": name},
            )
    code = state.variant.deck.code(missing[0])
    return Refusal(
        "not_on_table", phrase("{card} does not lie on the table.", card=code), {"card": code}
    )


def _taken_since(state: State, seat: int, point: int, seen: int) -> Taken | None:
    """Return the claim that put a card out of a seat's reach after an event, None if none did.

    That is the claim the card was taken with; or, where the last claim of all is continued and
    the card was part of it, the one that came next.
    """
    taken = state.taken.get(point)
    if taken is None or taken.seq > seen:
        return taken
    of_nobody: list[tuple[Spot, ...]] = [()] * len(state.seats)
    if not state.variant.rule.choose_previous(of_nobody, state.previous, seat):
        return None
    later = (other for other in state.taken.values() if other.seq > taken.seq)
    following = min(later, key=lambda other: other.seq, default=None)
    return following if following and following.seq > seen else None


def _judge(state: State, seat: int, spots: tuple[Spot, ...]) -> None:
    """Raise a refusal unless the spots are a claim that the seat may make."""
    variant, previous = state.variant, state.previous_of(seat)
    if not variant.continues(spots, previous):
        codes = [variant.code(spot) for spot in previous]
        used = len(set(spots) & set(previous))
        raise Refusal(
            "chain_broken",
            _tell_break(", ".join(codes), used),
            {"previous": codes},
        )
    if not variant.is_claim(spots):
        raise Refusal(
            "not_a_claim",
            phrase(
                "Not {claim}: {reason}",
                claim=variant.pattern.noun,
                reason=variant.explain(spots),
            ),
            {
                "cards": [variant.code(spot) for spot in spots],
                "features": variant.failing_features(spots),
            },
        )


def _tell_break(cards: str, used: int) -> str:
    """Say how many cards of the claim before were used instead of one."""
    if not used:
        return phrase("Use exactly one of {cards}, the claim before; this uses none.", cards=cards)
    return counted(
        used,
        "Use exactly one of {cards}, the claim before; this uses {count}.",
        "Use exactly one of {cards}, the claim before; this uses {count}.",
        cards=cards,
    )


def _recorded(story: Story, seat: int, command: Claim, refusal: Refusal) -> Refusal:
    """Let the log keep a refusal, once for each wrong claim on an unchanged table.

    Whoever has called pays for every claim that is not right, and the call is over.
    """
    state = story.state
    has_called = state.call is not None
    known, key = state.seats[seat].refused, (refusal.code, tuple(sorted(command.cards)))
    is_old = key in known or len(known) >= MOST_REFUSED
    if refusal.code == "malformed" or (is_old and not has_called):
        return refusal
    costs = refusal.code in _WRONG or (has_called and refusal.code != "too_late")
    cost, until = _price(story, seat) if costs else (0, None)
    story.tell(
        Refused,
        seat=seat,
        code=refusal.code,
        cards=command.cards,
        seen=command.seen,
        cost=cost,
        locked_until=until,
    )
    refusal.events = tuple(story.events)
    return refusal


def _price(story: Story, seat: int) -> tuple[int, int | None]:
    """Return the points that a wrong claim costs a seat, and until when it is locked.

    A call in vain costs a point at least; and a seat that calls in vain again and again on an
    unchanged table is locked, so that the others are not kept from claiming.
    """
    state, options = story.state, story.state.options
    has_called = state.call is not None
    cost = int(options.penalty == "point" or (has_called and options.penalty == "none"))
    again = has_called and state.seats[seat].failed_calls > 0
    locks = options.penalty == "lock" or again
    return cost, story.now + options.lock_seconds * 1000 if locks else None


# -- what a right claim leads to ------------------------------------------------------------------


def accept(story: Story, seat: int, spots: tuple[Spot, ...]) -> None:
    """Give a seat its claim, and let cards, the next turn or the end follow."""
    _take(story, seat, spots)
    if story.state.phase != "ended":
        _follow(story)


def _take(story: Story, seat: int, spots: tuple[Spot, ...]) -> None:
    state, variant = story.state, story.state.variant
    spots = variant.pattern.arrange(variant.space, spots)
    previous = state.previous_of(seat)
    story.tell(
        Claimed,
        seat=seat,
        cards=tuple(variant.code(spot) for spot in spots),
        linked=next((variant.code(spot) for spot in spots if spot in previous), None),
        points=variant.pattern.score,
    )
    goal = state.options.end_score
    if goal and story.state.seats[seat].score >= goal:
        end(story, "score")


def _follow(story: Story) -> None:
    if story.state.contest.takes_turns:
        pass_turn(story, "claimed")
    refill(story)
    settle(story)


def _offer(story: Story, seat: int, command: Claim) -> None:
    """Let a right claim wait, once."""
    state = story.state
    if any(o.seat == seat and {*o.cards} == {*command.cards} for o in state.offers):
        return
    acted = _measure_act(state, seat, command, story.now)
    story.tell(Offered, seat=seat, cards=command.cards, seen=command.seen, acted=acted)


def _measure_act(state: State, seat: int, command: Claim, now: int) -> int:
    """Return when a player acted: so long after the event last seen as they say.

    Not later than the claim's arrival, nor earlier than the window and the way of the messages
    can have made it late, nor before the player's own claims that came first.
    """
    if command.waited is None:
        return now
    trip = min(command.trip, MAX_TRIP_MS)
    earliest = now - trip - state.options.fair_window_ms
    own = (offer.acted for offer in state.offers if offer.seat == seat)
    return max(earliest, *own, min(now, state.find_time(command.seen) + command.waited))
