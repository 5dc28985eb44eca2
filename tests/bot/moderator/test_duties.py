import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import Session

import bot.moderator.duties
from bot.clock import id_of_moment
from bot.db.tables import Game, GameStatus, Message, Player, Round, RoundResult, RoundStatus
from bot.moderator import games, hosts
from bot.moderator.desk import Desk
from bot.moderator.duties import MessagesToRead, do_due
from bot.moderator.hearing import read_heard
from bot.moderator.outbox import Kind
from bot.moderator.programs import note_read
from tests.bot.moderator.club import NOON, Club, player
from tests.bot.moderator.copies import copied, new_club

DEADLINE = NOON + timedelta(hours=33)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
BROKEN, HEALTHY = 1, 2


@pytest.fixture(autouse=True)
def _quiet_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)


def made_once(migrated_file: Path, folder: Path, **settings: object) -> Club:
    """Return a club with two games, a minute before their deadline."""
    club = new_club(migrated_file, folder)
    two_games(club, **settings)
    to(club, -MINUTE)
    club.restart()
    return club


@pytest.fixture(scope="module")
def review_once(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Club:
    settings = {"rounds": 1, "publish_mode": "review", "review_minutes": 5, "moves_for_silence": False}
    return made_once(migrated_file, tmp_path_factory.mktemp("review"), **settings)


@pytest.fixture
def review(review_once: Club, club: Club) -> Iterator[Club]:
    yield from copied(review_once, club)


@pytest.fixture(scope="module")
def two_once(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Club:
    return made_once(migrated_file, tmp_path_factory.mktemp("two"))


@pytest.fixture
def two(two_once: Club, club: Club) -> Iterator[Club]:
    yield from copied(two_once, club)


def two_games(club: Club, **settings: object) -> None:
    assert club.new_game(2, **settings) == BROKEN  # type: ignore[arg-type]
    assert club.new_game(0, channel=33, starts=False, **settings) == HEALTHY
    club.do(partial(join_others, club))
    club.tick()


def to(club: Club, moment: timedelta) -> None:
    """Let time pass until so long after the deadline."""
    club.pass_time(DEADLINE + moment, every=timedelta(hours=8))


def reports(club: Club, what: str) -> list[Message]:
    return [message for message in club.rows(Message) if message.facts.get("report") == what]


def break_step(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let a step raise in one game."""
    real: Callable[..., None] = getattr(bot.moderator.duties, name)

    def broken(desk: Desk, *details: object) -> None:
        if desk.game.id == BROKEN:
            desk.game.name = "half done"
            desk.session.flush()
            msg = "the gears grind"
            raise ValueError(msg)
        real(desk, *details)

    monkeypatch.setattr(bot.moderator.duties, name, broken)


@pytest.mark.parametrize(("step", "tries"), [("lock", 8), ("resolve", 5), ("publish", 2), ("finish", 2)])
def test_a_game_whose_step_raises_is_stuck_and_the_others_go_on(
    review: Club, monkeypatch: pytest.MonkeyPatch, step: str, tries: int
) -> None:
    """Its hosts hear of it once, it is tried again after growing pauses, and goes on when the cause is gone."""
    with monkeypatch.context() as patched:
        break_step(patched, step)
        to(review, 6 * SECOND)
        if step in {"publish", "finish"}:
            to(review, 5 * MINUTE + 6 * SECOND)
        game = review.game(BROKEN)
        assert game.stuck == "ValueError: the gears grind"
        assert game.name == "Friday race"
        pauses = []
        for _ in range(tries):
            game = review.game(BROKEN)
            assert game.retry_at is not None
            pauses.append((game.retry_at - review.now) // SECOND)
            review.pass_time(game.retry_at - SECOND, every=timedelta(hours=1))
            assert review.game(BROKEN).failures == len(pauses)
            review.pass_time(game.retry_at)
        assert pauses == [30, 60, 120, 240, 480, 960, 1800, 1800][:tries]
    assert review.game(HEALTHY).status is GameStatus.FINISHED
    assert review.game(HEALTHY).stuck is None
    (stuck,) = reports(review, "stuck")
    assert (stuck.game_id, stuck.facts["error"]) == (BROKEN, "ValueError: the gears grind")
    review.pass_time(review.now + timedelta(minutes=30))
    review.pass_time(review.now + timedelta(minutes=6))
    assert review.game(BROKEN).status is GameStatus.FINISHED
    assert (review.game(BROKEN).stuck, review.game(BROKEN).failures, review.game(BROKEN).retry_at) == (None, 0, None)
    assert len(reports(review, "stuck")) == 1


def poison_state(session: Session) -> None:
    session.get_one(Round, 1).state = {"robots": "none"}


def poison_zone(session: Session) -> None:
    session.get_one(Game, BROKEN).zone = "Atlantis/Capital"


def poison_player(session: Session) -> None:
    session.add(Player(user_id=player(1), quiet_from="late", quiet_until="early"))


def poison_points(session: Session) -> None:
    session.execute(text("UPDATE game SET points = '[5, 4' WHERE id = 1"))


@pytest.mark.parametrize(
    ("poison", "cure"),
    [
        (poison_state, None),
        (poison_zone, "UPDATE game SET zone = 'Europe/Brussels' WHERE id = 1"),
        (poison_player, "DELETE FROM player"),
        (poison_points, "UPDATE game SET points = '[5]' WHERE id = 1"),
    ],
    ids=["state", "zone", "quiet hours", "no JSON"],
)
def test_a_row_that_cannot_be_used_stops_its_own_game_alone(
    two: Club, poison: Callable[[Session], None], cure: str | None
) -> None:
    two.do(poison)
    to(two, 6 * SECOND)
    two.pass_time(DEADLINE + 40 * SECOND, every=5 * SECOND)
    assert two.round(HEALTHY).number == 2
    assert two.round(BROKEN).number == 1
    if cure is not None:
        two.do(lambda session: session.execute(text(cure)))
        two.pass_time(DEADLINE + timedelta(hours=2))
        assert two.round(BROKEN).number == 2
        assert two.game(BROKEN).stuck is None
    else:
        assert len(reports(two, "stuck")) == 1


def join_others(club: Club, session: Session) -> None:
    for seat, robot in ((8, "Rivet"), (9, "Spark")):
        games.join(session, club.now, HEALTHY, player(seat), robot)
    games.start(session, club.now, club.order(HEALTHY))


def test_hosts_are_alarmed_once_when_a_round_is_overdue(two: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """5 minutes after the deadline; also when there are several of them, and after a restart."""
    two.command(hosts.add_host, BROKEN, 901)
    break_step(monkeypatch, "lock")
    to(two, 4 * MINUTE)
    assert reports(two, "overdue") == []
    two.pass_time(DEADLINE + 5 * MINUTE, every=MINUTE)
    two.restart()
    two.tick()
    two.pass_time(DEADLINE + 8 * MINUTE, every=MINUTE)
    alarms = reports(two, "overdue")
    assert [alarm.user_id for alarm in alarms] == [900, 901]
    assert alarms[0].facts == {"report": "overdue", "minutes": 5, "status": "dealt"}
    assert {alarm.game_id for alarm in alarms} == {BROKEN}


def test_ticks_that_are_repeated_do_nothing_twice(club: Club) -> None:
    club.new_game(2)
    club.tick()
    to(club, 6 * SECOND)
    before = [table_rows(club, table) for table in (Round, RoundResult, Message)]
    for _ in range(3):
        club.tick()
    club.restart()
    club.tick()
    assert [table_rows(club, table) for table in (Round, RoundResult, Message)] == before


def table_rows(club: Club, table: type[Round | RoundResult | Message]) -> list[dict[str, object]]:
    return [row.model_dump() for row in club.rows(table)]


def test_a_game_that_always_changes_lets_the_others_have_their_turn(two: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def step(desk: Desk, _: object) -> tuple[bool, None]:
        asked.append(desk.game.id)
        return True, None

    monkeypatch.setattr(bot.moderator.duties, "_step", step)
    two.now = DEADLINE + 5 * SECOND
    two.tick()
    assert set(asked) == {BROKEN, HEALTHY}


def test_two_ticks_at_once_make_one_result(two: Club) -> None:
    """Each step looks at the game in the transaction in which it is taken."""
    for game, seats in ((BROKEN, (1, 2)), (HEALTHY, (8, 9))):
        for seat in seats:
            two.program(game, seat)
    to(two, timedelta())
    two.now += 6 * SECOND
    two.keep_hearing()
    heard = two.do(lambda session: read_heard(session, two.now))
    with ThreadPoolExecutor(4) as threads:
        wanted = [threads.submit(do_due, two.database, two.now, heard) for _ in range(4)]
    assert [each.result() for each in wanted] == [[], [], [], []]
    assert [(row.game_id, row.number, row.status) for row in two.rows(Round)] == [
        (BROKEN, 1, RoundStatus.PUBLISHED),
        (HEALTHY, 1, RoundStatus.PUBLISHED),
        (BROKEN, 2, RoundStatus.DEALT),
        (HEALTHY, 2, RoundStatus.DEALT),
    ]


def test_messages_of_players_without_a_program_are_read_before_the_lock(club: Club) -> None:
    """Again and again until it is noted that they have been; in the meantime nothing is locked."""
    game = club.new_game(3)
    club.tick()
    to(club, timedelta(hours=-1))
    club.program(game, 2)
    to(club, timedelta())
    club.now += 5 * SECOND
    club.keep_hearing()
    heard = club.do(lambda session: read_heard(session, club.now))
    for _ in range(2):
        assert do_due(club.database, club.now, heard) == [MessagesToRead(game, 1, (1, 3))]
    club.do(lambda session: note_read(session, club.now, 1, 1))
    assert do_due(club.database, club.now, heard) == [MessagesToRead(game, 1, (3,))]
    assert club.round(game).status is RoundStatus.DEALT
    club.do(lambda session: note_read(session, club.now, 1, 3))
    assert do_due(club.database, club.now, heard) == []
    assert club.round(game).number == 2


def test_in_review_hosts_see_the_result_first_and_it_is_published_by_itself_later(club: Club) -> None:
    game = club.new_game(2, publish_mode="review", review_minutes=60)
    club.tick()
    to(club, 6 * SECOND)
    assert club.round(game).status is RoundStatus.RESOLVED
    (preview,) = reports(club, "preview")
    assert (preview.user_id, preview.round_id) == (900, 1)
    assert club.post.of_kind(Kind.RESULT) == []
    club.pass_time(DEADLINE + timedelta(minutes=59))
    assert club.round(game).status is RoundStatus.RESOLVED
    club.pass_time(DEADLINE + timedelta(minutes=61))
    assert club.round(game).number == 2
    assert len(club.post.of_kind(Kind.RESULT)) == 1
    club.pass_time(club.round(game).deadline + 6 * SECOND, every=timedelta(hours=8))
    assert club.command(hosts.publish_now, game)
    club.tick()
    assert [letter.key for letter in club.post.of_kind(Kind.RESULT)] == ["g1r1x1-board", "g1r2x1-board"]
    assert club.round(game).number == 3
    assert reports(club, "overdue") == []


def test_deaf_from_2050_to_2110_moves_the_deadline_and_tells_the_channel(club: Club) -> None:
    """What was typed in between counts, reminders come anew, and players get back what they lost."""
    game = club.new_game(3, reminder_minutes=(30, 5))
    club.tick()
    to(club, -20 * MINUTE)
    club.pass_time(DEADLINE - 10 * MINUTE)
    assert [letter.key for letter in club.post.of_kind(Kind.REMINDER)] == [
        f"g1r1x1d1m30s{seat}p1" for seat in (1, 2, 3)
    ]
    club.is_ready = False
    club.tick()
    club.unread[player(1)] = [(id_of_moment(DEADLINE + 2 * MINUTE), (1, 2, 3, 4, 5))]
    club.pass_time(DEADLINE + 10 * MINUTE)
    assert club.round(game).status is RoundStatus.DEALT
    club.is_ready = True
    club.tick()
    found = club.round(game)
    assert found.deadline == DEADLINE + 20 * MINUTE
    assert found.deadline_number == 2
    notice = club.post.of_kind(Kind.NOTICE)[-1]
    assert notice.facts == {
        "notice": "silence",
        "round": 1,
        "before": DEADLINE.isoformat(),
        "deadline": (DEADLINE + 20 * MINUTE).isoformat(),
        "minutes": 20,
    }
    club.program(game, 2)
    club.pass_time(DEADLINE + 16 * MINUTE, every=MINUTE)
    reminded = [letter.key for letter in club.post.of_kind(Kind.REMINDER)][3:]
    assert reminded == ["g1r1x1d2m5s1p1", "g1r1x1d2m5s3p1"]
    club.pass_time(DEADLINE + 20 * MINUTE + 6 * SECOND, every=MINUTE)
    assert club.round(game).number == 2
    (result,) = club.rows(RoundResult)
    assert [program and program["late"] for program in result.programs] == [None, None, "absent"]
