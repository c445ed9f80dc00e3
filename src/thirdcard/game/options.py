"""What a table's host can choose beyond the variant.

An option is an attribute of `Options`, and an entry of the table below it that says its range, what
it is for people, and what it does not go with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import msgspec

from thirdcard.errors import OptionError
from thirdcard.game.contests import CONTESTS, Contest
from thirdcard.phrases import phrase
from thirdcard.variants.variant import Variant

__all__ = [
    "MAX_SEATS",
    "Choice",
    "OptionAnswer",
    "Options",
    "describe_options",
    "require_options",
    "tell_options",
]

MAX_SEATS = 12


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table's host can choose beyond the variant.

    Attributes:
        table_size: cards on the table, None for the variant's own number.
        seats: how many can play.
        contest: what is played for, the key of one of `thirdcard.game.contests.CONTESTS`.
        lay_ms: 0 lays all missing cards at once; else one card every so many milliseconds, with
            claims allowed meanwhile.
        call_seconds: 0 lets claims be made at once; else a player calls first and has so many
            seconds to claim, while the others wait.
        penalty: what a wrong claim costs.
        lock_seconds: how long a wrong claim locks its player out, where that is its price.
        growth: whether more cards come when no claim is there, or when all people ask for them.
        end_score: the score that ends the game, 0 for none.
        end_seconds: how long the game lasts, with a deck that is shuffled anew whenever it is
            empty; 0 to play until the deck is empty.
        hints: whether there are hints: never, when all people ask, or for each player alone.
        fair_window_ms: 0 judges claims in their order of arrival; else claims that arrive within
            so many milliseconds of the first are ordered by when their players acted.
        turn_seconds: time for each turn where turns are taken.
        show_seconds: how long cards that do not match stay face up.
        idle_seconds: after how long without any player's command the table closes.
    """

    table_size: int | None = None
    seats: int = 8
    contest: str = "race"
    lay_ms: int = 0
    call_seconds: int = 0
    penalty: Literal["none", "point", "lock"] = "none"
    lock_seconds: int = 5
    growth: Literal["automatic", "vote"] = "automatic"
    end_score: int = 0
    end_seconds: int = 0
    hints: Literal["off", "vote", "private"] = "off"
    fair_window_ms: int = 0
    turn_seconds: int = 30
    show_seconds: int = 4
    idle_seconds: int = 3600


class Choice(msgspec.Struct, frozen=True):
    """One value that an option may have, for people."""

    value: str
    title: str
    sentence: str


class OptionAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An option, for people who choose.

    Attributes:
        key: the attribute of `Options`.
        title, sentence: what it is called, and what it does.
        kind: ``choice`` among values, or a ``number``.
        default: its value where nothing is chosen.
        choices: the values, null for a number.
        least, most: the range of a number, null for a choice.
        unit: of a number, null where it counts.
        conflict: why no other value than the usual one makes sense, null where one does.
    """

    key: str
    title: str
    sentence: str
    kind: Literal["choice", "number"]
    default: int | str
    choices: tuple[Choice, ...] | None
    least: int | None
    most: int | None
    unit: str | None
    conflict: str | None


@dataclass(frozen=True)
class _Fact:
    """What there is to say of an option.

    Attributes:
        key, title, sentence, choices, unit: as in `OptionAnswer`.
        tell: says for people what a table's value means, where that is not the usual one.
        bounds: the range of a number.
        needs_cards_shown: whether it makes no sense where cards lie face down.
    """

    key: str
    title: str
    sentence: str
    tell: Callable[[Options], str]
    bounds: tuple[int, int] | None = None
    unit: str | None = None
    choices: tuple[Choice, ...] | None = None
    needs_cards_shown: bool = False


def _seconds(milliseconds: int) -> str:
    seconds = milliseconds / 1000
    return phrase("{seconds} s", seconds=int(seconds) if seconds.is_integer() else seconds)


def _duration(seconds: int) -> str:
    """Tell a time in the two largest units that it has, as "2 h 30 min".

    >>> _duration(45), _duration(300), _duration(86_490)
    ('45 s', '5 min', '1 d 1 min')
    """
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = [
        phrase("{days} d", days=days) if days else "",
        phrase("{hours} h", hours=hours) if hours else "",
        phrase("{minutes} min", minutes=minutes) if minutes else "",
        phrase("{seconds} s", seconds=seconds) if seconds else "",
    ]
    largest, *others = filter(None, parts)
    return phrase("{time} {rest}", time=largest, rest=others[0]) if others else largest


_CONTEST_CHOICES = tuple(Choice(c.key, c.title, c.sentence) for c in CONTESTS.values())
_PENALTIES = {
    "none": Choice("none", phrase("Nothing"), phrase("A wrong claim costs nothing.")),
    "point": Choice(
        "point", phrase("A point"), phrase("A wrong claim costs a point; scores may fall below 0.")
    ),
    "lock": Choice(
        "lock", phrase("A while"), phrase("Who claims wrongly may not claim for a while.")
    ),
}
_GROWTH = {
    "automatic": Choice(
        "automatic", phrase("By themselves"), phrase("More cards come when no claim is there.")
    ),
    "vote": Choice(
        "vote",
        phrase("When all ask"),
        phrase("More cards come when all ask for them, a claim or not."),
    ),
}
_HINTS = {
    "off": Choice("off", phrase("None"), phrase("There are no hints.")),
    "vote": Choice(
        "vote", phrase("When all ask"), phrase("A hint comes, for all, when all ask for it.")
    ),
    "private": Choice(
        "private", phrase("For each alone"), phrase("Each player may ask for hints alone.")
    ),
}

_FACTS = {
    fact.key: fact
    for fact in (
        _Fact(
            "contest",
            phrase("What is played for"),
            phrase(
                "The race for the most claims, or one of the games on cards that are laid once."
            ),
            lambda options: CONTESTS[options.contest].sentence,
            choices=_CONTEST_CHOICES,
        ),
        _Fact(
            "table_size",
            phrase("Cards on the table"),
            phrase("So many cards lie on the table, as long as a claim is among them."),
            lambda options: phrase("{size} cards lie on the table.", size=options.table_size),
            unit=phrase("cards"),
        ),
        _Fact(
            "seats",
            phrase("Seats"),
            phrase("So many can play."),
            lambda options: phrase("At most {seats} play.", seats=options.seats),
            bounds=(1, MAX_SEATS),
        ),
        _Fact(
            "lay_ms",
            phrase("Time for each card"),
            phrase(
                "0 lays all missing cards at once; else one comes every so many milliseconds, and "
                "claims may be made meanwhile."
            ),
            lambda options: phrase(
                "Cards are laid one by one, every {time}.", time=_seconds(options.lay_ms)
            ),
            bounds=(0, 10_000),
            unit=phrase("ms"),
            needs_cards_shown=True,
        ),
        _Fact(
            "call_seconds",
            phrase("Time after a call"),
            phrase(
                "0 lets everyone claim at once; else a player calls first and then has so many "
                "seconds to claim, while the others wait."
            ),
            lambda options: phrase(
                "Call first; then you have {seconds} s to claim.", seconds=options.call_seconds
            ),
            bounds=(0, 60),
            unit=phrase("s"),
            needs_cards_shown=True,
        ),
        _Fact(
            "penalty",
            phrase("A wrong claim costs"),
            phrase(
                "What a wrong claim costs; the same cards again, on an unchanged table, "
                "cost nothing."
            ),
            lambda options: (
                phrase(
                    "Who claims wrongly may not claim for {seconds} s.",
                    seconds=options.lock_seconds,
                )
                if options.penalty == "lock"
                else _PENALTIES[options.penalty].sentence
            ),
            choices=tuple(_PENALTIES.values()),
            needs_cards_shown=True,
        ),
        _Fact(
            "lock_seconds",
            phrase("Time of a lock"),
            phrase("How long who claims wrongly, or calls in vain again, may not claim."),
            lambda options: phrase("A lock lasts {seconds} s.", seconds=options.lock_seconds),
            bounds=(1, 60),
            unit=phrase("s"),
        ),
        _Fact(
            "growth",
            phrase("More cards come"),
            phrase("Whether more cards come when no claim is there, or when all ask for them."),
            lambda options: _GROWTH[options.growth].sentence,
            choices=tuple(_GROWTH.values()),
            needs_cards_shown=True,
        ),
        _Fact(
            "end_score",
            phrase("Score that ends the game"),
            phrase("0 plays on; else the first to reach so many points ends the game."),
            lambda options: phrase(
                "The first to reach {points} points ends the game.", points=options.end_score
            ),
            bounds=(0, 1000),
            unit=phrase("points"),
        ),
        _Fact(
            "end_seconds",
            phrase("Length of the game"),
            phrase(
                "0 plays until the deck is empty; else for so many seconds, and the deck is "
                "shuffled anew whenever it is empty."
            ),
            lambda options: phrase(
                "The game lasts {time}, and the deck has no end.",
                time=_duration(options.end_seconds),
            ),
            bounds=(0, 86_400),
            unit=phrase("s"),
        ),
        _Fact(
            "hints",
            phrase("Hints"),
            phrase("First whether there is a claim, then one of its cards, then all but one."),
            lambda options: _HINTS[options.hints].sentence,
            choices=tuple(_HINTS.values()),
            needs_cards_shown=True,
        ),
        _Fact(
            "fair_window_ms",
            phrase("Window for close claims"),
            phrase(
                "0 judges claims as they arrive; else those within so many milliseconds of the "
                "first are ordered by when their players acted."
            ),
            lambda options: phrase(
                "Claims within {milliseconds} ms are ordered by when players acted.",
                milliseconds=options.fair_window_ms,
            ),
            bounds=(0, 250),
            unit=phrase("ms"),
            needs_cards_shown=True,
        ),
        _Fact(
            "turn_seconds",
            phrase("Time for a turn"),
            phrase("How long each turn may last, where turns are taken."),
            lambda options: phrase("A turn lasts {time}.", time=_duration(options.turn_seconds)),
            bounds=(1, 3600),
            unit=phrase("s"),
        ),
        _Fact(
            "show_seconds",
            phrase("Time face up"),
            phrase("How long cards that do not match stay face up."),
            lambda options: phrase(
                "Cards that do not match stay face up for {seconds} s.",
                seconds=options.show_seconds,
            ),
            bounds=(0, 60),
            unit=phrase("s"),
        ),
        _Fact(
            "idle_seconds",
            phrase("Time without players"),
            phrase("After how long without any player's doing the table closes."),
            lambda options: phrase(
                "The table closes after {time} without a move.",
                time=_duration(options.idle_seconds),
            ),
            bounds=(1, 7 * 86_400),
            unit=phrase("s"),
        ),
    )
}
_DEFAULTS = Options()


def require_options(options: Options, variant: Variant) -> None:
    """Check that a table of a variant can have some options.

    Raises:
        OptionError: one is out of its range, or does not go with the variant or another.
    """
    if options.contest not in CONTESTS:
        raise OptionError(
            phrase(
                "contest is {contest}; expected one of {known}",
                contest=repr(options.contest),
                known=", ".join(CONTESTS),
            )
        )
    for key, fact in _FACTS.items():
        value = getattr(options, key)
        if fact.bounds and not fact.bounds[0] <= value <= fact.bounds[1]:
            least, most = fact.bounds
            raise OptionError(
                phrase(
                    "{option} is {value}; expected {least} to {most}",
                    option=key,
                    value=value,
                    least=least,
                    most=most,
                )
            )
    if reason := CONTESTS[options.contest].find_conflict(variant):
        raise OptionError(
            phrase(
                "{one} and {other} do not go together: {reason}",
                one=CONTESTS[options.contest].title,
                other=variant.title,
                reason=reason,
            )
        )
    for key in _FACTS:
        if key == "contest" or getattr(options, key) == getattr(_DEFAULTS, key):
            continue
        if reason := _find_conflict(key, options, variant):
            raise OptionError(
                phrase(
                    "{option} is {value} and cannot be: {reason}",
                    option=key,
                    value=repr(getattr(options, key)),
                    reason=reason,
                )
            )
    variant.require_table_size(options.table_size)


def describe_options(variant: Variant, chosen: Options | None = None) -> list[OptionAnswer]:
    """Return every option for people who choose.

    Args:
        variant: what is played.
        chosen: what is chosen so far; may be impossible as a whole.
    """
    chosen = _DEFAULTS if chosen is None else chosen
    return [_describe(fact, variant, chosen) for fact in _FACTS.values()]


def tell_options(options: Options, variant: Variant) -> tuple[str, ...]:
    """Return for people what differs from the usual, a sentence each."""
    return tuple(
        fact.tell(options)
        for key, fact in _FACTS.items()
        if getattr(options, key) != getattr(_DEFAULTS, key)
        and not _find_idleness(key, options, variant)
        and not (key == "lock_seconds" and options.penalty == "lock")
    )


def _describe(fact: _Fact, variant: Variant, chosen: Options) -> OptionAnswer:
    contest = CONTESTS.get(chosen.contest, CONTESTS[_DEFAULTS.contest])
    default = getattr(_DEFAULTS, fact.key)
    bounds = fact.bounds
    if fact.key == "table_size":
        default = variant.require_table_size(contest.table_size)
        bounds = (variant.pattern.sizes[0], variant.deck.size)
    elif fact.key == "seats" and contest.seats:
        default, bounds = contest.seats, (contest.seats, contest.seats)
    reason = _find_conflict(fact.key, chosen, variant) or _find_idleness(fact.key, chosen, variant)
    return OptionAnswer(
        key=fact.key,
        title=fact.title,
        sentence=fact.sentence,
        kind="number" if fact.choices is None else "choice",
        default=default,
        choices=fact.choices,
        least=bounds[0] if bounds else None,
        most=bounds[1] if bounds else None,
        unit=fact.unit,
        conflict=reason,
    )


def _find_conflict(key: str, options: Options, variant: Variant) -> str | None:
    """Return why an option cannot have another value than the usual one, None if it can.

    The reason is a sentence.
    """
    if key == "contest":
        others = [c for c in CONTESTS.values() if c.key != _DEFAULTS.contest]
        reasons = [_find_contest_conflict(contest, options, variant) for contest in others]
        return reasons[0] if all(reasons) else None
    if _FACTS[key].needs_cards_shown and variant.rule.face_down:
        return phrase("The cards lie face down.")
    contest = CONTESTS.get(options.contest)
    if contest and (reason := contest.find_exclusion(key)):
        return reason
    rival = {"call_seconds": "fair_window_ms", "fair_window_ms": "call_seconds"}.get(key)
    if rival and getattr(options, rival):
        return phrase("Who has called claims alone, so that no two claims can be close.")
    return None


def _find_contest_conflict(contest: Contest, options: Options, variant: Variant) -> str | None:
    if reason := contest.find_conflict(variant):
        return reason
    for key, fact in _FACTS.items():
        if getattr(options, key) != getattr(_DEFAULTS, key) and contest.find_exclusion(key):
            return phrase(
                "{contest} does not go with what is chosen as “{option}”.",
                contest=contest.title,
                option=fact.title,
            )
    return None


def _find_idleness(key: str, options: Options, variant: Variant) -> str | None:
    """Return why an option's value changes nothing, None where it does."""
    contest = CONTESTS.get(options.contest)
    takes_turns = variant.rule.face_down or (contest is not None and contest.takes_turns)
    match key:
        case "lock_seconds" if options.penalty != "lock" and not options.call_seconds:
            return phrase("Nobody is locked out where a wrong claim has another price.")
        case "turn_seconds" if not takes_turns:
            return phrase("No turns are taken.")
        case "show_seconds" if not variant.rule.face_down:
            return phrase("All cards lie face up.")
        case "seats" if contest is not None and contest.seats:
            return phrase("{contest} is for {seats}.", contest=contest.title, seats=contest.seats)
    return None
