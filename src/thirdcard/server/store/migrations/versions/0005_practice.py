"""What came of tables that people practised on."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the practice of people."""
    op.create_table(
        "practice",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("variant", sa.String(64), nullable=False),
        sa.Column("seed", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("ms", sa.BigInteger, nullable=False),
        sa.Column("wrong", sa.Integer, nullable=False),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("differing", sa.Float),
    )
    op.create_index("practice_player", "practice", ["player", "at"])


def downgrade() -> None:
    """Forget what was practised."""
    op.drop_table("practice")
