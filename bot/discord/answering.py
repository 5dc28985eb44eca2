"""How people are answered: at once or with a promise, in their language, and never with a ping."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord.utils import MISSING
from sqlmodel import Session

from bot.db.tables import Game, Player, Round, Server
from bot.discord.failures import EXPECTED
from bot.moderator.refusals import Rejected
from bot.text.answers import Reply, reply, tell_refusal
from bot.text.escaping import Text
from bot.text.languages import Words, words_in

if TYPE_CHECKING:
    from bot.discord.views import View

_log = logging.getLogger(__name__)

Asked = discord.Interaction[discord.Client]
_UNANSWERABLE = frozenset((10015, 10062, 40060, 50027))
"""Discord's codes for interactions that can be answered no more."""
NOBODY = discord.AllowedMentions.none()


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks for something, and where."""

    user_id: int
    press_id: int
    """The interaction's: its time is when it was asked."""
    locale: str
    guild_id: int | None
    channel_id: int | None
    """The channel of a thread, if it was asked in one."""


def asker_of(interaction: Asked) -> Asker:
    """Return who asks."""
    channel = interaction.channel
    channel_id = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    return Asker(interaction.user.id, interaction.id, str(interaction.locale), interaction.guild_id, channel_id)


def words_for(session: Session, asker: Asker, game: Game | None = None) -> Words:
    """Return the language to speak: what the person chose, else the game's, else that of their Discord."""
    player = session.get(Player, asker.user_id)
    if player is not None and player.language is not None:
        return words_in(player.language)
    return words_in(locale_language(asker.locale) if game is None else game.language)


def game_of_round(session: Session, round_id: int) -> Game | None:
    """Return the game of a round, if there is one."""
    found = session.get(Round, round_id)
    return None if found is None else session.get(Game, found.game_id)


def server_language(session: Session, guild_id: int, locale: str) -> str:
    """Return the language of a server's new games: what was set for it, else that of its Discord."""
    server = session.get(Server, guild_id)
    return locale_language(locale) if server is None or server.language is None else server.language


def locale_language(locale: str) -> str:
    """Return the language of a locale of Discord's, as far as there is a catalogue for it."""
    return words_in(locale.partition("-")[0]).language


def refusal(words: Words, why: Rejected) -> Text:
    """Return a refusal as it is told."""
    return tell_refusal(words, why.reason.value, why.facts)


async def promise(interaction: Asked) -> None:
    """Say that an answer comes, which only the one who asks will see."""
    await interaction.response.defer(ephemeral=True, thinking=True)


async def promise_change(interaction: Asked) -> None:
    """Say that the message whose button was pressed will change."""
    await interaction.response.defer()


async def tell(interaction: Asked, text: Text) -> None:
    """Answer with a text that only the one who asked sees."""
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True, allowed_mentions=NOBODY, suppress_embeds=True)
    else:
        await interaction.response.send_message(text, ephemeral=True, allowed_mentions=NOBODY, suppress_embeds=True)


async def show(interaction: Asked, view: "View", files: Sequence[discord.File] = ()) -> None:
    """Answer, after a promise, with a view that only the one who asked sees."""
    await interaction.followup.send(view=view, files=list(files) or MISSING, ephemeral=True, allowed_mentions=NOBODY)


async def change(interaction: Asked, view: "View") -> None:
    """Change, after a promise, the message whose button was pressed: its pictures stay."""
    kept = [] if interaction.message is None else list(interaction.message.attachments)
    await interaction.edit_original_response(view=view, attachments=kept or MISSING, allowed_mentions=NOBODY)


async def answered(interaction: Asked, answer: Callable[[], Awaitable[None]]) -> None:
    """Let somebody be answered; whatever fails is logged, and told if it can be."""
    try:
        await answer()
    except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for an answer
        is_expected = isinstance(error, EXPECTED) or interaction.client.is_closed()
        if is_expected:
            _log.warning("an answer to %s got lost: %r", interaction.id, error)
        else:
            _log.exception("an answer to %s failed", interaction.id)
        if not isinstance(error, discord.HTTPException) or error.code not in _UNANSWERABLE:
            await _apologise(interaction)


async def failed(interaction: Asked, error: Exception) -> None:
    """Tell somebody that a command failed before it was carried out: what it was given could not be read."""
    _log.error("a command (%s) failed", interaction.id, exc_info=error)
    await _apologise(interaction)


async def _apologise(interaction: Asked) -> None:
    if interaction.client.is_closed():
        return  # the bot is being stopped, and sends nothing any more
    words = words_in(locale_language(str(interaction.locale)))
    try:
        await tell(interaction, reply(words, Reply.FAILED))
    except EXPECTED as error:
        _log.warning("not even that could be told: %r", error)
