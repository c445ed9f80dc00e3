"""The tables of the database."""

from __future__ import annotations

import secrets

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

__all__ = [
    "admissions",
    "bans",
    "dailies",
    "events",
    "lines",
    "metadata",
    "notices",
    "people",
    "practice",
    "ratings",
    "result_seats",
    "results",
    "seats",
    "settings",
    "sprints",
    "tables",
]

metadata = MetaData()

_PUBLIC_BYTES = 8


def _new_public_id() -> str:
    return secrets.token_hex(_PUBLIC_BYTES)


# SQLite numbers rows by itself in a column of its own integer type only.
_NUMBER = BigInteger().with_variant(Integer, "sqlite")

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("header", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    # One successor a table: two who press "play again" at once meet at the same one.
    Column("parent", String(32), ForeignKey("tables.id"), unique=True),
    Column("ended_at", BigInteger),
    Column("access", String(8), nullable=False, server_default="link"),
    Column("passcode", Text),
    Column("owner", String(64)),
    Column("opened_at", BigInteger, nullable=False, server_default="0"),
    # Games that came as records were played elsewhere, and count for nothing here.
    Column("imported_at", BigInteger),
    Index("tables_open", "ended_at"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    # The key turns a race for the next place in the log into a conflict.
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    # What the log says too, by player: the tables at which a person ever had a seat.
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("player", String(64), primary_key=True),
    Index("seats_player", "player"),
)

people = Table(
    "people",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    # Names as they are compared: no two accounts differ in case only.
    Column("name_key", Text, nullable=False),
    Column("account", Text),
    Column("account_key", Text, unique=True),
    Column("password", Text),
    Column("epoch", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    # What a person is called in addresses, which tells nothing of the id.
    Column("public", String(16), default=_new_public_id),
    Index("people_name", "name_key"),
    Index("people_seen", "seen_at"),
    Index("people_public", "public", unique=True),
)

lines = Table(
    "lines",
    metadata,
    Column("id", _NUMBER, primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Index("lines_table", "table_id", "id"),
    Index("lines_player", "player"),
)

admissions = Table(
    "admissions",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("player", String(64), primary_key=True),
    Index("admissions_player", "player"),
)

bans = Table(
    "bans",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("reason", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

notices = Table(
    "notices",
    metadata,
    Column("id", _NUMBER, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("argument", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    # Who reads them asks for later numbers, so those of rows that are gone must not come again.
    sqlite_autoincrement=True,
)

settings = Table(
    "settings",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

results = Table(
    "results",
    metadata,
    # What the log of a game that has ended adds up to, once for each.
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    # Counted, abandoned, or broken: then the log cannot be read, and why is told by `fault`.
    Column("status", String(16), nullable=False),
    Column("fault", Text),
    Column("variant", String(64), nullable=False),
    Column("contest", String(16), nullable=False),
    # JSON of the options that make times incomparable, "{}" for a usual game.
    Column("options", Text, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("duration", BigInteger, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("is_rated", Boolean, nullable=False),
    Index("results_end", "ended_at", "table_id"),
    Index("results_kind", "variant", "contest"),
)

result_seats = Table(
    "result_seats",
    metadata,
    # Of games that count only.
    Column("table_id", String(32), ForeignKey("results.table_id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    # Null for a bot, and for somebody who has left the club.
    Column("player", String(64)),
    # As in the game: the latest games of a player are found by it.
    Column("ended_at", BigInteger, nullable=False),
    Column("bot", Integer),
    Column("score", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("refusals", Integer, nullable=False),
    Column("claim_count", Integer, nullable=False),
    # Milliseconds of the shortest claim, null without one.
    Column("best_ms", BigInteger),
    # JSON: milliseconds and differing features of each claim.
    Column("claims", Text, nullable=False),
    Index("result_seats_player", "player", "ended_at"),
)

ratings = Table(
    "ratings",
    metadata,
    # Of a variant and a contest; both empty for all games.
    Column("player", String(64), primary_key=True),
    Column("variant", String(64), primary_key=True),
    Column("contest", String(16), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ratings_kind", "variant", "contest"),
)

practice = Table(
    "practice",
    metadata,
    # Made by the browser that the table was sent to: what comes twice is stored once.
    Column("id", String(36), primary_key=True),
    Column("player", String(64), nullable=False),
    # The table, which is drawn anew from these three.
    Column("variant", String(64), nullable=False),
    Column("seed", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("ms", BigInteger, nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    # Of the claim that was found, null where the table was skipped.
    Column("differing", Float),
    # Of the table's easiest claim, and the table's level; null in rows that an older version wrote.
    Column("easiest", Float),
    Column("level", Integer),
    # Null outside of a sprint.
    Column("sprint", String(36)),
    Index("practice_player", "player", "at"),
    Index("practice_sprint", "sprint"),
)

sprints = Table(
    "sprints",
    metadata,
    # Made by the browser, as those of the tables that were practised on in it.
    Column("id", String(36), primary_key=True),
    Column("player", String(64), nullable=False),
    Column("variant", String(64), nullable=False),
    # Null for any.
    Column("level", Integer),
    Column("seconds", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("score", Integer, nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("skipped", Integer, nullable=False),
    Index("sprints_player", "player"),
)

dailies = Table(
    "dailies",
    metadata,
    # Made by the browser in which the puzzle was done: what comes twice is stored once.
    Column("id", String(36), primary_key=True),
    Column("player", String(64), nullable=False),
    # The puzzle, which follows from these two.
    Column("date", String(10), nullable=False),
    Column("name", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("ms", BigInteger, nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    # The time with what hints and wrong claims added when it was stored.
    Column("total_ms", BigInteger, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("on_day", Boolean, nullable=False),
    # Of a person and a puzzle the first result counts, in whatever browser it was.
    Index("dailies_player", "player", "date", "name", unique=True),
    Index("dailies_puzzle", "date", "name"),
)
