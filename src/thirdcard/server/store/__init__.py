"""The event log and the people: what was acknowledged is here, and a table is what is here.

`base` says what a store must do and `rows` what it keeps beside events.  `sql`, `sql_people`,
`sql_statistics`, `sql_practice` and `sql_daily` do it on any database that SQLAlchemy speaks to
(SQLite and PostgreSQL are tested), `connection` reaches it, `gathering` lets reads that come at
once share a statement, `schema` holds its tables and `migrations` their history.  `personal` hands
out all that is stored of a person, and removes it: a new table or column with a player's id belongs
there too.
A new kind of store is a subclass of `thirdcard.server.store.base.Store` that passes the tests of
all.
"""
