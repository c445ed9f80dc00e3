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

__all__ = ["events", "metadata", "settings", "tables"]

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("header", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    # One successor a table: two who press "play again" at once meet at the same one.
    Column("parent", String(32), ForeignKey("tables.id"), unique=True),
    Column("ended_at", BigInteger),
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

settings = Table(
    "settings",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
