"""Every power of hosts on Discord: by form and by command, for the right people and the wrong ones."""

from dataclasses import fields, replace
from datetime import timedelta

from bot.db.tables import AuditEntry, Game, GameStatus, Host, Program, PublishMode, Round, RoundStatus, Seat
from bot.moderator.changes import settings_of
from bot.moderator.outbox import Kind, Notice
from bot.moderator.stored import load_state
from bot.playground.answers import AnswerKind
from bot.playground.commandcall import Value
from bot.playground.people import text_of
from bot.text.languages import words_in
from simulation.cards import Card
from simulation.geometry import Facing, format_square
from simulation.rules import HouseRules
from tests.bot.discord.hall import Hall, in_hall, labels, told
from tests.bot.discord.orders import choose, fill, offered, order, shown_in
from tests.bot.discord.test_hands import resolve

WHY: dict[str, str] = {"reason": "as agreed"}


async def last(hall: Hall) -> AuditEntry:
    """Return the last thing that was done."""
    return (await hall.rows(AuditEntry))[-1]


async def robot(hall: Hall, number: int) -> tuple[str, Facing, int]:
    """Return where a robot stands in the open round, where it looks, and its damage cards outside its hand."""
    found = next(row for row in reversed(await hall.rows(Round)) if row.open_game_id is not None)
    state = load_state(found.state)
    one, piles = state.robots[number - 1], state.piles[number - 1]
    assert one.position is not None
    damage = (piles.discard_pile + piles.draw_pile).count(Card.DAMAGE)
    return format_square(one.position), one.facing, damage


# By form


@in_hall()
async def test_a_deadline_is_moved_by_a_form(hall: Hall) -> None:
    """Later at once, earlier after a question that shows both and the reason; the answer has both clocks."""
    game = await hall.new_game(hall.bolt)
    before = (await hall.panel(game, hall.bolt)).deadline
    panel = await order(hall, hall.host, "deadline", {"when": "+2h", **WHY})
    assert text_of(panel).startswith("🕘 Round 1 has another deadline: <t:")
    assert "(23:00 Brussels)" in text_of(panel)
    assert (await hall.panel(game, hall.bolt)).deadline - before == timedelta(hours=2)
    question = await order(hall, hall.host, "deadline", {"when": "+1m", "reason": "so\nwas @everyone **asked**"})
    assert text_of(question).startswith("🕘")
    question = await order(hall, hall.host, "deadline", {"when": "tomorrow 12:00", "reason": "@everyone **is** in"})
    assert "**Reason (everybody reads it):** @\u200beveryone \\*\\*is\\*\\* in" in text_of(question)
    assert "Round 1 ends earlier: <t:" in text_of(question)
    await hall.restart()
    await hall.press(hall.host, question, "Yes, do it")
    assert text_of(question).startswith("🕘 Round 1 has another deadline")
    assert (await last(hall)).reason == "@everyone **is** in"


@in_hall()
async def test_what_cannot_be_meant_goes_back_into_the_form(hall: Hall) -> None:
    """Nothing that was typed is lost, not even in a restart."""
    game = await hall.new_game(hall.bolt)
    panel = await order(hall, hall.host, "deadline", {"when": "soon", "reason": "he said: “later”, *maybe*"})
    assert text_of(panel).startswith("“soon” is no time for a deadline: expected one such as 22:30")
    assert labels(panel) == ["Try again", "Back"]
    await hall.restart()
    form = await hall.press(hall.host, panel, "Try again")
    assert shown_in(form) == {"when": "soon", "reason": "he said: “later”, *maybe*"}
    before = (await hall.panel(game, hall.bolt)).deadline
    await fill(hall, hall.host, form, {"when": "+30m"})
    assert text_of(panel).startswith("🕘 Round 1")
    assert (await hall.panel(game, hall.bolt)).deadline - before == timedelta(minutes=30)
    assert (await last(hall)).reason == "he said: “later”, *maybe*"


