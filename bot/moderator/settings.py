"""What a host sets for a game, and what of it can be used."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from unicodedata import normalize

from bot.db.tables import PublishMode
from bot.moderator.deadlines import DeadlineError, parse_clock_time, parse_zone
from bot.moderator.refusals import Reason, Rejected, rejected
from simulation.boardfile import BoardError, parse_board
from simulation.jsonfields import cut
from simulation.record import MOST_POINTS
from simulation.rules import MOST_REBOOT_DAMAGE, MOST_ROBOTS, POINTS, ROUNDS, HouseRules

LANGUAGES = ("en", "nl")
LONGEST_GAME_NAME, LONGEST_ROBOT_NAME = 80, 32
MOST_ROUNDS = 100
MOST_HOURS = 72
LEAST_REVIEW, MOST_REVIEW = 5, 24 * 60
MOST_PROTEST = 24 * 60
FORUM_RULES = HouseRules()
MOST_REMINDERS, LEAST_REMINDER, MOST_REMINDER = 5, 1, 24 * 60
NO_REMINDERS = frozenset(("none", "off", "geen"))
"""What a host types who wants none."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A game as its host wants it."""

    name: str
    board: str
    """The name of a board of the library."""
    rounds: int = ROUNDS
    deadline_at: str = "21:00"
    """A civil time in the zone."""
    zone: str = "Europe/Brussels"
    """An IANA zone."""
    language: str = "en"
    points: tuple[int, ...] = POINTS
    rules: HouseRules = FORUM_RULES
    publish_mode: PublishMode = PublishMode.AT_ONCE
    review_minutes: int = 60
    min_programming_hours: int = 12
    moves_for_silence: bool = True
    """The deadline moves when the bot could not hear the players."""
    reminder_minutes: tuple[int, ...] = (180, 30)
    """Minutes before the deadline."""
    protest_minutes: int = 60
    """So long players may protest against a result; 0 for never."""


def check_settings(settings: Settings, boards: Mapping[str, str]) -> Rejected | None:
    """Return what of the settings cannot be used, if anything."""
    return (
        check_name(settings.name, LONGEST_GAME_NAME)
        or _check_board(settings.board, boards)
        or _check_times(settings)
        or _check_numbers(settings)
        or check_rules(settings.rules)
        or check_reminders(settings.reminder_minutes)
    )


def check_name(name: str, longest: int) -> Rejected | None:
    """Return why a name of a game or robot cannot be used."""
    if 1 <= len(name) <= longest and name.isprintable() and name == name.strip():
        return None
    return rejected(Reason.WRONG_NAME, found=name[:longest], most=longest)


def looks(name: str) -> str:
    """Return what two names have in common that nobody can tell apart."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def check_rules(rules: HouseRules) -> Rejected | None:
    """Return why house rules cannot be used (H1)."""
    if 0 <= rules.reboot_damage <= MOST_REBOOT_DAMAGE:
        return None
    return rejected(Reason.WRONG_RULES, found=rules.reboot_damage, most=MOST_REBOOT_DAMAGE)


def parse_reminders(typed: str) -> tuple[int, ...] | Rejected:
    """Return the minutes in an entry such as "180, 30", none for "none", or why it cannot be read."""
    if typed.strip().casefold() in NO_REMINDERS:
        return ()
    minutes = tuple(int(number) for number in re.findall(r"[0-9]{1,6}", typed))
    return minutes or _wrong_reminders(typed)


def check_reminders(minutes: tuple[int, ...]) -> Rejected | None:
    """Return why times of reminders cannot be used; none at all is fine."""
    if len(minutes) <= MOST_REMINDERS and all(LEAST_REMINDER <= each <= MOST_REMINDER for each in minutes):
        return None
    return _wrong_reminders(", ".join(str(each) for each in minutes[: MOST_REMINDERS + 1]))


def _wrong_reminders(found: str) -> Rejected:
    return rejected(Reason.WRONG_REMINDERS, found=found, count=MOST_REMINDERS, least=LEAST_REMINDER, most=MOST_REMINDER)


def _check_board(name: str, boards: Mapping[str, str]) -> Rejected | None:
    if name not in boards:
        return rejected(Reason.UNKNOWN_BOARD, found=name[:LONGEST_GAME_NAME], expected=", ".join(sorted(boards)))
    try:
        parse_board(boards[name])
    except BoardError as error:
        return rejected(Reason.BROKEN_BOARD, found=name, problem=str(error))
    return None


def _check_times(settings: Settings) -> Rejected | None:
    try:
        parse_clock_time(settings.deadline_at)
    except DeadlineError:
        return rejected(Reason.WRONG_TIME, found=cut(settings.deadline_at))
    try:
        parse_zone(settings.zone)
    except DeadlineError:
        return rejected(Reason.WRONG_ZONE, found=cut(settings.zone))
    return None


def _check_numbers(settings: Settings) -> Rejected | None:
    if settings.language not in LANGUAGES:
        found = settings.language[:LONGEST_GAME_NAME]
        return rejected(Reason.WRONG_LANGUAGE, found=found, expected=", ".join(LANGUAGES))
    if not 1 <= settings.rounds <= MOST_ROUNDS:
        return rejected(Reason.WRONG_ROUNDS, found=settings.rounds, least=1, most=MOST_ROUNDS)
    points = settings.points
    if not 1 <= len(points) <= MOST_ROBOTS or not all(0 <= each <= MOST_POINTS for each in points):
        found = ", ".join(str(each) for each in points[: MOST_ROBOTS + 1])
        return rejected(Reason.WRONG_POINTS, found=found, length=MOST_ROBOTS, most=MOST_POINTS)
    if not 0 <= settings.min_programming_hours <= MOST_HOURS:
        return rejected(Reason.WRONG_HOURS, found=settings.min_programming_hours, least=0, most=MOST_HOURS)
    if not LEAST_REVIEW <= settings.review_minutes <= MOST_REVIEW:
        return rejected(Reason.WRONG_REVIEW, found=settings.review_minutes, least=LEAST_REVIEW, most=MOST_REVIEW)
    return check_protest(settings.protest_minutes)


def check_protest(minutes: int) -> Rejected | None:
    """Return why a time for protests cannot be used; none at all is fine."""
    return (
        None if 0 <= minutes <= MOST_PROTEST else rejected(Reason.WRONG_PROTEST_TIME, found=minutes, most=MOST_PROTEST)
    )
