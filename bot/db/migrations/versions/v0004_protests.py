"""Protests of players against results: how long they may come, and what they say."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the time of protests to games and rounds, and their table; games that are there already take none."""
    op.add_column("game", sa.Column("protest_minutes", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("game") as game:
        game.alter_column("protest_minutes", server_default=None)
    op.add_column("round", sa.Column("protest_until", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "protest",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name="fk_protest_round_id"),
        sa.PrimaryKeyConstraint("id", name="pk_protest"),
        sa.UniqueConstraint("source_id", name="uq_protest_source_id"),
    )
    op.create_index("ix_protest_round_id", "protest", ["round_id"])
