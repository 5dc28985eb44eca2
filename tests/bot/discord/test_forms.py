"""A program by a form of five selects: as good as five taps, by the same rules."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from unittest.mock import patch

from bot.db.tables import Hand, Program, Source
from bot.discord import forms
from bot.discord.ids import form_id
from bot.moderator import games
from bot.moderator.orders import Confirm, Order
from bot.playground.answers import Answer, AnswerKind
from bot.playground.model import Json, Message, User
from bot.playground.people import text_of
from bot.playground.world import Policy
from bot.text.escaping import length
from tests.bot.discord.hall import Hall, in_hall, labels, told
from tests.bot.discord.orders import choose
from tests.bot.discord.test_hands import NOT_YOURS, UNKNOWN, resolve

FIELDS = [f"register{register}" for register in range(1, 6)]


def entries(places: str) -> dict[str, list[str]]:
    """Return what is chosen: the places in the hand, register by register; a blank is nothing."""
    return {field: [] if place == " " else [place] for field, place in zip(FIELDS, places, strict=True)}


def selects(form: Answer) -> list[Json]:
    """Return the fields of a form."""
    assert form.modal is not None, form
    return [dict(each["component"]) for each in form.modal["components"]]


def shown(form: Answer) -> str:
    """Return what a form shows before anybody touches it."""
    chosen = [[each["value"] for each in select["options"] if each.get("default")] for select in selects(form)]
    return "".join(values[0] if values else " " for values in chosen)


async def fill(hall: Hall, user: User, message: Message, places: str, button: str = "As a form") -> Answer:
    """Open the form under a message, choose, and send it."""
    form = await hall.press(user, message, button)
    assert form.kind is AnswerKind.MODAL
    return await hall.people.submit_modal(user, form, entries(places)).final()


@in_hall()
async def test_a_form_makes_a_program_as_five_taps_do(hall: Hall) -> None:
    """With its receipt, in the message under which it was opened; labels and options say all, in words."""
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    form = await hall.press(hall.bolt, hand, "As a form")
    assert form.modal is not None
    assert form.modal["title"] == "Round 1: Bolt"
    assert [each["label"] for each in form.modal["components"]] == [f"Register {number}" for number in range(1, 6)]
    options = [each["label"] for each in selects(form)[0]["options"]]
    assert [label[:4] for label in options] == [f"{place} · " for place in range(1, 10)]
    assert all(ord(sign) < 128 or sign == "·" for label in options for sign in label)
    assert shown(form) == "     "
    await hall.restart()
    sent = await hall.people.submit_modal(hall.bolt, form, entries("97531")).final()
    assert sent.kind is AnswerKind.DEFERRED_UPDATE
    [program] = await hall.rows(Program)
    assert (program.places, program.source) == ([9, 7, 5, 3, 1], Source.FORM)
    assert "In force (version 1)" in text_of(hand)
    assert f"by the form. Receipt: `{program.code}`" in text_of(hand)
    assert [each.filename for each in hand.attachments] == ["hand.png"]


@in_hall()
async def test_a_form_shows_the_draft_else_what_is_in_force(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    await hall.tap(hall.bolt, hand, 4)
    await hall.tap(hall.bolt, hand, 2)
    assert shown(await hall.press(hall.bolt, hand, "As a form")) == "42   "
    await fill(hall, hall.bolt, hand, "12345")
    assert "You are changing: nothing" in text_of(hand)
    assert shown(await hall.press(hall.bolt, hand, "As a form")) == "12345"
    await fill(hall, hall.bolt, hand, "12346")
    assert "In force (version 2)" in text_of(hand)


@in_hall()
async def test_a_card_chosen_twice_changes_nothing_and_nothing_is_lost(hall: Hall) -> None:
    """The form is offered again with the same entries, also after a restart."""
    game = await hall.new_game(hall.cog, language="nl")
    hand = await hall.deal(game, hall.cog)
    answer = await fill(hall, hall.cog, hand, "12321", "Als formulier")
    [problem] = answer.follow_ups
    assert text_of(problem).startswith("Registers 1 en 5 hebben dezelfde kaart: 1 · ")
    assert "Registers 2 en 4 hebben dezelfde kaart: 2 · " in text_of(problem)
    assert "Er is niets veranderd." in text_of(problem)
    assert problem.receiver is hall.cog
    assert await hall.rows(Program) == []
    await hall.restart()
    again = await hall.press(hall.cog, problem, "Als formulier")
    assert shown(again) == "12321"
    await hall.people.submit_modal(hall.cog, again, entries("12345")).final()
    assert "Geldt nu (versie 1)" in text_of(problem)
    assert [program.places for program in await hall.rows(Program)] == [[1, 2, 3, 4, 5]]


@in_hall()
async def test_a_form_with_strange_or_missing_values_is_refused_in_sentences(hall: Hall) -> None:
    """Which no app of Discord's sends."""
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    form = await hall.press(hall.bolt, hand, "As a form")
    assert form.modal is not None
    for each in form.modal["components"]:
        each["component"]["required"] = False
        each["component"]["options"] += [{"label": "x", "value": value} for value in ("0", "99", "@everyone")]
    sent = await hall.people.submit_modal(hall.bolt, form, {**entries("1  45"), "register2": ["99"]}).final()
    assert "Register 2: found “99”, expected the number of a card, 1 to 9." in told(sent)
    assert "Register 3 has no card." in told(sent)
    sent = await hall.people.submit_modal(hall.bolt, form, {**entries("12345"), "register2": ["@everyone"]}).final()
    assert "@everyone" not in told(sent)
    form.modal["components"] = form.modal["components"][:4]
    sent = await hall.people.submit_modal(hall.bolt, form, dict(list(entries("12345").items())[:4])).final()
    assert told(sent).startswith("Register 5 has no card.")
    assert await hall.rows(Program) == []


