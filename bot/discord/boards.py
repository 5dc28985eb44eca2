"""Boards on Discord: the list, one board's picture, and the board of a race as it publicly stands."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

import discord
from sqlmodel import Session

from bot.discord.answering import Asked, Asker, asker_of, promise, refusal, show, tell, words_for
from bot.discord.boardpictures import empty_picture
from bot.discord.compose import SHORT_ALT
from bot.discord.failures import is_about_alt_text
from bot.discord.pictures import Picture
from bot.discord.rally import Rally
from bot.discord.views import board_list_view, plain_view
from bot.moderator import boards
from bot.moderator.boards import Offer, Shelf
from bot.text.boards import Listed, tell_board_shown, tell_boards
from bot.text.escaping import Text, cut
from bot.text.languages import Words

MOST_CHOICES = 25
LONGEST_ENTRY = 80
"""Characters of what may name a board: a title, with a number behind it."""


def shelf_of(rally: Rally, asker: Asker) -> Shelf:
    """Return the boards that somebody can choose from where they are."""
    return Shelf(asker.guild_id, rally.boards)


def listed(offer: Offer) -> Listed:
    """Return a board as it is told."""
    return Listed(offer.title, offer.board, offer.is_own)


def matching(offers: Sequence[Offer], typed: str) -> list[tuple[str, str]]:
    """Return what matches the beginning of an entry: pairs of title and key, at most as many as Discord shows."""
    wanted = typed.casefold().strip()
    found = [(offer.title, offer.key) for offer in offers if wanted in f"{offer.title} {offer.key}".casefold()]
    return sorted(found)[:MOST_CHOICES]


async def completions(rally: Rally, interaction: Asked, typed: str, *, only_own: bool = False) -> list[tuple[str, str]]:
    """Return the boards that an entry may mean: pairs of title and key."""
    shelf = shelf_of(rally, asker_of(interaction))
    offers = await rally.do(lambda session, _: boards.offered(session, shelf))
    return matching([offer for offer in offers if offer.is_own or not only_own], typed)


async def show_list(rally: Rally, interaction: Asked) -> None:
    """Show the boards to choose from, with a select to look at each, after a promise."""
    asker = asker_of(interaction)

    def work(session: Session, _: datetime) -> tuple[Words, Sequence[Offer]]:
        return words_for(session, asker), boards.offered(session, shelf_of(rally, asker))

    words, offers = await rally.do(work)
    # Boards that were not looked at for long are read anew: neither the loop nor the database waits for that.
    found = await asyncio.to_thread(lambda: [(offer.key, listed(offer)) for offer in offers])
    await show(interaction, board_list_view(words, tell_boards(words, [each for _, each in found]), found))


async def show_board(rally: Rally, interaction: Asked, wanted: str) -> None:
    """Show a board by its key or title, after a promise."""
    asker = asker_of(interaction)

    def work(session: Session, _: datetime) -> tuple[Words, Listed] | Text:
        words = words_for(session, asker)
        offers = boards.offered(session, shelf_of(rally, asker))
        offer = boards.find(offers, wanted)
        return refusal(words, boards.unknown(offers, wanted)) if offer is None else (words, listed(offer))

    found = await rally.do(work)
    if isinstance(found, Text):
        await tell(interaction, found)
        return
    words, shown = found
    await show_picture(rally, interaction, tell_board_shown(words, shown), empty_picture(words, shown.board))


async def show_chosen(rally: Rally, interaction: Asked) -> None:
    """Show the board that was chosen in the list."""
    await promise(interaction)
    chosen: object = dict(interaction.data or {}).get("values")
    wanted = str(chosen[0]) if isinstance(chosen, list) and chosen else ""
    await show_board(rally, interaction, wanted)


async def show_picture(rally: Rally, interaction: Asked, told: Text, picture: Picture) -> None:
    """Show a picture under what is told; where it cannot be drawn, the words alone."""
    files = await rally.painter.files(picture, interaction.user.id)
    if not files:
        await show(interaction, plain_view(told))
        return
    try:
        await show(interaction, plain_view(told, [(picture.name, picture.alt)]), files)
    except discord.HTTPException as error:
        if not is_about_alt_text(error):
            raise
        files = await rally.painter.files(picture, interaction.user.id)
        await show(interaction, plain_view(told, [(picture.name, cut(picture.alt, SHORT_ALT))]), files)