@in_hall()
async def test_robots_are_moved_and_damaged_by_forms(hall: Hall) -> None:
    await hall.new_game(hall.bolt, hall.cog)
    panel = await order(
        hall, hall.host, "move-robot", {"robot": "Cog", "square": "c4", "facing": "east", "reason": "a slip"}
    )
    assert text_of(panel).startswith("🛠️ Round 1: Cog is put on C4 (faces east).\n**Friday race**")
    assert await robot(hall, 2) == ("C4", Facing.EAST, 0)
    panel = await order(hall, hall.host, "damage", {"robot": "Cog", "cards": "3", **WHY})
    assert text_of(panel).startswith("🛠️ Round 1: Cog gets 3 damage cards.")
    panel = await order(hall, hall.host, "damage", {"robot": "Cog", "cards": "-2", **WHY})
    assert text_of(panel).startswith("🛠️ Round 1: 2 damage cards are taken off Cog.")
    assert await robot(hall, 2) == ("C4", Facing.EAST, 1)
    for entries, refusal in (
        ({"cards": "two"}, "“two” is no whole number."),
        ({"cards": "0"}, "Found 0 damage cards for Cog, expected 1 to 20."),
        ({"cards": "-9"}, "9 damage cards cannot be taken off Cog: it has 1 in its piles."),
    ):
        assert text_of(await order(hall, hall.host, "damage", {"robot": "Cog", **entries, **WHY})).startswith(refusal)
    for square, refusal in (
        ("north", "“north” is no square: expected a letter and a number, such as C4."),
        ("Z99", "Z99 is outside the board"),
    ):
        entries = {"robot": "Cog", "square": square, "facing": "east", **WHY}
        assert text_of(await order(hall, hall.host, "move-robot", entries)).startswith(refusal)
    assert [row.facts["notice"] for row in await hall.letters(Kind.NOTICE)] == [Notice.ADJUSTED] * 3


@in_hall()
async def test_programs_are_laid_down_taken_back_and_excused_by_forms(hall: Hall) -> None:
    """By places in the hand: no answer tells a host which cards are there."""
    await hall.new_game(hall.bolt, hall.cog)
    panel = await order(hall, hall.host, "set-program", {"robot": "Bolt", "places": "3 1 7 8 2", **WHY})
    assert text_of(panel).startswith("🛠️ Round 1: a host laid a program down for Bolt.\n")
    assert "✅ Bolt: program in" in text_of(panel)
    assert (await hall.rows(Program))[-1].places == [3, 1, 7, 8, 2]
    assert not any(str(words_in("en").say(card.name)) in text_of(panel) for card in Card)
    panel = await order(hall, hall.host, "clear", {"robot": "Bolt", **WHY})
    assert text_of(panel).startswith("🛠️ Round 1: a host took the program of Bolt back.")
    panel = await order(hall, hall.host, "excuse", {"robot": "Bolt", "reason": "ill"})
    assert text_of(panel).startswith("💤 Round 1: Bolt is excused.")
    assert "💤 Bolt: excused" in text_of(panel)
    for places in ("move 2, left", "1 2 3 4", "1 1 2 3 4", "0 1 2 3 4", "1 2 3 4 5 6", "12345678"):
        entries = {"robot": "Cog", "places": places, **WHY}
        assert text_of(await order(hall, hall.host, "set-program", entries)).startswith(f"“{places}” is no program")
    notices = [row.facts for row in await hall.letters(Kind.NOTICE)]
    assert [each["notice"] for each in notices] == [Notice.PROGRAM_SET, Notice.PROGRAM_CLEARED, Notice.EXCUSED]
    assert notices[-1]["reason"] == "ill"


@in_hall()
async def test_a_substitute_takes_a_robot_over_by_a_form(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, hall.cog)
    bot = hall.server.application.bot
    panel = await order(hall, hall.host, "substitute", {"robot": "Bolt", "person": str(bot.id), **WHY})
    assert text_of(panel).startswith("A person is needed here: bots neither play nor host.")
    form = await hall.press(hall.host, panel, "Try again")
    await fill(hall, hall.host, form, {"person": str(hall.spark.id)})
    assert text_of(panel).startswith(f"🔄 Bolt has another player: <@{hall.spark.id}> instead of <@{hall.bolt.id}>.")
    assert (await hall.panel(game, hall.spark)).robot == "Bolt"
    panel = await order(hall, hall.host, "substitute", {"robot": "Bolt", "person": str(hall.cog.id), **WHY})
    assert text_of(panel).startswith("They have a robot in this race already: Cog.")
    form = await hall.press(hall.host, panel, "Try again")
    assert form.modal is not None
    [chosen] = form.modal["components"][1]["component"]["default_values"]
    assert str(chosen["id"]) == str(hall.cog.id)


