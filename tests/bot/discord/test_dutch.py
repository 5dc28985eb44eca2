"""A race in Dutch from its lobby to its last post: nobody reads a sentence of English."""

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta

import pytest

from bot.db.tables import Hand
from bot.discord.ids import pick_id
from bot.moderator import seats
from bot.moderator.orders import Done, Order
from bot.playground.answers import Answer
from bot.playground.model import BLOCKED, Message, User
from bot.playground.people import alt_texts_of, controls_of, custom_id_of, text_of
from bot.text.languages import words_in
from tests.bot.discord.conftest import On
from tests.bot.discord.rallystage import DEADLINE, RallyStage, nothing_to_see

pytestmark = pytest.mark.long

_PLACE = re.compile(r"\{\w+\}")
FORMS = ("set-t", "set-r", "set-l", "add", "remove", "dead", "exc", "move", "dam", "subst")
"""How the orders begin whose forms are read."""
DUEL: Mapping[str, str | int] = {"name": "Race", "board": "green-light", "rounds": 2}


def patterns() -> Iterator[tuple[str, "re.Pattern[str]"]]:
    """Yield what only English says: several words wherever they stand, a single one where it stands alone."""
    for sentence, translated in words_in("nl").sentences.items():
        own = _PLACE.sub("", sentence)
        if sentence in translated or len(re.findall("[A-Za-z]", own)) < 3:
            continue
        said = ".+".join(map(re.escape, _PLACE.split(sentence)))
        is_long = len(re.findall(r"[A-Za-z]{2,}", own)) > 1
        yield sentence, re.compile(said if is_long else f"^{said}$", re.MULTILINE)


def read(message: Message) -> str:
    """Return all that stands in a message, or beside its pictures."""
    labels = [str(each.get("label") or each.get("placeholder") or "") for each in controls_of(message)]
    options = [option for each in controls_of(message) for option in each.get("options") or []]
    labels += [str(option.get(key) or "") for option in options for key in ("label", "description")]
    return "\n".join([text_of(message), *labels, *alt_texts_of(message)])


def read_form(answer: Answer) -> str:
    """Return all that stands in a form."""
    assert answer.modal is not None
    told = [str(answer.modal["title"])]
    for part in answer.modal["components"]:
        control = part["component"]
        told += [str(part["label"]), str(part.get("description") or ""), str(control.get("value") or "")]
        told += [str(option["label"]) for option in control.get("options") or []]
    return "\n".join(told)


async def choose(stage: RallyStage, user: User, message: Message, value: str) -> Answer:
    """Choose from the list in a message."""
    select = str(controls_of(message)[0]["custom_id"])
    return await stage.server.people.choose(user, message, select, [value]).final()


async def call(stage: RallyStage, user: User, name: str, options: Mapping[str, str | int] | None = None) -> Message:
    """Call a command, and return its answer."""
    answer = await stage.server.people.command(user, stage.channel, name, options or {}).final()
    assert answer.message is not None
    await stage.settled()
    return answer.message


async def press(stage: RallyStage, user: User, message: Message, label: str) -> Answer:
    """Press a button, by what stands on it."""
    answer = await stage.server.people.press(user, message, custom_id_of(message, label)).final()
    await stage.settled()
    return answer


