"""What happened, in words for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from thirdcard.errors import Refusal
from thirdcard.game.event_views import (
    ClaimedView,
    ConfiguredView,
    ContinuedView,
    DealtView,
    EndedView,
    EventView,
    JoinedView,
    LapsedView,
    LeftView,
    RefusedView,
    StartedView,
    TakenBackView,
)
from thirdcard.game.events import (
    Called,
    CameBack,
    Hinted,
    Muted,
    Paused,
    Reshuffled,
    TurnPassed,
    Voted,
    WentAway,
)
from thirdcard.game.table_views import HintView, TableView

__all__ = [
    "Notice",
    "describe_event",
    "describe_hint",
    "describe_lead",
    "describe_optimum",
    "describe_reason",
    "describe_refusal",
    "duration",
    "name_of",
    "title_of",
]

Tone = Literal["plain", "claim", "refusal", "quiet"]


@dataclass(frozen=True)
class Notice:
    """A sentence for the player, and the cards it is about."""

    text: str
    tone: Tone = "plain"
    cards: tuple[str, ...] = ()


def name_of(view: TableView, seat: int, me: int | None) -> str:
    """Return what a seat's player is called, "You" for oneself."""
    if seat == me:
        return "You"
    return view.seats[seat].name if seat < len(view.seats) else "Somebody"


def title_of(view: TableView) -> str:
    """Return what a table is called: its variant, and what is played for if that is no race."""
    return view.title if view.contest.key == "race" else f"{view.title} · {view.contest.title}"


