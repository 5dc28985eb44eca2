"""The buttons of a hand: who presses what when, and what everybody is told."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from io import BytesIO
from unittest.mock import Mock

from PIL import Image
from sqlmodel import Session, select

from bot.db.tables import Hand, Program
from bot.discord.ids import clear_id, pick_id, undo_id
from bot.moderator.duties import do_due
from bot.moderator.facts import Heard, Period
from bot.playground.answers import AnswerKind
from bot.playground.people import alt_texts_of, text_of
from bot.playground.world import Policy
from bot.render.hand import draw_hand
from bot.text.alt import tell_hand_alt
from bot.text.captions import card_names
from bot.text.languages import words_in
from tests.bot.discord.hall import Hall, in_hall, labels, told
from tests.bot.playground.stage import NIGHT


async def resolve(hall: Hall) -> None:
    """Let the night pass: the round is locked, resolved and published, and the next one dealt."""
    hall.clock.offset += timedelta(days=1, minutes=1)
    await hall.rally.do(note_all_read)
    now = hall.rally.clock.now()
    heard = Heard(is_ready=True, periods=(Period(NIGHT, now),))
    await hall.rally.worker.call(lambda: do_due(hall.rally.worker.database, now, heard))


def note_all_read(session: Session, now: datetime) -> None:
    """Note that all messages have been read."""
    for hand in session.exec(select(Hand)):
        hand.read_at = now


@in_hall()
async def test_two_players_tap_at_the_same_moment(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, hall.cog)
    hands = [(user, await hall.deal(game, user)) for user in (hall.bolt, hall.cog)]
    answers = [
        hall.people.press(user, hand, hall.card_id(hand, place)) for place in range(1, 6) for user, hand in hands
    ]
    await asyncio.gather(*(answer.final() for answer in answers))
    assert {answer.kind for answer in answers} == {AnswerKind.DEFERRED_UPDATE}
    assert [program.places for program in await hall.rows(Program)] == [[1, 2, 3, 4, 5]] * 2
    for _, hand in hands:
        assert "In force (version 1)" in text_of(hand)
        assert "You are changing: nothing" in text_of(hand)


@in_hall()
async def test_a_restart_between_taps_changes_nothing(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    for place in (9, 8):
        await hall.tap(hall.bolt, hand, place)
    await hall.restart()
    for place in (7, 6, 5):
        await hall.tap(hall.bolt, hand, place)
    assert [program.places for program in await hall.rows(Program)] == [[9, 8, 7, 6, 5]]
    assert "In force (version 1)" in text_of(hand)


@in_hall()
async def test_taps_from_two_devices_make_one_draft(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    opened = await hall.call(hall.bolt, "cards")
    await hall.tap(hall.bolt, hand, 1)
    await hall.tap(hall.bolt, opened, 2)
    assert [label[0] for label in labels(opened)[:3]] == ["①", "②", "3"]
    await hall.tap(hall.bolt, hand, 2)
    assert [label[0] for label in labels(hand)[:3]] == ["①", "②", "3"]


@in_hall()
async def test_my_cards_opens_the_hand_where_no_message_arrives(hall: Hall) -> None:
    game = await hall.new_game(hall.cog, language="nl")
    hall.people.close_dms(hall.cog)
    answer = await hall.forge(hall.cog, f"cards:{game}", hall.channel)
    assert answer.message is not None
    assert answer.message.receiver is hall.cog
    assert "Geldt nu: nog niets" in text_of(answer.message)
    for place in range(1, 6):
        await hall.tap(hall.cog, answer.message, place)
    assert "Geldt nu (versie 1)" in text_of(answer.message)
    [found] = await hall.rows(Hand)
    assert found.reached


@in_hall()
async def test_the_picture_is_sent_once_and_stays_at_each_tap(hall: Hall) -> None:
    """In a direct message and where only its player sees it: an edit keeps the attachment and sends none."""
    game = await hall.new_game(hall.bolt)
    hand, opened = await hall.deal(game, hall.bolt), await hall.call(hall.bolt, "cards")
    assert [file.filename for file in opened.attachments] == ["hand.png"]
    panel = await hall.panel(game, hall.bolt)
    drawn = draw_hand(panel.hand, card_names(words_in("en"))).convert("RGB")
    with Image.open(BytesIO(opened.attachments[0].content)) as shown:
        assert shown.convert("RGB").tobytes() == drawn.tobytes()
    files = set(hall.server.world.files)
    for message in (hand, opened):
        before = message.attachments
        for place in (1, 2):
            await hall.tap(hall.bolt, message, place)
            assert message.attachments == before
            assert alt_texts_of(message) == [tell_hand_alt(words_in("en"), panel.hand)]
        await hall.press(hall.bolt, message, "Clear")
        assert message.attachments == before
    assert set(hall.server.world.files) == files


@in_hall()
async def test_an_old_hand_shows_the_one_of_now_and_writes_nothing(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, rounds=5)
    hand = await hall.deal(game, hall.bolt)
    before = text_of(hand)
    await resolve(hall)
    answer = await hall.tap(hall.bolt, hand, 1)
    [shown] = answer.follow_ups
    assert text_of(shown).startswith("That was round 1; here is round 2.\n")
    assert "round 2 of 5" in text_of(shown)
    assert [file.filename for file in shown.attachments] == ["hand.png"]
    assert text_of(hand) == before
    assert [found.picks for found in await hall.rows(Hand)] == [[], []]
    for custom_id in (undo_id(1), clear_id(1)):
        assert told(await hall.forge(hall.bolt, custom_id)).startswith("That was round 1; here is round 2.\n")
    await hall.tap(hall.bolt, shown, 1)
    assert [found.picks[0][0] for found in await hall.rows(Hand) if found.picks] == [1]


@in_hall()
async def test_a_tap_after_the_deadline_is_too_late(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    hall.clock.offset += timedelta(days=2)
    assert told(await hall.tap(hall.bolt, hand, 1)).startswith("Too late: ")
    assert await hall.rows(Program) == []


UNKNOWN = "That button belongs to nothing that I know. Press **My cards** for your hand."
NOT_YOURS = "That is somebody else's hand. Press **My cards** for your own."


@in_hall()
async def test_forged_buttons_are_refused_in_a_sentence(hall: Hall) -> None:
    other = hall.server.world.add_channel(hall.guild, "elsewhere")
    game = await hall.new_game(hall.bolt)
    foreign = await hall.new_game(hall.cog, channel=other)
    mine, theirs = (await hall.panel(game, hall.bolt)).round_id, (await hall.panel(foreign, hall.cog)).round_id
    expected = {
        pick_id(theirs, 1): "You have no robot in this race.",
        pick_id(999, 1): "There is no such round.",
        pick_id(mine, 77): "There is no card no. 77 in your hand: it has 9.",
        undo_id(theirs): "You have no robot in this race.",
        clear_id(999): "There is no such round.",
        "cards:999": "There is no such race.",
        "join:999": "There is no such race.",
        "leave:999": "There is no such race.",
        "pick:1": UNKNOWN,
        "pick:\uff11:1": UNKNOWN,
        "host:1:sing": UNKNOWN,
        "show:1:seed": UNKNOWN,
        "show:999:rules": "There is no such race.",
        "x" * 100: UNKNOWN,
        "host:999:status": "There is no such race.",
        "host:1:status": "Only a host of this race can do that.",
        "yes:999:leave:00": "There is no such race.",
        "yes:1:leave:00": "The race has gone on since you were asked: look again, and confirm anew.",
        "yes:1:sing:00": UNKNOWN,
        "again:1:add-host": "Only a host of this race can do that.",
        "typed:1:999": "I cannot find that message any more; please type the program again.",
    }
    assert {custom_id: told(await hall.forge(hall.bolt, custom_id)) for custom_id in expected} == expected
    for user in (hall.spark, hall.bolt):
        assert told(await hall.forge(user, pick_id(mine, 1), hall.channel)) == NOT_YOURS
    assert [found.picks for found in await hall.rows(Hand)] == [[], []]


@in_hall()
async def test_what_is_not_in_the_message_cannot_be_pressed(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    lobby = await hall.post_lobby(game)
    for custom_id in ("no", f"cards:{game}", f"yes:{game}:leave:00", "pick:1:1", "", "None"):
        answer = await hall.people.forge(hall.bolt, hall.channel, custom_id, lobby).final()
        assert told(answer) == UNKNOWN
    assert labels(lobby) == ["Leave"]


@in_hall()
async def test_a_stranger_learns_nothing_of_a_hand(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, language="nl")
    assert told(await hall.forge(hall.spark, f"cards:{game}", hall.channel)) == "Je hebt geen robot in deze race."
    chosen = await hall.call(hall.spark, "language", {"language": "en"})
    assert text_of(chosen).startswith("I speak English with you from now on. What I have sent")
    assert told(await hall.forge(hall.spark, f"cards:{game}", hall.channel)) == "You have no robot in this race."


@in_hall(Policy(answer_seconds=0.3))
async def test_a_tap_that_is_too_late_for_an_answer_counts(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    held = hall.server.faults.hold("POST /interactions/*", is_stored=False)
    answer = await hall.people.press(hall.bolt, hand, hall.card_id(hand, 1)).final()
    assert answer.kind is AnswerKind.FAILED
    held.release()
    await hall.until(lambda hands: bool(hands[0].picks), Hand)
    await hall.tap(hall.bolt, hand, 2)
    assert [label[0] for label in labels(hand)[:3]] == ["①", "②", "3"]


@in_hall()
async def test_an_answer_that_fails_says_so(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)

    def fail(_: Callable[[Session], object]) -> object:
        raise ZeroDivisionError

    worker, hall.rally.worker = hall.rally.worker, Mock(do=fail)
    failed = told(await hall.tap(hall.bolt, hand, 1))
    hall.rally.worker = worker
    assert failed == "Something went wrong here. Nothing was changed; please try again."
    await hall.tap(hall.bolt, hand, 1)
    assert labels(hand)[0].startswith("①")


@in_hall()
async def test_the_last_of_quick_taps_is_what_the_message_shows(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    hall.server.faults.slow("POST /interactions/*", 0.05, is_stored=False)
    hall.server.faults.slow("PATCH /webhooks/*", 0.05, is_stored=False)
    answers = [hall.people.press(hall.bolt, hand, hall.card_id(hand, place)) for place in (4, 2, 6)]
    await asyncio.gather(*(answer.final() for answer in answers))
    assert [label[0] for label in labels(hand)[:6]] == ["1", "②", "3", "①", "5", "③"]
