from datetime import timedelta

import pytest

from bot.db.tables import Player, Reminder
from bot.moderator import hosts, seats
from bot.moderator.outbox import Kind
from bot.moderator.refusals import Rejected
from bot.moderator.reminders import Wishes, choose_reminders
from tests.bot.moderator.club import NOON, Club, player

DEADLINE = NOON + timedelta(hours=33)
"""21:00 in Brussels."""
NUMBERS = "at most 5 numbers are expected, each 1 to 1440 minutes before the deadline, such as 180, 30; or none."
EXPECTED = "0:00 to 23:59 is expected, without seconds, such as 21:00"
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def wish(club: Club, seat: int, **wishes: object) -> Player | Rejected:
    return club.do(lambda session: choose_reminders(session, player(seat), Wishes(**wishes)))  # type: ignore[arg-type]


def reminded(club: Club) -> list[tuple[int, object]]:
    """Return who has been reminded, and with how many minutes to go."""
    lanes = {f"u{player(seat)}": seat for seat in range(1, 13)}
    return [(lanes[letter.lane], letter.facts["minutes"]) for letter in club.post.of_kind(Kind.REMINDER)]


def at(club: Club, before: timedelta) -> list[tuple[int, object]]:
    """Let time pass until so long before the deadline; return who was reminded since."""
    known = len(reminded(club))
    club.pass_time(DEADLINE - before, every=timedelta(hours=12))
    return reminded(club)[known:]


def test_players_without_a_program_are_reminded_3_hours_and_30_minutes_before(club: Club) -> None:
    """Whoever has one is left in peace, and a draft is none; the text is made from the draft as it then is."""
    game = club.new_game(3)
    club.tick()
    club.program(game, 1)
    assert at(club, 181 * MINUTE) == []
    assert at(club, 180 * MINUTE) == [(2, 180), (3, 180)]
    for place in (1, 2, 3):
        club.pick(game, 2, place)
    club.program(game, 3)
    assert at(club, 31 * MINUTE) == []
    assert at(club, 30 * MINUTE) == [(2, 30)]
    assert at(club, MINUTE) == []
    assert {letter.facts["seat"] for letter in club.post.of_kind(Kind.REMINDER)} == {2, 3}


def test_each_player_chooses_other_times_or_none_for_all_games(club: Club) -> None:
    game = club.new_game(4)
    club.tick()
    wish(club, 1, minutes=(60,))
    wish(club, 2, minutes=())
    wish(club, 3, minutes=(10,))
    wish(club, 3)
    assert at(club, 180 * MINUTE) == [(3, 180), (4, 180)]
    assert at(club, 60 * MINUTE) == [(1, 60)]
    assert at(club, 30 * MINUTE) == [(3, 30), (4, 30)]
    assert at(club, 5 * MINUTE) == []
    assert club.round(game).number == 1


def test_nobody_is_woken_in_quiet_hours(club: Club) -> None:
    """By the clocks of the game's zone; a reminder whose moment falls into them comes after them."""
    club.new_game(3)
    club.tick()
    wish(club, 1, quiet_from="17:00", quiet_until="19:00")
    wish(club, 2, quiet_from="20:00", quiet_until="9:00")
    wish(club, 3, quiet_from="20:00", quiet_until="20:00")
    assert at(club, 180 * MINUTE) == [(2, 180), (3, 180)]
    assert at(club, 121 * MINUTE) == []
    assert at(club, 120 * MINUTE) == [(1, 180)]
    assert at(club, 30 * MINUTE) == [(1, 30), (3, 30)]


def test_a_moved_deadline_reminds_anew_and_a_restart_never_does(club: Club) -> None:
    game = club.new_game(2)
    club.tick()
    assert len(at(club, 25 * MINUTE)) == 2
    for _ in range(2):
        club.restart()
        club.tick()
    assert len(reminded(club)) == 2
    club.command(hosts.move_deadline, game, DEADLINE + 4 * HOUR)
    club.tick()
    assert len(reminded(club)) == 2
    assert at(club, -HOUR) == [(1, 180), (2, 180)]
    club.restart()
    club.tick()
    assert at(club, -4 * HOUR + 30 * MINUTE) == [(1, 30), (2, 30)]
    assert len(club.rows(Reminder)) == 8


def test_a_reminder_that_waits_for_a_deadline_that_moved_is_not_sent(club: Club) -> None:
    club.new_game(1)
    club.tick()
    club.post.failing = {f"u{player(1)}"}
    assert at(club, 30 * MINUTE) == []
    club.command(hosts.move_deadline, 1, DEADLINE + 4 * HOUR)
    club.post.failing.clear()
    assert at(club, 20 * MINUTE) == []


def test_who_is_excused_or_gone_is_not_reminded_and_a_substitute_is(club: Club) -> None:
    """Not of what the predecessor heard already."""
    game = club.new_game(3)
    club.tick()
    club.command(seats.excuse, game, 1)
    club.command(seats.remove, game, 3)
    assert at(club, 180 * MINUTE) == [(2, 180)]
    club.command(seats.substitute, game, 2, player(9))
    assert at(club, 31 * MINUTE) == []
    assert at(club, 30 * MINUTE) == [(9, 30)]


def test_whose_program_a_host_took_back_is_reminded(club: Club) -> None:
    game = club.new_game(1)
    club.tick()
    club.program(game, 1)
    assert at(club, 180 * MINUTE) == []
    club.command(seats.clear_program, game, 1)
    assert at(club, 30 * MINUTE) == [(1, 30)]


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"minutes": (0,)}, f"The reminders “0” cannot be used: {NUMBERS}"),
        ({"minutes": (1441,)}, f"The reminders “1441” cannot be used: {NUMBERS}"),
        (
            {"minutes": tuple(range(1, 100))},
            f"The reminders “1, 2, 3, 4, 5, 6” cannot be used: {NUMBERS}",
        ),
        ({"quiet_from": "23:00"}, "Quiet hours need a beginning and an end."),
        ({"quiet_until": "23:00"}, "Quiet hours need a beginning and an end."),
        *(
            (
                {"quiet_from": "22:00", "quiet_until": wrong},
                f"“{wrong}” is no time of day: {EXPECTED}.",
            )
            for wrong in ("", "24:00", "soon")
        ),
    ],
)
def test_wishes_that_cannot_be_met_are_refused(club: Club, wishes: dict[str, object], sentence: str) -> None:
    """And nothing is kept of them: a row that cannot be read would stop every game of that player."""
    answer = wish(club, 1, **wishes)
    assert isinstance(answer, Rejected)
    assert answer.sentence() == sentence
    assert club.rows(Player) == []
