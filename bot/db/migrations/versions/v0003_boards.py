"""Boards of a server's own."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the table of servers' boards."""
    op.create_table(
        "serverboard",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("looks", sa.String(), nullable=False),
        sa.Column("board", sa.String(), nullable=False),
        sa.Column("added_by", sa.BigInteger(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_serverboard"),
        sa.UniqueConstraint("guild_id", "looks", name="uq_serverboard_guild_id_looks"),
    )
