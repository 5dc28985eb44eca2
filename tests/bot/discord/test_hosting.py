"""What hosts do on Discord: the panel, confirmations with reasons, and who may not."""

from datetime import timedelta

from bot.db.tables import AuditEntry, Game, GameStatus, Host, Program, PublishMode, Round, RoundStatus, Server
from bot.moderator.outbox import Kind
from bot.playground.answers import AnswerKind
from bot.playground.model import USUAL_PERMISSIONS, Message, Permission
from bot.playground.people import alt_texts_of, custom_id_of, text_of
from tests.bot.discord.hall import Hall, in_hall, labels, told
from tests.bot.discord.test_hands import resolve


async def reason_of(hall: Hall) -> str:
    """Return the reason of the last thing that was done."""
    return (await hall.rows(AuditEntry))[-1].reason


async def confirm(hall: Hall, question: Message, reason: str) -> str:
    """Say yes, and why."""
    form = await hall.press(hall.host, question, "Yes, do it")
    assert form.kind is AnswerKind.MODAL
    await hall.people.submit_modal(hall.host, form, {"reason": reason}).final()
    return text_of(question)


@in_hall()
async def test_the_panel_tells_who_has_a_program_and_moves_the_deadline(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, hall.cog)
    hand = await hall.deal(game, hall.bolt)
    for place in range(1, 6):
        await hall.tap(hall.bolt, hand, place)
    panel = await hall.call(hall.host, "game panel")
    assert "✅ Bolt: program in" in text_of(panel)
    assert "Move" not in text_of(panel)
    assert labels(panel) == ["Status", "1 hour more", "Resolve now", "Publish", "Pause", "More…"]
    assert labels(panel, enabled=False) == ["Publish"]
    before = (await hall.panel(game, hall.bolt)).deadline
    await hall.press(hall.host, panel, "1 hour more")
    assert text_of(panel).startswith("Deadline: <t:")
    assert ((await hall.panel(game, hall.bolt)).deadline - before).total_seconds() == 3600
    assert await reason_of(hall) == "1 hour more"
    await hall.press(hall.host, panel, "Pause")
    assert text_of(panel).startswith("The clock stands still until you resume.\n")
    assert labels(panel, enabled=False) == ["Resolve now", "Publish"]
    await hall.restart()
    await hall.press(hall.host, panel, "Resume")
    assert (await hall.game(game)).status is GameStatus.RUNNING
    await hall.press(hall.host, panel, "More…")
    assert text_of(panel).startswith("What is to be done?")
    await hall.press(hall.host, panel, "Back")
    assert text_of(panel).startswith("**Friday race**: running")


@in_hall()
async def test_resolving_now_is_confirmed_with_a_reason(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, hall.cog, language="nl")
    assert "Nu afspelen" in labels(await hall.call(hall.host, "game panel"))
    await hall.call(hall.host, "language", {"language": "en"})
    panel = await hall.call(hall.host, "game panel")
    await hall.press(hall.host, panel, "Resolve now")
    assert "Without a program: Bolt and Cog." in text_of(panel)
    await hall.press(hall.host, panel, "No, leave it")
    assert labels(panel)[2] == "Resolve now"
    await hall.press(hall.host, panel, "Resolve now")
    form = await hall.press(hall.host, panel, "Yes, do it")
    assert form.modal is not None
    assert form.modal["title"] == "Play the round now"
    await hall.restart()
    await hall.people.submit_modal(hall.host, form, {"reason": "all are here"}).final()
    assert text_of(panel).startswith("Programming is closed; the result comes in a moment.\n**Friday race**: running")
    assert labels(panel, enabled=False) == ["1 hour more", "Resolve now", "Publish"]
    assert await reason_of(hall) == "all are here"
    found = await hall.panel(game, hall.bolt)
    assert found.number == 1


