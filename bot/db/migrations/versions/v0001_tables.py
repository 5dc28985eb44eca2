"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Make the tables, those first that others refer to."""
    _create_game()
    _create_hearing()
    _create_player()
    _create_auditentry()
    _create_host()
    _create_round()
    _create_seat()
    _create_hand()
    _create_message()
    _create_roundresult()
    _create_program()
    _create_reminder()


def _create_game() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("running_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("board_name", sa.String(), nullable=False),
        sa.Column("board", sa.String(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("deadline_at", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("points", sa.JSON(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("publish_mode", sa.String(20), nullable=False),
        sa.Column("review_minutes", sa.Integer(), nullable=False),
        sa.Column("min_programming_hours", sa.Integer(), nullable=False),
        sa.Column("moves_for_silence", sa.Boolean(), nullable=False),
        sa.Column("reminder_minutes", sa.JSON(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("stuck", sa.String(), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("retry_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.UniqueConstraint("running_channel_id", name="uq_game_running_channel_id"),
    )
    op.create_index("ix_game_status", "game", ["status"])


def _create_hearing() -> None:
    op.create_table(
        "hearing",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.Column("skew_ms", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_hearing"),
    )


def _create_player() -> None:
    op.create_table(
        "player",
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("reminder_minutes", sa.JSON(), nullable=True),
        sa.Column("quiet_from", sa.String(), nullable=True),
        sa.Column("quiet_until", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("user_id", name="pk_player"),
    )


def _create_auditentry() -> None:
    op.create_table(
        "auditentry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("round_number", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_auditentry"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_auditentry_game_id"),
    )
    op.create_index("ix_auditentry_game_id", "auditentry", ["game_id"])


def _create_host() -> None:
    op.create_table(
        "host",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_host"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_host_game_id"),
        sa.UniqueConstraint("game_id", "user_id", name="uq_host_game_id_user_id"),
    )


def _create_round() -> None:
    op.create_table(
        "round",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("open_game_id", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("redo", sa.String(20), nullable=True),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("adjustments", sa.JSON(), nullable=False),
        sa.Column("dealt_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline_set_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline_number", sa.Integer(), nullable=False),
        sa.Column("silence_counted_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("overdue_told", sa.Boolean(), nullable=False),
        sa.Column("locked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("locked_by", sa.BigInteger(), nullable=True),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_round"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_round_game_id"),
        sa.UniqueConstraint("game_id", "number", "run", name="uq_round_game_id_number_run"),
        sa.UniqueConstraint("open_game_id", name="uq_round_open_game_id"),
    )


def _create_seat() -> None:
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("robot", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("start", sa.String(), nullable=True),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_seat"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_seat_game_id"),
        sa.UniqueConstraint("game_id", "number", name="uq_seat_game_id_number"),
        sa.UniqueConstraint("game_id", "robot", name="uq_seat_game_id_robot"),
        sa.UniqueConstraint("game_id", "user_id", name="uq_seat_game_id_user_id"),
    )
    op.create_index("ix_seat_user_id", "seat", ["user_id"])


def _create_hand() -> None:
    op.create_table(
        "hand",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("picks", sa.JSON(), nullable=False),
        sa.Column("reached", sa.Boolean(), nullable=False),
        sa.Column("excused", sa.Boolean(), nullable=False),
        sa.Column("too_late_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_hand"),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name="fk_hand_round_id"),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name="fk_hand_seat_id"),
        sa.UniqueConstraint("round_id", "seat_id", name="uq_hand_round_id_seat_id"),
    )


def _create_message() -> None:
    op.create_table(
        "message",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(25), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=True),
        sa.Column("lane", sa.String(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("edits_id", sa.Integer(), nullable=True),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("urgency", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("attempted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("retry_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_message"),
        sa.ForeignKeyConstraint(["edits_id"], ["message.id"], name="fk_message_edits_id"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_message_game_id"),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name="fk_message_round_id"),
        sa.UniqueConstraint("key", name="uq_message_key"),
    )
    op.create_index("ix_message_game_id", "message", ["game_id"])
    op.create_index("ix_message_lane", "message", ["lane"])
    op.create_index("ix_message_round_id", "message", ["round_id"])
    op.create_index("ix_message_status", "message", ["status"])


def _create_roundresult() -> None:
    op.create_table(
        "roundresult",
        sa.Column("round_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("programs", sa.JSON(), nullable=False),
        sa.Column("beats", sa.JSON(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("round_id", name="pk_roundresult"),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name="fk_roundresult_round_id"),
    )


def _create_program() -> None:
    op.create_table(
        "program",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("hand_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("places", sa.JSON(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("source", sa.String(20), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_program"),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name="fk_program_hand_id"),
        sa.UniqueConstraint("hand_id", "source_id", name="uq_program_hand_id_source_id"),
        sa.UniqueConstraint("hand_id", "version", name="uq_program_hand_id_version"),
    )


def _create_reminder() -> None:
    op.create_table(
        "reminder",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("hand_id", sa.Integer(), nullable=False),
        sa.Column("deadline_number", sa.Integer(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reminder"),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name="fk_reminder_hand_id"),
        sa.UniqueConstraint(
            "hand_id", "deadline_number", "minutes", name="uq_reminder_hand_id_deadline_number_minutes"
        ),
    )
