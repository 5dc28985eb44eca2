"""Who may make games, and which languages are spoken."""

from dataclasses import dataclass
from datetime import datetime

import discord
from sqlmodel import Session

from bot.db.tables import Player, Server
from bot.discord.answering import Asked, Asker, asker_of, tell, words_for
from bot.discord.rally import Rally
from bot.text.answers import Reply, reply
from bot.text.escaping import Text
from bot.text.languages import words_in
from bot.text.settings import LANGUAGE_NAMES


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
        return reply(words, Reply.SERVER_LANGUAGE_SET, language=LANGUAGE_NAMES[language])

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
