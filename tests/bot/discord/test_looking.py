"""What hosts look at: the log, the settings, the record as a file; and what a race that is cancelled reveals."""

import json

from sqlmodel import select

from bot.db.tables import AuditEntry, Round
from bot.moderator import games, hosts, seats
from bot.playground.model import Message
from bot.playground.people import text_of
from simulation.record import digest, verify
from tests.bot.discord.conftest import On
from tests.bot.discord.hall import SEED, Hall, in_hall, labels
from tests.bot.discord.orders import order
from tests.bot.discord.rallystage import RallyStage
from tests.bot.discord.test_hands import resolve

WHY = {"reason": "as agreed"}


def record_in(message: Message) -> dict[str, object]:
    """Return the record that a message brings."""
    [file] = [each for each in message.attachments if each.filename == "record.json"]
    found: dict[str, object] = json.loads(file.content)
    return found


@in_hall()
async def test_the_log_tells_who_did_what_when_and_why(hall: Hall) -> None:
    """The latest first; what a notice told reads as there, and strangers' words are harmless."""
    await hall.new_game(hall.bolt, hall.cog, rounds=5)
    await hall.call(hall.host, "game excuse", {"robot": "Bolt", "reason": "@everyone is **ill**"})
    await hall.call(hall.host, "game damage", {"robot": "Cog", "cards": 2, **WHY})
    await resolve(hall)
    log = await hall.call(hall.host, "game log")
    first, *entries = text_of(log).split("\n\n")
    assert first == "**The log of Friday race**, the latest first"
    assert [entry.splitlines()[1] for entry in entries] == [
        "🛠️ Round 1: Cog gets 2 damage cards.",
        "💤 Round 1: Bolt is excused. A program may still come.",
        "The race was started.",
        "The race was made.",
    ]
    assert entries[1].startswith("<t:")
    assert entries[1].splitlines()[0].endswith(f" · <@{hall.host.id}> · round 1")
    assert entries[1].splitlines()[2] == "Why: @\u200beveryone is \\*\\*ill\\*\\*"
    assert labels(log) == ["Older", "Latest", "Back"]
    await hall.restart()
    await hall.press(hall.host, log, "Older")
    assert text_of(log).endswith("\n\nNothing more.")
    await hall.press(hall.host, log, "Latest")
    assert "Cog gets 2 damage cards" in text_of(log)
    await hall.press(hall.host, log, "Back")
    assert text_of(log).startswith("**Friday race**: running")


@in_hall()
async def test_a_long_log_has_pages(hall: Hall) -> None:
    """Each entry is on one of them."""
    await hall.new_game(hall.bolt)
    for number in range(25):
        await hall.call(
            hall.host, f"game {'resume' if number % 2 else 'pause'}", {"reason": f"no. {number} " + "x" * 450}
        )
    log = await order(hall, hall.host, "log")
    seen: list[str] = []
    for _ in range(20):
        assert len(text_of(log)) <= 4000
        seen += [line for line in text_of(log).splitlines() if line.startswith("Why: no")]
        if "Nothing more." in text_of(log):
            break
        await hall.press(hall.host, log, "Older")
    assert [line.split()[2] for line in seen] == [str(number) for number in range(24, -1, -1)]
    assert len(await hall.rows(AuditEntry)) == 27


@in_hall()
async def test_settings_are_shown_as_they_are(hall: Hall) -> None:
    """By the command without anything, and from the list; in the reader's language."""
    await hall.new_game(hall.bolt, points=(9, 3), reminder_minutes=())
    shown = text_of(await hall.call(hall.host, "game settings"))
    hosts_told = f"• Hosts: <@{hall.host.id}>\n"
    assert shown.startswith(
        f"**The settings of Friday race**\n{hosts_told}• Rounds: 10\n• Deadline, from the next deal"
    )
    assert "• Points: 9, 3\n" in shown
    assert "• Reminders, in minutes before the deadline: none\n" in shown
    assert "• House rules: a fall costs 1 damage card;" in shown
    await hall.call(hall.host, "language", {"language": "nl"})
    shown = text_of(await hall.call(hall.host, "game settings"))
    assert shown.startswith(f"**De instellingen van Friday race**\n{hosts_told}• Rondes: 10\n")
    assert "• De deadline schuift op als ik de spelers niet kon horen: ja\n" in shown


@in_hall()
async def test_the_record_of_a_race_that_runs_tells_what_everybody_has_seen(hall: Hall) -> None:
    """Whoever asks, a host who plays too: no seed, no hand, no pile, nothing of the open round."""
    game = await hall.new_game(hall.bolt, hall.host, rounds=2)
    hand = await hall.deal(game, hall.bolt)
    for place in (3, 1, 7, 8, 2):
        await hall.tap(hall.bolt, hand, place)
    for rounds in (0, 1):
        sent = await hall.call(hall.host, "game export")
        assert text_of(sent).startswith("What everybody has seen so far.")
        record = record_in(sent)
        text = json.dumps(record)
        assert record["seed_sha256"] == digest(SEED)
        assert f'"{SEED}"' not in text.replace('"board"', "")
        assert not {"seed", "hands", "hand", "piles", "draw_pile"} & set(record)
        assert "hand" not in text.replace("handed", "")
        played = record["played"]
        assert isinstance(played, list)
        assert len(played) == rounds
        await resolve(hall)
    sent = await hall.call(hall.host, "game export")
    assert text_of(sent) == "The whole race, with its seed and all hands."
    assert record_in(sent)["seed"] == SEED


def test_a_race_that_is_cancelled_reveals_its_seed_and_its_record(on: On) -> None:
    """As the first post promised; what was played can be verified."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2, rounds=5)
        await stage.command(hosts.resolve_now, game)
        await stage.until_there_is(select(Round.id).where(Round.number == 2))
        await stage.settled()
        await stage.command(games.cancel, game)
        await stage.settled()
        last = stage.posts()[-1]
        assert text_of(last).startswith(
            "⏹️ The race was cancelled. There are no points.\n**The seed**\n```\ngreen-light\n"
        )
        assert "python -m simulation verify record.json" in text_of(last)
        assert verify(json.dumps(record_in(last))) == 1

    on(story)


def test_a_lobby_that_is_cancelled_has_no_seed_to_tell(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2, starts=False)
        await stage.command(games.cancel, game)
        await stage.settled()
        last = stage.posts()[-1]
        assert "seed" not in text_of(last)
        assert not last.attachments

    on(story)


def test_everybody_hears_what_hosts_did_and_why(on: On) -> None:
    """In the channel, once each, in the game's language."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2, rounds=5)
        await stage.command(seats.excuse, game, 1)
        await stage.command(hosts.add_host, game, stage.players[0].id)
        await stage.command(hosts.resolve_now, game)
        await stage.until_there_is(select(Round.id).where(Round.number == 2))
        await stage.settled()
        told = "\n".join(stage.texts())
        for sentence in (
            "💤 Round 1: Bolt is excused.",
            f"🧭 <@{stage.players[0].id}> is a host of this race now.",
            "⏩ Round 1: a host closed the programming before its deadline.",
        ):
            assert told.count(sentence) == 1
        assert told.count(f"By <@{stage.host.id}>: as agreed") == 3

    on(story)
