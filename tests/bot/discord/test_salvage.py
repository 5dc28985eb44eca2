from collections.abc import Sequence
from datetime import timedelta
from itertools import combinations

from bot.db.tables import Program, Round, RoundResult, Source
from bot.moderator.hands import Panel, open_hand
from bot.playground.faults import Fault
from bot.playground.model import BLOCKED, User
from bot.playground.people import custom_id_of, text_of
from bot.text.cards import card_name
from bot.text.languages import words_in
from bot.text.typed import TypedProblem, parse_typed
from simulation.cards import Card
from tests.bot.discord.conftest import On
from tests.bot.discord.hall import labels
from tests.bot.discord.rallystage import DEADLINE, RallyStage

HISTORY = "GET /channels/{channel_id}/messages"


async def sleep_through(stage: RallyStage, *said: tuple[int, timedelta, str]) -> None:
    """Let the bot be away over a deadline, while players write so long before it (or after: negative)."""
    await stage.at(DEADLINE - timedelta(minutes=5))
    await stage.stop()
    for player, before, text in said:
        stage.clock.at = DEADLINE - before
        user = stage.players[player - 1]
        stage.server.people.say(user, stage.server.people.dm(user), text)
    stage.clock.at = DEADLINE + timedelta(seconds=30)
    await stage.start()
    await stage.until(lambda rows: len(rows) == 2, Round)
    await stage.settled()


def test_programs_typed_while_the_bot_was_away_count_by_their_own_time(on: On) -> None:
    """In time, too late, and chat; who wrote in time gets a receipt."""

    async def story(stage: RallyStage) -> None:
        await stage.new_game(3, moves_for_silence=False)
        minute = timedelta(minutes=1)
        await sleep_through(stage, (1, minute, "5 4 3 2 1"), (2, -timedelta(seconds=2), "1 2 3 4 5"), (3, minute, "hi"))
        [program] = await stage.rows(Program)
        assert (program.places, program.source, program.at) == ([5, 4, 3, 2, 1], Source.SALVAGED, program.at)
        [result] = await stage.rows(RoundResult)
        late = [None if each is None else each["late"] for each in result.programs]
        assert late == [None, "too late", "absent"]
        assert any("found in your messages" in text_of(post) for post in stage.dms(stage.players[0]))

    on(story)


def test_an_edited_message_counts_from_its_edit(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        await stage.new_game(2, moves_for_silence=False)
        await stage.at(DEADLINE - timedelta(minutes=5))
        await stage.stop()
        user = stage.players[0]
        said = stage.server.people.say(user, stage.server.people.dm(user), "1 2 3 4 5")
        stage.clock.at = DEADLINE + timedelta(seconds=3)
        stage.server.people.edit(user, said, "5 4 3 2 1")
        stage.clock.at = DEADLINE + timedelta(seconds=30)
        await stage.start()
        await stage.until(lambda rows: len(rows) == 2, Round)
        assert await stage.rows(Program) == []
        [result] = await stage.rows(RoundResult)
        assert result.programs[0] == {"places": None, "late": "too late"}

    on(story)


def test_a_closed_dm_counts_as_read_and_a_failing_one_is_read_again(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        stage.players[0].dm_refusal = BLOCKED
        await stage.new_game(2)
        body = {"message": "Missing Access", "code": 50001}
        dm = str(stage.server.people.dm(stage.players[0]).id)
        stage.server.faults.add(
            Fault(
                route=HISTORY,
                times=99,
                status=403,
                body=body,
                where=lambda request: request.match_info["channel_id"] == dm,
            )
        )
        failing = stage.server.faults.drop(HISTORY, times=2)
        await stage.night()
        assert failing.hits == 2
        assert len(await stage.rows(RoundResult)) == 1

    on(story)


def test_a_text_that_fits_several_hands_is_asked_about_once(on: On) -> None:
    """One that fits a single hand is taken for that; nothing is guessed."""

    async def story(stage: RallyStage) -> None:
        elsewhere = stage.server.world.add_channel(stage.guild, "elsewhere")
        user, partner = stage.players[:2]
        first = await stage.new_game(1, moves_for_silence=False)
        stage.players[:2] = [partner, user]  # another seat, and so another hand
        second = await stage.new_game(2, elsewhere, name="Duel", moves_for_silence=False, min_programming_hours=40)
        mine, other = await hand_of(stage, first, user), await hand_of(stage, second, user)
        only_mine = next(each for each in map(spoken, combinations(mine, 5)) if not fits(each, other))
        await stage.at(DEADLINE - timedelta(minutes=5))
        await stage.stop()
        for text in (only_mine, "5 4 3 2 1"):
            stage.server.people.say(user, stage.server.people.dm(user), text)
        stage.clock.at = DEADLINE + timedelta(seconds=30)
        for _ in range(2):
            await stage.start()
            await stage.until(lambda rows: len(rows) == 3, Round)
            await stage.settled()
            await stage.stop()
        asked = [post for post in stage.dms(user) if "so it counts for none yet" in text_of(post)]
        assert [labels(post) for post in asked] == [["Duel", "Friday race"]]
        await stage.start()
        [program] = await stage.rows(Program)
        assert spoken([mine[place - 1] for place in program.places or []]) == only_mine
        await stage.server.people.press(user, asked[0], custom_id_of(asked[0], "Duel")).final()
        assert (await stage.rows(Program))[-1].places == [5, 4, 3, 2, 1]

    on(story)


async def hand_of(stage: RallyStage, game: int, user: User) -> tuple[Card, ...]:
    """Return somebody's hand."""
    panel = await stage.do(lambda session, now: open_hand(session, now, game, user.id))
    assert isinstance(panel, Panel)
    return panel.hand


def spoken(cards: Sequence[Card]) -> str:
    return ", ".join(card_name(words_in("en"), card) for card in cards)


def fits(text: str, hand: tuple[Card, ...]) -> bool:
    return not isinstance(parse_typed(text, hand), TypedProblem)
