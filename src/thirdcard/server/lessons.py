"""Lessons: a few minutes on real tables for the rule and for each value of the axes.

`thirdcard.server.lesson_book` holds what is taught, `thirdcard.server.lesson_steps` how it is put
on tables.  The client is sent each table with all its right answers, and knows no rule itself;
what is wrong with a wrong answer it asks at ``/api/explain``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from litestar import get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from thirdcard.phrases import join_words, phrase
from thirdcard.server.explaining import explanation
from thirdcard.server.lesson_book import BOOK
from thirdcard.server.lesson_steps import Step
from thirdcard.variants.axes import AXES, Axis, AxisValue
from thirdcard.variants.registry import parse_variant

__all__ = ["ROUTES", "Lesson", "LessonTitle", "build_lesson", "lesson", "lessons", "list_lessons"]


class LessonTitle(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson in the list of all.

    Attributes:
        key: the value of the axis that it is about.
        axis: key of the axis.
        question: what the axis asks.
        title: the lesson's title.
        sentence: the value in a sentence.
        minutes: how long it takes.
    """

    key: str
    axis: str
    question: str
    title: str
    sentence: str
    minutes: int


class Lesson(LessonTitle, frozen=True, kw_only=True):
    """A lesson.

    Attributes:
        variant: the game that is taught, as an expression.
        deck: key of the deck.
        group_shape: rows and columns of groups.
        next: key of the lesson after this one, null for the last.
        steps: its steps, each on a table of its own.
    """

    variant: str
    deck: str
    group_shape: tuple[int, int]
    next: str | None
    steps: tuple[Step, ...]


def list_lessons() -> list[LessonTitle]:
    """Return the lessons in their order, the rule first."""
    return [_describe(key) for key in BOOK]


def _describe(key: str) -> LessonTitle:
    """Return a lesson's line in the list."""
    axis, value = _find_value(key)
    plan = BOOK[key]
    return LessonTitle(
        key=key,
        axis=axis.key,
        question=axis.question,
        title=plan.title or value.title,
        sentence=value.sentence,
        minutes=plan.minutes,
    )


def _find_value(key: str) -> tuple[Axis[Any], AxisValue]:
    """Return the axis of a value, and the value, by the value's key."""
    return next((axis, value) for axis in AXES for value in axis.values if value.key == key)


@lru_cache(maxsize=len(BOOK))
def build_lesson(key: str) -> Lesson:
    """Return a lesson, the same one every time.

    Raises:
        KeyError: there is none of that key.
    """
    plan, variant = BOOK[key], parse_variant(key)
    keys = [*BOOK, None]
    return Lesson(
        **msgspec.structs.asdict(_describe(key)),
        variant=variant.key,
        deck=variant.deck.key,
        group_shape=variant.grouping.shape,
        next=keys[keys.index(key) + 1],
        steps=tuple(
            step.build(variant, f"{key}/{step.deal or number}")
            for number, step in enumerate(plan.steps)
        ),
    )


@get("/api/lessons", sync_to_thread=False)
def lessons() -> list[LessonTitle]:
    """Return all lessons, the one on the rule first."""
    return list_lessons()


@get("/api/lessons/{key:str}", sync_to_thread=True)
def lesson(key: FromPath[str]) -> Lesson:
    """Return a lesson with the tables of its steps and all right answers."""
    if key not in BOOK:
        raise NotFoundException(
            detail=phrase(
                "there is no lesson {lesson}; expected {known}",
                lesson=repr(key[:40]),
                known=join_words(list(BOOK), "or"),
            )
        )
    return build_lesson(key)


ROUTES: Final[Sequence[HTTPRouteHandler]] = (lessons, lesson, explanation)
"""What the application serves of this module."""
