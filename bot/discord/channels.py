"""Where a game can be played, and `/game channel`: a game is moved to where it is called, or repaired there."""

from collections.abc import Sequence
from datetime import datetime

import discord
from sqlmodel import Session, col, select

from bot.db.tables import Game, Host
from bot.discord import ids
from bot.discord.answering import Asked, Asker, asker_of, promise, refusal, show, tell, words_for
from bot.discord.choosing import named_apart
from bot.discord.permissions import missing_of
from bot.discord.rally import Rally
from bot.discord.views import choice_view
from bot.moderator import channels
from bot.moderator.desk import OVER
from bot.moderator.orders import Order
from bot.moderator.refusals import Rejected
from bot.text.answers import Reply, reply
from bot.text.escaping import Text
from bot.text.labels import Label, label
from bot.text.languages import Words, words_in
from bot.text.permissions import tell_missing


def why_not_here(words: Words, interaction: Asked) -> Text | None:
    """Return why no game can be played where something was asked: the kind of channel, or what the bot may not do."""
    asker, channel = asker_of(interaction), interaction.channel
    if asker.guild_id is None or asker.channel_id is None:
        return reply(words, Reply.ONLY_IN_SERVERS)
    place = channel.parent if isinstance(channel, discord.Thread) else channel
    if place is not None and not isinstance(place, discord.TextChannel):
        return reply(words, Reply.NO_TEXT_CHANNEL)
    missing = missing_of(interaction.app_permissions)
    return tell_missing(words, asker.channel_id, missing) if missing else None


async def choose_and_move(rally: Rally, interaction: Asked) -> None:
    """Move the game of a host to the channel of the command, after a promise; of several it is asked which."""
    asker = asker_of(interaction)

    def work(session: Session, _: datetime) -> tuple[Words, Sequence[Game]]:
        return words_for(session, asker), _games_of_host(session, asker)

    words, games = await rally.do(work)
    if not games:
        await tell(interaction, reply(words, Reply.NO_GAME_TO_MOVE))
    elif len(games) == 1:
        await _move(rally, interaction, games[0].id)
    else:
        choices = [(name, ids.here_id(game_id)) for name, game_id in named_apart(words, games)]
        await show(interaction, choice_view(words, reply(words, Reply.WHICH_GAME), choices))


def _games_of_host(session: Session, asker: Asker) -> Sequence[Game]:
    """Return the games of a server that somebody may move, the latest first: over ones only if posts are missing."""
    query = select(Game).join(Host).where(Host.user_id == asker.user_id, Game.guild_id == asker.guild_id)
    found = session.exec(query.order_by(col(Game.id).desc())).all()
    return [game for game in found if game.status not in OVER or channels.missed_something(session, game)]


async def move_here(rally: Rally, interaction: Asked, game_id: int) -> None:
    """Move the game of a button to the channel in which it was pressed."""
    await promise(interaction)
    await _move(rally, interaction, game_id)


async def _move(rally: Rally, interaction: Asked, game_id: int) -> None:
    asker = asker_of(interaction)

    def work(session: Session, now: datetime) -> Text:
        game = session.get(Game, game_id)
        words = words_for(session, asker, game)
        problem = why_not_here(words, interaction)
        if problem is not None:
            return problem
        assert asker.guild_id is not None, "it was asked in a server"
        assert asker.channel_id is not None, "it was asked in a channel"
        reason = label(words if game is None else words_in(game.language), Label.CHANNEL)
        answer = channels.move(session, now, Order(game_id, asker.user_id, reason), asker.guild_id, asker.channel_id)
        return refusal(words, answer) if isinstance(answer, Rejected) else reply(words, Reply.MOVED)

    await tell(interaction, await rally.change(work))
