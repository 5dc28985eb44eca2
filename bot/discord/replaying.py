"""A round that was published, once more, for whoever asks: its animation, its boards, and its account in words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, select

from bot.db.tables import Message, Round
from bot.discord import boardpictures, boardposts
from bot.discord.answering import Asked, Asker, asker_of, refusal, show, tell, words_for
from bot.discord.choosing import open_shown
from bot.discord.pictures import Picture
from bot.discord.rally import Rally
from bot.discord.views import album_view
from bot.moderator.archive import published_round
from bot.moderator.desk import Desk
from bot.moderator.outbox import Kind
from bot.moderator.refusals import Rejected
from bot.text.escaping import Text, length
from bot.text.languages import Words
from bot.text.narrate import narrate
from bot.text.posts import LONGEST_VIEW
from bot.text.replay import tell_replay
from simulation.beats import public

MOST_PICTURES = 10
"""Files in a message."""


@dataclass(frozen=True, slots=True)
class Part:
    """A text, and the pictures under it."""

    text: Text
    pictures: tuple[Picture, ...] = ()


async def send_replay(rally: Rally, interaction: Asked, game_id: int, number: int | None) -> None:
    """Show a published round again, after a promise; the latest one if no number is given."""
    asker = asker_of(interaction)
    found = await rally.do(lambda session, now: _read(session, now, asker, game_id, number))
    if isinstance(found, Text):
        await tell(interaction, found)
        return
    for parts in in_messages(found):
        files = [await rally.painter.files(picture, asker.user_id) for part in parts for picture in part.pictures]
        drawn = {file.filename for shown in files for file in shown}
        view = album_view(
            [(part.text, [(each.name, each.alt) for each in part.pictures if each.name in drawn]) for part in parts]
        )
        await show(interaction, view, [file for shown in files for file in shown])


def _read(session: Session, now: datetime, asker: Asker, game_id: int, number: int | None) -> Sequence[Part] | Text:
    desk = open_shown(session, now, asker, game_id)
    words = words_for(session, asker, None if isinstance(desk, Rejected) else desk.game)
    if isinstance(desk, Rejected):
        return refusal(words, desk)
    found = published_round(desk, number)
    return refusal(words, found) if isinstance(found, Rejected) else tuple(_parts(desk, words, asker, found))


def _parts(desk: Desk, words: Words, asker: Asker, found: Round) -> Iterator[Part]:
    """Yield the round as a whole, and each register with what happened in it and the board after it."""
    played, key = boardposts.played(desk, found), f"round{found.number}"
    thread = _thread(desk, found) if asker.guild_id == desk.game.guild_id else None
    title = tell_replay(words, desk.game.name, found.number, thread)
    yield Part(title, boardpictures.result_pictures(desk, words, key, played))
    names = [robot.name for robot in played.after.robots]
    stills = {picture.name: picture for picture in boardpictures.register_pictures(desk, words, f"{key}-", played)}
    for account in narrate(words, public(played.beats), names):
        still = stills.get(f"{key}-{account.register}.png")
        yield Part(account.text, () if still is None else (still,))


def _thread(desk: Desk, found: Round) -> int | None:
    """Return Discord's id of the thread with the round's account: it is that of the result."""
    query = select(Message.message_id).where(Message.round_id == found.id, Message.kind == Kind.RESULT)
    return desk.session.exec(query).first()


def in_messages(parts: Iterable[Part]) -> Iterator[list[Part]]:
    """Yield as many parts together as a message can hold; each part fits one."""
    gathered: list[Part] = []
    for part in parts:
        text = sum(length(each.text) for each in (*gathered, part))
        pictures = sum(len(each.pictures) for each in (*gathered, part))
        if gathered and (text > LONGEST_VIEW or pictures > MOST_PICTURES):
            yield gathered
            gathered = []
        gathered.append(part)
    yield gathered
