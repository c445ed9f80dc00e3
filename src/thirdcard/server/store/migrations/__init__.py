"""The history of the database's tables, as alembic revisions; the newest is `schema`."""
