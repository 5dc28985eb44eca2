"""Games from their creation to their start: settings, seats, start squares."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from bot.db.tables import AuditEntry, Game, GameStatus, Host, Message, MessageStatus, PublishMode, Round, Seat
from bot.moderator import games, hosts
from bot.moderator.games import Place, Supplies
from bot.moderator.orders import Done
from bot.moderator.outbox import Kind
from bot.moderator.refusals import Reason, Rejected
from bot.moderator.settings import Settings
from simulation.rules import HouseRules
from tests.bot.moderator.club import BOARDS, CHANNEL, GUILD, HOST, SEED, Club, player
from tests.bot.moderator.hosting import done, everything, play_on, reason_of, refused, to_deadline

HERE = Place(GUILD, CHANNEL, HOST)
PLAIN = Settings("Friday race", "green-light")


def create(club: Club, settings: Settings, seed: str = SEED, boards: dict[str, str] = BOARDS) -> Game | Rejected:
    """Make a game."""
    return club.do(lambda session: games.create(session, club.now, HERE, settings, Supplies(boards, seed)))


def join(club: Club, game: int, seat: int, robot: str) -> Seat | Rejected:
    """Take a seat."""
    return club.do(lambda session: games.join(session, club.now, game, player(seat), robot))


def leave(club: Club, game: int, seat: int) -> Seat | Rejected:
    """Give a seat back."""
    return club.do(lambda session: games.leave_lobby(session, club.now, game, player(seat)))


def seats(club: Club, game: int) -> dict[str, tuple[int | None, str | None]]:
    """Return number and start square of each robot."""
    return {seat.robot: (seat.number, seat.start) for seat in club.rows(Seat) if seat.game_id == game}


def test_a_game_is_as_its_host_set_it(club: Club) -> None:
    """Every setting is stored, and the board's text with them."""
    rules = HouseRules(reboot_damage=2, reboot_ends_program=True, lasers_blocked_by_robots=True)
    settings = Settings(
        name="Nacht van de robots",
        board="thin-ice",
        rounds=7,
        deadline_at="20:30",
        zone="Asia/Tokyo",
        language="nl",
        points=(9, 3),
        rules=rules,
        publish_mode=PublishMode.REVIEW,
        review_minutes=30,
        min_programming_hours=6,
        moves_for_silence=False,
        reminder_minutes=(60,),
    )
    assert isinstance(create(club, settings, "another seed"), Game)
    [stored] = club.rows(Game)
    told = {"board_name": settings.board, "points": [9, 3], "reminder_minutes": [60]}
    told["rules"] = {"reboot_damage": 2, "reboot_ends_program": True, "lasers_blocked_by_robots": True}  # type: ignore[assignment]
    for field in Settings.__slots__:
        name = "board_name" if field == "board" else field
        assert getattr(stored, name) == told.get(name, getattr(settings, field))
    assert stored.board == BOARDS["thin-ice"]
    assert (stored.guild_id, stored.channel_id, stored.status) == (GUILD, CHANNEL, GameStatus.LOBBY)
    assert [host.user_id for host in club.rows(Host)] == [HOST]


def test_the_seed_is_promised_from_the_start(club: Club) -> None:
    """Its SHA-256 is in the audit; itself is nowhere but in the game's row."""
    create(club, PLAIN, "a secret seed")
    [entry] = club.rows(AuditEntry)
    assert (entry.action, entry.user_id) == ("create", HOST)
    assert entry.facts == {"seed_sha256": sha256(b"a secret seed").hexdigest()}
    told = everything(club)
    del told["game"]
    assert "a secret seed" not in repr(told)


