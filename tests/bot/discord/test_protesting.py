"""Protests as people see them: the line and the button under a result, the form, the receipt, the hosts' note."""

from datetime import timedelta

from bot.db.tables import Message, Protest, Round
from bot.discord.ids import protest_id
from bot.moderator import rollback
from bot.moderator.outbox import Kind
from bot.playground.answers import Answer, AnswerKind
from bot.playground.model import Message as Post
from bot.playground.model import User
from bot.playground.people import controls_of, custom_id_of, text_of
from tests.bot.discord.conftest import On
from tests.bot.discord.hall import Hall, in_hall, labels, told
from tests.bot.discord.rallystage import RallyStage
from tests.bot.discord.test_hands import resolve

HOSTILE = "@everyone <@1> **loud** [x](http://x.example) `code` \u202e\nsecond line"


async def press(hall: Hall, user: User, round_id: int = 1) -> Answer:
    """Press the button under a result."""
    return await hall.forge(user, protest_id(round_id), hall.channel)


async def protest(hall: Hall, user: User, text: str, round_id: int = 1) -> str:
    """Press the button, write, and send; return what is answered, to nobody else."""
    form = await press(hall, user, round_id)
    assert form.kind is AnswerKind.MODAL
    sent = await hall.people.submit_modal(user, form, {"text": text}).final()
    assert sent.message is not None
    assert sent.message.receiver is user
    return told(sent)


@in_hall()
async def test_a_player_protests_and_gets_a_receipt(hall: Hall) -> None:
    """In the player's language, also when the process ends meanwhile."""
    await hall.new_game(hall.bolt, hall.cog, rounds=3, language="nl")
    await resolve(hall)
    form = await press(hall, hall.cog)
    assert form.modal is not None
    assert form.modal["title"] == "Bezwaar: ronde 1"
    assert form.modal["components"][0]["label"] == "Wat klopt er niet? Alleen hosts lezen het"
    await hall.restart()
    sent = await hall.people.submit_modal(hall.cog, form, {"text": "  Bolt duwde niet.  "}).final()
    assert told(sent).startswith("✋ Je bezwaar over ronde 1 gaat naar de hosts van de race, en naar niemand anders.")
    assert told(sent).endswith("Je kunt er over deze ronde nog 2 sturen.")
    assert [kept.text for kept in await hall.rows(Protest)] == ["Bolt duwde niet."]
    assert await protest(hall, hall.cog, "Nog een.") == told(sent).replace("nog 2 sturen", "nog 1 sturen")
    assert (await protest(hall, hall.cog, "En nog een.")).endswith("Dat was je laatste over deze ronde.")
    many = told(await press(hall, hall.cog))
    assert many == "Je hebt al 3 keer bezwaar gemaakt over ronde 1; de hosts weten ervan."


@in_hall()
async def test_viewers_and_forgers_get_no_form(hall: Hall) -> None:
    other = hall.server.world.add_channel(hall.guild, "elsewhere")
    await hall.new_game(hall.bolt, rounds=3)
    await hall.new_game(hall.cog, channel=other, protest_minutes=0)
    await resolve(hall)
    only = "Only players and hosts of this race can protest. Viewers talk to them in the channel."
    assert told(await press(hall, hall.spark)) == only
    assert told(await press(hall, hall.cog)) == only
    assert told(await press(hall, hall.bolt, 999)) == "There is no such round."
    rounds = {(found.game_id, found.number): found.id for found in await hall.rows(Round)}
    assert told(await press(hall, hall.bolt, rounds[1, 2])) == "Round 2 takes no protests; speak to a host instead."
    assert told(await press(hall, hall.cog, rounds[2, 1])) == "Round 1 takes no protests; speak to a host instead."
    assert (await press(hall, hall.host)).kind is AnswerKind.MODAL
    form = await press(hall, hall.bolt)
    assert form.modal is not None
    form.modal["custom_id"] = protest_id(rounds[2, 1])
    sent = await hall.people.submit_modal(hall.bolt, form, {"text": "mine"}).final()
    assert told(sent) == f"{only}\nYou wrote: “mine”"
    assert await hall.rows(Protest) == []


