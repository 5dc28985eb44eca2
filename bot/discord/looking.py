"""What hosts look at: a result that waits for them, the log, the settings, the record as a file."""

from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from typing import TypeVar

import discord
from sqlmodel import Session

from bot.db.tables import RoundStatus
from bot.discord.answering import Asked, asker_of, change, refusal, show, tell, words_for
from bot.discord.audits import logged_before
from bot.discord.hosting import Ordered, Wish, is_own, open_for
from bot.discord.hostviews import log_view
from bot.discord.previews import ResultSeen, result_seen
from bot.discord.rally import Rally
from bot.discord.records import File, record_file
from bot.discord.views import View, plain_view
from bot.moderator.desk import OVER, Desk
from bot.moderator.refusals import Reason, rejected
from bot.moderator.stored import load_rules
from bot.text.answers import Reply, reply
from bot.text.auditlog import first_page, tell_log
from bot.text.escaping import Text, lines
from bot.text.languages import Words
from bot.text.notices import tell_rules_set
from bot.text.settings import tell_settings

T = TypeVar("T")
PREVIEW = "preview"


async def _look(rally: Rally, interaction: Asked, game_id: int, read: Callable[[Desk, Words], T]) -> T | Text:
    """Return what is read for a host of a game, or what is told to anybody else."""
    asker = asker_of(interaction)

    def work(session: Session, now: datetime) -> T | Text:
        desk = open_for(session, now, asker, Wish(game_id, "panel"))
        if isinstance(desk, Ordered):
            assert isinstance(desk.told, Text), "it is a refusal"
            return desk.told
        return read(desk, words_for(session, asker, desk.game))

    return await rally.do(work)


async def show_preview(rally: Rally, interaction: Asked, game_id: int) -> None:
    """Show the result that waits for its hosts."""

    def read(desk: Desk, words: Words) -> ResultSeen | Text:
        found = desk.open_round()
        if found is None or found.status is not RoundStatus.RESOLVED:
            return reply(words, Reply.NOTHING_TO_PREVIEW)
        return result_seen(desk, words, found, PREVIEW)

    seen = await _look(rally, interaction, game_id, read)
    if isinstance(seen, str):
        await tell(interaction, seen)
        return
    files = [file for picture in seen.pictures for file in await rally.painter.files(picture, interaction.user.id)]
    drawn = {file.filename for file in files}
    shown = [(picture.name, picture.alt) for picture in seen.pictures if picture.name in drawn]
    files += [discord.File(BytesIO(content), name) for name, content in seen.files]
    await show(interaction, seen.view(shown), files)


async def send_record(rally: Rally, interaction: Asked, game_id: int) -> None:
    """Send a race's record as a file: while it goes on, what everybody has seen, whoever asks."""

    def read(desk: Desk, words: Words) -> tuple[Text, File] | Text:
        if desk.game.started_at is None:
            return refusal(words, rejected(Reason.NOT_STARTED))
        told = Reply.WHOLE_RECORD if desk.game.status in OVER else Reply.RECORD
        return reply(words, told), record_file(desk)

    found = await _look(rally, interaction, game_id, read)
    if isinstance(found, str):
        await tell(interaction, found)
        return
    text, (name, content) = found
    view = plain_view(text)
    view.add_item(discord.ui.File(f"attachment://{name}"))
    await show(interaction, view, [discord.File(BytesIO(content), name)])


async def show_settings(rally: Rally, interaction: Asked, game_id: int) -> None:
    """Show a race's settings."""

    def read(desk: Desk, words: Words) -> Text:
        house = tell_rules_set(words, load_rules(desk.game.rules))
        title = reply(words, Reply.SETTINGS, game=desk.game.name)
        return lines(title, tell_settings(words, desk.game.model_dump(), house, desk.host_ids()))

    await tell(interaction, await _look(rally, interaction, game_id, read))


async def show_log(rally: Rally, interaction: Asked, game_id: int, before: int | None = None) -> None:
    """Show what was done to a race before an entry of its audit (None: all of it), the latest first."""

    def read(desk: Desk, words: Words) -> Callable[[], View]:
        page = first_page(words, logged_before(desk, words, before))
        text, game = tell_log(words, desk.game.name, page), desk.game
        return lambda: log_view(words, game, text, page[-1].id if page else None)

    view = await _look(rally, interaction, game_id, read)
    if isinstance(view, str):
        await tell(interaction, view)
    elif is_own(interaction):
        await change(interaction, view())
    else:
        await show(interaction, view())
