"""Hosts at work in tests: orders and answers, what is in the database, games that come where a test wants them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from json import dumps
from typing import TypeVar

from sqlmodel import Session, SQLModel

from bot.db.tables import AuditEntry, Game, Round, RoundResult, RoundStatus
from bot.moderator import hosts
from bot.moderator.changes import change_settings, settings_of
from bot.moderator.export import export
from bot.moderator.orders import Answer, Confirm, Done, Order
from bot.moderator.refusals import Reason, Rejected
from simulation.record import verify
from simulation.rules import HouseRules
from tests.bot.moderator.club import HOST, Club

Found = TypeVar("Found")
COHOST = 901
"""Somebody who hosts beside `HOST`, where a test wants one."""


def contents(session: Session) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of all tables, as the file has them."""
    session.flush()
    connection = session.connection()
    return {
        name: [tuple(row) for row in connection.exec_driver_sql(f'SELECT * FROM "{name}"')]  # noqa: S608 - our tables
        for name in SQLModel.metadata.tables
    }


def everything(club: Club) -> dict[str, list[tuple[object, ...]]]:
    """Return all that the database holds."""
    return club.do(contents)


@contextmanager
def trial(club: Club) -> Iterator[Session]:
    """Give a transaction that is taken back at its end."""
    with Session(club.database.engine) as session:
        yield session
        session.rollback()


def reason_of(answer: object) -> Reason:
    """Return why something was refused; its sentence must be one."""
    assert isinstance(answer, Rejected), answer
    check_sentence(answer.sentence())
    return answer.reason


def check_sentence(sentence: str) -> None:
    """Fail for a sentence that nobody would say."""
    assert sentence.endswith("."), sentence
    assert not sentence.endswith(("..", " .", ":.")), sentence
    assert "None" not in sentence, sentence
    assert sentence.isprintable(), sentence


def ask(club: Club, power: Callable[..., Answer], game: int, *details: object, **who: str | int) -> Answer:
    """Give a host's order once."""
    order = club.order(game, **who)  # type: ignore[arg-type]
    return club.do(lambda session: power(session, club.now, order, *details))


def refused(club: Club, power: Callable[..., Answer], game: int, *details: object, **who: str | int) -> Reason:
    """Give a host's order that is refused, and changes nothing; return why."""
    before = everything(club)
    reason = reason_of(ask(club, power, game, *details, **who))
    assert everything(club) == before
    return reason


def asked(club: Club, power: Callable[..., Answer], game: int, *details: object, **who: str | int) -> Confirm:
    """Give a host's order that wants a confirmation, and changes nothing; return the question."""
    before = everything(club)
    answer = ask(club, power, game, *details, **who)
    assert isinstance(answer, Confirm), answer
    assert everything(club) == before
    return answer


def done(club: Club, power: Callable[..., Answer], game: int, *details: object, **who: str | int) -> Done:
    """Give a host's order, confirmed where that is wanted, that is carried out and leaves an entry in the audit."""
    entries = len(club.rows(AuditEntry))
    answer = club.command(power, game, *details, **who)
    assert isinstance(answer, Done), answer
    fresh = club.rows(AuditEntry)[entries:]
    assert fresh
    assert all(entry.reason == who.get("reason", "as agreed") for entry in fresh)
    assert all(entry.user_id == who.get("host", HOST) for entry in fresh)
    return answer


def set_rules(session: Session, now: datetime, order: Order, rules: HouseRules) -> Answer:
    """Change the house rules alone."""
    settings = settings_of(session.get_one(Game, order.game_id))
    return change_settings(session, now, order, replace(settings, rules=rules))


def play_on(club: Club, game: int, rounds: int = 1) -> None:
    """Have so many rounds resolved before their deadlines, and what follows from that."""
    for _ in range(rounds):
        done(club, hosts.resolve_now, game)
        club.tick()


def to_deadline(club: Club, game: int) -> None:
    """Let the open round's deadline pass, and do what is due then."""
    deadline = club.round(game).deadline
    for seconds in (6, 11):
        club.now = max(club.now, deadline + timedelta(seconds=seconds))
        club.keep_hearing()
        club.tick()


def runs(club: Club, game: int) -> list[tuple[int, int, RoundStatus]]:
    """Return all runs of all rounds: number, run, status."""
    return sorted((row.number, row.run, row.status) for row in club.rows(Round) if row.game_id == game)


def record(club: Club, game: int) -> dict[str, object]:
    """Return a game's record."""
    found = club.do(lambda session: export(session, club.now, game))
    assert isinstance(found, dict), found
    return found


def verified(club: Club, game: int) -> int:
    """Return in how many rounds the record of a game that is over agrees."""
    return verify(dumps(record(club, game)))


def result(club: Club, game: int, number: int, run: int) -> RoundResult:
    """Return what came of a run."""
    found = next(row for row in club.rows(Round) if (row.game_id, row.number, row.run) == (game, number, run))
    return club.do(lambda session: session.get_one(RoundResult, found.id))


def a_played_game(club: Club, rounds: int = 10) -> int:
    """Return a game of which one round has been played, and all of it was delivered."""
    game = club.new_game(3, rounds=rounds)
    club.tick()
    club.program(game, 1)
    club.program(game, 2, (2, 4, 6, 8, 1))
    play_on(club, game)
    return game
