"""Which permission is missing in which channel: logged in plain words, and told to the hosts."""

import logging

import discord

from bot.discord.rally import Rally
from bot.moderator.surroundings import open_games, report_permissions
from bot.text.permissions import PERMISSIONS

_LOG = logging.getLogger(__name__)


async def check_permissions(client: discord.Client, rally: Rally) -> None:
    """Look at the channels of all open games; a channel that the bot does not see is missing the first of all."""
    games = await rally.do(lambda session, _: [(game.id, game.name, game.channel_id) for game in open_games(session)])
    for game_id, name, channel_id in games:
        missing = missing_in(client.get_channel(channel_id))
        for permission in missing:
            shown = PERMISSIONS[permission]
            _LOG.warning("game %d (%s): in channel %d the bot lacks %s", game_id, name, channel_id, shown)
        await rally.change(
            lambda session, now, game_id=game_id, missing=missing: report_permissions(  # type: ignore[misc] # loop
                session, now, game_id, missing
            )
        )


def missing_in(channel: object) -> tuple[str, ...]:
    """Return what the bot may not do in a channel that it should see, by discord.py's names."""
    if not isinstance(channel, discord.abc.GuildChannel):
        return ("view_channel",)
    return missing_of(channel.permissions_for(channel.guild.me))


def missing_of(may: discord.Permissions) -> tuple[str, ...]:
    """Return what a game needs beyond what the bot may do, by discord.py's names, the most important first."""
    if not may.view_channel:
        return ("view_channel",)
    return tuple(name for name in PERMISSIONS if not getattr(may, name))
