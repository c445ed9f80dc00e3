"""The tables of the database."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
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
    "events",
    "lines",
    "metadata",
    "notices",
    "people",
    "seats",
    "settings",
    "tables",
]

metadata = MetaData()

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
    Index("people_name", "name_key"),
    Index("people_seen", "seen_at"),
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
