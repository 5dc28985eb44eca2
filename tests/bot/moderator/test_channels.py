"""A game's channel: lost, repaired, changed."""

from bot.db.tables import AuditEntry, Game, GameStatus, Message, MessageStatus
from bot.moderator import channels, games, hosts
from bot.moderator.outbox import Kind, Notice
from bot.moderator.refusals import Reason
from tests.bot.moderator.club import CHANNEL, GUILD, Club
from tests.bot.moderator.hosting import done, refused
from tests.bot.moderator.test_ends import notices

ELSEWHERE = CHANNEL + 1


def lose(club: Club, game: int, channel: int = CHANNEL) -> bool:
    """Let delivery find that a channel is gone."""
    return club.do(lambda session: channels.lose_channel(session, club.now, game, channel, "10003 Unknown Channel"))


def lanes(club: Club, kind: Kind) -> list[str]:
    return [letter.lane for letter in club.post.of_kind(kind)]


def resolve_unseen(club: Club, game: int) -> None:
    """Let a round be resolved while the channel takes nothing."""
    club.post.closed.add(f"c{CHANNEL}")
    done(club, hosts.resolve_now, game)
    club.tick()
    assert lose(club, game)


def test_another_channel_gets_what_was_missed_and_how_it_all_began(club: Club) -> None:
    """Under keys of their own: for minutes Discord gives a message again whose key it has seen, wherever it was."""
    game = club.new_game(2)
    club.tick()
    resolve_unseen(club, game)
    done(club, channels.move, game, GUILD, ELSEWHERE)
    club.tick()
    for kind in (Kind.RESULT, Kind.PIN, Kind.THREAD, Kind.ACCOUNT):
        assert set(lanes(club, kind)) == {f"c{ELSEWHERE}"}
    for kind in (Kind.LOBBY, Kind.START):
        assert lanes(club, kind) == [f"c{CHANNEL}", f"c{ELSEWHERE}"]
    assert len(club.post.of_kind(Kind.ACCOUNT)) == 5
    stored = club.game(game)
    assert (stored.channel_id, stored.running_channel_id, stored.status) == (ELSEWHERE, ELSEWHERE, GameStatus.RUNNING)
    assert notices(club, Notice.MOVED)[0]["deadline"] == club.round(game).deadline.isoformat()


def test_its_own_channel_gets_only_what_was_missed(club: Club) -> None:
    game = club.new_game(2)
    club.tick()
    resolve_unseen(club, game)
    club.post.closed.clear()
    done(club, channels.move, game, GUILD, CHANNEL)
    club.tick()
    assert [len(club.post.of_kind(kind)) for kind in (Kind.LOBBY, Kind.START, Kind.RESULT, Kind.ACCOUNT)] == [
        1,
        1,
        1,
        5,
    ]
    assert not any(row.status is MessageStatus.DEAD for row in club.rows(Message))
    assert refused(club, channels.move, game, GUILD, CHANNEL) is Reason.SAME_CHANNEL


def test_a_game_moves_from_a_living_channel_which_is_told_where(club: Club) -> None:
    """The latest board stands in the new channel; a pause of the host's stays one."""
    game = club.new_game(2)
    club.tick()
    done(club, hosts.resolve_now, game)
    club.tick()
    done(club, games.pause, game)
    done(club, channels.move, game, GUILD, ELSEWHERE)
    club.tick()
    assert lanes(club, Kind.RESULT) == [f"c{CHANNEL}", f"c{ELSEWHERE}"]
    told = [letter for letter in club.post.of_kind(Kind.NOTICE) if letter.facts["notice"] == Notice.MOVED]
    assert [(letter.lane, letter.facts["channel"]) for letter in told] == [
        (f"c{CHANNEL}", ELSEWHERE),
        (f"c{ELSEWHERE}", ELSEWHERE),
    ]
    assert club.game(game).status is GameStatus.PAUSED


def test_a_channel_that_the_game_has_left_is_no_loss(club: Club) -> None:
    """What is edited there fails without a word."""
    game = club.new_game(2)
    club.tick()
    done(club, channels.move, game, GUILD, ELSEWHERE)
    club.tick()
    reports = len(club.post.of_kind(Kind.REPORT))
    assert not lose(club, game)
    [left] = [row for row in club.rows(Message) if row.key == f"g{game}-mv{club.rows(AuditEntry)[-1].id}"]
    left.status = MessageStatus.PENDING
    club.do(lambda session: session.merge(left))
    club.post.closed.add(f"c{CHANNEL}")
    club.tick()
    assert club.game(game).status is GameStatus.RUNNING
    assert len(club.post.of_kind(Kind.REPORT)) == reports


def test_a_last_post_that_never_came_can_still_be_had(club: Club) -> None:
    """With it the seed: without, nobody could verify the race."""
    game = club.new_game(2, rounds=1)
    club.tick()
    club.post.closed.add(f"c{CHANNEL}")
    done(club, hosts.resolve_now, game)
    club.tick()
    assert club.game(game).status is GameStatus.FINISHED
    done(club, channels.move, game, GUILD, ELSEWHERE)
    club.tick()
    assert lanes(club, Kind.FINAL) == [f"c{ELSEWHERE}"]
    assert refused(club, channels.move, game, GUILD, CHANNEL) is Reason.GAME_OVER


def test_where_a_game_cannot_be_played(club: Club) -> None:
    game = club.new_game(2)
    club.new_game(2, channel=ELSEWHERE)
    club.tick()
    assert refused(club, channels.move, game, GUILD + 1, ELSEWHERE + 1) is Reason.OTHER_SERVER
    assert refused(club, channels.move, game, GUILD, ELSEWHERE) is Reason.CHANNEL_BUSY
    assert refused(club, channels.move, game, GUILD, CHANNEL) is Reason.SAME_CHANNEL
    assert [stored.channel_id for stored in club.rows(Game)] == [CHANNEL, ELSEWHERE]


def test_a_lobby_moves_with_its_post(club: Club) -> None:
    game = club.new_game(2, starts=False)
    club.tick()
    done(club, channels.move, game, GUILD, ELSEWHERE)
    done(club, games.start, game)
    club.tick()
    assert lanes(club, Kind.LOBBY) == [f"c{CHANNEL}", f"c{ELSEWHERE}"]
    assert lanes(club, Kind.START) == [f"c{ELSEWHERE}"]