WRONG_SETTINGS: list[tuple[dict[str, object], Reason]] = [
    ({"name": ""}, Reason.WRONG_NAME),
    ({"name": "x" * 81}, Reason.WRONG_NAME),
    ({"name": " Friday"}, Reason.WRONG_NAME),
    ({"name": "Fri\nday {0}"}, Reason.WRONG_NAME),
    ({"board": "atlantis"}, Reason.UNKNOWN_BOARD),
    ({"board": "a\nb" * 99}, Reason.UNKNOWN_BOARD),
    ({"board": "broken"}, Reason.BROKEN_BOARD),
    ({"rounds": 0}, Reason.WRONG_ROUNDS),
    ({"rounds": 101}, Reason.WRONG_ROUNDS),
    ({"deadline_at": "24:00"}, Reason.WRONG_TIME),
    ({"deadline_at": "9" * 999}, Reason.WRONG_TIME),
    ({"zone": "Europe/Atlantis"}, Reason.WRONG_ZONE),
    ({"zone": "../../etc/passwd"}, Reason.WRONG_ZONE),
    ({"language": "fr"}, Reason.WRONG_LANGUAGE),
    ({"language": "e\nn" * 99}, Reason.WRONG_LANGUAGE),
    ({"points": ()}, Reason.WRONG_POINTS),
    ({"points": (1,) * 13}, Reason.WRONG_POINTS),
    ({"points": (5, -1)}, Reason.WRONG_POINTS),
    ({"points": (1001,)}, Reason.WRONG_POINTS),
    ({"rules": HouseRules(reboot_damage=-1)}, Reason.WRONG_RULES),
    ({"rules": HouseRules(reboot_damage=1001)}, Reason.WRONG_RULES),
    ({"min_programming_hours": -1}, Reason.WRONG_HOURS),
    ({"min_programming_hours": 73}, Reason.WRONG_HOURS),
    ({"review_minutes": 4}, Reason.WRONG_REVIEW),
    ({"review_minutes": 1441}, Reason.WRONG_REVIEW),
    ({"protest_minutes": -1}, Reason.WRONG_PROTEST_TIME),
    ({"protest_minutes": 1441}, Reason.WRONG_PROTEST_TIME),
    ({"reminder_minutes": (1, 2, 3, 4, 5, 6)}, Reason.WRONG_REMINDERS),
    ({"reminder_minutes": (0,)}, Reason.WRONG_REMINDERS),
    ({"reminder_minutes": (1441,)}, Reason.WRONG_REMINDERS),
]


def test_each_wrong_setting_has_a_reason_of_its_own(club: Club) -> None:
    """Nothing is stored, and the sentence can be read, whatever was typed."""
    before = everything(club)
    boards = {**BOARDS, "broken": "name = 'Broken'\npicture = 'no board'"}
    for changes, expected in WRONG_SETTINGS:
        answer = create(club, replace(PLAIN, **changes), boards=boards)  # type: ignore[arg-type]
        assert reason_of(answer) is expected, changes
        assert isinstance(answer, Rejected)
        assert len(answer.sentence()) < 400
    assert everything(club) == before
    assert {changed for changes, _ in WRONG_SETTINGS for changed in changes} == set(Settings.__slots__) - {
        "publish_mode",
        "moves_for_silence",
    }


def test_every_board_of_the_library_can_be_played_on(club: Club) -> None:
    """By its name."""
    assert all(isinstance(create(club, replace(PLAIN, board=name)), Game) for name in BOARDS)


def test_a_lobby_is_shown_anew_once_for_all_that_has_changed(club: Club) -> None:
    """Who joins and leaves before the edit is sent needs no edit of his own."""
    game = club.new_game(3, starts=False)
    club.tick()
    leave(club, game, 2)
    join(club, game, 2, "Echo")
    edits = [row for row in club.rows(Message) if row.kind == Kind.EDIT]
    assert [row.status for row in edits].count(MessageStatus.PENDING) == 1


def test_names_of_robots_are_their_own(club: Club) -> None:
    """Two that look the same are the same, and one must be printable and of a length."""
    game = club.new_game(1, starts=False)
    assert isinstance(join(club, game, 2, "Stra\u00dfe \u00e9"), Seat)
    for wrong in ("", " ", "Cog ", "x" * 33, "Co\ng", "C\u200bog", "C\u202eog", "\ud800"):
        assert reason_of(join(club, game, 3, wrong)) is Reason.WRONG_NAME, repr(wrong)
    for taken in ("Bolt", "BOLT", "bolt", "\uff22olt", "STRASSE \u00c9", "strasse e\u0301"):
        assert reason_of(join(club, game, 3, taken)) is Reason.NAME_TAKEN, taken
    assert isinstance(join(club, game, 3, "x" * 32), Seat)


