"""What the tests of texts share: languages that miss no sentence, names of any script, and one of every text."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from hypothesis import strategies as st

from bot.text import (
    alt,
    answers,
    auditlog,
    boards,
    confirming,
    forms,
    hands,
    hostpanel,
    labels,
    manual,
    news,
    notices,
    path,
    permissions,
    posts,
    powers,
    protests,
    reminders,
    replay,
    reports,
    seats,
    settings,
    why,
)
from bot.text.escaping import Text
from bot.text.languages import SOURCE, Words, words_in
from bot.text.places import Moment
from bot.text.standings import Standing
from simulation.boardfile import parse_board
from simulation.cards import Card
from simulation.foresight import foresee
from simulation.geometry import Facing, Position
from simulation.programs import Lateness
from simulation.round import simulate
from simulation.rules import HouseRules
from simulation.shuffling import refuse_to_shuffle
from simulation.state import Piles, Robot, State

Told = Callable[[Words], Text]
"""What makes a text in a language."""

BOARD = (Path(__file__).parents[3] / "boards" / "pocket-duel.toml").read_bytes()
GOLDEN = Path(__file__).parent / "golden"
MOMENT = Moment(datetime(2026, 3, 28, 20, 0, tzinfo=UTC), "Europe/Brussels")
DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
HAND = (
    Card.MOVE2,
    Card.LEFT,
    Card.AGAIN,
    Card.UTURN,
    Card.BACK,
    Card.MOVE1,
    Card.MOVE3,
    Card.RIGHT,
    Card.DAMAGE,
)
HOSTILE = (
    "@everyone",
    "@here",
    "<@123>",
    "<@&5>",
    "**x**",
    "`x`",
    "[a](https://b.example)",
    "||s||",
    "# big",
    "1. list",
    "> quote",
    "- item",
    "a\nb",
    "\u202eabc",
    "\u200b",
    "قطة",
    "機器人",
    "🤖" * 32,
    "x\u0301" * 16,
    "\\",
    "https://evil.example",
    "<t:1:F>",
    "_" * 32,
    "W" * 32,
)

names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=32) | st.sampled_from(HOSTILE)


class Complete(dict[str, tuple[str, ...]]):
    """Translations of which none may be missing."""

    def get(self, key: str, default: object = None) -> tuple[str, ...]:
        """Return a translation."""
        assert default is None
        return self[key]


def complete(language: str) -> Words:
    """Return a language that raises KeyError for a sentence without translation."""
    words = words_in(language)
    return words if language == SOURCE else replace(words, sentences=Complete(words.sentences))


def panel(robot: str = "Cog", game: str = "The big race") -> hands.HandPanel:
    return hands.HandPanel(game, 3, 10, robot, HAND, MOMENT)


def in_force(*cards: Card) -> hands.InForce:
    return hands.InForce(2, cards or HAND[:5], MOMENT, "ABCD2345", hands.Origin.TAPPED)


def standings(robots: list[str]) -> tuple[Standing, ...]:
    told: list[Standing] = []
    for number, robot in enumerate(robots, start=1):
        kinds = (
            Standing(robot, number, rank=1, points=5),
            Standing(robot, number, Position(3, 7), 1, damage=2),
            Standing(robot, number, Position(26, 40), 39),
            Standing(robot, number, retired=True),
        )
        told.append(kinds[(number - 1) % len(kinds)])
    return tuple(told)


def every_notice(robot: str) -> Iterator[news.News]:
    yield from (news.Paused(), news.Resumed(None), news.Resumed(MOMENT), news.Cancelled())
    yield from (news.DeadlineMoved(3, MOMENT, MOMENT), news.Silence(3, 1, MOMENT), news.Silence(3, 25, MOMENT))
    yield from (news.RobotPlaced(3, robot, "C4", Facing.EAST), news.DamageChanged(3, robot, 1))
    yield from (news.DamageChanged(3, robot, -2), news.ProgramSet(3, robot), news.ProgramCleared(3, robot))
    yield from (news.Substituted(robot, 1, 2), news.Removed(robot), news.RulesSet(HouseRules()))
    yield news.RulesSet(HouseRules(2, reboot_ends_program=True, lasers_blocked_by_robots=True))
    yield from (news.Corrected(3, was_seen=False), news.Replayed(3, MOMENT, was_seen=False))
    yield from (news.Corrected(3), news.Replayed(3), news.Replayed(3, MOMENT))
    yield from (news.Moved(5), news.Moved(5, MOMENT))
    yield from (news.Cancelled("a-`seed`", DIGEST), news.Closed(3), news.Excused(3, robot))
    yield from (news.HostAdded(8), news.HostRemoved(8), news.SettingsChanged(CHANGES))
    changes = (news.ProgramReplaced(robot, is_late=True), news.ProgramReplaced(robot, is_late=False))
    yield news.Corrected(3, (*changes, news.RobotPlaced(3, robot, "C4", Facing.EAST), HouseRules(2)))


SETTINGS: dict[str, settings.Stored] = {
    "rounds": 12,
    "deadline_at": "20:30",
    "zone": "Europe/London",
    "language": "nl",
    "points": [5, 4, 3],
    "publish_mode": "review",
    "review_minutes": 1,
    "min_programming_hours": 6,
    "moves_for_silence": False,
    "reminder_minutes": [],
    "protest_minutes": 60,
}
CHANGES = tuple(settings.SettingChange(name, value, value) for name, value in SETTINGS.items())
LOGGED = auditlog.Logged(7, MOMENT, None, None, Text("🎲"), "")


def every_report(robots: tuple[str, ...], game: str) -> Iterator[reports.HostReport]:
    yield from (reports.Delivery(game, 3, 7, ()), reports.Delivery(game, 3, 12, robots))
    yield from (
        reports.DeadLetter(game, "result", "403 Missing Permissions"),
        reports.DeadLetter(game, "new", "x" * 999),
    )
    yield from (reports.Stuck(game, "ValueError: " + "x" * 999), reports.Overdue(game, 3, 6, "dealt"))
    yield from (reports.Overdue(game, 3, 1, "unheard of"), reports.Preview(game, 3, MOMENT))
    yield from (reports.ChannelLost(game, "10003 Unknown Channel"), reports.ClockOff(game, 7))
    yield reports.PreviewOver(game, 3)
    yield reports.MissingPermissions(game, 5, tuple(permissions.PERMISSIONS))


def every_panel(robot: str, game: str) -> Iterator[hands.HandPanel]:
    empty = panel(robot, game)
    yield from (empty, replace(empty, picked=(3, 1, 2)), replace(empty, in_force=in_force()))
    yield replace(empty, in_force=in_force(), picked=(2, 1))
    yield replace(empty, in_force=in_force(Card.AGAIN, *HAND[:4]))
    yield replace(empty, in_force=in_force(), is_open=False)


def every_view(robots: list[str], game: str) -> Iterator[Told]:
    """Yield what stands in messages with components."""
    told = standings(robots)
    late = tuple(zip(robots, list(Lateness) * 3, strict=False))
    result = posts.Result(game, 3, 100, (robots[0], 12), told, tuple(robots[:3]), tuple(robots), late, MOMENT)
    yield partial(posts.tell_result, result=result)
    bare = posts.Result(game, 10, 10, None, told, run=2, without_picture=True)
    yield partial(posts.tell_result, result=bare)
    yield partial(posts.tell_result, result=replace(result, is_preview=True))
    yield partial(posts.tell_withdrawn, round_number=3, original=posts.tell_result(complete("en"), result))
    for panel_of in every_panel(robots[0], game):
        yield partial(hands.tell_panel, panel=panel_of)
    yield partial(replay.tell_replay, game=game, round_number=3, thread=10**18)
    yield from every_look(robots)


def every_look(robots: list[str]) -> Iterator[Told]:
    """Yield what is told of a small round: where a program leads, and why somebody is where they are."""
    ground = parse_board(BOARD)
    state = State(
        tuple(Robot(name, Position(3, 1 + seat), Facing.NORTH) for seat, name in enumerate(robots[:2])),
        tuple(Piles(registers=HAND[:5], draw_pile=HAND[5:]) for _ in robots[:2]),
    )
    for is_draft in (True, False):
        foreseen = foresee(ground, state.robots[0], (*HAND[:4], Card.DAMAGE), HouseRules())
        yield partial(path.tell_path, path=path.PathSeen(robots[0], 3, foreseen, is_draft))
    beats = simulate(ground, state, HouseRules(), refuse_to_shuffle).beats
    case = why.Case(ground, HouseRules(), 3, state, beats, 1, is_placed=True, lateness=Lateness.ABSENT)
    for register in (None, 1):
        yield partial(why.tell_why, case=case, register=register)


def every_post(robots: list[str], game: str, reason: str) -> Iterator[Told]:
    """Yield the channel's other messages."""
    entrants = tuple(posts.Entrant(robot, 10**18 + index, "C1") for index, robot in enumerate(robots))
    lobby = posts.Lobby(game, game, 100, "21:00", "Europe/Brussels", 12, (posts.Entrant("New", 5), *entrants[1:]))
    for stage in posts.LobbyStage:
        yield partial(posts.tell_lobby, lobby=replace(lobby, stage=stage))
    yield partial(posts.tell_lobby, lobby=replace(lobby, entrants=()))
    yield partial(posts.tell_start, start=posts.Start(game, game, 100, entrants, DIGEST, MOMENT))
    for rounds in (1, 100):
        yield partial(posts.tell_final, final=posts.Final(game, rounds, standings(robots), "a-`seed`", DIGEST))
    yield partial(posts.tell_picture, round_number=3)
    yield posts.tell_stills
    yield partial(posts.tell_programs_in, programs=4, robots=7)
    yield partial(posts.tell_thread, round_number=3)
    for each in every_notice(robots[0]):
        yield partial(notices.tell_notice, news=each, by=news.By(7, reason))
    yield partial(notices.tell_notice, news=news.Silence(3, 25, MOMENT))


