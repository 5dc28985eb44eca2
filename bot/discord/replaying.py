"""A round that was published, once more, for whoever asks: its animation, its boards, and its account in words."""

from collections.abc import Iterator, Sequence

from sqlmodel import select

from bot.db.tables import Message, Round
from bot.discord import boardpictures, boardposts
from bot.discord.albums import Part
from bot.discord.answering import Asked, Asker, asker_of
from bot.discord.public import show_public
from bot.discord.rally import Rally
from bot.moderator.archive import published_round
from bot.moderator.desk import Desk
from bot.moderator.outbox import Kind
from bot.moderator.refusals import Rejected
from bot.text.languages import Words
from bot.text.narrate import narrate
from bot.text.replay import tell_replay
from simulation.beats import public


async def send_replay(rally: Rally, interaction: Asked, game_id: int, number: int | None) -> None:
    """Show a published round again, after a promise; the latest one if no number is given."""
    asker = asker_of(interaction)

    def read(desk: Desk, words: Words) -> Sequence[Part] | Rejected:
        found = published_round(desk, number)
        return found if isinstance(found, Rejected) else tuple(_parts(desk, words, asker, found))

    await show_public(rally, interaction, game_id, read)


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
