"""Hands that change away from their own message, and hands that get another player."""

from datetime import timedelta

from bot.db.tables import Message, MessageStatus, Program, Round
from bot.moderator import games, hosts, rollback, seats
from bot.moderator.edits import HAND_PAUSE
from bot.moderator.outbox import Kind
from bot.playground.faults import Fault
from bot.playground.model import Message as Post
from bot.playground.model import User
from bot.playground.people import custom_id_of, text_of
from tests.bot.discord.conftest import On
from tests.bot.discord.hall import labels, told
from tests.bot.discord.rallystage import DEADLINE, NOON, RallyStage
from tests.bot.discord.test_hands import NOT_YOURS

EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


async def write(stage: RallyStage, user: User, text: str) -> None:
    """Type a program, and wait for its receipt."""
    known = len(stage.dms(user))
    stage.server.people.say(user, stage.server.people.dm(user), text)
    await stage.until(lambda rows: len(stage.dms(user)) > known and bool(rows), Message)
    await stage.settled()


async def a_minute_later(stage: RallyStage) -> None:
    """Let the edits of hands be sent."""
    await stage.at(stage.clock.at + HAND_PAUSE)
    stage.bot.rally.mail.set()
    await stage.settled()


async def tap(stage: RallyStage, user: User, hand: Post, *places: int) -> None:
    """Press cards."""
    for place in places:
        await stage.server.people.press(user, hand, f"pick:1:{place}").final()


def test_a_typed_program_is_shown_in_the_hand_by_one_edit(on: On) -> None:
    """The picture stays, and the receipt's code is there too."""

    async def story(stage: RallyStage) -> None:
        await stage.new_game(1)
        bolt = stage.players[0]
        hand, before = stage.dms(bolt)[0], stage.server.traffic.count()[EDIT]
        pictures = hand.attachments
        await write(stage, bolt, "1 2 3 4 5")
        await write(stage, bolt, "5 4 3 2 1")
        assert "In force: nothing yet" in text_of(hand)
        await a_minute_later(stage)
        assert "In force (version 2)" in text_of(hand)
        code = (await stage.rows(Program))[-1].code
        assert f"typed. Receipt: `{code}`" in text_of(hand)
        assert hand.attachments == pictures
        assert stage.server.traffic.count()[EDIT] == before + 1

    on(story)


def test_a_hand_shows_the_deadline_that_holds(on: On) -> None:
    """Moved twice in a minute: one edit for each player; paused and resumed: one each."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2)
        hands = [stage.dms(user)[0] for user in stage.players[:2]]
        before = stage.server.traffic.count()[EDIT]
        for hours in (1, 2):
            await stage.command(hosts.move_deadline, game, DEADLINE + timedelta(hours=hours))
        await a_minute_later(stage)
        for hand in hands:
            assert f"Deadline: <t:{int((DEADLINE + timedelta(hours=2)).timestamp())}:F> (23:00 Brussels)" in text_of(
                hand
            )
        await stage.command(games.pause, game)
        await a_minute_later(stage)
        assert all("Deadline: none while the race is paused" in text_of(hand) for hand in hands)
        await stage.command(games.resume, game)
        await a_minute_later(stage)
        assert all("(23:00 Brussels)" in text_of(hand) for hand in hands)
        assert stage.server.traffic.count()[EDIT] <= before + 6

    on(story)


def test_a_hand_shows_what_was_tapped_in_another_message(on: On) -> None:
    """And needs no edit for what was tapped in itself."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(1)
        bolt = stage.players[0]
        hand, before = stage.dms(bolt)[0], stage.server.traffic.count()[EDIT]
        await tap(stage, bolt, hand, 1, 2)
        await a_minute_later(stage)
        assert stage.server.traffic.count()[EDIT] == before
        opened = (await stage.server.people.command(bolt, stage.channel, "cards").final()).message
        assert opened is not None
        await tap(stage, bolt, opened, 3)
        await tap(stage, bolt, hand, 4)
        await a_minute_later(stage)
        assert stage.server.traffic.count()[EDIT] == before
        await tap(stage, bolt, opened, 5)
        await a_minute_later(stage)
        assert "In force (version 1)" in text_of(hand)
        assert stage.server.traffic.count()[EDIT] == before + 1
        await stage.command(seats.clear_program, game, 1)
        await a_minute_later(stage)
        assert "In force: nothing yet" in text_of(hand)

    on(story)


def test_a_tap_while_an_edit_is_on_its_way_is_shown_in_the_end(on: On) -> None:
    """The edit was read before it, and comes after it."""

    async def story(stage: RallyStage) -> None:
        await stage.new_game(1)
        bolt = stage.players[0]
        hand = stage.dms(bolt)[0]
        await write(stage, bolt, "1 2 3 4 5")
        held = stage.server.faults.hold(EDIT, is_stored=False)
        await stage.at(stage.clock.at + HAND_PAUSE)
        stage.bot.rally.mail.set()
        await held.reached()
        await tap(stage, bolt, hand, 9)
        held.release()
        await stage.settled()
        assert "You are changing: nothing" in text_of(hand)
        await a_minute_later(stage)
        assert labels(hand)[8].startswith("①")

    on(story)


