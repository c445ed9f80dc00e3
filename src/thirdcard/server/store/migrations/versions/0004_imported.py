"""Games that were played elsewhere and came as records."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add when a game's record was brought here."""
    op.add_column("tables", sa.Column("imported_at", sa.BigInteger))


def downgrade() -> None:
    """Forget which games were played elsewhere, and let them be games like any other."""
    op.drop_column("tables", "imported_at")
