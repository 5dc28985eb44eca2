"""What Discord's side keeps: languages, channels of direct messages, who may make games."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add two columns to players, and the table of servers."""
    op.add_column("player", sa.Column("language", sa.String(), nullable=True))
    op.add_column("player", sa.Column("dm_channel_id", sa.BigInteger(), nullable=True))
    op.create_table(
        "server",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("language", sa.String(), nullable=True),
        sa.Column("creator_role_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name="pk_server"),
    )
