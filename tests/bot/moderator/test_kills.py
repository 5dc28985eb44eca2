"""The process ends before and after every commit and every send of a night, and another one goes on."""

import copy
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session, UOWTransaction

from bot.db.tables import Message, MessageStatus, Program, Round, RoundResult, RoundStatus
from bot.moderator.outbox import Kind
from bot.moderator.programs import Panel
from tests.bot.moderator.club import Club, player

DEADLINE = timedelta(hours=33)
"""From noon, when the game starts, to 21:00 the next day."""

PARTS = 4
"""The steps are tried in so many tests, for machines with several cores."""


class KilledError(BaseException):
    """The process ends here."""


@dataclass
class Killer:
    """Counts the steps of a night, and ends it at one of them."""

    at: int | None = None
    steps: list[str] = field(default_factory=list)

    def step(self, name: str) -> None:
        """Pass a step, or end."""
        self.steps.append(name)
        if len(self.steps) - 1 == self.at:
            raise KilledError

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Make every commit of something written two steps: before it and after it."""

        def note_write(session: Session, _: UOWTransaction) -> None:
            session.info["writes"] = True

        def before(session: Session) -> None:
            session.flush()
            if session.info.get("writes"):
                self.step("before a commit")

        def after(session: Session) -> None:
            if session.info.pop("writes", False):
                self.step("after a commit")

        listeners = (("after_flush", note_write), ("before_commit", before), ("after_commit", after))
        for name, listener in listeners:
            event.listen(Session, name, listener)
        try:
            yield
        finally:
            for name, listener in listeners:
                event.remove(Session, name, listener)


def evening(club: Club) -> None:
    """Let a night go on from wherever it is: everybody looks first, and does what is still to be done."""
    start = club.started
    deadline = start + DEADLINE
    if club.now < deadline - timedelta(hours=1):
        programme(club, 1, (3, 1, 7, 8, 2), 5)
        programme(club, 3, (9, 8, 7), 3)
    for moment in (deadline - timedelta(minutes=30), deadline + timedelta(seconds=6), deadline + timedelta(seconds=11)):
        club.now = max(club.now, moment)
        club.keep_hearing()
        club.tick()


def programme(club: Club, seat: int, wanted: tuple[int, ...], cards: int) -> None:
    """Press so many cards, as somebody does who sees what has been taken."""
    while True:
        panel = club.panel(1, seat)
        assert isinstance(panel, Panel)
        if panel.in_force is not None or len(panel.picked) == cards:
            return
        club.pick(1, seat, next(place for place in wanted if place not in panel.picked))


def messages(club: Club) -> list[Message]:
    """Return the rows of the outbox but those that count programs, some time later."""
    return [row for row in club.rows(Message) if row.kind != Kind.EDIT]


def what_there_is(club: Club) -> dict[str, object]:
    """Return everything that must be there once, whatever happened on the way.

    An edit may come twice, and tells the same then; how many there are depends on what the first one told.
    """
    results = {row.round_id: (row.programs, row.beats, row.state) for row in club.rows(RoundResult)}
    return {
        "results": results,
        "rounds": [(row.number, row.run, row.status, row.state, row.deadline) for row in club.rows(Round)],
        "programs": [(row.hand_id, row.version, row.places, row.source) for row in club.rows(Program)],
        "rows": sorted((row.key, row.status, row.message_id is not None) for row in messages(club)),
        "letters": sorted((letter.key, letter.kind, letter.lane) for letter in club.post.letters.values()),
    }


@pytest.fixture(scope="module")
def noon(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """Return a club whose game has just started; Cog writes a program before the deadline that nobody hears."""
    club = Club(tmp_path_factory.mktemp("noon") / "noon.db")
    club.new_game(3)
    club.tick()
    club.restart()
    club.unread[player(2)] = [(club.new_id(timedelta(seconds=10) - DEADLINE), (2, 4, 6, 8, 9))]
    return club


def begin(noon: Club, folder: Path, killer: Killer) -> Club:
    """Return the club at noon, with a file of its own."""
    shutil.copy(noon.path, folder / "night.db")
    club = copy.deepcopy(noon)
    club.path, club.post.before_and_after = folder / "night.db", killer.step
    return club


@pytest.mark.parametrize("part", range(PARTS))
def test_a_night_is_played_once_wherever_the_process_ends(noon: Club, tmp_path: Path, part: int) -> None:
    """One result, one deal, one of each message: for every step that a night turns out to have."""
    peaceful = Killer()
    club = begin(noon, tmp_path, peaceful)
    with peaceful.watching():
        evening(club)
    club.restart()
    expected = what_there_is(club)
    assert [row.status for row in club.rows(Round)] == [RoundStatus.PUBLISHED, RoundStatus.DEALT]
    assert all(row.status is MessageStatus.SENT for row in messages(club))
    assert len(club.rows(Program)) == 2
    club.restart()
    assert len(peaceful.steps) > 50
    for at, name in list(enumerate(peaceful.steps))[part::PARTS]:
        folder = tmp_path / str(at)
        folder.mkdir()
        killer = Killer(at)
        club = begin(noon, folder, killer)
        with killer.watching():
            with pytest.raises(KilledError):
                evening(club)
            club.restart()
            evening(club)
        club.restart()
        assert what_there_is(club) == expected, f"ended at step {at}: {name}"
        club.restart()