@in_hall()
async def test_removing_a_robot_asks_first_and_shows_what_was_entered(hall: Hall) -> None:
    await hall.new_game(hall.bolt, hall.cog)
    question = await order(hall, hall.host, "remove", {"robot": "Bolt", "reason": "has not played for a week"})
    assert text_of(question).startswith(
        "**Robot:** Bolt\n**Reason (everybody reads it):** has not played for a week\nBolt leaves the board for good."
    )
    await hall.press(hall.host, question, "No, leave it")
    assert labels(question)[0] == "Status"
    question = await order(hall, hall.host, "remove", {"robot": "Bolt", "reason": "has not played for a week"})
    await hall.restart()
    await hall.press(hall.host, question, "Yes, do it")
    assert text_of(question).startswith("🚪 Bolt leaves the race for good.")
    assert [seat.robot for seat in await hall.rows(Seat) if seat.removed_at is not None] == ["Bolt"]
    assert (await last(hall)).reason == "has not played for a week"


@in_hall()
async def test_the_programming_is_closed_from_the_list_after_a_question(hall: Hall) -> None:
    """As from the panel's button: the reason is asked for when the answer is yes, and everybody reads it."""
    await hall.new_game(hall.bolt)
    panel = await order(hall, hall.host, "resolve-now")
    form = await hall.press(hall.host, panel, "Yes, do it")
    await fill(hall, hall.host, form, {"reason": "all are in"})
    assert text_of(panel).startswith("Programming is closed; the result comes in a moment.")
    [notice] = await hall.letters(Kind.NOTICE)
    assert (notice.facts["notice"], notice.facts["reason"]) == (Notice.CLOSED, "all are in")


@in_hall()
async def test_hosts_are_changed_by_forms(hall: Hall) -> None:
    """Handing over asks first: one's own powers cannot be taken back."""
    await hall.new_game(hall.bolt)
    panel = await order(hall, hall.host, "hosts-what add-host", {"person": str(hall.spark.id)})
    assert text_of(panel).startswith("The race has another host now.\n")
    panel = await order(hall, hall.host, "hosts-what remove-host", {"person": str(hall.spark.id), "reason": "a slip"})
    assert text_of(panel).startswith("That person is no host of the race any more.\n")
    question = await order(hall, hall.host, "hosts-what hand-over", {"person": str(hall.spark.id)})
    assert f"<@{hall.spark.id}> hosts the race instead of you, and you do no more." in text_of(question)
    await hall.press(hall.host, question, "Yes, do it")
    assert text_of(question) == "The race is in other hands now."
    assert [host.user_id for host in await hall.rows(Host)] == [hall.spark.id]
    told_to_all = [(row.facts["notice"], row.facts["host"]) for row in await hall.letters(Kind.NOTICE)]
    assert told_to_all == [
        (Notice.HOST_ADDED, hall.spark.id),
        (Notice.HOST_REMOVED, hall.spark.id),
        (Notice.HOST_ADDED, hall.spark.id),
        (Notice.HOST_REMOVED, hall.host.id),
    ]


