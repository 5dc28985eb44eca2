"""Results that wait for their hosts: the preview, and what can be done about it."""

from datetime import timedelta

from discord import ui
from sqlmodel import Session, select

from bot.db.tables import Game, PublishMode, Round, RoundStatus
from bot.discord.reading import read_message
from bot.moderator import hosts
from bot.moderator.desk import Desk
from bot.moderator.outbox import Kind, Report
from bot.playground.answers import Answer
from bot.playground.model import Message, User
from bot.playground.people import alt_texts_of, controls_of, custom_id_of, text_of
from tests.bot.discord.conftest import On
from tests.bot.discord.hall import Hall, in_hall, labels, told
from tests.bot.discord.orders import choose, fill
from tests.bot.discord.rallystage import DEADLINE, RallyStage, no_paint
from tests.bot.discord.test_dutch import patterns, read, read_form
from tests.bot.discord.test_hands import resolve

REVIEW = PublishMode.REVIEW


async def press(stage: RallyStage, user: User, message: Message, label: str) -> Answer:
    """Press a button, by what stands on it, and wait for what follows."""
    answer = await stage.server.people.press(user, message, custom_id_of(message, label)).final()
    await stage.settled()
    return answer


async def night(stage: RallyStage, deadline: timedelta = timedelta()) -> None:
    """Let a deadline pass, until the result waits for its hosts and they have been told."""
    await stage.at(DEADLINE + deadline + timedelta(seconds=10))
    await stage.until_there_is(select(Round.id).where(Round.status == RoundStatus.RESOLVED))
    await stage.settled()


def previews(stage: RallyStage, user: User) -> list[Message]:
    """Return the previews that a host got."""
    return [post for post in stage.dms(user) if "waits for you" in text_of(post) or "wacht op je" in text_of(post)]