async def open_and_host(stage: RallyStage, host: User, bolt: User, cog: User) -> str:
    """Do what hosts do, and what they may not; return the form that was opened."""
    await call(stage, bolt, "game create", DUEL)
    await call(stage, host, "game create", {**DUEL, "zone": "Mars"})
    await call(stage, host, "game create", DUEL)
    [lobby] = [post for post in stage.posts() if post.receiver is None]
    for user in (bolt, cog):
        await press(stage, user, lobby, "Meedoen")
    await call(stage, host, "game start")
    for name in (
        "cards",
        "standings",
        "replay",
        "rules",
        "help",
        "board list",
        "board now",
        "game channel",
        "game panel",
        "game role",
        "game language",
    ):
        await call(stage, cog, name)
    await press(stage, cog, await call(stage, cog, "reminders"), "Nooit")
    await call(stage, cog, "leave")
    panel = await call(stage, host, "game panel")
    for label in ("1 uur langer", "Pauzeren", "Hervatten", "Meer…", "Terug", "Nu afspelen"):
        await press(stage, host, panel, label)
    told = [read_form(await press(stage, host, panel, "Ja, doe maar"))]
    await press(stage, host, panel, "Nee, toch niet")
    for menu in ("set-what", "hosts-what", None):
        await press(stage, host, panel, "Meer…")
        if menu is not None:
            await choose(stage, host, panel, menu)
        told.append(read(panel))
        actions = [str(option["value"]) for option in controls_of(panel)[0]["options"]]
        told += [read_form(await choose(stage, host, panel, each)) for each in actions if each.startswith(FORMS)]
        await press(stage, host, panel, "Terug")
    return "\n".join(told)


async def play(stage: RallyStage, cog: User) -> list[str]:
    """Play two rounds: by taps, by text, and not at all; return the forms that were opened."""
    hand, people = stage.dms(cog)[-1], stage.server.people
    for place in (2, 4, 6, 8, 9):
        await people.press(cog, hand, pick_id((await stage.rows(Hand))[0].round_id, place)).final()
    await press(stage, cog, hand, "Toon mijn route")
    for text in ("1 2 3", "hallo daar", "5 4 3 2 1"):
        people.say(cog, people.dm(cog), text)
    forms = await comfort(stage, cog, hand)
    await stage.night(DEADLINE + timedelta(hours=1))
    await press(stage, cog, hand, "Stap terug")
    [board] = [post for post in stage.posts() if ": ronde 1 van" in text_of(post).split("\n")[0]]
    form = await press(stage, cog, board, "Bezwaar")
    await people.submit_modal(cog, form, {"text": "Bolt duwde."}).final()
    order, new = Order(1, stage.server.owner.id, "ziek"), stage.players[2].id
    assert isinstance(await stage.do(lambda session, now: seats.substitute(session, now, order, 2, new)), Done)
    await stage.settled()
    await stage.night(DEADLINE + timedelta(days=1, hours=1))
    return [*forms, str(form.modal)]


async def comfort(stage: RallyStage, cog: User, hand: Message) -> list[str]:
    """Use the forms of hands and reminders, in order and not; return them."""
    form = await press(stage, cog, hand, "Als formulier")
    fields = {f"register{register}": ["1"] for register in range(1, 6)}
    await stage.server.people.submit_modal(cog, form, fields).final()
    wishes = await press(stage, cog, await call(stage, cog, "reminders"), "Wijzigen…")
    for minutes in ("straks", "60"):
        entries = {"minutes": minutes, "from": "22:00", "until": "8:00"}
        await stage.server.people.submit_modal(cog, wishes, entries).final()
    return [str(form.modal), str(wishes.modal)]


async def look(stage: RallyStage, viewer: User) -> None:
    """Look at what there is to see, and ask for what is not there."""
    await call(stage, viewer, "standings")
    for number in (1, 9):
        await call(stage, viewer, "replay", {"round": number})
    for robot in ("Player 1", "Nobody"):
        await call(stage, viewer, "why", {"robot": robot})
        await call(stage, viewer, "why", {"robot": robot, "register": 2, "round": 1})


def test_a_race_in_dutch_has_no_english(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        host, [bolt, cog, *_] = stage.server.owner, stage.players
        for user in (host, *stage.players):
            user.locale = "nl"
        stage.guild.locale, stage.draw = "nl", nothing_to_see
        bolt.dm_refusal = BLOCKED
        form = await open_and_host(stage, host, bolt, cog)
        forms = [form, *await play(stage, cog)]
        await look(stage, bolt)
        channels = stage.server.world.channels.values()
        told = [read(post) for channel in channels for post in stage.posts(channel)]
        told += [*forms, *(channel.name for channel in channels if channel.parent is not None)]
        assert any("record.json" in text for text in told)
        assert {sentence for sentence, pattern in patterns() for text in told if pattern.search(text)} == set()

    on(story)
