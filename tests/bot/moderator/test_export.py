"""What is given out of a game: the public record while it goes on, the whole one when it is over."""

import json
from collections.abc import Iterator

import pytest

from bot.db.tables import PublishMode, RoundResult
from bot.moderator import games, hosts, rollback, seats
from bot.moderator.export import export
from bot.moderator.refusals import Reason
from bot.moderator.rollback import NewProgram
from simulation.adjustments import Damage, Place, Repair
from simulation.geometry import Facing, parse_square
from simulation.publicrecord import PUBLIC_FORMAT
from simulation.record import FORMAT
from simulation.rules import HouseRules
from tests.bot.moderator.club import SEED, Club
from tests.bot.moderator.hosting import done, play_on, reason_of, record, set_rules, to_deadline, verified

HIDDEN = {"seed", "hands", "hand", "piles", "places", "programs", "draw_pile", "discard_pile", "draw", "discard"}


def keys(found: object) -> Iterator[str]:
    """Yield all keys, however deep."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield key
            yield from keys(value)
    elif isinstance(found, list | tuple):
        for value in found:
            yield from keys(value)


def check_public(club: Club, game: int, rounds: int) -> dict[str, object]:
    """Fail if the record of a game that goes on holds anything hidden, or other rounds than were published."""
    found = record(club, game)
    assert found["format"] == PUBLIC_FORMAT
    assert not HIDDEN & set(keys(found))
    assert SEED not in json.dumps(found["played"])
    played = found["played"]
    assert isinstance(played, list)
    assert [each["round"] for each in played] == list(range(1, rounds + 1))
    return found


def test_a_game_that_never_started_has_no_record(club: Club) -> None:
    """And one that is not there neither."""
    game = club.new_game(2, starts=False)
    assert reason_of(club.do(lambda session: export(session, club.now, game))) is Reason.NOT_STARTED
    assert reason_of(club.do(lambda session: export(session, club.now, 99))) is Reason.UNKNOWN_GAME


def test_a_game_that_goes_on_tells_what_everybody_has_seen(club: Club) -> None:
    """No seed but its digest, no hands, no piles, no places, no result that waits for its hosts."""
    game = club.new_game(3, publish_mode=PublishMode.REVIEW)
    club.tick()
    before = check_public(club, game, 0)
    club.program(game, 1)
    play_on(club, game)
    check_public(club, game, 0)
    done(club, hosts.publish_now, game)
    after = check_public(club, game, 1)
    done(club, games.pause, game)
    check_public(club, game, 1)
    start = set(before) - {"format", "played"}
    assert {key: before[key] for key in start} == {key: after[key] for key in start}


def test_rules_for_later_rounds_do_not_change_what_the_game_started_from(club: Club) -> None:
    """The digest of the setup is the same in every record of the game."""
    game = club.new_game(2, rounds=1)
    first = record(club, game)["setup_sha256"]
    done(club, set_rules, game, HouseRules(reboot_damage=7))
    assert record(club, game)["setup_sha256"] == first
    play_on(club, game)
    assert record(club, game)["setup_sha256"] == first
    assert verified(club, game) == 1


def test_a_round_that_was_taken_back_is_not_in_the_record(club: Club) -> None:
    """Until it has been published again."""
    game = club.new_game(2)
    play_on(club, game, 2)
    check_public(club, game, 2)
    done(club, rollback.replay, game, 2)
    check_public(club, game, 1)
    play_on(club, game)
    check_public(club, game, 2)


def test_the_record_after_all_that_hosts_can_do_holds_against_the_rules(club: Club) -> None:
    """Substitutes, adjustments, other rules, removals, corrections and replays, one on top of the other."""
    game = club.new_game(4, rounds=4)
    club.tick()
    club.program(game, 1)
    done(club, seats.substitute, game, 2, 555)
    done(club, hosts.adjust_board, game, Damage(2, 4))
    done(club, hosts.adjust_board, game, Place(0, parse_square("B2"), Facing.WEST))
    done(club, set_rules, game, HouseRules(lasers_blocked_by_robots=True))
    done(club, seats.excuse, game, 3)
    to_deadline(club, game)
    done(club, seats.set_program, game, 3, (1, 3, 5, 7, 9))
    done(club, seats.remove, game, 4)
    play_on(club, game)
    done(club, rollback.correct, game, 1, (NewProgram(2, (5, 4, 3, 2, 1)), Repair(2, 1), HouseRules(reboot_damage=2)))
    club.tick()
    done(club, rollback.replay, game, 1)
    club.tick()
    done(club, seats.clear_program, game, 1)
    play_on(club, game, 2)
    done(club, rollback.correct, game, 2, (Damage(0, 1),))
    club.tick()
    check_public(club, game, 2)
    play_on(club, game, 2)
    found = record(club, game)
    assert (found["format"], found["seed"]) == (FORMAT, SEED)
    assert verified(club, game) == 4
    played = found["played"]
    assert isinstance(played, list)
    assert played[0]["rules"]["reboot_damage"] == 2
    assert {"repair": "Dynamo", "cards": 1} in played[0]["adjustments"]
    assert {"retire": "Echo"} in [adjustment for each in played for adjustment in each["adjustments"]]


def test_a_cancelled_game_has_a_whole_record_too(club: Club) -> None:
    """Of the rounds that were published."""
    game = club.new_game(2)
    club.program(game, 1)
    play_on(club, game, 2)
    done(club, games.cancel, game)
    assert verified(club, game) == 2
    assert record(club, game)["stopped"] is True


def test_a_result_that_was_tampered_with_is_not_given_out(club: Club) -> None:
    """What is stored must come of what was dealt and chosen."""
    game = club.new_game(2)
    play_on(club, game)

    def tamper() -> None:
        with club.database.transaction() as session:
            found = session.get_one(RoundResult, 1)
            robots = [dict(robot) for robot in found.state["robots"]]
            robots[0]["facing"] = "south" if robots[0]["facing"] != "south" else "north"
            found.state = {**found.state, "robots": robots}

    tamper()
    with pytest.raises(AssertionError, match="comes out otherwise"):
        record(club, game)
