"""How long a night of many games takes (`make bench`): all due at the same second, on one core."""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from sqlmodel import Session, update

from bot.db.tables import Hand, Message, MessageStatus, Round, RoundStatus
from bot.moderator.duties import do_due
from bot.moderator.hearing import note_heard, read_heard
from bot.moderator.outbox import Kind
from tests.bot.moderator.club import CHANNEL, Club

pytestmark = pytest.mark.long

PLAYERS = 7
ROUNDS_OF_BENCH = 3


def call_all_delivered(session: Session) -> None:
    """Leave the outbox as it is by the evening: everything sent, every hand with its player."""
    session.execute(update(Message).values(status=MessageStatus.SENT, message_id=Message.id))
    session.execute(update(Hand).values(reached=True))


@pytest.mark.benchmark(group="games due at the same second: lock, simulate, store, deal, outbox")
@pytest.mark.parametrize("games", [10, 100, 300])
def test_games_due_at_the_same_second(benchmark: BenchmarkFixture, tmp_path: Path, games: int) -> None:
    """100 games of seven players: at most 5 s; it grows linearly."""
    games = games if benchmark.enabled else 2
    club = Club(tmp_path / "start.db")
    club.do(lambda session: note_heard(session, club.now, is_ready=True))
    for number in range(games):
        game = club.new_game(PLAYERS, channel=CHANNEL + number)
        for seat in range(1, PLAYERS):  # the seventh is late
            club.write(game, seat, (5, 3, 9, 1, 7))
    deadline = club.round(1).deadline
    club.do(call_all_delivered)
    club.restart()

    nights: list[Club] = []

    def at_the_deadline() -> tuple[tuple[Club], dict[str, object]]:
        for night in nights:
            night.restart()
        path = tmp_path / f"night-{len(nights)}.db"
        shutil.copyfile(club.path, path)
        night = Club(path, now=deadline + timedelta(seconds=6))
        nights.append(night)
        night.keep_hearing()
        return (night,), {}

    def resolve_all(night: Club) -> None:
        for _ in range(2):  # once to find whose messages are to be read, once to go on
            heard = night.do(lambda session: read_heard(session, night.now))
            for wanted in do_due(night.database, night.now, heard):
                for seat in wanted.seats:
                    night.read_messages(wanted.game_id, wanted.round_id, seat)

    benchmark.pedantic(resolve_all, setup=at_the_deadline, rounds=ROUNDS_OF_BENCH)  # type: ignore[no-untyped-call]
    rows = nights[-1].rows(Round)
    assert [row.status for row in rows] == [RoundStatus.PUBLISHED] * games + [RoundStatus.DEALT] * games
    hands = [row for row in nights[-1].rows(Message) if row.kind == Kind.HAND]
    assert len(hands) == 2 * games * PLAYERS