@in_hall()
async def test_a_double_tap_extends_once_and_so_do_two_hosts(hall: Hall) -> None:
    """Who presses second is told so, and sees how it stands; then the button is about that."""
    game = await hall.new_game(hall.bolt)
    await hall.call(hall.host, "game hosts add", {"person": hall.cog})
    panel, other = await hall.call(hall.host, "game panel"), await hall.call(hall.cog, "game panel")
    before = (await hall.panel(game, hall.bolt)).deadline
    button = custom_id_of(panel, "1 hour more")
    taps = [hall.people.press(hall.host, panel, button) for _ in range(2)]
    for tap in taps:
        await tap.final()
    await hall.press(hall.cog, other, "1 hour more")
    assert text_of(other).startswith("The race has gone on since that button was shown, so nothing was changed.")
    assert (await hall.panel(game, hall.bolt)).deadline - before == timedelta(hours=1)
    assert text_of(other).split("Deadline: ")[1] == text_of(panel).split("Deadline: ")[1]
    await hall.press(hall.cog, other, "1 hour more")
    assert (await hall.panel(game, hall.bolt)).deadline - before == timedelta(hours=2)


@in_hall()
async def test_an_old_panel_publishes_no_result_that_it_did_not_show(hall: Hall) -> None:
    """Whatever is pressed on it, it shows how the game stands."""
    game = await hall.new_game(hall.bolt, publish_mode=PublishMode.REVIEW, rounds=5)
    await resolve(hall)
    old, panel = await hall.call(hall.host, "game panel"), await hall.call(hall.host, "game panel")
    older = await hall.call(hall.host, "game panel")
    await hall.press(hall.host, panel, "Publish")
    hall.clock.offset += timedelta(minutes=1)
    await resolve(hall)
    await hall.press(hall.host, old, "Publish")
    assert text_of(old).startswith("The race has gone on since that button was shown")
    assert (await hall.rows(Round))[-1].status is RoundStatus.RESOLVED
    await hall.press(hall.host, old, "Publish")
    assert (await hall.panel(game, hall.bolt)).number == 3
    await hall.press(hall.host, older, "Pause")
    assert labels(older)[4] == "Resume"
    await hall.press(hall.host, panel, "Pause")
    assert text_of(panel).startswith("The race is not running: it is paused.\n**Friday race**: paused")
    assert labels(panel)[4] == "Resume"


@in_hall()
async def test_a_confirmation_is_worth_nothing_once_the_game_has_gone_on(hall: Hall) -> None:
    await hall.new_game(hall.bolt, rounds=5)
    question = await hall.call(hall.host, "game cancel")
    assert "The race ends for good, without points." in text_of(question)
    await resolve(hall)
    assert (await confirm(hall, question, "no fun")).startswith("The race has gone on since you were asked")
    question = await hall.call(hall.host, "game cancel")
    assert (await confirm(hall, question, "no fun")).startswith("The race has ended, without points.\n")
    [game] = await hall.rows(Game)
    assert game.status is GameStatus.CANCELLED
    assert [row.facts["reason"] for row in await hall.letters(Kind.NOTICE)] == ["no fun"]


@in_hall()
async def test_a_result_in_review_is_published_by_the_panel(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, publish_mode=PublishMode.REVIEW, rounds=5)
    await resolve(hall)
    panel = await hall.call(hall.host, "game panel")
    assert "Publishes by itself" in text_of(panel)
    assert labels(panel) == ["Preview", "Publish", "Correct…", "Status", "Pause", "More…"]
    await hall.press(hall.host, panel, "Publish")
    assert text_of(panel).startswith("The result is being published.\n")
    assert (await hall.panel(game, hall.bolt)).number == 2


@in_hall()
async def test_only_hosts_order_and_are_told_so_in_their_language(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, language="nl")
    for name in ("panel", "start", "cancel"):
        assert text_of(await hall.call(hall.cog, f"game {name}")) == "Dat kan alleen een host van deze race."
    assert told(await hall.forge(hall.bolt, f"host:{game}:pause", hall.channel)) == (
        "Dat kan alleen een host van deze race."
    )
    added = await hall.call(hall.cog, "game hosts add", {"person": hall.cog})
    assert text_of(added) == "Dat kan alleen een host van deze race."
    assert [host.user_id for host in await hall.rows(Host)] == [hall.host.id]


