"""`/board now`: the board as everybody may see it, at each moment of a race, and never a result before its time."""

from datetime import timedelta

from bot.db.tables import PublishMode, Round, RoundResult, RoundStatus
from bot.discord.pictures import Picture
from bot.moderator import games, hosts
from bot.moderator.stored import load_state
from bot.playground.model import Channel, Message, User
from bot.playground.people import alt_texts_of, controls_of, custom_id_of, text_of
from bot.render.still import Still
from simulation.adjustments import Place
from simulation.geometry import Facing, Position, format_square
from simulation.state import State
from tests.bot.discord.conftest import On
from tests.bot.discord.rallystage import DEADLINE, RallyStage, no_paint, nothing_to_see


class Easel:
    """Draws nothing, and keeps what it was asked to draw."""

    def __init__(self) -> None:
        """Begin with no picture."""
        self.asked: list[Picture] = []

    def draw(self, picture: Picture) -> bytes:
        """Return a picture of one pixel."""
        self.asked.append(picture)
        return nothing_to_see(picture)

    def last(self) -> Still:
        """Return the last picture's scene."""
        scene = self.asked[-1].scene
        assert isinstance(scene, Still)
        return scene


async def look(stage: RallyStage, user: User | None = None, channel: Channel | None = None) -> Message:
    """Call the command in the race's channel, as a viewer if nobody is named."""
    viewer = user or stage.players[-1]
    answer = await stage.server.people.command(viewer, channel or stage.channel, "board now").final()
    assert answer.message is not None
    assert answer.message.receiver is viewer
    return answer.message


def squares(state: State) -> list[str]:
    """Return where the robots are."""
    return [format_square(robot.position) for robot in state.robots if robot.position is not None]


async def last_state(stage: RallyStage) -> State:
    """Return the state after the latest round that was resolved."""
    return load_state((await stage.rows(RoundResult))[-1].state)


def test_the_board_is_shown_at_each_moment_of_a_race(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        easel = Easel()
        stage.draw = easel.draw
        nowhere = await look(stage)
        assert text_of(nowhere) == "There is no race in this channel. A host makes one with `/game create`."
        game = await stage.new_game(2, starts=False, rounds=2)
        lobby = await look(stage)
        assert text_of(lobby) == "The race has not started yet; this is its board."
        assert alt_texts_of(lobby)[0].startswith("The board Green Light, 13 × 16, without robots.")
        assert easel.last().robots == ()
        await stage.command(games.start, game)
        await stage.settled()
        first = await look(stage)
        assert text_of(first).startswith("**Friday race**: the board at the start\n• ")
        assert "• Bolt: row 1 (" in text_of(first)
        assert alt_texts_of(first)[0].startswith("Bolt ")
        assert [file.filename for file in first.attachments] == ["board.png"]
        assert easel.last().trails == ()
        await stage.night()
        second, state = await look(stage), await last_state(stage)
        assert text_of(second).startswith("**Friday race**: the board after round 1\n")
        assert all(f"({square})" in text_of(second) for square in squares(state))
        assert all(f"{square} " in alt_texts_of(second)[0][:256] for square in squares(state))
        assert len(easel.last().trails) == 2
        assert text_of(await look(stage, channel=stage.thread())) == text_of(second)
        await stage.night(DEADLINE + timedelta(days=1))
        final = await look(stage)
        assert text_of(final).startswith("**Friday race**: the board after round 2\n")
        assert easel.last().robots == (await last_state(stage)).robots

    on(story)


def test_what_hosts_change_before_the_next_round_is_shown(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        stage.draw = nothing_to_see
        game = await stage.new_game(2)
        await stage.command(hosts.adjust_board, game, Place(0, Position(2, 3), Facing.WEST))
        assert "• Bolt: row 3 (B3)" in text_of(await look(stage))

    on(story)


def test_a_result_that_waits_for_its_hosts_is_not_shown(on: On) -> None:
    """Not even to the host, and not after the race was cancelled over it."""

    async def story(stage: RallyStage) -> None:
        stage.draw = nothing_to_see
        game = await stage.new_game(2, publish_mode=PublishMode.REVIEW)
        at_start = text_of(await look(stage))
        await stage.program(game, 1)
        await stage.at(DEADLINE + timedelta(seconds=10))
        await stage.until(lambda rows: rows[-1].status is RoundStatus.RESOLVED, Round)
        state = await last_state(stage)
        assert squares(state) != squares(load_state((await stage.rows(Round))[0].state))
        for user in (stage.players[-1], stage.players[0], stage.host):
            assert text_of(await look(stage, user)) == at_start
        await stage.command(games.cancel, game)
        assert text_of(await look(stage)) == at_start

    on(story)


def test_a_picture_that_cannot_be_drawn_leaves_the_words(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        stage.draw = nothing_to_see
        await stage.new_game(2)
        stage.draw = no_paint
        shown = await look(stage)
        assert "• Bolt: row 1" in text_of(shown)
        assert shown.attachments == ()

    on(story)


def test_of_two_lobbies_it_is_asked_which_and_words_are_the_readers(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        stage.draw = nothing_to_see
        await stage.new_game(2, starts=False)
        await stage.new_game(2, starts=False, name="Duel", board="pocket-duel", language="nl")
        question = await look(stage)
        assert [each["label"] for each in controls_of(question)] == ["Duel", "Friday race"]
        await stage.stop()
        await stage.start()
        shown = stage.server.people.press(stage.players[-1], question, custom_id_of(question, "Duel"))
        message = (await shown.final()).message
        assert message is not None
        assert text_of(message) == "De race is nog niet begonnen; dit is het bord."
        assert alt_texts_of(message)[0].startswith("Het bord Pocket Duel, 8 × 10, zonder robots. Startvakjes 1 tot 4")

    on(story)