@in_hall()
async def test_settings_are_changed_by_forms_that_show_them(hall: Hall) -> None:
    """Each form has what is true now; the channel hears what was changed, and from what."""
    game = await hall.new_game(hall.bolt)
    panel = await hall.call(hall.host, "game panel")
    await hall.press(hall.host, panel, "More…")
    await choose(hall, hall.host, panel, "set-what")
    form = await choose(hall, hall.host, panel, "set-times")
    assert shown_in(form) == {
        "time": "21:00",
        "zone": "Europe/Brussels",
        "hours": "12",
        "reminders": "180, 30",
        "reason": None,
    }
    await fill(hall, hall.host, form, {"time": "20:30", "reminders": "none"})
    assert text_of(panel).startswith(
        "⚙️ The race has other settings:\n• Deadline, from the next deal on: 20:30 (before: 21:00)\n"
        "• Reminders, in minutes before the deadline: none (before: 180, 30)\n**Friday race**"
    )
    assert (await last(hall)).reason == "Settings: times"
    results = {"results": "review", "review": "20", "silence": "no", "language": "nl"}
    panel = await order(hall, hall.host, "set-what set-results", results)
    assert "Results are posted: after a host has seen them (before: at once)" in text_of(
        panel
    ) or "Uitslagen" in text_of(panel)
    row = await hall.game(game)
    assert (row.publish_mode, row.review_minutes, row.moves_for_silence) == (PublishMode.REVIEW, 20, False)
    assert (row.language, row.deadline_at, row.reminder_minutes) == ("nl", "20:30", [])
    await hall.call(hall.host, "language", {"language": "en"})
    rules = {"fall_damage": "2", "fall_ends": "yes", "lasers": "yes"}
    panel = await order(hall, hall.host, "set-what set-rules", rules)
    assert text_of(panel).startswith("📜 House rules from the next round on: a fall costs 2 damage cards;")
    panel = await order(hall, hall.host, "set-what set-length", {"rounds": "0", "points": "3; 2; 1"})
    assert text_of(panel).startswith("Found 0 rounds, expected 1 to 100.")
    form = await hall.press(hall.host, panel, "Try again")
    await fill(hall, hall.host, form, {"rounds": "4", "protests": "30"})
    row = await hall.game(game)
    assert (row.rounds, row.points, row.rules["reboot_damage"], row.protest_minutes) == (4, [3, 2, 1], 2, 30)
    panel = await order(hall, hall.host, "set-what set-length", {})
    assert text_of(panel).startswith("Nothing would change: these are the settings already.")


@in_hall()
async def test_one_command_sets_whatever_it_names(hall: Hall) -> None:
    """Each option reaches its setting: all are other than they were."""
    game = await hall.new_game(hall.bolt)
    before = settings_of(await hall.game(game))
    wanted: dict[str, Value] = {
        "deadline": "20:30",
        "zone": "Europe/London",
        "rounds": 7,
        "points": "9, 1",
        "results": "review",
        "review": 15,
        "hours": 3,
        "reminders": "none",
        "silence": False,
        "language": "nl",
        "fall-damage": 2,
        "fall-ends": True,
        "lasers-stop": True,
        "protests": 5,
        "reason": "as agreed",
    }
    await hall.call(hall.host, "game settings", wanted)
    after = settings_of(await hall.game(game))
    assert after == replace(
        before,
        deadline_at="20:30",
        zone="Europe/London",
        rounds=7,
        points=(9, 1),
        publish_mode=PublishMode.REVIEW,
        review_minutes=15,
        min_programming_hours=3,
        reminder_minutes=(),
        moves_for_silence=False,
        language="nl",
        rules=HouseRules(2, reboot_ends_program=True, lasers_blocked_by_robots=True),
        protest_minutes=5,
    )
    same = [each.name for each in fields(after) if getattr(after, each.name) == getattr(before, each.name)]
    assert same == ["name", "board"]


