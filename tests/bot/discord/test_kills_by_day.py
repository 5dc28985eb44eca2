"""The bot's process is ended at every send of a day: lobby, start, notices, hands, receipt, reminder, late picture."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.db.tables import Message, MessageStatus, Round
from bot.moderator import games
from bot.moderator.duties import do_due
from bot.moderator.hands import Panel
from bot.moderator.hearing import read_heard
from bot.moderator.outbox import Kind
from tests.bot.discord.killing import Undisturbed, end_at_each_send, undisturbed
from tests.bot.discord.processes import OTHER_CHANNEL, SEND, Eve, WorldPost
from tests.bot.moderator.club import Club

pytestmark = pytest.mark.long

MOST_KILLS = 40
KINDS = {
    *(Kind.LOBBY, Kind.EDIT, Kind.START, Kind.NOTICE, Kind.HAND),
    *(Kind.RECEIPT, Kind.REMINDER, Kind.PICTURE, Kind.REPORT),
}


def fail(message: Message) -> None:
    """Draw no picture."""
    if message.kind == Kind.RESULT:
        raise ZeroDivisionError


class Day(Eve):
    """A server and a file: a race has just been made and started, paused and resumed, and nothing of it is sent yet.

    One of its players has a program; the other is to be reminded. The picture of another race's night is to follow.
    """

    def _play(self) -> None:
        now = SystemClock().now()
        deadline = now - timedelta(hours=24)
        club = Club(self.path, now - timedelta(hours=40), post=WorldPost(server=self.server), draw=fail)
        old = club.new_game(2, channel=OTHER_CHANNEL, reminder_minutes=(), moves_for_silence=False)
        club.tick()
        self._set_deadline(club, old, deadline)
        club.now = deadline + timedelta(seconds=6)
        club.keep_hearing()
        club.tick()
        self._set_deadline(club, old, now + timedelta(hours=24))
        club.now = now - timedelta(minutes=30)
        race = club.new_game(2, reminder_minutes=(30,), moves_for_silence=False)
        club.command(games.pause, race)
        club.command(games.resume, race)
        club.now += timedelta(minutes=1)
        assert isinstance(club.write(race, 1, (1, 2, 3, 4, 5)), Panel)
        self._set_deadline(club, race, now + timedelta(minutes=20))
        club.now = now
        club.keep_hearing()
        do_due(club.database, now, club.do(lambda session: read_heard(session, now)))
        waiting = {str(row.kind) for row in club.rows(Message) if row.status is MessageStatus.PENDING}
        assert waiting == KINDS - {Kind.REPORT}, "reports come with the last hand"
        club.restart()

    def _set_deadline(self, club: Club, game: int, deadline: object) -> None:
        number = club.round(game).id
        club.do(lambda session: setattr(session.get_one(Round, number), "deadline", deadline))

    def is_over(self) -> bool:
        """Whether nothing waits but what is to come later."""
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as connection:
            query = "SELECT count(*) FROM message WHERE status = 'pending' AND NOT (kind = 'edit' AND attempts = 0)"
            (waiting,) = connection.execute(query).fetchone()
        return not waiting


@pytest.fixture(scope="module")
def peaceful(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    """Return the day as it is when no process ends."""
    with Day(migrated_file, tmp_path_factory.mktemp("peaceful")) as stage:
        return undisturbed(stage)


@pytest.mark.parametrize("is_stored", [False, True], ids=["before", "stored and the nonce forgotten"])
def test_nothing_of_a_day_is_lost_or_sent_twice(
    peaceful: Undisturbed, migrated_file: Path, tmp_path: Path, *, is_stored: bool
) -> None:
    """Each send ends a process, and each process gets one send further."""
    assert peaceful.sends[SEND] >= 9
    assert {status for _, status, _ in peaceful.rows} == {"sent"}
    with Day(migrated_file, tmp_path) as stage:
        end_at_each_send(stage, peaceful, most=MOST_KILLS, is_stored=is_stored, forgets=True)
