"""Boards on Discord: the list, and the picture of one."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from bot.discord.albums import Part, show_album
from bot.discord.answering import Asked, Asker, asker_of, promise, refusal, show, words_for
from bot.discord.boardpictures import empty_picture
from bot.discord.forms import chosen
from bot.discord.rally import Rally
from bot.discord.views import MOST_CHOICES, board_list_view
from bot.moderator import boards
from bot.moderator.boards import Offer, Shelf
from bot.text.boards import Listed, tell_board_shown, tell_boards
from bot.text.escaping import Text
from bot.text.languages import Words

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

    def work(session: Session, _: datetime) -> Text | Sequence[Part]:
        words = words_for(session, asker)
        offers = boards.offered(session, shelf_of(rally, asker))
        offer = boards.find(offers, wanted)
        if offer is None:
            return refusal(words, boards.unknown(offers, wanted))
        shown = listed(offer)
        return [Part(tell_board_shown(words, shown), (empty_picture(words, shown.board),))]

    await show_album(rally, interaction, await rally.do(work))


async def show_chosen(rally: Rally, interaction: Asked) -> None:
    """Show the board that was chosen in the list."""
    await promise(interaction)
    await show_board(rally, interaction, chosen(interaction))
