"""What was practised comes back as it was stored, on each database."""

from __future__ import annotations

from dataclasses import replace

from thirdcard.server.store.rows import Practised, Sprint
from thirdcard.server.store.sql import SqlStore

TABLE = Practised("a", "ann", "super", "0123456789abcdef", 3, 70, 4000, 1, 2, 2.5, 1.5, 4, "run")
SPRINT = Sprint("run", "ann", "super", 4, 60, 1000, score=7, wrong=1, skipped=0)


async def test_tables_come_back_the_newest_first_and_those_of_a_sprint_in_order(
    store: SqlStore,
) -> None:
    later = replace(TABLE, id="b", at=80, differing=None, level=None)
    other = replace(TABLE, id="c", at=90, sprint=None)
    await store.add_practised([TABLE, later, other, replace(TABLE, id="d", player="bob")])
    assert await store.practised("ann", 2) == [other, later]
    assert await store.practised_in("ann", "run") == [TABLE, later]
    assert await store.practised_in("ann", "another") == []


async def test_a_sprint_is_stored_once_and_the_best_of_each_kind_is_told(store: SqlStore) -> None:
    any_level = replace(SPRINT, id="any", level=None)
    longer = replace(SPRINT, id="longer", seconds=300)
    worse = [
        replace(SPRINT, id="fewer", score=6, wrong=0),
        replace(SPRINT, id="more wrong", wrong=2, at=1),
        replace(SPRINT, id="later", at=1001),
        replace(SPRINT, id="skipped", at=1002, skipped=9),
    ]
    for sprint in (*worse, SPRINT, any_level, longer, replace(SPRINT, score=99)):
        await store.add_sprint(sprint)
    await store.add_sprint(replace(SPRINT, id="bob's", player="bob", score=50))
    told = {each.best.id: each for each in await store.best_sprints("ann")}
    assert {key: each.sprints for key, each in told.items()} == {"run": 5, "any": 1, "longer": 1}
    assert told["run"].best == SPRINT
    assert told["any"].best == any_level
