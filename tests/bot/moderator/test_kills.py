"""The process ends before and after every commit and every send of a night, and another one goes on."""

import copy
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session, UOWTransaction

from bot.db.tables import Message, MessageStatus, Program, Round, RoundResult, RoundStatus
from bot.moderator.hands import Panel
from bot.moderator.outbox import Kind
from tests.bot.moderator.club import Club, PostOffice, player

pytestmark = pytest.mark.long

DEADLINE = timedelta(hours=33)
"""From noon, when the game starts, to 21:00 the next day."""

PARTS = 4
"""The steps are tried in so many tests, for machines with several cores."""


@dataclass
class Camera:
    """Keeps what a process would leave that ends at a step of a night: the files as they are, and what has arrived.

    That is what the system keeps of a process that is killed; nothing is rolled back, nothing is closed.
    """

    club: Club
    folder: Path
    part: int
    left: dict[str, Club] = field(default_factory=dict)
    """What was left, by the step's number and name, of the steps of one part."""
    steps: int = 0

    def step(self, name: str) -> None:
        """Pass a step."""
        self.steps += 1
        if self.steps % PARTS != self.part:
            return
        path = self.folder / f"{self.steps}.db"
        for suffix in ("", "-wal"):
            shutil.copy(f"{self.club.path}{suffix}", f"{path}{suffix}")
        post = PostOffice(copy.deepcopy(self.club.post.letters), keys_by_row=dict(self.club.post.keys_by_row))
        self.left[f"{self.steps}: {name}"] = replace(self.club, path=path, post=post, _database=None)

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


@pytest.mark.parametrize("part", range(PARTS))
def test_a_night_is_played_once_wherever_the_process_ends(noon: Club, tmp_path: Path, part: int) -> None:
    """One result, one deal, one of each message: for every step that a night turns out to have."""
    club = replace(copy.deepcopy(noon), path=Path(shutil.copy(noon.path, tmp_path / "night.db")))
    camera = Camera(club, tmp_path, part)
    club.post.before_and_after = camera.step
    with camera.watching():
        evening(club)
    expected = what_there_is(club)
    assert [row.status for row in club.rows(Round)] == [RoundStatus.PUBLISHED, RoundStatus.DEALT]
    assert all(row.status is MessageStatus.SENT for row in messages(club))
    assert len(club.rows(Program)) == 2
    club.restart()
    assert camera.steps > 50
    for step, after in camera.left.items():
        evening(after)
        assert what_there_is(after) == expected, f"ended at step {step}"
        after.restart()