def test_a_second_robot_is_refused(club: Club) -> None:
    """Somebody plays one robot a game, but may play in several games."""
    game, other = club.new_game(2, starts=False), club.new_game(2, starts=False)
    assert reason_of(join(club, game, 1, "Echo")) is Reason.JOINED_ALREADY
    assert isinstance(leave(club, other, 1), Seat)
    assert isinstance(join(club, other, 1, "Echo"), Seat)


def test_a_board_has_room_for_so_many_robots(club: Club) -> None:
    """And for another when one has left."""
    game = club.new_game(7, starts=False)
    assert reason_of(join(club, game, 8, "Eighth")) is Reason.FULL
    leave(club, game, 3)
    assert isinstance(join(club, game, 8, "Eighth"), Seat)


def test_a_lobby_is_for_its_players(club: Club) -> None:
    """Who has no seat cannot leave; no game, no lobby."""
    game = club.new_game(1, starts=False)
    assert reason_of(leave(club, game, 2)) is Reason.NOT_A_PLAYER
    assert reason_of(leave(club, 99, 2)) is Reason.UNKNOWN_GAME
    assert reason_of(join(club, 99, 2, "Cog")) is Reason.UNKNOWN_GAME


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (GameStatus.RUNNING, Reason.NOT_IN_LOBBY),
        (GameStatus.PAUSED, Reason.NOT_IN_LOBBY),
        (GameStatus.CANCELLED, Reason.GAME_OVER),
    ],
)
def test_nobody_joins_or_leaves_after_the_lobby(club: Club, status: GameStatus, expected: Reason) -> None:
    """The refusal says why: the game goes on, or is over."""
    game = club.new_game(2, starts=status is not GameStatus.CANCELLED)
    if status is GameStatus.PAUSED:
        done(club, games.pause, game)
    if status is GameStatus.CANCELLED:
        done(club, games.cancel, game)
    assert reason_of(join(club, game, 3, "Echo")) is expected
    assert reason_of(leave(club, game, 1)) is expected
    assert refused(club, games.start, game) is expected


def test_an_empty_game_does_not_start(club: Club) -> None:
    """Also when all have left."""
    game = club.new_game(1, starts=False)
    leave(club, game, 1)
    assert refused(club, games.start, game) is Reason.EMPTY


def test_robots_are_numbered_in_the_order_of_joining(club: Club) -> None:
    """Whoever left and came back joined last."""
    game = club.new_game(4, starts=False)
    for seat in (4, 2):
        leave(club, game, seat)
    join(club, game, 5, "Echo")
    join(club, game, 2, "Cog")
    done(club, games.start, game)
    assert {robot: number for robot, (number, _) in seats(club, game).items()} == {
        "Bolt": 1,
        "Dynamo": 2,
        "Echo": 3,
        "Cog": 4,
    }
    robots = club.round(game).state["robots"]
    assert [robot["name"] for robot in robots] == ["Bolt", "Dynamo", "Echo", "Cog"]


def test_start_squares_come_from_the_seed_beside_those_given(club: Club) -> None:
    """The same seed draws the same; nobody draws a square that is given."""
    drawn = []
    for channel in (31, 32):
        game = club.new_game(5, starts=False, channel=channel)
        done(club, games.give_start, game, "Cog", "F1")
        done(club, games.give_start, game, "Echo", "E1")
        done(club, games.give_start, game, "Echo", "J1")
        done(club, games.start, game)
        drawn.append({robot: start for robot, (_, start) in seats(club, game).items()})
    assert drawn[0] == drawn[1]
    assert (drawn[0]["Cog"], drawn[0]["Echo"]) == ("F1", "J1")
    assert len(set(drawn[0].values())) == 5
    assert set(drawn[0].values()) <= {f"{column}1" for column in "DEFGHIJ"}


