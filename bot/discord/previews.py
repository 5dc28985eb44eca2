"""What hosts see of a result that waits for them: pictures, standings, the account, and what they can do about it."""

from dataclasses import dataclass, replace

from discord import ui

from bot.db.tables import Game, Round, RoundResult
from bot.discord import boardpictures, boardposts
from bot.discord.facts import publishes
from bot.discord.hostviews import preview_view
from bot.discord.pictures import Picture
from bot.discord.records import File
from bot.discord.views import Shown, View, with_key
from bot.moderator.desk import Desk
from bot.moderator.stored import public_registers
from bot.text.escaping import Text, fit, join, length, lines
from bot.text.languages import Words
from bot.text.limits import LONGEST_VIEW
from bot.text.posts import tell_result
from bot.text.reports import Preview, tell_report

ACCOUNT = "account.txt"


@dataclass(frozen=True, slots=True)
class ResultSeen:
    """A result as its hosts see it before everybody else."""

    words: Words
    game: Game
    text: Text
    run: int
    """The number of the run that it is of: its buttons are about that."""
    pictures: tuple[Picture, Picture]
    files: tuple[File, ...]
    """The whole account, where it does not fit into the message."""

    def view(self, shown: Shown, small: str | None = None) -> View:
        """Return the message with those of its pictures that could be drawn, and a small last line."""
        view = preview_view(self.words, self.game, self.text, shown, self.run)
        for name, _ in self.files:
            view.add_item(ui.File(f"attachment://{name}"))
        return view if small is None else with_key(view, small)


def result_seen(desk: Desk, words: Words, found: Round, key: str) -> ResultSeen:
    """Return the result of a round that waits for its hosts; `key` is what its pictures' names begin with."""
    moment = publishes(desk.game, found)
    assert moment is not None, "a result that waits is published by itself at some time"
    played = boardposts.played(desk, found)
    result = replace(boardposts.result(desk, found, played, without_picture=False), is_preview=True)
    head = lines(tell_report(words, Preview(desk.game.name, found.number, moment)), tell_result(words, result))
    text = join("\n\n", [head, _account(desk, words, found)])
    is_whole = length(text) <= LONGEST_VIEW
    whole = _account(desk, words.unformatted(), found)
    return ResultSeen(
        words,
        desk.game,
        fit(text, LONGEST_VIEW),
        found.id,
        boardpictures.result_pictures(desk, words, key, played),
        () if is_whole else ((ACCOUNT, whole.encode()),),
    )


def _account(desk: Desk, words: Words, found: Round) -> Text:
    registers = public_registers(desk.session.get_one(RoundResult, found.id).beats)
    return join("\n\n", [boardposts.account_of(desk, words, found, register) for register in registers])
