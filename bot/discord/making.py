"""Making a game: its settings, its lobby, and the picture of its board."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import Session

from bot.db.tables import Game
from bot.discord.albums import Part, show_album
from bot.discord.answering import Asked, asker_of, refusal, server_language, tell, words_for
from bot.discord.boardpictures import empty_picture
from bot.discord.boards import shelf_of
from bot.discord.channels import why_not_here
from bot.discord.people import Maker, maker_of, may_create
from bot.discord.rally import Rally
from bot.moderator import boards, games
from bot.moderator.refusals import Rejected
from bot.moderator.settings import Settings
from bot.moderator.stored import load_board
from bot.text.answers import Reply, reply
from bot.text.escaping import Text
from bot.text.languages import Words


@dataclass(frozen=True, slots=True)
class _Made:
    words: Words
    game: Game


async def create(rally: Rally, interaction: Asked, settings: Settings) -> None:
    """Make a game, after a promise, and show its board to who made it; its lobby comes by itself."""
    maker, seed = maker_of(interaction), rally.new_seed()
    locale = str(interaction.guild_locale or interaction.locale)
    problem = await rally.do(lambda session, _: _why_not(session, maker, interaction))
    if problem is not None:
        await tell(interaction, problem)
        return
    made = await rally.change(
        lambda session, now: _create(session, now, maker, _complete(session, maker, settings, locale), rally, seed)
    )
    if isinstance(made, Text):
        await tell(interaction, made)
        return
    picture = empty_picture(made.words, load_board(made.game.board))
    await show_album(rally, interaction, [Part(reply(made.words, Reply.CREATED), (picture,))])


async def refuse(rally: Rally, interaction: Asked, why: Rejected) -> None:
    """Say why no game was made, after a promise."""
    asker = asker_of(interaction)
    await tell(interaction, await rally.do(lambda session, _: refusal(words_for(session, asker), why)))


def _complete(session: Session, maker: Maker, settings: Settings, locale: str) -> Settings:
    """Return the settings with the server's language, where none was chosen."""
    if settings.language or maker.asker.guild_id is None:
        return settings
    return replace(settings, language=server_language(session, maker.asker.guild_id, locale))


def _why_not(session: Session, maker: Maker, interaction: Asked) -> Text | None:
    """Return why somebody cannot make a game here."""
    words = words_for(session, maker.asker)
    problem = why_not_here(words, interaction)
    return reply(words, Reply.MAY_NOT_CREATE) if problem is None and not may_create(session, maker) else problem


def _create(  # noqa: PLR0913, PLR0917 - all that a game is made from
    session: Session, now: datetime, maker: Maker, settings: Settings, rally: Rally, seed: str
) -> _Made | Text:
    """Make the game, or return why not."""
    asker = maker.asker
    words = words_for(session, asker)
    assert asker.guild_id is not None, "it was asked in a server"
    assert asker.channel_id is not None, "it was asked in a channel"
    place = games.Place(asker.guild_id, asker.channel_id, asker.user_id)
    offers = boards.offered(session, shelf_of(rally, asker))
    offer = boards.find(offers, settings.board)
    if offer is None:
        return refusal(words, boards.unknown(offers, settings.board))
    supplies = games.Supplies({offer.key: offer.text}, seed)
    made = games.create(session, now, place, replace(settings, board=offer.key), supplies)
    return refusal(words, made) if isinstance(made, Rejected) else _Made(words, made)