@in_hall()
async def test_a_round_is_corrected_by_forms(hall: Hall) -> None:
    """The question says which rounds are withdrawn, and shows what is changed; the channel hears it."""
    game = await hall.new_game(hall.bolt, hall.cog, rounds=5)
    for _ in range(2):
        await resolve(hall)
    panel = await hall.call(hall.host, "game panel")
    await hall.press(hall.host, panel, "More…")
    await choose(hall, hall.host, panel, "correct-what")
    form = await choose(hall, hall.host, panel, "correct-program")
    assert shown_in(form)["round"] == "2"
    await fill(hall, hall.host, form, {"round": "1", "robot": "Cog", "places": "9 8 7 6 5", "reason": "misread"})
    assert text_of(panel).startswith(
        "**Robot:** Cog\n**Round:** 1\n**Program:** 9 8 7 6 5\n**Reason (everybody reads it):** misread\n"
        "Round 1 is taken back, and played again at once: as it was, but for what you change here.\n"
        "Withdrawn with it: rounds 2 and 3, with their hands and programs. They are dealt anew."
    )
    await hall.restart()
    await hall.press(hall.host, panel, "Yes, do it")
    assert text_of(panel).startswith("↩️ Round 1 is corrected, and played again at once.")
    assert "• Cog has another program\n" in text_of(panel)
    runs = [(row.number, row.run, row.status) for row in await hall.rows(Round) if row.game_id == game]
    withdrawn = RoundStatus.WITHDRAWN
    assert runs == [(1, 1, withdrawn), (2, 1, withdrawn), (3, 1, withdrawn), (1, 2, RoundStatus.LOCKED)]
    panel = await order(
        hall, hall.host, "correct-what correct-place", {"robot": "Bolt", "square": "B2", "facing": "west", **WHY}
    )
    assert "**Square:** B2\n**Direction:** faces west\n" in text_of(panel)
    assert "No later round is touched." in text_of(panel)
    await hall.press(hall.host, panel, "Yes, do it")
    assert "• 🛠️ Round 1: Bolt is put on B2 (faces west)." in text_of(panel)
    panel = await order(
        hall, hall.host, "correct-what correct-rules", {"fall_damage": "3", "fall_ends": "no", "lasers": "yes", **WHY}
    )
    await hall.press(hall.host, panel, "Yes, do it")
    assert "• House rules of this round: a fall costs 3 damage cards" in text_of(panel)
    panel = await order(hall, hall.host, "correct-what correct-damage", {"robot": "Bolt", "cards": "1", **WHY})
    await hall.press(hall.host, panel, "Yes, do it")
    assert "• 🛠️ Round 1: Bolt gets 1 damage card." in text_of(panel)
    panel = await order(hall, hall.host, "correct-what correct-nothing", WHY)
    await hall.press(hall.host, panel, "Yes, do it")
    assert (await last(hall)).facts["changes"] == []


@in_hall()
async def test_a_round_is_programmed_again_after_a_question(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, rounds=5)
    await resolve(hall)
    panel = await order(hall, hall.host, "replay", WHY)
    assert "Round 1 is taken back, and programmed again with the same hands.\n" in text_of(panel)
    assert "Withdrawn with it: round 2, with its hands and programs. It is dealt anew." in text_of(panel)
    await hall.press(hall.host, panel, "Yes, do it")
    assert text_of(panel).startswith(
        "↩️ Round 1 is programmed again with the same hands.\nMind: the programs of this round were public."
    )
    assert (await hall.panel(game, hall.bolt)).number == 1


@in_hall()
async def test_robots_get_their_start_squares_by_a_form(hall: Hall) -> None:
    await hall.new_game(hall.bolt, hall.cog, starts=False)
    panel = await order(hall, hall.host, "start-square", {"robot": "Cog", "square": "z9"})
    assert text_of(panel).startswith("“Z9” cannot be a start square here; free are: ")
    square = text_of(panel).partition("free are: ")[2].partition(",")[0]
    await fill(hall, hall.host, await hall.press(hall.host, panel, "Try again"), {"square": square})
    assert text_of(panel).startswith(f"Cog starts on {square}.\n")
    assert [seat.start for seat in await hall.rows(Seat)] == [None, square]


# What is in the list

_ALWAYS = ["set-what", "hosts-what", "log"]
_BOARD = ["excuse", "substitute", "set-program", "clear", "move-robot", "damage", "remove"]


async def listed(hall: Hall) -> list[str]:
    """Return what "More…" offers the host."""
    return offered(await order(hall, hall.host, ""))


@in_hall()
async def test_the_list_has_what_is_possible_now(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, rounds=5, publish_mode=PublishMode.REVIEW, starts=False)
    assert await listed(hall) == ["start", "start-square", *_ALWAYS, "cancel"]
    await hall.call(hall.host, "game start")
    programming = ["deadline", "resolve-now", "pause", *_BOARD, *_ALWAYS, "export", "cancel"]
    assert await listed(hall) == programming
    await hall.call(hall.host, "game pause")
    paused = [each for each in programming if each != "resolve-now"]
    assert await listed(hall) == ["resume" if each == "pause" else each for each in paused]
    await hall.call(hall.host, "game resume")
    await resolve(hall)
    redo = ["correct-what", "replay"]
    assert await listed(hall) == ["preview", "publish", "pause", "substitute", *redo, *_ALWAYS, "export", "cancel"]
    await hall.call(hall.host, "game publish")
    assert await listed(hall) == [*programming[:10], *redo, *programming[10:]]
    await confirm_cancel(hall)
    assert (await hall.game(game)).status is GameStatus.CANCELLED
    assert await listed(hall) == [*_ALWAYS, "export"]


