"""The event log: what was acknowledged is here, and a table is what is here.

`base` says what a log must do, `sql` does it on any database that SQLAlchemy speaks to (SQLite
and PostgreSQL are tested), `schema` holds its tables and `migrations` their history.  A new
kind of log is a subclass of `thirdcard.server.store.base.Store` that passes the tests of all.
"""
