"""Show my path: where one's own program leads, to nobody else, and without a card that is not in the hand."""

import copy
import time

import pytest
from sqlmodel import Session

from bot.db.tables import Program, Round
from bot.discord.ids import path_id
from bot.discord.pictures import Painter, Picture
from bot.moderator import rollback
from bot.moderator.orders import Confirm, Order
from bot.playground.answers import Answer
from bot.playground.model import Message
from bot.playground.people import alt_texts_of, controls_of, text_of
from simulation.cards import Card
from tests.bot.discord.hall import Hall, in_hall, labels, told
from tests.bot.discord.test_hands import resolve

BUTTON = "Show my path"


def shown(answer: Answer) -> Message:
    """Return what an answer shows."""
    message = answer.follow_ups[-1] if answer.follow_ups else answer.message
    assert message is not None
    return message


async def with_hand(hall: Hall, round_id: int, *hand: Card, draw_pile: tuple[Card, ...] = ()) -> None:
    """Give the first seat other cards than it was dealt."""

    def change(session: Session) -> None:
        found = session.get_one(Round, round_id)
        state = copy.deepcopy(found.state)
        state["piles"][0]["hand"] = [card.value for card in hand]
        state["piles"][0]["draw_pile"] = [card.value for card in draw_pile]
        found.state = state

    await hall.do(change)


@in_hall()
async def test_the_draft_else_the_program_in_force_is_drawn(hall: Hall) -> None:
    """In the direct message and in the channel; the hand itself stays as it is."""
    game = await hall.new_game(hall.bolt, hall.cog)
    hand, opened = await hall.deal(game, hall.bolt), await hall.call(hall.bolt, "cards")
    for message in (hand, opened):
        await hall.tap(hall.bolt, message, 4 if message is hand else 5)
        before = (text_of(message), [str(control) for control in controls_of(message)], message.attachments)
        picture = shown(await hall.press(hall.bolt, message, BUTTON))
        assert picture.receiver is hall.bolt
        assert text_of(picture).startswith("**Bolt, round 1: your draft, ")
        assert "Others will be in your way" in text_of(picture)
        assert [file.filename for file in picture.attachments] == ["path.png"]
        assert alt_texts_of(picture)[0].startswith("Bolt, alone on the board, from ")
        assert (text_of(message), [str(control) for control in controls_of(message)], message.attachments) == before
    for place in (1, 2, 3):
        await hall.tap(hall.bolt, hand, place)
    whole = shown(await hall.press(hall.bolt, hand, BUTTON))
    assert text_of(whole).startswith("**Bolt, round 1: your program in force**")
    assert text_of(whole).count(" → **") == 5


@in_hall()
async def test_the_path_is_told_in_the_players_language(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, hall.cog, language="nl")
    hand = await hall.deal(game, hall.cog)
    await hall.tap(hall.cog, hand, 1)
    assert "Toon mijn route" in labels(hand)
    path = shown(await hall.press(hall.cog, hand, "Toon mijn route"))
    assert text_of(path).startswith("**Cog, ronde 1: je ontwerp, 1 van de 5 kaarten**\n⚠️ Anderen zullen je in de weg")
    assert alt_texts_of(path)[0].startswith("Cog, alleen op het bord, vanaf ")


@in_hall()
async def test_without_cards_there_is_no_path_and_a_typed_program_has_one(hall: Hall) -> None:
    """The message with the hand does not change when a program is typed; its button knows all the same."""
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    assert told(await hall.press(hall.bolt, hand, BUTTON)) == "There is no path to draw yet: choose a card first."
    hall.people.say(hall.bolt, hall.people.dm(hall.bolt), "5 4 3 2 1")
    await hall.until(bool, Program)
    path = shown(await hall.press(hall.bolt, hand, BUTTON))
    assert text_of(path).startswith("**Bolt, round 1: your program in force**")


@in_hall()
async def test_others_learn_nothing(hall: Hall) -> None:
    """Whose press it is decides whose program is shown: a host sees none, a rival only their own."""
    game = await hall.new_game(hall.bolt, hall.cog)
    hand = await hall.deal(game, hall.bolt)
    for place in range(1, 6):
        await hall.tap(hall.bolt, hand, place)
    round_id = (await hall.panel(game, hall.bolt)).round_id
    for channel in (None, hall.channel):
        for user in (hall.spark, hall.host):
            answer = await hall.forge(user, path_id(round_id), channel)
            assert told(answer) == "You have no robot in this race."
        assert told(await hall.forge(hall.cog, path_id(round_id), channel)).startswith("There is no path to draw yet")
        mine = shown(await hall.forge(hall.bolt, path_id(round_id), channel))
        assert mine.receiver is hall.bolt
    assert told(await hall.forge(hall.bolt, path_id(999))) == "There is no such round."