async def confirm_cancel(hall: Hall) -> None:
    """End the race."""
    question = await hall.call(hall.host, "game cancel", {"reason": "no fun"})
    await hall.press(hall.host, question, "Yes, do it")


@in_hall()
async def test_a_host_who_plays_is_not_offered_what_favours_somebody(hall: Hall) -> None:
    """And is refused it where it was offered before, or is asked for by a command."""
    await hall.new_game(hall.bolt, hall.host, rounds=5)
    await resolve(hall)
    found = await listed(hall)
    assert not {"set-program", "clear", "move-robot", "damage"} & set(found)
    panel = await order(hall, hall.host, "correct-what")
    assert offered(panel) == ["correct-nothing"]
    for name in ("set-program", "clear", "move-robot", "damage", "correct"):
        refused = await hall.call(hall.host, f"game {name}", {**COMMANDS[name][0], "robot": "Bolt"})
        assert text_of(refused) == "You play in this race yourself: another host must do that."
    assert [row.action for row in await hall.rows(AuditEntry)] == ["create", "start"]


# By command


COMMANDS: dict[str, tuple[dict[str, Value], str]] = {
    "deadline": ({"time": "+1h"}, "🕘 Round 2 has another deadline: <t:"),
    "pause": ({"reason": "storm"}, "The clock stands still until you resume.\n"),
    "resume": ({}, "▶️ The race goes on. This round ends <t:"),
    "excuse": ({"robot": "Bolt", **WHY}, "💤 Round 2: Bolt is excused."),
    "set-program": ({"robot": "Bolt", "program": "1,2,3,4,5", **WHY}, "🛠️ Round 2: a host laid a program down"),
    "clear": ({"robot": "Bolt", **WHY}, "🛠️ Round 2: a host took the program of Bolt back."),
    "move-robot": ({"robot": "Cog", "square": "B2", **WHY}, "🛠️ Round 2: Cog is put on B2 (faces "),
    "damage": ({"robot": "Bolt", "cards": 2, **WHY}, "🛠️ Round 2: Bolt gets 2 damage cards."),
    "settings": ({"rounds": 9, "fall-damage": 2, "zone": "Europe/Paris"}, "📜 House rules from the next round on"),
    "resolve-now": ({**WHY}, "**Reason (everybody reads it):** as agreed\nProgramming closes now"),
    "remove": ({"robot": "Cog", **WHY}, "**Robot:** Cog\n**Reason (everybody reads it):** as agreed\nCog leaves"),
    "correct": (
        {"robot": "Bolt", "square": "B3", "direction": "south", "round": 1, **WHY},
        "**Robot:** Bolt\n**Round:** 1\n**Square:** B3\n**Direction:**",
    ),
    "replay": ({**WHY}, "**Reason (everybody reads it):** as agreed\nRound 1 is taken back, and programmed again"),
    "cancel": ({**WHY}, "**Reason (everybody reads it):** as agreed\nThe race ends for good, without points."),
}
"""Each with what is entered, and the beginning of its answer; those that ask first are last."""


@in_hall()
async def test_every_order_has_a_command(hall: Hall) -> None:
    """What it tells stands above the panel; what cannot be taken back asks first, and holds in a restart."""
    await hall.new_game(hall.bolt, hall.cog, rounds=5)
    await resolve(hall)
    for name, (options, answer) in COMMANDS.items():
        shown = await hall.call(hall.host, f"game {name}", options)
        assert text_of(shown).startswith(answer), (name, text_of(shown))
        assert "<@" not in text_of(shown) or name == "substitute"
    shown = await hall.call(hall.host, "game substitute", {"robot": "Bolt", "person": hall.spark, **WHY})
    assert text_of(shown).startswith(f"🔄 Bolt has another player: <@{hall.spark.id}>")
    question = await hall.call(hall.host, "game correct", COMMANDS["correct"][0])
    await hall.restart()
    await hall.press(hall.host, question, "Yes, do it")
    assert text_of(question).startswith("↩️ Round 1 is corrected, and played again at once.")
    assert (await last(hall)).facts["changes"] == [{"place": "Bolt", "at": "B3", "facing": "south"}]


