"""People, who may enter which table, what was said, and what an administrator did."""

import json
import unicodedata
from collections.abc import Iterator
from itertools import islice
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ROWS_AT_ONCE = 1000
_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")

_tables = sa.table("tables", sa.column("id"), sa.column("opened_at"))
_events = sa.table("events", sa.column("table_id"), sa.column("seq"), sa.column("body"))
_seats = sa.table("seats", sa.column("table_id"), sa.column("player"))
_people = sa.table(
    "people",
    *map(sa.column, ("player", "name", "name_key", "epoch", "created_at", "seen_at")),
)


def upgrade() -> None:
    """Create the new tables and columns, and fill in what the log knows already."""
    op.add_column(
        "tables", sa.Column("access", sa.String(8), nullable=False, server_default="link")
    )
    op.add_column("tables", sa.Column("passcode", sa.Text))
    op.add_column("tables", sa.Column("owner", sa.String(64)))
    op.add_column(
        "tables", sa.Column("opened_at", sa.BigInteger, nullable=False, server_default="0")
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
    )
    op.create_index("seats_player", "seats", ["player"])
    op.create_table(
        "people",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False),
        sa.Column("account", sa.Text),
        sa.Column("account_key", sa.Text, unique=True),
        sa.Column("password", sa.Text),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
    )
    op.create_index("people_name", "people", ["name_key"])
    op.create_index("people_seen", "people", ["seen_at"])
    op.create_table(
        "lines",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("lines_table", "lines", ["table_id", "id"])
    op.create_index("lines_player", "lines", ["player"])
    op.create_table(
        "admissions",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
    )
    op.create_index("admissions_player", "admissions", ["player"])
    op.create_table(
        "bans",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("argument", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    _fill_in()


def _fill_in() -> None:
    """Tell from the log when tables were opened, who sat there, and under which name last."""
    connection = op.get_bind()
    opened = (
        {"table_id": table, "time": event["at"]}
        for table, event in _read(connection, _events.c.seq == 1)
        if event["type"] == "opened"
    )
    when = sa.update(_tables).where(_tables.c.id == sa.bindparam("table_id"))
    for rows in _batches(opened):
        connection.execute(when.values(opened_at=sa.bindparam("time")), rows)
    seats: dict[tuple[str, str], None] = {}
    people: dict[str, dict[str, Any]] = {}
    for table, event in _read(connection, _events.c.body.like('{"type":"joined"%')):
        if event.get("bot") is not None:
            continue
        player, at = event["player"], event["at"]
        seats[table, player] = None
        person = people.setdefault(
            player, {"player": player, "epoch": 0, "created_at": at, "seen_at": at}
        )
        person["created_at"] = min(person["created_at"], at)
        if at >= person["seen_at"]:
            name = event["name"]
            person |= {"seen_at": at, "name": name, "name_key": _fold(name)}
    for rows in _batches({"table_id": table, "player": player} for table, player in seats):
        connection.execute(sa.insert(_seats), rows)
    for rows in _batches(people.values()):
        connection.execute(sa.insert(_people), rows)


def _read(connection: sa.Connection, wanted: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield events with the tables that they happened at."""
    rows = connection.execute(sa.select(_events.c.table_id, _events.c.body).where(wanted))
    return ((row.table_id, json.loads(row.body)) for row in rows)


def _fold(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _batches(rows: Any) -> Iterator[list[dict[str, Any]]]:
    iterator = iter(rows)
    while batch := list(islice(iterator, _ROWS_AT_ONCE)):
        yield batch


def downgrade() -> None:
    """Drop what the upgrade made."""
    for table in ("notices", "bans", "admissions", "lines", "people", "seats"):
        op.drop_table(table)
    for column in ("opened_at", "owner", "passcode", "access"):
        op.drop_column("tables", column)
