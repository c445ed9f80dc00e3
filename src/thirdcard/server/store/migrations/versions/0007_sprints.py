"""What a table of practice was like, and sprints."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the sprints of people, and to what they practised its table's level."""
    op.add_column("practice", sa.Column("easiest", sa.Float))
    op.add_column("practice", sa.Column("level", sa.Integer))
    op.add_column("practice", sa.Column("sprint", sa.String(36)))
    op.create_index("practice_sprint", "practice", ["sprint"])
    op.create_table(
        "sprints",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("variant", sa.String(64), nullable=False),
        sa.Column("level", sa.Integer),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("wrong", sa.Integer, nullable=False),
        sa.Column("skipped", sa.Integer, nullable=False),
    )
    op.create_index("sprints_player", "sprints", ["player"])


def downgrade() -> None:
    """Forget the sprints."""
    op.drop_table("sprints")
    op.drop_index("practice_sprint", "practice")
    op.drop_column("practice", "sprint")
    op.drop_column("practice", "level")
    op.drop_column("practice", "easiest")