@in_hall()
async def test_who_is_too_late_is_told_until_when_and_keeps_the_text(hall: Hall) -> None:
    """It counts when the form was sent, not when it was opened."""
    await hall.new_game(hall.bolt, rounds=3)
    await resolve(hall)
    form = await press(hall, hall.bolt)
    hall.clock.offset += timedelta(hours=2)
    sent = await hall.people.submit_modal(hall.bolt, form, {"text": HOSTILE}).final()
    late, wrote = told(sent).split("\n")
    assert late.startswith("Too late: the time for protests about round 1 was over <t:")
    assert " Brussels), <t:" in late
    assert late.endswith(" The result is final.")
    assert wrote.startswith("You wrote: “@\u200beveryone \\<@\u200b1\\> \\*\\*loud")
    assert told(await press(hall, hall.bolt)) == late
    assert await hall.rows(Protest) == []


def board(stage: RallyStage) -> Post:
    """Return the post of the latest result."""
    return [post for post in public(stage) if "## Friday race: round" in text_of(post)][-1]


def public(stage: RallyStage) -> list[Post]:
    """Return what everybody reads in the channel."""
    return [post for post in stage.posts() if post.receiver is None]


async def send(stage: RallyStage, user: User, post: Post, text: str) -> str:
    """Protest under a post."""
    form = await stage.server.people.press(user, post, custom_id_of(post, "Protest")).final()
    sent = await stage.server.people.submit_modal(user, form, {"text": text}).final()
    await stage.settled()
    return told(sent)


def test_a_result_takes_protests_and_then_is_final(on: On) -> None:
    """Hosts get a note each that pings nobody, with their panel; the channel gets nothing; the button goes."""

    async def story(stage: RallyStage) -> None:
        await stage.new_game(2)
        await stage.night()
        post, posts, bolt = board(stage), len(public(stage)), stage.players[0]
        until = (await stage.rows(Round))[0].protest_until
        assert until is not None
        shown = f"<t:{int(until.timestamp())}:F> (22:00 Brussels), <t:{int(until.timestamp())}:R>"
        line = f"✋ Something wrong? Speak up before {shown}; from then on this result is final."
        assert text_of(post).split("\n")[-1] == line
        assert labels(post) == ["My cards", "Protest"]
        assert (await send(stage, bolt, post, HOSTILE)).startswith("✋ Your protest about round 1 goes to the hosts")
        note = stage.dms(stage.host)[-1]
        told_who, text, hint, key = text_of(note).split("\n")
        assert told_who == f"✋ Friday race, round 1: <@{bolt.id}> (Bolt) protests."
        assert text == (
            "“@\u200beveryone \\<@\u200b1\\> \\*\\*loud\\*\\* \\[x\\](http\\://x\\.example) \\`code\\` second line”"
        )
        assert hint.startswith("Only hosts read this.")
        assert key == "-# g1-pr1h1"
        panel = await stage.server.people.press(stage.host, note, custom_id_of(note, "Panel")).final()
        assert told(panel).startswith("**Friday race**: running")
        assert len(public(stage)) == posts
        pictures = post.attachments
        await stage.at(until)
        await stage.settled()
        assert text_of(post).split("\n")[-1] == "🔏 This result is final."
        assert labels(post) == ["My cards"]
        assert post.attachments == pictures

    on(story)


def test_a_result_that_could_not_be_shown_anew_is_told_truly(on: On) -> None:
    """Its old button still answers; posted late, it is final from the beginning."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2)
        await stage.night()
        post = board(stage)
        until = (await stage.rows(Round))[0].protest_until
        assert until is not None
        old = post.draft
        await stage.at(until)
        await stage.settled()
        post.draft = old
        form = await stage.server.people.press(stage.players[0], post, protest_id(1)).final()
        assert told(form).startswith("Too late: ")
        await stage.command(rollback.correct, game, 1, ())
        await stage.until(lambda runs: any(found.run > 1 and found.published_at for found in runs), Round)
        await stage.settled()
        assert "Protest" not in labels(post)
        assert "final" not in text_of(post)
        assert "Protest" in labels(board(stage))

    on(story)


def test_protests_of_a_game_without_them_are_not_spoken_of(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        await stage.new_game(1, protest_minutes=0)
        await stage.night()
        assert [each["custom_id"] for each in controls_of(board(stage))] == ["cards:1"]
        assert text_of(board(stage)).endswith("Programs in: 0 of 1.")
        assert [row.key for row in await stage.rows(Message) if row.kind == Kind.EDIT and row.key.endswith("end")] == []

    on(story)