@in_hall()
async def test_the_hand_of_a_paused_race_names_no_deadline(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    await hall.forge(hall.host, f"host:{game}:pause", hall.channel)
    hand = text_of(await hall.call(hall.bolt, "cards"))
    assert "Deadline: none while the race is paused" in hand
    assert "<t:" not in hand


@in_hall()
async def test_hosts_add_and_remove_hosts(hall: Hall) -> None:
    await hall.new_game(hall.bolt)
    added = await hall.call(hall.host, "game hosts add", {"person": hall.cog})
    assert text_of(added).startswith("The race has another host now.\n**Friday race**: running")
    assert labels(await hall.call(hall.cog, "game panel"))[0] == "Status"
    gone = await hall.call(hall.cog, "game hosts remove", {"person": hall.host})
    assert text_of(gone).startswith("That person is no host of the race any more.\n")
    last = await hall.call(hall.cog, "game hosts remove", {"person": hall.cog})
    assert text_of(last).startswith("You are the last host")


@in_hall()
async def test_a_host_who_plays_takes_no_program_back(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, hall.host)
    hand = await hall.deal(game, hall.bolt)
    for place in range(1, 6):
        await hall.tap(hall.bolt, hand, place)
    order = {"robot": "Bolt", "reason": "a slip"}
    refused = await hall.call(hall.host, "game clear", order)
    assert text_of(refused) == "You play in this race yourself: another host must do that."
    await hall.call(hall.host, "game hosts add", {"person": hall.cog})
    offered = await hall.people.complete(hall.cog, hall.channel, "game clear", {"robot": "bo"}, "robot").final()
    assert [(each["name"], each["value"]) for each in offered.choices] == [("Bolt", f"{game}:1")]
    done = await hall.call(hall.cog, "game clear", order | {"robot": f"{game}:1"})
    assert text_of(done).startswith("🛠️ Round 1: a host took the program of Bolt back.")
    assert (await hall.rows(Program))[-1].places is None
    await hall.call(hall.cog, "language", {"language": "en"})
    unknown = await hall.call(hall.cog, "game clear", order | {"robot": "Nobody"})
    assert text_of(unknown) == "There is no robot called “Nobody” in this race."


@in_hall()
async def test_who_may_create_manages_events_or_has_the_role(hall: Hall) -> None:
    options = {"name": "Duel", "board": "Pocket Duel"}
    refused = text_of(await hall.call(hall.bolt, "game create", options))
    assert refused.startswith("To create a race you need the permission Manage Events")
    role = hall.server.world.add_role(hall.guild, "Makers")
    denied = await hall.call(hall.bolt, "game role", {"role": role})
    assert text_of(denied) == "For that you need the permission Manage Server."
    await hall.call(hall.host, "game role", {"role": role})
    hall.server.world.set_roles(hall.guild, hall.bolt, [role])
    made = await hall.call(hall.bolt, "game create", options)
    assert "/game start" in text_of(made)
    assert [file.filename for file in made.attachments] == ["board.png"]
    [alt] = alt_texts_of(made)
    assert alt.startswith(
        "The board Pocket Duel, 8 × 10, without robots. Starts 1 to 4: B1, C1, E1, F1. The Guard: D0."
    )
    await hall.call(hall.host, "game role")
    assert [server.creator_role_id for server in await hall.rows(Server)] == [None]
    assert text_of(await hall.call(hall.bolt, "game create", options)) == refused
    events = hall.server.world.add_role(hall.guild, "Events", USUAL_PERMISSIONS | Permission.MANAGE_EVENTS)
    hall.server.world.set_roles(hall.guild, hall.bolt, [events])
    await hall.call(hall.bolt, "game create", options)
    assert [game.board_name for game in await hall.rows(Game)] == ["pocket-duel", "pocket-duel"]


@in_hall()
async def test_games_speak_the_language_of_their_server(hall: Hall) -> None:
    """That of its Discord, until one is set; a game may have another, and so may each player."""
    hall.guild.locale = "nl"
    options = {"name": "Duel", "board": "Pocket Duel"}
    await hall.call(hall.host, "game create", options)
    denied = await hall.call(hall.bolt, "game language", {"language": "en"})
    assert text_of(denied) == "For that you need the permission Manage Events or Manage Server."
    events = hall.server.world.add_role(hall.guild, "Events", USUAL_PERMISSIONS | Permission.MANAGE_EVENTS)
    hall.server.world.set_roles(hall.guild, hall.cog, [events])
    done = await hall.call(hall.cog, "game language", {"language": "en"})
    assert text_of(done) == "De taal van nieuwe races op deze server: English, tenzij `/spel nieuw` anders zegt."
    await hall.call(hall.host, "game create", options)
    await hall.call(hall.host, "game create", options | {"language": "nl"})
    await hall.call(hall.host, "game language")
    await hall.call(hall.host, "game create", options)
    assert [game.language for game in await hall.rows(Game)] == ["nl", "en", "nl", "nl"]
    lobby = await hall.post_lobby(1)
    await hall.call(hall.bolt, "language", {"language": "en"})
    await hall.press(hall.bolt, lobby, "Meedoen")
    assert "Welcome to Duel" in text_of(hall.people.reads(hall.bolt)[-1])
    await hall.press(hall.spark, lobby, "Meedoen")
    assert "Welkom" in text_of(hall.people.reads(hall.spark)[-1])


@in_hall()
async def test_settings_are_offered_and_refused_in_sentences(hall: Hall) -> None:
    boards = await hall.people.complete(hall.host, hall.channel, "game create", {"board": "gr"}, "board").final()
    assert ("Green Light", "green-light") in [(each["name"], each["value"]) for each in boards.choices]
    zones = await hall.people.complete(hall.host, hall.channel, "game create", {"zone": "new york"}, "zone").final()
    assert [each["value"] for each in zones.choices] == ["America/New_York"]
    for option, value, refusal in (
        ("board", "moon", "There is no board called “moon”"),
        ("zone", "Mars", "“Mars” is no time zone"),
        ("deadline", "25:00", "“25:00” is no time of day"),
        ("reminders", "0", "The reminders “0” cannot be used"),
        ("reminders", "soon", "The reminders “soon” cannot be used"),
    ):
        options = {"name": "Duel", "board": "green-light", option: value}
        assert text_of(await hall.call(hall.host, "game create", options)).startswith(refusal)
    assert await hall.rows(Game) == []
    await hall.call(
        hall.host,
        "game create",
        {
            "name": "Duel",
            "board": "green-light",
            "rounds": 4,
            "deadline": "20:30",
            "zone": "Europe/London",
            "language": "nl",
            "results": "review",
            "review": 30,
            "hours": 6,
            "reminders": "120, 15",
        },
    )
    [game] = await hall.rows(Game)
    assert (game.rounds, game.deadline_at, game.zone, game.language) == (4, "20:30", "Europe/London", "nl")
    assert (game.publish_mode, game.review_minutes, game.min_programming_hours) == (PublishMode.REVIEW, 30, 6)
    assert game.reminder_minutes == [120, 15]


@in_hall()
async def test_of_several_lobbies_the_host_is_asked_which(hall: Hall) -> None:
    first = await hall.new_game(hall.bolt, starts=False, name="Friday race")
    second = await hall.new_game(hall.cog, starts=False, name="Duel")
    question = await hall.call(hall.host, "game start")
    assert text_of(question) == "Which race do you mean?"
    await hall.press(hall.host, question, "Friday race")
    assert (await hall.game(first)).status is GameStatus.RUNNING
    assert text_of(question).startswith("The race has started")
    busy = await hall.call(hall.host, "game start")
    assert "is being played in this channel" in text_of(busy)
    asked = await hall.call(hall.host, "game hosts add", {"person": hall.cog})
    assert text_of(asked).startswith("The race has another host now.\n")
    assert [host.game_id for host in await hall.rows(Host)] == [first, second, first]


@in_hall()
async def test_where_no_game_is_commands_say_so(hall: Hall) -> None:
    assert text_of(await hall.call(hall.host, "game panel")).startswith("There is no race in this channel.")
    assert text_of(await hall.call(hall.cog, "cards")).startswith("In dit kanaal is er geen race.")
    direct = await hall.call(hall.bolt, "cards", channel=hall.people.dm(hall.bolt))
    assert text_of(direct).startswith("You play in no race now.")
