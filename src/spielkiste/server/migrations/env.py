"""Alembic's entry: the store opens the database and hands its connection over (see `database.migrate`).

The next version of the tables: change `schema.py`, and write a file in `versions` that leads there from the one before.
A test compares the two.
"""

from alembic import context

from spielkiste.server.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
