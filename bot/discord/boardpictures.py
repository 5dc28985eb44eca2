"""What the channel's pictures show, from the database, and the words beside them."""

from collections.abc import Sequence

from bot.discord.boardposts import Played
from bot.discord.pictures import Picture
from bot.moderator.desk import Desk
from bot.render.animation import Film
from bot.render.registers import damage_cards, register_stills
from bot.render.still import Still
from bot.render.trails import trails
from bot.text.alt import BoardSeen, FilmSeen, Seen, tell_alt, tell_film_alt
from bot.text.boardalt import tell_empty_board
from bot.text.captions import film_caption, tell_empty_heading, tell_heading, tell_register_heading
from bot.text.languages import Words
from simulation.beats import public
from simulation.board import Board
from simulation.priority import prioritise
from simulation.state import Robot, State

EMPTY = "board.png"
"""The file of a board on which nobody stands."""


def start_picture(desk: Desk, words: Words, key: str, state: State) -> Picture:
    """Return the picture of the board at the start."""
    heading = tell_heading(words, desk.board.name, 0)
    return _board(words, key, Still(desk.board, state.robots, heading, damage_cards(state)), 0)


def empty_picture(words: Words, board: Board) -> Picture:
    """Return the picture of a board on which nobody stands."""
    still = Still(board, (), tell_empty_heading(words, board.name, len(board.starts)))
    return Picture(EMPTY, tell_empty_board(words, board), still)


def standing_picture(desk: Desk, words: Words, key: str, state: State, last: Played | None) -> Picture:
    """Return the picture of the board as it stands, with everybody's way in the last round that was played."""
    number = 0 if last is None else last.number
    ways = () if last is None else trails(last.before.robots, last.beats)
    heading = tell_heading(words, desk.board.name, number)
    return _board(words, key, Still(desk.board, state.robots, heading, damage_cards(state), ways), number)


def result_pictures(desk: Desk, words: Words, key: str, played: Played) -> tuple[Picture, Picture]:
    """Return a round's animation, and the board after it with everybody's way."""
    board, before, after = desk.board, played.before.robots, played.after
    caption = film_caption(words, board.name, played.number)
    told = FilmSeen(
        _seen(before, damage_cards(played.before)),
        _seen(after.robots, damage_cards(after)),
        board.name,
        played.number,
        public(played.beats),
    )
    film = Picture(f"{key}.gif", tell_film_alt(words, told), Film(board, before, played.beats, caption))
    heading, ways = tell_heading(words, board.name, played.number), trails(before, played.beats)
    return film, _board(words, key, Still(board, after.robots, heading, damage_cards(after), ways), played.number)


def register_pictures(desk: Desk, words: Words, key: str, played: Played) -> tuple[Picture, ...]:
    """Return the board after each register that was played."""
    board, number = desk.board, played.number
    stills = register_stills(
        board,
        played.before,
        played.beats,
        lambda register: tell_register_heading(words, board.name, number, register),
    )
    pictures: list[Picture] = []
    for register, still in enumerate(stills, start=1):
        happened = public(beat for beat in played.beats if beat.register == register)
        if happened:
            robots = _seen(still.robots, still.damage)
            seen = BoardSeen(robots, board.name, number, register=register, happened=happened)
            pictures.append(Picture(f"{key}{register}.png", tell_alt(words, seen), still))
    return tuple(pictures)


def _board(words: Words, key: str, still: Still, after_round: int) -> Picture:
    """Return the picture of a board between two rounds."""
    robots = _seen(still.robots, still.damage)
    seen = BoardSeen(robots, still.board.name, after_round, _next_order(still.board, still.robots))
    return Picture(f"{key}.png", tell_alt(words, seen), still)


def _next_order(board: Board, robots: Sequence[Robot]) -> tuple[str, ...]:
    order = prioritise(board, [robot.position for robot in robots]).order
    return tuple(robots[seat].name for seat in order)


def _seen(robots: Sequence[Robot], damage: Sequence[int]) -> tuple[Seen, ...]:
    return tuple(
        Seen(robot.name, robot.position, robot.facing, robot.finished, cards)
        for robot, cards in zip(robots, damage, strict=True)
    )