@in_hall()
async def test_what_a_command_leaves_out_is_asked_for_or_stays(hall: Hall) -> None:
    await hall.new_game(hall.bolt, rounds=5)
    await resolve(hall)
    for options, refusal in (
        ({"square": "B2"}, "Say which robot you mean, too."),
        ({"program": "late"}, "Say which robot you mean, too."),
        ({"robot": "Bolt"}, "Say what is to be corrected about that robot, too."),
        ({"robot": "Bolt", "program": "left"}, "“left” is no program"),
        ({"round": 4}, "Round 4 has no result yet that could be taken back."),
        ({"robot": "Nobody", "square": "B2"}, "There is no robot called “Nobody” in this race."),
    ):
        assert text_of(await hall.call(hall.host, "game correct", {**options, **WHY})).startswith(refusal)
    offer = await hall.people.complete(hall.host, hall.channel, "game correct", {"round": 0, **WHY}, "round").final()
    assert [(each["name"], each["value"]) for each in offer.choices] == []
    asks = await hall.people.complete(hall.host, hall.channel, "game replay", {"round": 1, **WHY}, "round").final()
    assert [(each["name"], each["value"]) for each in asks.choices] == [("round 1", 1)]


@in_hall()
async def test_only_hosts_give_orders(hall: Hall) -> None:
    """By command, by forged buttons, lists and forms; nothing changes, and nothing is told but that."""
    game = await hall.new_game(hall.bolt, hall.cog, rounds=5)
    await resolve(hall)
    before = len(await hall.rows(AuditEntry))
    refusal = "Only a host of this race can do that."
    more: dict[str, dict[str, Value]] = {
        "export": {},
        "log": {},
        "publish": {},
        "panel": {},
        "hosts hand-over": {"person": hall.bolt},
    }
    for name, options in [*((name, options) for name, (options, _) in COMMANDS.items()), *more.items()]:
        assert text_of(await hall.call(hall.bolt, f"game {name}", options)) == refusal, name
    assert text_of(await hall.call(hall.bolt, "game settings")) == refusal
    for wanted in ("more", "correct-what", "set-what", "hosts-what", "preview", "export", "log", "show-settings"):
        assert told(await hall.forge(hall.bolt, f"host:{game}:{wanted}", hall.channel)) == refusal
    for custom_id in (f"log:{game}:9", f"again:{game}:damage", f"host:{game}:remove", f"yes:{game}:remove:abc123"):
        answer = await hall.forge(hall.bolt, custom_id, hall.channel)
        assert told(answer) == refusal if "yes" not in custom_id else answer.kind is AnswerKind.MODAL
    meant = await hall.forge(hall.bolt, f"meant:{game}:pause", hall.channel)
    assert meant.message is not None
    assert text_of(meant.message) == refusal
    assert len(await hall.rows(AuditEntry)) == before


@in_hall()
async def test_ids_that_mean_nothing_are_answered_in_a_sentence(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)
    unknown = "That button belongs to nothing that I know."
    for custom_id in (
        f"host:{game}:nonsense",
        f"again:{game}:nonsense",
        f"meant:{game}:more",
        f"yes:{game}:nonsense:abc",
        f"log:{1 << 63}:1",
        f"menu:{game}",
    ):
        assert told(await hall.forge(hall.host, custom_id, hall.channel)).startswith(unknown), custom_id
    assert told(await hall.forge(hall.host, "host:99:pause", hall.channel)) == "There is no such race."
    assert told(await hall.forge(hall.host, "again:99:remove", hall.channel)) == "There is no such race."
    stale = await hall.forge(hall.host, f"host:{game}:correct-what:5", hall.channel)
    assert told(stale).startswith("The race has gone on since that button was shown")
    for action in ("replay", "correct-program"):
        stale = await hall.forge(hall.host, f"host:{game}:{action}", hall.channel)
        assert told(stale).startswith("The race has gone on since that button was shown")