def test_each_host_gets_the_result_with_pictures_account_and_buttons(on: On) -> None:
    """Nobody else gets anything; one tap publishes, a second one changes nothing, also after a restart."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(3, publish_mode=REVIEW, rounds=5)
        await stage.command(hosts.add_host, game, stage.players[0].id)
        stage.players[0].locale = "nl"
        await stage.settled()
        posts, dms = len(stage.posts()), [len(stage.dms(user)) for user in stage.players]
        await night(stage)
        assert len(stage.posts()) == posts
        assert [len(stage.dms(user)) for user in stage.players[1:]] == dms[1:]
        [seen], [own] = previews(stage, stage.host), previews(stage, stage.players[0])
        text = text_of(seen)
        assert text.startswith("👀 Friday race: the result of round 1 waits for you. Only hosts see it now.")
        assert "by itself it is published <t:" in text
        assert "## Friday race: round 1 of 5" in text
        assert "That was the last round." not in text
        assert "**Register 5**" in text
        assert [file.filename.rpartition(".")[2] for file in seen.attachments] == ["gif", "png"]
        assert len(alt_texts_of(seen)) == 2
        assert labels(seen) == labels(own) == ["Publish", "Correct…", "Panel"]
        await stage.stop()
        await stage.start()
        answer = await press(stage, stage.host, seen, "Publish")
        assert told(answer).startswith("The result is being published.\n")
        assert len(stage.posts()) > posts
        assert (await stage.rows(Round))[-1].number == 2
        for user, preview in ((stage.host, seen), (stage.players[0], own)):
            for label in ("Publish", "Correct…"):
                answer = await press(stage, user, preview, label)
                assert told(answer).startswith("The race has gone on since that button was shown")
        assert (await stage.rows(Round))[-1].number == 2

    on(story)


def test_a_result_is_published_by_itself_at_the_time_that_the_preview_tells(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        await stage.new_game(1, publish_mode=REVIEW, rounds=5)
        await night(stage)
        [seen] = previews(stage, stage.host)
        found = (await stage.rows(Round))[-1]
        assert found.resolved_at is not None
        publishes = found.resolved_at + timedelta(minutes=60)
        assert f"<t:{int(publishes.timestamp())}:R>" in text_of(seen)
        await stage.at(publishes + timedelta(seconds=1))
        await stage.until_there_is(select(Round.id).where(Round.number == 2))

    on(story)


def test_a_result_is_corrected_from_its_preview(on: On) -> None:
    """By a list and a form; then there is another preview, and nobody has seen the first result."""

    async def story(stage: RallyStage) -> None:
        await stage.new_game(2, publish_mode=REVIEW, rounds=5)
        await night(stage)
        [seen] = previews(stage, stage.host)
        answer = await press(stage, stage.host, seen, "Correct…")
        panel = answer.message
        assert panel is not None
        select_id = str(controls_of(panel)[0]["custom_id"])
        form = await stage.server.people.choose(stage.host, panel, select_id, ["correct-place"]).final()
        entries = {"robot": "Bolt", "square": "B3", "facing": "north", "reason": "he stood there"}
        await stage.server.people.submit_modal(stage.host, form, entries).final()
        assert "No later round is touched." in text_of(panel)
        await press(stage, stage.host, panel, "Yes, do it")
        assert text_of(panel).startswith("↩️ Round 1 is corrected, and played again at once.\n• ")
        await stage.until_there_is(select(Round.id).where(Round.run == 2, Round.status == RoundStatus.RESOLVED))
        await stage.settled()
        _, again = previews(stage, stage.host)
        assert "(played again)" in text_of(again)
        assert not any("round 1 of 5" in text for text in stage.texts())
        assert told(await press(stage, stage.host, seen, "Publish")).startswith("The race has gone on")
        await press(stage, stage.host, again, "Publish")
        [result] = [text for text in stage.texts() if "## Friday race: round 1 of 5" in text]
        assert "(played again)" in result
        assert any("he stood there" in text for text in stage.texts())

    on(story)


def test_without_pictures_a_preview_comes_in_words(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        stage.draw = no_paint
        await stage.new_game(1, publish_mode=REVIEW, rounds=5)
        await night(stage)
        [seen] = previews(stage, stage.host)
        assert not seen.attachments
        assert "**Register 5**" in text_of(seen)
        assert text_of(seen).splitlines()[-1].startswith("-# g1r1x1pv")

    on(story)


@in_hall()
async def test_what_was_published_before_its_preview_could_be_sent_waits_no_more(hall: Hall) -> None:
    """A host whose messages came late reads that nothing is to be done."""
    game = await hall.new_game(hall.bolt, publish_mode=REVIEW, rounds=5)
    await resolve(hall)
    [row] = [row for row in await hall.letters(Kind.REPORT) if row.facts["report"] == Report.PREVIEW]
    before = await hall.do(lambda session: read_message(_desk(hall, session, game), row))
    assert len(before.pictures) == 2
    await hall.call(hall.host, "game publish")
    after = await hall.do(lambda session: read_message(_desk(hall, session, game), row))
    assert after.pictures == ()
    [told_now, *_] = [item.content for item in after.make([]).children if isinstance(item, ui.TextDisplay)]
    assert told_now == "👀 Friday race: the result of round 1 does not wait for you any more."


def _desk(hall: Hall, session: Session, game: int) -> Desk:
    return Desk(session, hall.rally.clock.now(), session.get_one(Game, game))


@in_hall()
async def test_the_panel_shows_the_preview_again(hall: Hall) -> None:
    """To hosts alone, those who play as well: it is a result, and no hand; one tap goes to the list of corrections."""
    await hall.new_game(hall.bolt, hall.host, publish_mode=REVIEW, rounds=5)
    await resolve(hall)
    panel = await hall.call(hall.host, "game panel")
    answer = await hall.press(hall.host, panel, "Preview")
    [seen] = answer.follow_ups
    assert text_of(seen).startswith("👀 Friday race: the result of round 1 waits for you.")
    assert [file.filename for file in seen.attachments] == ["preview.gif", "preview.png"]
    assert labels(panel)[0] == "Preview"
    await hall.press(hall.host, panel, "Correct…")
    assert text_of(panel).startswith("What is to be done?")
    await hall.press(hall.host, panel, "Back")
    await hall.press(hall.host, panel, "Publish")
    assert text_of(panel).startswith("The result is being published.")
    again = await hall.forge(hall.host, "host:1:preview", hall.channel)
    assert told(again) == "No result waits for you now."


@in_hall()
async def test_an_account_that_is_too_long_for_the_message_comes_as_a_file_as_well(hall: Hall) -> None:
    """Nothing is lost: the message has its beginning, the file all of it."""
    for user, name in ((hall.bolt, "W" * 32), (hall.cog, "M" * 32), (hall.spark, "Ж" * 32)):
        user.name = name
    others = [hall.server.world.add_person(letter * 32) for letter in "ABCD"]
    await hall.new_game(hall.bolt, hall.cog, hall.spark, *others, board="green-light", publish_mode=REVIEW, rounds=5)
    await resolve(hall)
    panel = await hall.call(hall.host, "game panel")
    [seen] = (await hall.press(hall.host, panel, "Preview")).follow_ups
    [file] = [each for each in seen.attachments if each.filename == "account.txt"]
    assert len(text_of(seen)) <= 4000
    account = file.content.decode()
    assert account.count("Register") >= 5


@in_hall()
async def test_a_review_in_dutch_has_no_english(hall: Hall) -> None:
    """The preview, the list and the forms of corrections, the question, and what was done."""
    await hall.new_game(hall.bolt, hall.cog, publish_mode=REVIEW, rounds=5, language="nl")
    await resolve(hall)
    panel = await hall.call(hall.host, "game panel")
    told_all = [read(panel), read((await hall.press(hall.host, panel, "Voorvertoning")).follow_ups[0])]
    await hall.press(hall.host, panel, "Corrigeren…")
    told_all.append(read(panel))
    for action in ("correct-program", "correct-damage", "correct-rules", "correct-nothing", "correct-place"):
        form = await choose(hall, hall.host, panel, action)
        told_all.append(read_form(form))
    await fill(hall, hall.host, form, {"robot": "Cog", "square": "B2", "facing": "west", "reason": "zo stond hij"})
    told_all.append(read(panel))
    await hall.press(hall.host, panel, "Ja, doe maar")
    told_all.append(read(panel))
    assert "↩️ Ronde 1 is gecorrigeerd" in told_all[-1]
    assert {sentence for sentence, pattern in patterns() for text in told_all if pattern.search(text)} == set()