def test_a_start_square_is_free_and_one_of_the_boards(club: Club) -> None:
    """And it is given to a robot of the game."""
    game = club.new_game(3, starts=False)
    done(club, games.give_start, game, "Cog", "F1")
    for square in ("F1", "A1", "Z99", "", "d1", "x" * 99):
        assert refused(club, games.give_start, game, "Bolt", square) is Reason.WRONG_START, square
    assert refused(club, games.give_start, game, "{Zap}" * 30, "D1") is Reason.UNKNOWN_ROBOT
    done(club, games.give_start, game, "Cog", "F1")
    leave(club, game, 2)
    done(club, games.give_start, game, "Bolt", "F1")


def test_one_game_at_a_time_is_played_in_a_channel(club: Club) -> None:
    """Lobbies may stand beside it; the next starts when it is over."""
    first, second = club.new_game(2), club.new_game(2, starts=False, name="Saturday {race}")
    assert refused(club, games.start, second) is Reason.CHANNEL_BUSY
    done(club, games.pause, first)
    assert refused(club, games.start, second) is Reason.CHANNEL_BUSY
    done(club, games.cancel, first)
    done(club, games.start, second)
    third = club.new_game(2, starts=False)
    answer = club.command(games.start, third)
    assert isinstance(answer, Rejected)
    assert "“Saturday {race}”" in answer.sentence()


def test_games_of_a_server_are_played_in_the_same_night(club: Club) -> None:
    """Each in its channel, each with its own hands, players and results."""
    here = [club.new_game(robots, channel=40 + robots) for robots in (1, 2, 3)]
    club.tick()
    club.program(here[1], 1)
    to_deadline(club, here[0])
    assert [club.round(game).number for game in here] == [2, 2, 2]
    results = club.post.of_kind(Kind.RESULT)
    assert sorted(letter.lane for letter in results) == ["c41", "c42", "c43"]
    assert len({row.id for row in club.rows(Round)}) == 6


def test_a_started_game_tells_what_the_start_needs(club: Club) -> None:
    """A post in the channel, a hand for each player, and the lobby shown anew."""
    game = club.new_game(2)
    club.tick()
    keys = set(club.post.letters)
    assert {f"g{game}-lobby", f"g{game}-start", f"g{game}r1x1-hand1p1", f"g{game}r1x1-hand2p1"} <= keys
    assert json.loads(json.dumps(club.round(game).state)) == club.round(game).state


def test_the_hosts_are_many_and_never_none(club: Club) -> None:
    """Each may let another go; the last one stays, and may hand the game over."""
    game = club.new_game(1)
    assert refused(club, hosts.remove_host, game, HOST) is Reason.LAST_HOST
    done(club, hosts.add_host, game, 901)
    assert refused(club, hosts.add_host, game, 901) is Reason.HOST_ALREADY
    assert refused(club, hosts.remove_host, game, 902) is Reason.NO_SUCH_HOST
    done(club, hosts.hand_over, game, 901)  # who goes on alone
    assert refused(club, games.pause, game) is Reason.NOT_A_HOST
    assert refused(club, hosts.remove_host, game, 901, host=901) is Reason.LAST_HOST
    done(club, hosts.hand_over, game, HOST, host=901)
    assert [host.user_id for host in club.rows(Host)] == [HOST]
    assert refused(club, hosts.hand_over, game, HOST) is Reason.HOST_ALREADY
    assert isinstance(club.command(games.pause, game), Done)


def test_a_game_of_several_rounds_keeps_numbers_and_squares(club: Club) -> None:
    """A robot keeps its number and colour to the end."""
    game = club.new_game(3, rounds=2)
    before = seats(club, game)
    play_on(club, game, 2)
    assert club.game(game).status is GameStatus.FINISHED
    assert seats(club, game) == before
