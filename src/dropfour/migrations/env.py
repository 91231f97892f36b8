"""Run migrations on the connection that `dropfour.database` has opened."""

from alembic import context

context.configure(**context.config.attributes)
context.run_migrations()
