"""What came of daily puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the daily puzzles of people."""
    op.create_table(
        "dailies",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("ms", sa.BigInteger, nullable=False),
        sa.Column("wrong", sa.Integer, nullable=False),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("total_ms", sa.BigInteger, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("on_day", sa.Boolean, nullable=False),
    )
    op.create_index("dailies_player", "dailies", ["player", "date", "name"], unique=True)
    op.create_index("dailies_puzzle", "dailies", ["date", "name"])


def downgrade() -> None:
    """Forget the daily puzzles of people."""
    op.drop_table("dailies")