def test_edits_of_a_hand_that_discord_holds_back_hold_nothing_else_up(on: On) -> None:
    """And are given up at the lock: the next hand is on its way then."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2)
        bolt = stage.players[0]
        await stage.at(NOON + timedelta(hours=2))
        body = {"message": "made to order", "retry_after": 90000.0, "global": False, "code": 30046}
        fault = Fault(route=EDIT, times=9, status=429, body=body, headers={"Via": "1.1 google"})
        stage.server.faults.add(fault)
        await write(stage, bolt, "1 2 3 4 5")
        await a_minute_later(stage)
        await stage.command(hosts.move_deadline, game, DEADLINE + timedelta(hours=1))
        await stage.night(DEADLINE + timedelta(hours=1))
        assert "round 2 of 10" in text_of(stage.dms(bolt)[-1])
        edits = [row for row in await stage.rows(Message) if row.kind == Kind.EDIT and row.user_id is not None]
        assert fault.hits
        assert edits
        assert all(row.status is MessageStatus.WITHDRAWN for row in edits if row.round_id == 1)

    on(story)


def test_a_substitute_gets_a_letter_and_the_hand_with_what_is_in_force(on: On) -> None:
    """In the substitute's language; who was replaced is told, and sees nothing of the hand any more."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2)
        bolt, new, people = stage.players[0], stage.players[3], stage.server.people
        new.locale = "nl"
        await people.command(new, stage.channel, "language", {"language": "nl"}).final()
        old = stage.dms(bolt)[0]
        await tap(stage, bolt, old, 1, 2, 3, 4, 5)
        await tap(stage, bolt, old, 9)
        await stage.command(seats.substitute, game, 1, new.id)
        await stage.settled()
        letter, hand = stage.dms(new)
        code = (await stage.rows(Program))[0].code
        said = text_of(letter)
        assert said.startswith("🔄 Je neemt Bolt van Friday race over: een host heeft die aan jou gegeven.\n")
        assert "De host zegt: as agreed\nHet is ronde 1 van 10.\nDeadline: <t:" in said
        assert "Er geldt al een programma, en dat blijft tot je een ander stuurt: " in said
        assert f"Ontvangstbewijs: `{code}`" in said
        assert str(bolt.id) not in said
        assert "Geldt nu (versie 1)" in text_of(hand)
        assert "Je nieuwe keuze: niets" in text_of(hand)
        replaced = text_of(stage.dms(bolt)[-1])
        assert replaced.startswith(
            "🔄 Somebody else plays Bolt of Friday race from now on.\nThe host says: as agreed\n"
        )
        assert f"<@{new.id}>: should no message reach you, **My cards** shows your hand." in stage.texts()[-1]
        before = text_of(old)
        await tap(stage, new, hand, 9, 8, 7, 6, 5)
        opened = await people.command(new, stage.channel, "cards").final()
        assert opened.message is not None
        await tap(stage, new, opened.message, 1)
        await a_minute_later(stage)
        assert text_of(old) == before
        pressed = await people.press(bolt, old, "pick:1:8").final()
        assert told(pressed) == "You have no robot in this race."
        assert text_of(old) == before

    on(story)


def test_what_waited_to_be_shown_to_who_was_replaced_is_not(on: On) -> None:
    """An edit of the old hand would show the new player's cards."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2)
        bolt, new = stage.players[0], stage.players[3]
        old = stage.dms(bolt)[0]
        await write(stage, bolt, "1 2 3 4 5")
        await stage.command(seats.substitute, game, 1, new.id)
        await stage.settled()
        before = text_of(old)
        await write(stage, new, "9 8 7 6 5")
        await stage.command(hosts.move_deadline, game, DEADLINE + timedelta(hours=1))
        await a_minute_later(stage)
        assert text_of(old) == before
        assert "In force (version 2)" in text_of(stage.dms(new)[1])

    on(story)


def test_a_substitute_whose_messages_are_closed_plays_by_my_cards(on: On) -> None:
    """The hosts hear of it, and the channel has the way."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2)
        new = stage.players[3]
        stage.server.people.close_dms(new)
        await stage.command(seats.substitute, game, 1, new.id)
        await stage.settled()
        assert stage.dms(new) == []
        told_hosts = "\n".join(text_of(each) for each in stage.dms(stage.host))
        assert "Not reached: Bolt." in told_hosts
        assert "a letter about a change of players could not be sent" in told_hosts
        opened = await stage.server.people.command(new, stage.channel, "cards").final()
        assert opened.message is not None
        await tap(stage, new, opened.message, 1, 2, 3, 4, 5)
        assert "In force (version 1)" in text_of(opened.message)
        assert told(await stage.server.people.forge(new, stage.channel, "pick:1:1").final()) != NOT_YOURS

    on(story)


def test_a_substitute_between_lock_and_result_hears_of_the_next_round(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2, publish_mode="review")
        new = stage.players[3]
        await stage.command(hosts.resolve_now, game)
        await stage.until(lambda rounds: rounds[0].resolved_at is not None, Round)
        await stage.command(seats.substitute, game, 1, new.id)
        await stage.settled()
        [letter] = stage.dms(new)
        assert "No round is being programmed now; your first hand comes with the next one." in text_of(letter)
        assert "In force" not in text_of(letter)

    on(story)


def test_a_letter_outlives_a_round_that_is_taken_back(on: On) -> None:
    """It was not sent yet, and tells of the run that counts."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2)
        await stage.night()
        new = stage.players[3]
        await stage.command(rollback.replay, game, 1)
        await stage.command(seats.substitute, game, 1, new.id)
        await stage.settled()
        letter, hand = stage.dms(new)
        assert "It is round 1 of 10." in text_of(letter)
        assert labels(hand)[-2:] == ["As a form", "Show my path"]
        form = await stage.server.people.press(new, hand, custom_id_of(hand, "As a form")).final()
        assert form.modal is not None

    on(story)
