"""Settings that are changed while a race is there: what can be, from when it holds, and what is told."""

from dataclasses import fields, replace

import pytest
from sqlmodel import Session

from bot.db.tables import AuditEntry, Game, Message, MessageStatus, PublishMode, RoundStatus
from bot.moderator import games, hosts
from bot.moderator.changes import change_settings, settings_of
from bot.moderator.desk import Desk
from bot.moderator.outbox import Kind, Notice, Report, report
from bot.moderator.refusals import Reason
from bot.moderator.settings import Settings
from bot.moderator.stored import load_state, store_state
from simulation.rules import HouseRules
from tests.bot.moderator.club import HOST, Club
from tests.bot.moderator.hosting import done, play_on, refused

OTHERWISE = Settings(
    name="Friday race",
    board="green-light",
    rounds=7,
    deadline_at="20:30",
    zone="Europe/London",
    language="nl",
    points=(9, 1),
    rules=HouseRules(reboot_damage=2),
    publish_mode=PublishMode.REVIEW,
    review_minutes=15,
    min_programming_hours=3,
    moves_for_silence=False,
    reminder_minutes=(),
    protest_minutes=5,
)
"""Everything is other than it was."""


def settings(club: Club, game: int) -> Settings:
    """Return a race's settings."""
    return settings_of(club.game(game))


def test_what_a_race_was_made_with_is_what_its_settings_are(club: Club) -> None:
    """All of it is other than usual, so that nothing can be forgotten on the way."""
    usual = Settings(OTHERWISE.name, OTHERWISE.board)
    same = [field.name for field in fields(Settings) if getattr(usual, field.name) == getattr(OTHERWISE, field.name)]
    assert same == ["name", "board"]
    game = club.new_game(2, **{field.name: getattr(OTHERWISE, field.name) for field in fields(Settings)})
    assert settings(club, game) == OTHERWISE


def test_all_settings_can_be_changed_while_a_race_runs(club: Club) -> None:
    """House rules have a notice of their own; the other one says what was changed, and from what."""
    game = club.new_game(2)
    deadline = club.round(game).deadline
    before = settings(club, game)
    done(club, change_settings, game, OTHERWISE)
    assert settings(club, game) == OTHERWISE
    rules, others = club.rows(AuditEntry)[-2:]
    assert (rules.action, others.action) == (Notice.RULES, Notice.SETTINGS)
    assert others.facts["changes"] == {
        "rounds": [10, 7],
        "deadline_at": ["21:00", "20:30"],
        "zone": ["Europe/Brussels", "Europe/London"],
        "language": ["en", "nl"],
        "points": [list(before.points), [9, 1]],
        "publish_mode": ["at once", "review"],
        "review_minutes": [60, 15],
        "min_programming_hours": [12, 3],
        "moves_for_silence": [True, False],
        "reminder_minutes": [[180, 30], []],
        "protest_minutes": [60, 5],
    }
    club.tick()
    assert [letter.facts["notice"] for letter in club.post.of_kind(Kind.NOTICE)] == [Notice.RULES, Notice.SETTINGS]
    assert club.round(game).deadline == deadline


def test_what_is_set_as_it_was_is_no_change(club: Club) -> None:
    game = club.new_game(2)
    assert refused(club, change_settings, game, settings(club, game)) is Reason.NOTHING_CHANGED


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rounds": 101}, Reason.WRONG_ROUNDS),
        ({"deadline_at": "soon"}, Reason.WRONG_TIME),
        ({"zone": "Mars"}, Reason.WRONG_ZONE),
        ({"points": (1,) * 13}, Reason.WRONG_POINTS),
        ({"review_minutes": 1}, Reason.WRONG_REVIEW),
        ({"min_programming_hours": 99}, Reason.WRONG_HOURS),
        ({"reminder_minutes": (0,)}, Reason.WRONG_REMINDERS),
        ({"rules": HouseRules(reboot_damage=-1)}, Reason.WRONG_RULES),
    ],
)
def test_what_no_race_can_have_is_refused_and_nothing_is_changed(
    club: Club, change: dict[str, object], reason: Reason
) -> None:
    """Nor what was changed with it."""
    game = club.new_game(2)
    wanted = replace(OTHERWISE, **change)  # type: ignore[arg-type] # one of the fields
    assert refused(club, change_settings, game, wanted) is reason


def test_a_race_is_never_shorter_than_what_was_dealt(club: Club) -> None:
    """But it may end with the round that is open."""
    game = club.new_game(2)
    play_on(club, game, 2)
    now = settings(club, game)
    assert refused(club, change_settings, game, replace(now, rounds=2)) is Reason.SHORTENED
    done(club, change_settings, game, replace(now, rounds=3))
    play_on(club, game)
    assert club.game(game).ended_at is not None


def test_points_stay_once_a_robot_is_over_the_line(club: Club) -> None:
    game = club.new_game(2)
    now = settings(club, game)

    def finish(session: Session) -> None:
        found = Desk(session, club.now, session.get_one(Game, game)).open_round()
        assert found is not None
        state = load_state(found.state)
        first = replace(state.robots[0], finished=1, position=None)
        found.state = store_state(replace(state, robots=(first, *state.robots[1:])))

    club.do(finish)
    assert refused(club, change_settings, game, replace(now, points=(3, 2, 1))) is Reason.POINTS_FIXED
    done(club, change_settings, game, replace(now, rounds=8))


def test_a_result_that_waits_is_published_when_nobody_is_to_see_it_first_any_more(club: Club) -> None:
    game = club.new_game(2, publish_mode=PublishMode.REVIEW)
    play_on(club, game)
    assert club.round(game).status is RoundStatus.RESOLVED
    done(club, change_settings, game, replace(settings(club, game), publish_mode=PublishMode.AT_ONCE))
    club.tick()
    assert (club.round(game).number, club.round(game).status) == (2, RoundStatus.DEALT)


def test_the_lobbys_post_shows_new_settings(club: Club) -> None:
    game = club.new_game(2, starts=False)
    club.tick()
    lobby = f"g{game}-lobby"
    before = club.post.letters[lobby].edits
    done(club, change_settings, game, replace(settings(club, game), rounds=3))
    club.tick()
    assert club.post.letters[lobby].edits == before + 1
    done(club, games.cancel, game)
    assert refused(club, change_settings, game, OTHERWISE) is Reason.GAME_OVER


def test_a_host_who_goes_gets_no_more_reports(club: Club) -> None:
    """Not even one that waits to be sent: a preview is for hosts alone."""
    game = club.new_game(2)
    done(club, hosts.add_host, game, 901)
    club.tick()
    club.do(lambda session: report(Desk(session, club.now, session.get_one(Game, game)), Report.CLOCK, "x", seconds=9))
    done(club, hosts.remove_host, game, 901)
    reports = [row for row in club.rows(Message) if row.kind == Kind.REPORT and row.facts["report"] == Report.CLOCK]
    assert [(row.user_id, row.status) for row in reports] == [
        (HOST, MessageStatus.PENDING),
        (901, MessageStatus.WITHDRAWN),
    ]