def duration(milliseconds: int) -> str:
    """Return a length of time.

    >>> duration(247_000), duration(3_729_000)
    ('4:07', '1:02:09')
    """
    minutes, seconds = divmod(max(0, milliseconds) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


# -- events -------------------------------------------------------------------------------------


def describe_event(view: TableView, event: EventView, me: int | None) -> Notice | None:
    """Return what to say of an event, None for nothing.

    Args:
        view: the table after it.
        event: what happened.
        me: the reader's seat, None for a spectator.
    """
    describe = _DESCRIBED.get(type(event))
    return None if describe is None else describe(view, event, me)


def _joined(view: TableView, event: JoinedView, me: int | None) -> Notice:
    return Notice("You have a seat." if event.seat == me else f"{event.name} sat down.", "quiet")


def _left(view: TableView, event: LeftView, me: int | None) -> Notice:
    name = name_of(view, event.seat, me)
    if event.by_host:
        return Notice(f"The host sent {'you' if event.seat == me else name} away.")
    return Notice(f"{name} left.")


def _went_away(view: TableView, event: WentAway, me: int | None) -> Notice:
    return Notice(f"{name_of(view, event.seat, me)} lost the connection.", "quiet")


def _came_back(view: TableView, event: CameBack, me: int | None) -> Notice:
    who = "You are" if event.seat == me else f"{name_of(view, event.seat, me)} is"
    return Notice(f"{who} back.", "quiet")


def _configured(view: TableView, event: ConfiguredView, me: int | None) -> Notice:
    return Notice("The host chose other options.")


def _muted(view: TableView, event: Muted, me: int | None) -> Notice:
    who = "you" if event.seat == me else name_of(view, event.seat, me)
    return Notice(f"The host muted {who}." if event.muted else f"The host lets {who} chat again.")


def _started(view: TableView, event: StartedView, me: int | None) -> Notice:
    turn = "" if event.turn is None else f" {_whose_turn(view, event.turn, me)}"
    return Notice(f"The game has begun.{turn}")


def _dealt(view: TableView, event: DealtView, me: int | None) -> Notice | None:
    if event.reason != "growth":
        return None
    why = "All agreed" if view.options.growth == "vote" else f"There was no {_noun(view)}"
    return Notice(f"{why}: {_count(len(event.cards), 'card')} added.")


def _noun(view: TableView) -> str:
    return view.claim_noun.partition(" ")[2] or view.claim_noun


def _reshuffled(view: TableView, event: Reshuffled, me: int | None) -> Notice:
    return Notice(f"The deck was shuffled anew: {_count(event.count, 'card')}.")


def _called(view: TableView, event: Called, me: int | None) -> Notice:
    if event.seat == me:
        return Notice("You called: mark your cards now.")
    return Notice(f"{name_of(view, event.seat, me)} called.")


def _claimed(view: TableView, event: ClaimedView, me: int | None) -> Notice:
    return Notice(f"{name_of(view, event.seat, me)} took", "claim", event.cards)


def _price(event: LapsedView | RefusedView) -> str:
    if event.cost:
        return f": −{_count(event.cost, 'point')}"
    if event.locked_until is not None and event.locked_until > event.at:
        return f": locked out for {_count(-(-(event.locked_until - event.at) // 1000), 'second')}"
    return ""


def _lapsed(view: TableView, event: LapsedView, me: int | None) -> Notice:
    if event.seat == me:
        return Notice(f"Your time after the call is over{_price(event)}.", "refusal")
    who = name_of(view, event.seat, me)
    return Notice(f"{who} called, and found nothing{_price(event)}.", "quiet")


def _refused(view: TableView, event: RefusedView, me: int | None) -> Notice | None:
    if event.seat == me and event.code == "too_late" and view.options.fair_window_ms:
        # It waited with others, so nothing was refused when it was made.
        return Notice("Too late, others acted first:", "refusal", event.cards)
    if event.seat == me:
        price = _price(event)
        return Notice(f"Wrong{price}.", "refusal") if price else None
    if event.code == "too_late":
        return None
    who = name_of(view, event.seat, me)
    return Notice(f"{who} claimed wrongly{_price(event)}:", "quiet", event.cards)


def _taken_back(view: TableView, event: TakenBackView, me: int | None) -> Notice:
    return Notice(f"{name_of(view, event.seat, me)} took the last claim back.")


def _turn_passed(view: TableView, event: TurnPassed, me: int | None) -> Notice | None:
    why = {"no_match": "No match. ", "time": "Time is up. "}.get(event.reason, "")
    return Notice(why + _whose_turn(view, event.to, me))


def _whose_turn(view: TableView, seat: int, me: int | None) -> str:
    return "It is your turn." if seat == me else f"{name_of(view, seat, me)} is next."


_ASKS = {
    "cards": "for more cards",
    "pause": "for a pause",
    "continue": "to go on",
    "hint": "for a hint",
}


def _voted(view: TableView, event: Voted, me: int | None) -> Notice | None:
    people = [seat for seat in view.seats if seat.present and seat.bot is None and not seat.away]
    if len(people) < 2:
        return None
    verb = "ask" if event.agrees else "no longer ask"
    verb += "" if event.seat == me else "s"
    return Notice(f"{name_of(view, event.seat, me)} {verb} {_ASKS[event.subject]}.")


def _paused(view: TableView, event: Paused, me: int | None) -> Notice:
    return Notice("The game is paused.")


def _continued(view: TableView, event: ContinuedView, me: int | None) -> Notice:
    return Notice("The game goes on.")


def _hinted(view: TableView, event: Hinted, me: int | None) -> Notice | None:
    if event.seat is None:
        return describe_hint(view, HintView(event.stage, event.cards, event.there))
    if event.seat == me:
        return None
    return Notice(f"{name_of(view, event.seat, me)} took a hint.", "quiet")


def _ended(view: TableView, event: EndedView, me: int | None) -> Notice:
    return Notice(describe_reason(event.reason))


_DESCRIBED: dict[type, Callable[[TableView, Any, int | None], Notice | None]] = {
    JoinedView: _joined,
    LeftView: _left,
    WentAway: _went_away,
    CameBack: _came_back,
    ConfiguredView: _configured,
    Muted: _muted,
    StartedView: _started,
    DealtView: _dealt,
    Reshuffled: _reshuffled,
    Called: _called,
    LapsedView: _lapsed,
    ClaimedView: _claimed,
    RefusedView: _refused,
    TakenBackView: _taken_back,
    TurnPassed: _turn_passed,
    Voted: _voted,
    Paused: _paused,
    ContinuedView: _continued,
    Hinted: _hinted,
    EndedView: _ended,
}


# -- answers ------------------------------------------------------------------------------------


def describe_refusal(refusal: Refusal, cards: tuple[str, ...] = ()) -> list[Notice]:
    """Return why something was not done, after the values of each feature that fails.

    The sentence comes last, since where there is little room only the last lines are seen.
    """
    notices = []
    features = refusal.details.get("features")
    for fact in features if isinstance(features, list) else []:
        if isinstance(fact, dict) and isinstance(fact.get("values"), list):
            values = ", ".join(map(str, fact["values"]))
            notices.append(Notice(f"{fact.get('feature')}: {values}", "quiet"))
    return [*notices, Notice(str(refusal), "refusal", cards)]


def describe_hint(view: TableView, hint: HintView) -> Notice:
    """Return what a hint says."""
    if not hint.there:
        return Notice(f"Hint: there is no {_noun(view)} on the table.")
    if not hint.cards:
        return Notice(f"Hint: there is {view.claim_noun}.")
    return Notice("Hint: it has", cards=hint.cards)


def describe_reason(reason: str | None) -> str:
    """Return why a game is over."""
    why = {
        "finished": "The game is over.",
        "score": "The game is over: the score was reached.",
        "time": "The game is over: time is up.",
        "forfeit": "The game is over: a turn went by.",
        "abandoned": "The game was broken off: nobody was left.",
        "closed": "The table was closed.",
    }
    return why.get(reason or "", "")


def describe_lead(view: TableView, me: int | None) -> str:
    """Return who has won, or how far all came together; for a game that is over."""
    if view.contest.is_shared:
        return _describe_shared(view)
    if not view.ranking:
        return ""
    first = view.ranking[0]
    who = name_of(view, first, me)
    if view.contest.takes_turns:
        if len(view.ranking) < 2:
            return ""
        other = "you" if view.ranking[1] == me else name_of(view, view.ranking[1], me)
        why = f": {other} cannot move" if view.reason == "finished" else ""
        return f"{who} {'win' if first == me else 'wins'}{why}."
    best = view.seats[first].score
    if len(view.seats) == 1 or best <= 0:
        return f"{_count(max(best, 0), 'point')}."
    if sum(seat.score == best for seat in view.seats) > 1:
        return f"{who} won, being first to {best}."
    return f"{who} won."


def _describe_shared(view: TableView) -> str:
    taken = sum(seat.score for seat in view.seats)
    if view.optimum is None:
        return f"{taken} taken."
    if taken == view.optimum and view.optimum_proved:
        return f"Perfect: {taken}, and no better is possible."
    if view.contest.goal == "fewest":
        return f"Done with {taken}; {view.optimum} suffice."
    return f"{taken} of {view.optimum} possible."


def describe_optimum(view: TableView) -> str:
    """Return what can be reached at best, empty where it is not known."""
    if view.optimum is None:
        return ""
    what = "suffice" if view.contest.goal == "fewest" else "are possible"
    more = "fewer" if view.contest.goal == "fewest" else "more"
    return f"{view.optimum} {what}" + ("" if view.optimum_proved else f", perhaps {more}")
