"""What everybody may ask of a game: the standings and the way to them, its board, the rules; and one's cards."""

from collections.abc import Mapping, Sequence

from bot.discord import ids
from bot.discord.albums import Part
from bot.discord.answering import Asked, promise
from bot.discord.boardnow import read_board_now
from bot.discord.boardposts import standings_of
from bot.discord.choosing import choose
from bot.discord.hands import send_cards
from bot.discord.pictures import Picture
from bot.discord.public import Read, show_public
from bot.discord.rally import Rally
from bot.moderator.archive import public_state, public_states
from bot.moderator.desk import Desk
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.stored import load_rules
from bot.render.chart import Chart, Way
from bot.render.panel import shown_name
from bot.text.answers import Reply, reply, tell_standings_answer
from bot.text.climb import Climb, chart_heading, tell_climb_alt
from bot.text.escaping import Text
from bot.text.languages import Words
from bot.text.manual import tell_rules
from bot.text.standings import Standing

PICTURE = "standings.png"


def _tell_standings(desk: Desk, words: Words) -> Sequence[Part] | Text | Rejected:
    state = public_state(desk)
    if state is None:
        return rejected(Reason.NOT_STARTED)
    told = standings_of(desk.game, desk.board, state)
    text, chart = tell_standings_answer(words, desk.game.name, told), _chart(words, desk, told)
    return text if chart is None else [Part(text, (chart,))]


def _chart(words: Words, desk: Desk, told: tuple[Standing, ...]) -> Picture | None:
    """Return the picture of each robot's way so far; None before a round was published."""
    states = public_states(desk)
    if not states:
        return None
    board = desk.board
    farthest = 1 + max(board.steps_to_finish.values())

    def left(seat: int) -> tuple[int | None, ...]:
        """Return a robot's steps to go; where there is no way they are as few as still show that."""
        squares = [state.robots[seat].position for state in states]
        return tuple(None if square is None else min(board.squares_left(square), farthest) for square in squares)

    climbs = [Climb(each, left(each.number - 1)) for each in told]
    ways = tuple(
        Way(
            each.standing.number - 1,
            shown_name(each.standing.robot, each.standing.number - 1),
            each.left,
            each.standing.rank,
        )
        for each in climbs
    )
    heading, rounds = chart_heading(words, desk.game.name)
    return Picture(PICTURE, tell_climb_alt(words, climbs), Chart(heading, rounds, ways))


def _tell_rules(desk: Desk, words: Words) -> Text:
    return tell_rules(words, load_rules(desk.game.rules))


def _tell_nothing(_: Desk, words: Words) -> Text:
    return reply(words, Reply.UNREADABLE_BUTTON)


_READERS: Mapping[str, Read] = {"standings": _tell_standings, "rules": _tell_rules, "board": read_board_now}


async def choose_and_show(rally: Rally, interaction: Asked, what: str) -> None:
    """Show something of the game that is meant, after a promise: for a command."""

    async def then(game_id: int) -> None:
        await send_of_game(rally, interaction, game_id, what)

    await choose(rally, interaction, what, lambda game_id: ids.show_id(game_id, what), then)


async def show_of_game(rally: Rally, interaction: Asked, game_id: int, what: str) -> None:
    """Show something of a game, where it was asked of which: by a button."""
    await promise(interaction)
    await send_of_game(rally, interaction, game_id, what)


async def send_of_game(rally: Rally, interaction: Asked, game_id: int, what: str) -> None:
    """Show something of a game, after a promise: cards, board, standings or rules."""
    if what == "cards":
        await send_cards(rally, interaction, game_id)
        return
    await show_public(rally, interaction, game_id, _READERS.get(what, _tell_nothing))