def every_letter(robots: list[str], game: str) -> Iterator[Told]:
    """Yield what players and hosts get as direct messages, but hands."""
    robot = robots[0]
    for origin in hands.Origin:
        receipt = replace(panel(robot, game), in_force=replace(in_force(), origin=origin))
        yield partial(hands.tell_receipt, panel=receipt)
    yield partial(alt.tell_hand_alt, hand=HAND)
    for picked in (0, 3):
        yield partial(hands.tell_reminder, reminder=hands.Reminding(game, 3, robot, picked, MOMENT))
    yield partial(hands.tell_welcome, welcome=hands.Welcome(game, robot, "21:00", "Europe/Brussels"))
    yield partial(hands.tell_old_hand, old=3, current=4)
    for report in every_report(tuple(robots), game):
        yield partial(reports.tell_report, report=report)
    kinds = ((True, True, False), (False, True, True), (False, False, False), (False, True, False))
    seats = tuple(hostpanel.SeatStatus(name, *kinds[index % 4]) for index, name in enumerate(robots))
    yield partial(hostpanel.tell_host_panel, panel=hostpanel.HostPanel(game, "lobby"))
    troubled = hostpanel.HostPanel(game, "running", 3, 10, "dealt", MOMENT, MOMENT, seats, 1, 2, "KeyError: 'x'", -7)
    yield partial(hostpanel.tell_host_panel, panel=troubled)


