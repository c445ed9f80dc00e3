"""What games came to, ratings, and what people are called in addresses.

Games that ended before are counted by the server after its start, not here: that can be
interrupted and goes on.
"""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_PUBLIC_BYTES = 8

_people = sa.table("people", sa.column("player"), sa.column("public"))


def upgrade() -> None:
    """Create the new tables and the new column, and give everybody a public id."""
    op.add_column("people", sa.Column("public", sa.String(16)))
    connection = op.get_bind()
    players = connection.scalars(sa.select(_people.c.player)).all()
    give = sa.update(_people).where(_people.c.player == sa.bindparam("who"))
    rows = [{"who": player, "id": secrets.token_hex(_PUBLIC_BYTES)} for player in players]
    if rows:
        connection.execute(give.values(public=sa.bindparam("id")), rows)
    op.create_index("people_public", "people", ["public"], unique=True)
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("fault", sa.Text),
        sa.Column("variant", sa.String(64), nullable=False),
        sa.Column("contest", sa.String(16), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("duration", sa.BigInteger, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
    )
    op.create_index("results_end", "results", ["ended_at", "table_id"])
    op.create_index("results_kind", "results", ["variant", "contest"])
    op.create_table(
        "result_seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("results.table_id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(64)),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("bot", sa.Integer),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("refusals", sa.Integer, nullable=False),
        sa.Column("claim_count", sa.Integer, nullable=False),
        sa.Column("best_ms", sa.BigInteger),
        sa.Column("claims", sa.Text, nullable=False),
    )
    op.create_index("result_seats_player", "result_seats", ["player", "ended_at"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("variant", sa.String(64), primary_key=True),
        sa.Column("contest", sa.String(16), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_index("ratings_kind", "ratings", ["variant", "contest"])


def downgrade() -> None:
    """Drop what the upgrade made."""
    for table in ("ratings", "result_seats", "results"):
        op.drop_table(table)
    op.drop_index("people_public", "people")
    op.drop_column("people", "public")
