"""Who may do what: hosts of a game, makers of games, and the program of a robot that a host takes back."""

from dataclasses import dataclass
from datetime import datetime

import discord
from sqlmodel import Session

from bot.db.tables import Game, Player, Seat, Server
from bot.discord.answering import Asked, Asker, asker_of, refusal, tell, words_for
from bot.discord.choosing import games_here
from bot.discord.rally import Rally
from bot.moderator import hosts
from bot.moderator.desk import Desk
from bot.moderator.orders import Confirm, Order
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.text.answers import Label, Reply, label, reply
from bot.text.commands import Choice
from bot.text.escaping import Text, cut
from bot.text.languages import words_in

LANGUAGE_NAMES = {"en": Choice.ENGLISH, "nl": Choice.DUTCH}
"""Languages by their own names."""
_POWERS = {"add": (hosts.add_host, Reply.HOST_ADDED), "remove": (hosts.remove_host, Reply.HOST_REMOVED)}


async def change_hosts(rally: Rally, interaction: Asked, game_id: int, action: str, user_id: int) -> None:
    """Make somebody a host of a game or let one go, after a promise."""
    asker = asker_of(interaction)
    power, done = _POWERS[action]

    def work(session: Session, now: datetime) -> Text:
        game = session.get(Game, game_id)
        words = words_for(session, asker, game)
        reason = label(words if game is None else words_in(game.language), Label.HOSTS)
        answer = power(session, now, Order(game_id, asker.user_id, reason), user_id)
        return refusal(words, answer) if isinstance(answer, Rejected) else reply(words, done)

    await tell(interaction, await rally.change(work))


async def clear_program(rally: Rally, interaction: Asked, robot: str, reason: str) -> None:
    """Take a player's program back, after a promise; `robot` is a name, or "game:seat" as it was completed."""
    asker = asker_of(interaction)

    def work(session: Session, now: datetime) -> Text:
        found = find_robot(session, asker, robot)
        game = None if found is None else session.get(Game, found.game_id)
        words = words_for(session, asker, game)
        if found is None or found.number is None:
            return refusal(words, rejected(Reason.UNKNOWN_ROBOT, found=cut(robot, 32)))
        answer = hosts.clear_program(session, now, Order(found.game_id, asker.user_id, reason), found.number)
        if isinstance(answer, Rejected):
            return refusal(words, answer)
        assert not isinstance(answer, Confirm), "this is never asked about"
        return reply(words, Reply.PROGRAM_CLEARED, robot=found.robot)

    await tell(interaction, await rally.change(work))


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


def find_robot(session: Session, asker: Asker, robot: str) -> Seat | None:
    """Return the robot of a name or of a completed one, in a game that may be meant."""
    now = discord.utils.snowflake_time(asker.press_id)
    seats = [seat for _, seat in robots_here(session, now, asker)]
    named = [seat for seat in seats if robot in {seat.robot, robot_value(seat)}]
    return named[0] if len(named) == 1 else None


@dataclass(frozen=True, slots=True)
class Maker:
    """Who wants to make a game."""

    asker: Asker
    may_manage_events: bool
    roles: frozenset[int]


def maker_of(interaction: Asked) -> Maker:
    """Return who wants to make a game, with what they may do in the server."""
    user = interaction.user
    roles = frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset[int]()
    return Maker(asker_of(interaction), interaction.permissions.manage_events, roles)


def may_create(session: Session, maker: Maker) -> bool:
    """Whether somebody may make games: by Manage Events, or by the role that was set."""
    if maker.may_manage_events:
        return True
    server = session.get(Server, maker.asker.guild_id)
    return server is not None and server.creator_role_id in maker.roles


async def set_role(rally: Rally, interaction: Asked, role_id: int | None) -> None:
    """Say which role may make games in this server, after a promise."""
    asker, is_manager = asker_of(interaction), interaction.permissions.manage_guild

    def work(session: Session, _: datetime) -> Text:
        words = words_for(session, asker)
        if not is_manager:
            return reply(words, Reply.NEEDS_MANAGER)
        assert asker.guild_id is not None, "the command is for servers"
        server = session.get(Server, asker.guild_id) or Server(guild_id=asker.guild_id)
        server.creator_role_id = role_id
        session.add(server)
        if role_id is None:
            return reply(words, Reply.ROLE_TAKEN)
        return reply(words, Reply.ROLE_SET, role=Text(f"<@&{role_id}>"))

    await tell(interaction, await rally.do(work))


async def set_server_language(rally: Rally, interaction: Asked, language: str | None) -> None:
    """Say which language new games in this server speak, after a promise; None is that of its Discord."""
    asker, may = asker_of(interaction), interaction.permissions

    def work(session: Session, _: datetime) -> Text:
        words = words_for(session, asker)
        if not (may.manage_guild or may.manage_events):
            return reply(words, Reply.NEEDS_EVENTS)
        assert asker.guild_id is not None, "the command is for servers"
        server = session.get(Server, asker.guild_id) or Server(guild_id=asker.guild_id)
        server.language = language
        session.add(server)
        if language is None:
            return reply(words, Reply.SERVER_LANGUAGE_FOLLOWS)
        return reply(words, Reply.SERVER_LANGUAGE_SET, language=LANGUAGE_NAMES[language].value)

    await tell(interaction, await rally.do(work))


async def set_language(rally: Rally, interaction: Asked, language: str) -> None:
    """Speak a language with somebody from now on, after a promise."""
    user_id = interaction.user.id

    def work(session: Session, _: datetime) -> Text:
        player = session.get(Player, user_id) or Player(user_id=user_id)
        player.language = language
        session.add(player)
        return reply(words_in(language), Reply.LANGUAGE_SET)

    await tell(interaction, await rally.do(work))