def _hint(what: powers.Power | powers.Field, words: Words) -> Text:
    found = powers.power_hint(words, what) if isinstance(what, powers.Power) else powers.field_hint(words, what)
    return found or Text("")


def every_order(robot: str, game: str) -> Iterator[Told]:
    """Yield what hosts read when they order something."""
    for power in powers.Power:
        yield partial(powers.power_name, power=power)
        if power in powers.HINTS:
            yield partial(_hint, power)
    for field in powers.Field:
        yield partial(powers.field_name, field=field)
        if field in powers.EXPLAINED:
            yield partial(_hint, field)
        for value in ("7", *powers.OPTIONS.get(field, ())):
            yield partial(powers.tell_entry, field=field, value=value)
    yield partial(powers.round_name, number=3)
    yield lambda words: settings.tell_settings(words, SETTINGS, Text("…"), (7, 8))
    yield partial(auditlog.tell_log, game=game, page=[LOGGED, replace(LOGGED, user_id=7, round=3, reason=robot)])
    yield partial(auditlog.tell_log, game=game, page=[])
    for action in ("create", "start", "start square", "publish", "stuck", "another"):
        yield partial(auditlog.tell_done, action=action, facts={"robot": robot, "square": "C4", "round": 3})


def every_answer(robots: list[str], game: str) -> Iterator[Told]:
    """Yield what is answered to buttons, commands and chat."""
    for what in answers.Reply:
        yield partial(
            answers.reply, what=what, robot=robots[0], role="Makers", language="English", game=game, found="1 2 3 4 5"
        )
    for label in labels.Label:
        yield partial(labels.label, what=label)
    for has_message in (True, False):
        yield partial(answers.tell_joined, robot=robots[0], has_message=has_message)
    for action in (
        "earlier deadline",
        "resolve now",
        "cancel",
        "remove",
        "leave",
        "correct",
        "replay",
        "hand over",
        "another",
    ):
        facts: dict[str, object] = {"robot": robots[0], "round": 3, "before": "21:00", "deadline": "20:00", "host": 7}
        yield partial(confirming.tell_confirm, action=action, without_program=robots, facts=facts)
    yield partial(confirming.tell_confirm, action="cancel", without_program=(), facts={})
    for withdrawn, lost in (((), ()), ((4,), ({},)), ((4, 5), ({}, {}))):
        facts = {"round": 3, "withdrawn": list(withdrawn), "lost_adjustments": list(lost)}
        yield partial(confirming.tell_confirm, action="correct", without_program=(), facts=facts)
    yield from every_order(robots[0], game)
    yield from (manual.tell_hint, manual.tell_help, partial(manual.tell_rules, rules=HouseRules()))
    yield partial(answers.tell_standings_answer, game=game, standings=standings(robots))
    yield partial(answers.tell_deadline, deadline=MOMENT)
    for said in boards.BoardReply:
        yield partial(boards.board_reply, what=said, found=70_000, most=65_536, title=robots[0])
    for number in (0, 3):
        yield partial(boards.tell_board_now, game=game, after_round=number, standings=standings(robots))