@in_hall()
async def test_old_and_withdrawn_rounds_and_a_race_that_is_over_are_refused(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, hall.cog, rounds=2)
    first = await hall.deal(game, hall.bolt)
    await hall.tap(hall.bolt, first, 1)
    await resolve(hall)
    assert told(await hall.press(hall.bolt, first, BUTTON)) == "That was round 1; now it is round 2."
    second = await hall.deal(game, hall.bolt)
    await hall.tap(hall.bolt, second, 1)
    order = Order(game, hall.host.id, "again")
    asked = await hall.rally.do(lambda session, now: rollback.replay(session, now, order, 1))
    assert isinstance(asked, Confirm)
    sure = Order(game, hall.host.id, "again", asked.code)
    await hall.rally.do(lambda session, now: rollback.replay(session, now, sure, 1))
    for hand, number in ((first, 1), (second, 2)):
        assert told(await hall.press(hall.bolt, hand, BUTTON)) == (
            f"That hand of round {number} was withdrawn; use the latest one."
        )
    for _ in range(2):
        await resolve(hall)
    assert told(await hall.press(hall.bolt, second, BUTTON)) == "This race is over (finished)."


@pytest.mark.parametrize("places", [(1,), (2, 1, 3), (3, 2, 1, 4, 5)])
def test_what_lies_in_the_draw_pile_changes_nothing(places: tuple[int, ...], database: object) -> None:
    """R2.7: of a damage card nothing is told but that nobody knows; picture and words are the same for every pile."""

    @in_hall()
    async def story(hall: Hall) -> None:
        game = await hall.new_game(hall.bolt)
        hand, seen = await hall.deal(game, hall.bolt), []
        round_id = (await hall.panel(game, hall.bolt)).round_id
        cards = (Card.DAMAGE, Card.MOVE1, Card.AGAIN, *[Card.LEFT] * 6)
        await with_hand(hall, round_id, *cards)
        for place in places:
            await hall.tap(hall.bolt, hand, place)
        for pile in ((), (Card.MOVE3, Card.MOVE1), (Card.UTURN,), (Card.DAMAGE, Card.BACK)):
            await with_hand(hall, round_id, *cards, draw_pile=pile)
            path = shown(await hall.press(hall.bolt, hand, BUTTON))
            seen.append((text_of(path), alt_texts_of(path), path.attachments[0].content))
        assert "an unknown card comes in its place" in seen[0][0]
        assert all(each == seen[0] for each in seen)

    story(database)  # type: ignore[arg-type] # the fixture's


@in_hall()
async def test_where_others_stand_changes_nothing(hall: Hall) -> None:
    """The robot is alone: it goes through those who stand before it."""
    game = await hall.new_game(hall.bolt, hall.cog)
    hand = await hall.deal(game, hall.bolt)
    round_id = (await hall.panel(game, hall.bolt)).round_id
    await with_hand(hall, round_id, *[Card.MOVE1] * 9)
    await hall.tap(hall.bolt, hand, 1)
    before = text_of(shown(await hall.press(hall.bolt, hand, BUTTON)))

    def step_before(session: Session) -> None:
        found = session.get_one(Round, round_id)
        state = copy.deepcopy(found.state)
        column, row = state["robots"][0]["position"]
        state["robots"][1]["position"] = [column, row + 1]
        found.state = state

    await hall.do(step_before)
    assert text_of(shown(await hall.press(hall.bolt, hand, BUTTON))) == before


@in_hall()
async def test_the_button_works_after_a_restart_and_answers_fast(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    for place in range(1, 6):
        await hall.tap(hall.bolt, hand, place)
    await hall.restart()
    begin = time.perf_counter()
    assert text_of(shown(await hall.press(hall.bolt, hand, BUTTON))).startswith("**Bolt, round 1")
    assert time.perf_counter() - begin < 1


@in_hall()
async def test_without_a_picture_the_words_come(hall: Hall) -> None:
    def no_paint(picture: Picture) -> bytes:
        message = f"no paint for {picture.name}"
        raise RuntimeError(message)

    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    await hall.tap(hall.bolt, hand, 1)
    painter, hall.rally.painter = hall.rally.painter, Painter(no_paint)
    path = shown(await hall.press(hall.bolt, hand, BUTTON))
    hall.rally.painter.close()
    hall.rally.painter = painter
    assert "Start: " in text_of(path)
    assert not path.attachments
