"""Presses that no app of Discord's makes, and those that come twice, at once, or when the game is over."""

import asyncio
from datetime import datetime

from sqlmodel import Session

from bot.db.tables import Game, Hand, Host, Round, RoundStatus
from bot.moderator import games
from bot.moderator.orders import Answer, Confirm, Order
from bot.playground.answers import AnswerKind, InteractionKind
from bot.playground.people import text_of
from bot.playground.world import Happening
from tests.bot.discord.hall import Hall, in_hall, told
from tests.bot.discord.test_hands import UNKNOWN

MOST = 10**18 - 1
BEYOND = 10**19 - 1
"""The largest number of 19 digits: more than a database's integer holds."""


@in_hall()
async def test_numbers_that_are_too_large_are_refused_in_a_sentence(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    expected = {
        f"join:{MOST}": "There is no such race.",
        f"pick:{MOST}:99": "There is no such round.",
        f"typed:{game}:{BEYOND}": UNKNOWN,
        f"person:{game}:add:{BEYOND}": UNKNOWN,
        f"join:{BEYOND}": UNKNOWN,
        "join:-1": UNKNOWN,
        f"join:{game}\n": UNKNOWN,
        "join:\u0661": UNKNOWN,
        "\u202ejoin:1": UNKNOWN,
        "cards:1;drop table game": UNKNOWN,
        "é" * 100: UNKNOWN,
    }
    assert {custom_id: told(await hall.forge(hall.bolt, custom_id)) for custom_id in expected} == expected
    assert told(await hall.forge(hall.host, f"person:{game}:add:{BEYOND}")) == UNKNOWN
    assert len(await hall.rows(Host)) == 1


@in_hall()
async def test_all_buttons_live_on_after_a_restart(hall: Hall) -> None:
    """Those of lobbies, hands, panels and questions: each is found by its id alone."""
    other = hall.server.world.add_channel(hall.guild, "elsewhere")
    game = await hall.new_game(hall.bolt, rounds=3)
    lobby = await hall.post_lobby(await hall.new_game(starts=False, channel=other, name="Duel"))
    hand = await hall.deal(game, hall.bolt)
    panel = await hall.call(hall.host, "game panel")
    leave = (await hall.forge(hall.bolt, f"leave:{game}", hall.channel)).message
    which = await hall.call(hall.spark, "standings", channel=hall.server.world.add_channel(hall.guild, "talk"))
    assert leave is not None
    await hall.restart()
    assert told(await hall.press(hall.cog, lobby, "Join")).startswith("Cog is in the race")
    assert told(await hall.press(hall.cog, lobby, "Leave")).startswith("You have left")
    await hall.tap(hall.bolt, hand, 1)
    assert "You are changing: " in text_of(hand)
    for label in ("Undo", "1 hour more", "Pause", "Resume", "Status", "More…", "Back"):
        message, user = (hand, hall.bolt) if label == "Undo" else (panel, hall.host)
        assert (await hall.press(user, message, label)).kind is AnswerKind.DEFERRED_UPDATE
    assert "Friday race: standings" in told(await hall.press(hall.spark, which, "Friday race"))
    cards = await hall.forge(hall.bolt, f"cards:{game}", hall.channel)
    assert "In force: nothing yet" in told(cards)
    await hall.press(hall.host, panel, "Resolve now")
    assert (await hall.press(hall.host, panel, "Yes, do it")).modal is not None
    await hall.press(hall.bolt, leave, "Yes, do it")
    assert text_of(leave) == "The race has gone on since you were asked: look again, and confirm anew."


@in_hall()
async def test_what_came_before_comes_again_and_changes_nothing(hall: Hall) -> None:
    """As after RESUME, or to a second session of the same token: an interaction has one answer."""
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    seen = list[Happening]()
    hall.server.world.listeners.append(seen.append)
    for place in (1, 2, 3):
        await hall.tap(hall.bolt, hand, place)
    await hall.press(hall.bolt, hand, "Undo")
    first, *_, undo = [each for each in seen if each.name == "INTERACTION_CREATE"]
    for again in (undo, first):
        hall.server.world.happen(again)
        await hall.server.until(lambda: hall.server.traffic.log[-1].status == 400)
    await hall.tap(hall.bolt, hand, 9)
    refused = [each.status for each in hall.server.traffic.log if each.route.startswith("POST /interactions")]
    assert refused.count(400) == 2
    assert [place for place, _ in (await hall.rows(Hand))[0].picks] == [1, 2, 9]


@in_hall()
async def test_two_hosts_resolve_at_once(hall: Hall) -> None:
    """One of them does it; the other is told that the game has gone on, and so is who sends a form twice."""
    await hall.new_game(hall.bolt)
    await hall.call(hall.host, "game hosts add", {"person": hall.cog})
    await hall.call(hall.cog, "language", {"language": "en"})
    forms = []
    for host in (hall.host, hall.cog):
        panel = await hall.call(host, "game panel")
        await hall.press(host, panel, "Resolve now")
        forms.append((host, panel, await hall.press(host, panel, "Yes, do it")))
    await asyncio.gather(*(hall.people.submit_modal(host, form, {"reason": "now"}).final() for host, _, form in forms))
    answers = sorted(text_of(panel).split("\n")[0] for _, panel, _ in forms)
    assert answers == ["No round is being programmed now.", "Programming is closed; the result comes in a moment."]
    host, panel, form = forms[0]
    await hall.people.submit_modal(host, form, {"reason": "again"}).final()
    assert text_of(panel).startswith("No round is being programmed now.")
    [found] = await hall.rows(Round)
    assert found.status is RoundStatus.LOCKED


@in_hall()
async def test_presses_on_a_game_that_was_cancelled(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    lobby, hand = await hall.post_lobby(game), await hall.deal(game, hall.bolt)
    panel = await hall.call(hall.host, "game panel")

    def cancel(session: Session, now: datetime) -> Answer:
        order = Order(game, hall.host.id, "no fun")
        question = games.cancel(session, now, order)
        assert isinstance(question, Confirm)
        return games.cancel(session, now, Order(game, hall.host.id, "no fun", question.code))

    await hall.rally.do(cancel)
    answers = [
        told(await hall.press(hall.bolt, lobby, "Leave")),
        told(await hall.tap(hall.bolt, hand, 1)),
        told(await hall.forge(hall.bolt, f"cards:{game}", hall.channel)),
        told(await hall.forge(hall.bolt, f"join:{game}", hall.channel)),
    ]
    assert set(answers) == {"This race is over (cancelled)."}
    await hall.press(hall.host, panel, "Pause")
    assert text_of(panel).startswith("This race is over (cancelled).")


@in_hall()
async def test_commands_in_a_thread_mean_its_channel(hall: Hall) -> None:
    await hall.new_game(hall.bolt)
    other = hall.server.world.add_channel(hall.guild, "elsewhere")
    await hall.new_game(hall.bolt, channel=other, name="Duel")
    post = hall.people.say(hall.host, hall.channel, "what happened")
    thread = hall.server.messenger.start_thread(hall.host, hall.channel, {"name": "Round 1"}, post)
    assert "Friday race: standings" in text_of(await hall.call(hall.spark, "standings", channel=thread))
    assert "In force" in text_of(await hall.call(hall.bolt, "cards", channel=thread))
    assert "Friday race" in text_of(await hall.call(hall.host, "game panel", channel=thread))
    made = await hall.call(hall.host, "game create", {"name": "In a thread", "board": "green-light"}, channel=thread)
    assert "Your race is made" in text_of(made)
    assert (await hall.rows(Game))[-1].channel_id == hall.channel.id


@in_hall()
async def test_what_was_not_offered_is_answered_all_the_same(hall: Hall) -> None:
    given = {"name": "Duel", "board": "green-light", "results": "whenever"}
    options = [{"name": name, "type": 3, "value": value} for name, value in given.items()]
    data = {"id": "1", "name": "game", "type": 1, "options": [{"name": "create", "type": 1, "options": options}]}
    called = hall.server.interactions.send(InteractionKind.COMMAND, hall.host, hall.channel, data)
    assert told(await called.answer.final()).startswith("Something went wrong here.")
    assert await hall.rows(Game) == []
