"""Boards to choose from, and what is answered about them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.marks import N_
from bot.text.boardalt import size_of
from bot.text.boardfaults import tell_warnings
from bot.text.boardwords import tell_words
from bot.text.escaping import Text, cut, fit, length, lines
from bot.text.languages import Fact, Words
from bot.text.limits import LONGEST_MESSAGE
from bot.text.standings import Standing, tell_standings
from simulation.board import Board
from simulation.boardwarnings import board_warnings

LONGEST_LIST = 3800
"""Characters of the list: a message with components has room for 4,000 in all."""
LONGEST_LINE = 120
LONGEST_ABOUT = 600
"""Characters of a board's description in the list, and of author and description above its picture."""
LONGEST_CHOICE = 100


class BoardReply(StrEnum):
    """Short answers about boards, that one person sees."""

    MAY_NOT = N_("To change the boards of this server you need what `/game create` needs: Manage Events, or its role.")
    LARGE_FILE = N_("Your file has {found} bytes; a board file has at most {most}. It was not read.")
    NO_FILE = N_("I could not get your file from Discord. Please send it once more.")
    REMOVED = N_("{title} is no board of this server any more; races on it go on. Here is its file, to add it again.")
    NOTHING_PUBLISHED = N_("The race has not started yet; this is its board.")


@dataclass(frozen=True, slots=True)
class Listed:
    """A board in the list."""

    title: str
    board: Board
    is_own: bool


def board_reply(words: Words, what: BoardReply, **facts: Fact) -> Text:
    """Return a short answer."""
    return fit(words.say(what, **facts), LONGEST_MESSAGE)


def tell_boards(words: Words, listed: Sequence[Listed]) -> Text:
    """Return the boards to choose from, a paragraph each; without what is told about them where that is too long."""
    told = _tell_boards(words, listed, with_about=True)
    return told if length(told) <= LONGEST_LIST else fit(_tell_boards(words, listed, with_about=False), LONGEST_LIST)


def tell_choice(words: Words, found: Listed) -> tuple[Text, Text]:
    """Return a board as a choice: label and description of at most 100 characters, unformatted."""
    unformatted = words.unformatted()
    title = cut(unformatted.name(found.title), LONGEST_CHOICE)
    own = unformatted.say("this server's own") if found.is_own else None
    room = Text(f"{size_of(found.board)}, {_room_for(unformatted, found.board)}")
    return Text(title), Text(cut(room if own is None else f"{room}, {own}", LONGEST_CHOICE))


def board_placeholder(words: Words) -> Text:
    """Return what stands in the select of boards as long as nothing is chosen."""
    return words.unformatted().say("Look at a board")


def tell_board_shown(words: Words, found: Listed) -> Text:
    """Return what stands above a board's picture."""
    return fit(lines(_tell_title(words, found), *_tell_about(words, found.board)), LONGEST_MESSAGE)


def tell_checked(words: Words, board: Board) -> Text:
    """Return that a file is a board, and what is odd about it."""
    head = words.say(
        "✅ **{title}** ({size}, {room}) can be played on.",
        title=board.name,
        size=size_of(board),
        room=_room_for(words, board),
    )
    return fit(lines(head, tell_warnings(words, board_warnings(board))), LONGEST_MESSAGE)


def tell_added(words: Words, board: Board) -> Text:
    """Return that a board is the server's now, and what is odd about it."""
    head = words.say("**{title}** is a board of this server now: `/game create` offers it.", title=board.name)
    return fit(lines(head, tell_warnings(words, board_warnings(board))), LONGEST_MESSAGE)


def tell_board_now(words: Words, game: str, after_round: int, standings: Sequence[Standing]) -> Text:
    """Return what stands above the picture of a race's board: when it stood so, and the standings in words."""
    head = (
        words.say("**{game}**: the board after round {round}", game=game, round=after_round)
        if after_round
        else words.say("**{game}**: the board at the start", game=game)
    )
    names = [standing.robot for standing in standings]
    return fit(lines(head, tell_standings(words, standings, names)), LONGEST_MESSAGE)


def _tell_boards(words: Words, listed: Sequence[Listed], *, with_about: bool) -> Text:
    head = words.count("**1 board**", "**{n} boards**", len(listed))
    told = [
        lines(
            _tell_title(words, found),
            tell_words(words, found.board.description, LONGEST_LINE)
            if found.board.description and with_about
            else None,
        )
        for found in listed
    ]
    return lines(head, *told)


def _tell_title(words: Words, found: Listed) -> Text:
    size, room = size_of(found.board), _room_for(words, found.board)
    if found.is_own:
        return words.say("★ **{title}** ({size}, {room}), this server's own", title=found.title, size=size, room=room)
    return words.say("• **{title}** ({size}, {room})", title=found.title, size=size, room=room)


def _tell_about(words: Words, board: Board) -> Sequence[Text]:
    told = [tell_words(words, board.description, LONGEST_ABOUT)] if board.description else []
    author = [words.say("By {author}", author=tell_words(words, board.author, LONGEST_LINE))] if board.author else []
    return [*told, *author]


def _room_for(words: Words, board: Board) -> Text:
    return words.count("1 robot", "{n} robots", len(board.starts))