@in_hall()
async def test_a_form_that_was_opened_in_time_and_sent_too_late_is_too_late(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    form = await hall.press(hall.bolt, hand, "As a form")
    hall.clock.offset += timedelta(days=2)
    assert told(await hall.people.submit_modal(hall.bolt, form, entries("12345")).final()).startswith("Too late: ")
    assert told(await hall.press(hall.bolt, hand, "As a form")).startswith("Too late: ")
    assert await hall.rows(Program) == []


@in_hall()
async def test_a_race_that_is_over_takes_no_form(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    form = await hall.press(hall.bolt, hand, "As a form")
    order = Order(game, hall.host.id, "rain")
    question = await hall.rally.do(lambda session, now: games.cancel(session, now, order))
    assert isinstance(question, Confirm)
    sure = replace(order, confirmation=question.code)
    await hall.rally.do(lambda session, now: games.cancel(session, now, sure))
    over = "This race is over (cancelled)."
    assert told(await hall.people.submit_modal(hall.bolt, form, entries("12345")).final()) == over
    assert told(await hall.press(hall.bolt, hand, "As a form")) == over
    assert text_of(await hall.call(hall.bolt, "leave")) == over
    assert await hall.rows(Program) == []


@in_hall()
async def test_the_form_of_an_old_hand_shows_the_one_of_now(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, rounds=5)
    hand = await hall.deal(game, hall.bolt)
    form = await hall.press(hall.bolt, hand, "As a form")
    await resolve(hall)
    assert told(await hall.press(hall.bolt, hand, "As a form")).startswith("That was round 1; here is round 2.\n")
    sent = await hall.people.submit_modal(hall.bolt, form, entries("12345")).final()
    assert told(sent).startswith("That was round 1; here is round 2.\n")
    assert await hall.rows(Program) == []


@in_hall()
async def test_nobody_opens_the_form_of_another_hand(hall: Hall) -> None:
    """Nor sends one: forged ids tell nothing of its cards."""
    other = hall.server.world.add_channel(hall.guild, "elsewhere")
    game = await hall.new_game(hall.bolt)
    foreign = await hall.new_game(hall.cog, channel=other)
    mine, theirs = (await hall.panel(game, hall.bolt)).round_id, (await hall.panel(foreign, hall.cog)).round_id
    expected = {
        form_id(theirs): "You have no robot in this race.",
        form_id(999): "There is no such round.",
        "form:1:123": UNKNOWN,
        "form:1:abcde": UNKNOWN,
        "form:1:123456": UNKNOWN,
    }
    assert {custom_id: told(await hall.forge(hall.bolt, custom_id)) for custom_id in expected} == expected
    assert told(await hall.forge(hall.bolt, form_id(mine), hall.channel)) == NOT_YOURS
    form = await hall.press(hall.cog, await hall.deal(foreign, hall.cog), "As a form")
    opened = await hall.press(hall.bolt, await hall.deal(game, hall.bolt), "As a form")
    assert opened.modal is not None
    assert form.modal is not None
    opened.modal["custom_id"] = form.modal["custom_id"]
    sent = await hall.people.submit_modal(hall.bolt, opened, entries("12345")).final()
    assert told(sent) == "You have no robot in this race."
    assert await hall.rows(Program) == []


@in_hall()
async def test_entries_of_a_forged_button_that_are_no_places_are_left_out(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    mine = (await hall.panel(game, hall.bolt)).round_id
    assert shown(await hall.forge(hall.bolt, form_id(mine, (0, 9, 9, 1, 0)))) == " 991 "


@in_hall()
async def test_a_form_is_titled_with_any_name(hall: Hall) -> None:
    """Within 45 characters, as the strictest client counts, and without a ping."""
    hall.bolt.name = "🤖@everyone " + "🤖" * 20
    game = await hall.new_game(hall.bolt)
    form = await hall.press(hall.bolt, await hall.deal(game, hall.bolt), "As a form")
    assert form.modal is not None
    title = form.modal["title"]
    assert title == "Round 1: 🤖@\u200beveryone …"
    assert length(title) <= 45


@in_hall()
async def test_my_cards_has_the_form_too(hall: Hall) -> None:
    game = await hall.new_game(hall.cog, language="nl")
    hall.people.close_dms(hall.cog)
    opened = (await hall.forge(hall.cog, f"cards:{game}", hall.channel)).message
    assert opened is not None
    await fill(hall, hall.cog, opened, "54321", "Als formulier")
    assert "met het formulier" in text_of(opened)


@in_hall(Policy(answer_seconds=0.3))
async def test_a_form_that_is_too_late_for_an_answer_counts(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    form = await hall.press(hall.bolt, hand, "As a form")
    held = hall.server.faults.hold("POST /interactions/*", is_stored=False)
    sent = await hall.people.submit_modal(hall.bolt, form, entries("12345")).final()
    assert sent.kind is AnswerKind.FAILED
    held.release()
    await hall.until(bool, Program)


@in_hall()
async def test_a_form_that_cannot_be_found_soon_says_so(hall: Hall) -> None:
    """Discord waits for three seconds only, and takes no promise before a form: of a player or of a host."""
    game = await hall.new_game(hall.bolt)
    hand = await hall.deal(game, hall.bolt)
    panel = await hall.call(hall.host, "game panel")
    await hall.press(hall.host, panel, "More…")
    going = asyncio.Event()

    async def wait(_: object) -> None:
        await going.wait()

    hall.rally.worker.do, do = wait, hall.rally.worker.do  # type: ignore[assignment,method-assign] # busy for long
    with patch.object(forms, "PATIENCE_SECONDS", 0.05):
        slow = await hall.press(hall.bolt, hand, "As a form"), await choose(hall, hall.host, panel, "deadline")
    hall.rally.worker.do = do  # type: ignore[method-assign] # as it was
    assert all(told(each).startswith("That took me too long") for each in slow)
    assert (await hall.press(hall.bolt, hand, "As a form")).kind is AnswerKind.MODAL
    assert (await choose(hall, hall.host, panel, "deadline")).kind is AnswerKind.MODAL
    assert [hand.picks for hand in await hall.rows(Hand)] == [[]]


@in_hall()
async def test_a_closed_hand_says_so_and_has_no_button_that_works(hall: Hall) -> None:
    """Between the lock and the result, which may wait for its hosts; nothing is said that is not so."""
    game = await hall.new_game(hall.bolt, publish_mode="review")
    hand = await hall.deal(game, hall.bolt)
    await fill(hall, hall.bolt, hand, "12345")
    await resolve(hall)
    opened = (await hall.forge(hall.bolt, f"cards:{game}", hall.channel)).message
    assert opened is not None
    assert "🔒 Programming is closed; the result of this round comes next." in text_of(opened)
    assert "In force (version 1)" in text_of(opened)
    assert "Tap" not in text_of(opened)
    assert "Deadline" not in text_of(opened)
    assert labels(opened, enabled=True) == []