def every_comfort(robots: list[str], game: str, reason: str) -> Iterator[Told]:
    """Yield what belongs to forms, reminders, protests and substitutes."""
    robot = robots[0]
    for entered in (("1", "2", "1", "2", "2"), ("1", "", "x" * 99, "0", "5")):
        problem = forms.parse_form(entered, HAND)
        assert isinstance(problem, forms.FormProblem)
        yield partial(forms.tell_form_problem, problem=problem)
    yield partial(forms.form_title, robot=robot, round_number=3)
    coming = [
        reminders.Coming(game, 3, has_program=has_program, is_paused=is_paused, at=at)
        for has_program, is_paused, at in (
            (False, False, MOMENT),
            (False, False, None),
            (True, False, None),
            (False, True, None),
        )
    ]
    for minutes, quiet, rounds in ((None, None, ()), ((), "22:00", coming), ((30, 180), "22:00", coming * 3)):
        told = reminders.Reminders(minutes, quiet, quiet and "08:00", tuple(rounds))
        yield partial(reminders.tell_reminders, told=told)
    for is_final in (False, True):
        yield partial(protests.tell_protest_line, until=MOMENT, is_final=is_final)
    yield partial(protests.protest_title, round_number=3)
    for left in (2, 1, 0):
        yield partial(protests.tell_protest_sent, round_number=3, left=left)
    for text in (reason, ""):
        yield partial(protests.tell_what_you_wrote, text=text)
    for name in (robot, None):
        yield partial(protests.tell_protest, told=protests.Protested(game, 3, 7, name, reason))
    yield partial(
        answers.tell_refusal,
        sentence="Too late: the time for protests about round {number} was over {when}. The result is final.",
        facts={"number": 3, "when": f"{MOMENT.at.isoformat()} {MOMENT.zone}"},
    )
    yield partial(
        confirming.tell_confirm,
        action="correct",
        without_program=(),
        facts={"round": 3, "final": f"{MOMENT.at.isoformat()} {MOMENT.zone}"},
    )
    hand = panel(robot, game)
    for dealt in (None, hand, replace(hand, deadline=None, in_force=in_force())):
        yield partial(seats.tell_seat_news, news=seats.TakenOver(game, robot, reason, dealt))
    yield partial(seats.tell_seat_news, news=seats.Replaced(game, robot, reason))
