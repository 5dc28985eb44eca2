"""Which game is meant: the channel's, its lobby, or one of the server's; in doubt it is asked. And which robot."""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from bot.db.tables import Game, GameStatus, Seat
from bot.discord.answering import Asked, Asker, asker_of, show, tell, words_for
from bot.discord.entries import Entries, show_entries
from bot.discord.rally import Rally
from bot.discord.views import choice_view
from bot.moderator.desk import OVER, Desk
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.settings import LONGEST_ROBOT_NAME
from bot.moderator.stored import load_board
from bot.text.answers import Reply, reply, tell_game
from bot.text.escaping import cut
from bot.text.languages import Words

_GOING = (GameStatus.RUNNING, GameStatus.PAUSED)
_OF_PLAYERS = frozenset(("cards", "leave"))
"""What is about a game in which one plays, wherever it is asked."""

Then = Callable[[int], Awaitable[None]]
"""What is done with the game's id."""


def games_here(session: Session, asker: Asker, action: str) -> Sequence[Game]:
    """Return the games that a command may mean: one if it is clear, several to be asked about."""
    if asker.guild_id is None:
        return games_of(session, asker.user_id)
    query = select(Game).where(Game.guild_id == asker.guild_id, col(Game.status).not_in(OVER))
    everywhere = session.exec(query.order_by(col(Game.id).desc())).all()
    if action in _OF_PLAYERS:
        own = {game.id for game in games_of(session, asker.user_id)}
        everywhere = [game for game in everywhere if game.id in own] or everywhere
    here = [game for game in everywhere if game.channel_id == asker.channel_id]
    running = [game for game in here if game.status in _GOING]
    lobbies = [game for game in here if game.status is GameStatus.LOBBY]
    if action == "start":
        return lobbies or running or everywhere
    return running or lobbies or everywhere or _last_here(session, asker)


def games_of(session: Session, user_id: int) -> Sequence[Game]:
    """Return the games in which somebody plays, else the last one in which they did."""
    query = select(Game).join(Seat).where(Seat.user_id == user_id).order_by(col(Game.id).desc())
    mine = session.exec(query.where(col(Seat.removed_at).is_(None))).all()
    return [game for game in mine if game.status not in OVER] or mine[:1]


def _last_here(session: Session, asker: Asker) -> Sequence[Game]:
    """Return the last game that was played in the channel: people still want to see how it ended."""
    query = select(Game).where(Game.channel_id == asker.channel_id).order_by(col(Game.id).desc())
    return session.exec(query.limit(1)).all()


async def choose(  # noqa: PLR0913, PLR0917 - all that a choice is about
    rally: Rally,
    interaction: Asked,
    action: str,
    button_id: Callable[[int], str],
    then: Then,
    entries: Entries | None = None,
) -> None:
    """Go on with the game that is meant, after a promise; if several may be, ask with a button for each.

    The question shows what was entered: the button's answer finds it there.
    """
    asker = asker_of(interaction)

    def work(session: Session, _: datetime) -> tuple[Words, Sequence[tuple[str, int]]]:
        words = words_for(session, asker)
        return words, named_apart(words, games_here(session, asker, action))

    words, games = await rally.do(work)
    if len(games) == 1:
        await then(games[0][1])
        return
    if not games:
        is_direct = asker.guild_id is None
        await tell(interaction, reply(words, Reply.NO_GAME_OF_YOURS if is_direct else Reply.NO_GAME_HERE))
        return
    choices = [(name, button_id(game_id)) for name, game_id in games]
    shown = show_entries(words, entries or {})
    await show(interaction, choice_view(words, reply(words, Reply.WHICH_GAME), choices, shown))


def named_apart(words: Words, games: Sequence[Game]) -> Sequence[tuple[str, int]]:
    """Return games as names and ids: those of one name with their boards, and those of one board with their numbers."""
    names = Counter(game.name for game in games)
    boards = Counter((game.name, game.board_name) for game in games)
    return [
        (
            tell_game(
                words,
                game.name,
                None if names[game.name] == 1 else load_board(game.board).name,
                None if boards[game.name, game.board_name] == 1 else game.id,
            ),
            game.id,
        )
        for game in games
    ]


def robots_here(session: Session, now: datetime, asker: Asker) -> list[tuple[Game, Seat]]:
    """Return the robots of the games that may be meant."""
    return [
        (game, seat)
        for game in games_here(session, asker, "clear")
        for seat in Desk(session, now, game).seats()
        if seat.number is not None and seat.removed_at is None
    ]


def robot_value(seat: Seat) -> str:
    """Return what stands for a robot when its name was completed."""
    return f"{seat.game_id}:{seat.number}"


def find_robot(session: Session, now: datetime, asker: Asker, robot: str) -> Seat | Rejected:
    """Return the robot of a name or of a completed one, in a game that may be meant."""
    seats = [seat for _, seat in robots_here(session, now, asker)]
    named = [seat for seat in seats if robot in {seat.robot, robot_value(seat)}]
    if len(named) == 1:
        return named[0]
    if named:
        return rejected(Reason.SEVERAL_ROBOTS, found=cut(robot, LONGEST_ROBOT_NAME))
    return rejected(Reason.UNKNOWN_ROBOT, found=cut(robot, LONGEST_ROBOT_NAME))