@in_hall()
async def test_orders_at_the_wrong_time_are_refused_in_a_sentence(hall: Hall) -> None:
    """Before the start, and after the end; in the reader's language."""
    await hall.new_game(hall.bolt, hall.cog, starts=False)
    not_started = ("deadline", "pause", "resume", "resolve-now", "replay", "correct-nothing")
    for name in not_started[:5]:
        assert text_of(await hall.call(hall.host, f"game {name}", COMMANDS[name][0])) == (
            "The race has not been started yet."
        )
    assert text_of(await hall.call(hall.host, "game correct", WHY)) == "The race has not been started yet."
    assert text_of(await hall.call(hall.host, "game export")) == "The race has not been started yet."
    assert text_of(await hall.call(hall.host, "game excuse", COMMANDS["excuse"][0])) == (
        "There is no robot called “Bolt” in this race."
    )
    await hall.call(hall.host, "game start")
    await confirm_cancel(hall)
    await hall.call(hall.host, "language", {"language": "nl"})
    for name in ("deadline", "pause", "resume", "settings", "cancel", "replay", "excuse", "remove", "move-robot"):
        refused = text_of(await hall.call(hall.host, f"game {name}", COMMANDS[name][0]))
        assert refused == "Deze race is voorbij (afgelast).", name


@in_hall()
async def test_of_two_races_of_one_name_a_command_asks_which(hall: Hall) -> None:
    """The buttons tell them apart; the answer remembers what was entered."""
    places = [hall.server.world.add_channel(hall.guild, name) for name in ("one", "two", "three")]
    boards = ("green-light", "green-light", "pocket-duel")
    games = [
        await hall.new_game(user, channel=place, board=board)
        for user, place, board in zip((hall.bolt, hall.cog, hall.spark), places, boards, strict=True)
    ]
    question = await hall.call(hall.host, "game pause", {"reason": "a @here storm"})
    first, second, third = games
    assert labels(question) == [
        "Friday race (Pocket Duel)",
        f"Friday race (Green Light, no. {second})",
        f"Friday race (Green Light, no. {first})",
    ]
    await hall.restart()
    await hall.press(hall.host, question, labels(question)[1])
    assert text_of(question).startswith("The clock stands still until you resume.\n")
    paused = [game.id for game in await hall.rows(Game) if game.status is GameStatus.PAUSED]
    assert paused == [second]
    assert (await last(hall)).reason == "a @\u200bhere storm".replace("\u200b", "")
    excused = await hall.call(hall.host, "game excuse", {"robot": "Spark", **WHY})
    assert text_of(excused).startswith("💤 Round 1: Spark is excused.")
    assert third == (await last(hall)).game_id


@in_hall()
async def test_a_robots_name_that_two_races_have_must_be_chosen_from_the_list(hall: Hall) -> None:
    places = [hall.server.world.add_channel(hall.guild, name) for name in ("one", "two")]
    games = [await hall.new_game(hall.bolt, channel=place) for place in places]
    refused = await hall.call(hall.host, "game excuse", {"robot": "Bolt", **WHY})
    assert text_of(refused) == "Several races have a robot called “Bolt”: choose it from the list that is offered."
    offer = await hall.people.complete(hall.host, hall.channel, "game excuse", {"robot": "b", **WHY}, "robot").final()
    names = [f"Bolt · Friday race (Green Light, no. {game})" for game in games]
    assert {each["name"] for each in offer.choices} == set(names)
    assert {each["value"] for each in offer.choices} == {f"{game}:1" for game in games}
    done = await hall.call(hall.host, "game excuse", {"robot": f"{games[0]}:1", **WHY})
    assert text_of(done).startswith("💤 Round 1: Bolt is excused.")


@in_hall()
async def test_what_strangers_call_themselves_is_harmless_in_lists_and_questions(hall: Hall) -> None:
    hall.bolt.name = "@everyone **x**"
    await hall.new_game(hall.bolt)
    form_of_robot = await order(hall, hall.host, "")
    form = await choose(hall, hall.host, form_of_robot, "remove")
    await fill(hall, hall.host, form, {"robot": "@everyone **x**", "reason": "\u202e<@&1> `x` [a](https://b.example)"})
    text = text_of(form_of_robot)
    assert "@everyone" not in text
    assert "<@&1>" not in text.replace("\\<", "")
    assert "\u202e" not in text
    await hall.press(hall.host, form_of_robot, "Yes, do it")
    assert (await last(hall)).reason == "<@&1> `x` [a](https://b.example)"
