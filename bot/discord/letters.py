"""Programs that come as direct messages: taken with a receipt, asked about, or answered with what is wrong."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import discord
from sqlmodel import Session, select

from bot.db.tables import Game, Program
from bot.discord import ids
from bot.discord.answering import NOBODY, Asked, Asker, asker_of, change, promise_change, refusal, words_for
from bot.discord.choosing import games_of, named_apart
from bot.discord.rally import Rally
from bot.discord.views import choice_view, plain_view
from bot.moderator.hands import Panel
from bot.moderator.intime import Letters
from bot.moderator.programs import open_typed, submit_typed
from bot.moderator.refusals import Rejected
from bot.text.answers import Reply, reply
from bot.text.escaping import Text, cut
from bot.text.languages import Words
from bot.text.manual import tell_hint
from bot.text.typed import LONGEST_QUOTE, TypedProblem, parse_typed, tell_problem
from simulation.cards import Card

_ANY_HAND = (Card.MOVE1,) * 9
"""For telling chat from programs where there is no hand."""

Rounds = frozenset[int]


@dataclass(frozen=True, slots=True)
class Read:
    """What came of a message: nothing to say if it was taken, for the receipt comes by itself."""

    words: Words
    told: Text | None = None
    choices: tuple[tuple[str, str], ...] = ()
    """Games of which one must be chosen: pairs of name and button's id."""
    rounds: Rounds = frozenset()
    """What the author is programming now: one hint for each of them is enough."""
    is_chat: bool = False


def take_text(session: Session, now: datetime, letters: Letters, text: str) -> Panel | Rejected | TypedProblem:
    """Take a text as a program for a game; a refusal or a problem changes nothing."""
    panel = open_typed(session, now, letters)
    if isinstance(panel, Rejected):
        return panel
    picks = parse_typed(text, panel.hand)
    return picks if isinstance(picks, TypedProblem) else submit_typed(session, now, letters, picks)


def read_message(session: Session, now: datetime, message: "Letter") -> Read:
    """Return what came of a direct message."""
    asker = Asker(message.user_id, message.id, message.locale, None, None)
    games = [game for game in games_of(session, message.user_id) if game.started_at is not None]
    words = words_for(session, asker, games[0] if games else None)
    panels = [panel for game in games if isinstance(panel := open_typed(session, now, message.to(game.id)), Panel)]
    rounds = frozenset(panel.round_id for panel in panels)
    hand = panels[0].hand if panels else _ANY_HAND
    problem = parse_typed(message.text, hand)
    if isinstance(problem, TypedProblem) and problem.is_chat:
        return Read(words, tell_hint(words), rounds=rounds, is_chat=True)
    if not games:
        return Read(words, reply(words, Reply.NO_GAME_OF_YOURS))
    if len(panels) > 1:
        choices = _choices(words, games, panels, message.id)
        return Read(words, reply(words, Reply.WHICH_TYPED), choices, rounds)
    game_id = panels[0].game_id if panels else games[0].id
    return Read(words, tell_taken(words, take_text(session, now, message.to(game_id), message.text)), rounds=rounds)


def read_unheard(session: Session, now: datetime, letters: Letters, text: str) -> Read | None:
    """Take a text that nobody heard for a game, if it can be meant for no other; return what is to be asked, if it can.

    Whoever has several hands may have typed it for each that it can be played with: it is taken for none of these.
    """
    games = [game for game in games_of(session, letters.user_id) if game.started_at is not None]
    found = [open_typed(session, now, replace(letters, game_id=game.id)) for game in games]
    panels = [panel for panel in found if isinstance(panel, Panel)]
    fitting = [panel for panel in panels if not isinstance(parse_typed(text, panel.hand), TypedProblem)]
    meant = {panel.game_id for panel in fitting or panels}
    if len(meant) <= 1 or not fitting:
        if not meant or letters.game_id in meant:
            take_text(session, now, letters, text)
        return None
    if session.exec(select(Program.id).where(Program.source_id == letters.source_id)).first() is not None:
        return None
    asker = Asker(letters.user_id, letters.id, "", None, None)
    words = words_for(session, asker, games[0])
    told = reply(words, Reply.WHICH_UNHEARD, found=cut(" ".join(text.split()), LONGEST_QUOTE))
    return Read(words, told, _choices(words, games, fitting, letters.id))


def tell_taken(words: Words, taken: Panel | Rejected | TypedProblem) -> Text | None:
    """Return what is to be said about a text, if anything."""
    match taken:
        case Rejected():
            return refusal(words, taken)
        case TypedProblem():
            return tell_problem(words, taken)
        case Panel():
            return None


def _choices(
    words: Words, games: Sequence[Game], panels: Sequence[Panel], message_id: int
) -> tuple[tuple[str, str], ...]:
    playing = {panel.game_id for panel in panels}
    named = named_apart(words, [game for game in games if game.id in playing])
    return tuple((name, ids.typed_id(game_id, message_id)) for name, game_id in named)


@dataclass(frozen=True, slots=True)
class Letter:
    """A direct message as it stands now."""

    id: int
    user_id: int
    text: str
    edited_at: datetime | None
    locale: str = ""

    def to(self, game_id: int) -> Letters:
        """Return it as a program for a game; an edited one counts from its edit."""
        return Letters(game_id, self.user_id, self.id, self.edited_at)


def letter_of(message: discord.Message) -> Letter:
    """Return a message as what is read of it."""
    return Letter(message.id, message.author.id, message.content, message.edited_at)


class Mailbox:
    """Reads what players write, and answers; who only chats gets one hint a round."""

    def __init__(self, rally: Rally) -> None:
        """Remember nobody yet."""
        self.rally = rally
        self._hinted: dict[int, Rounds] = {}

    async def read(self, message: discord.Message) -> None:
        """Read a direct message from a person, or its edited form."""
        letter = letter_of(message)
        read = await self.rally.change(lambda session, now: read_message(session, now, letter))
        if read.told is None or (read.is_chat and self._is_hinted(letter.user_id, read.rounds)):
            return
        if read.choices:
            view = choice_view(read.words, read.told, read.choices)
            await message.channel.send(view=view, allowed_mentions=NOBODY)
        else:
            await message.channel.send(read.told, allowed_mentions=NOBODY, suppress_embeds=True)

    def _is_hinted(self, user_id: int, rounds: Rounds) -> bool:
        if self._hinted.get(user_id) == rounds:
            return True
        self._hinted[user_id] = rounds
        return False


async def choose_game(rally: Rally, interaction: Asked, game_id: int, message_id: int) -> None:
    """Take a program that was typed before for the game that is chosen now."""
    await promise_change(interaction)
    asker, letter = asker_of(interaction), await _find(interaction, message_id)

    def work(session: Session, now: datetime) -> Text | None:
        words = words_for(session, asker, session.get(Game, game_id))
        if letter is None:
            return reply(words, Reply.LETTER_GONE)
        return tell_taken(words, take_text(session, now, letter.to(game_id), letter.text))

    told = await rally.change(work)
    if told is None:
        await interaction.delete_original_response()
    else:
        await change(interaction, plain_view(told))


async def _find(interaction: Asked, message_id: int) -> Letter | None:
    """Return one's own message that was asked about, as it stands now."""
    channel = interaction.channel
    if interaction.guild_id is not None or not isinstance(channel, discord.DMChannel):
        return None
    try:
        message = await channel.fetch_message(message_id)
    except (discord.NotFound, discord.Forbidden):
        return None
    return letter_of(message) if message.author.id == interaction.user.id else None
