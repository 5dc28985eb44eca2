"""What the channel reads: the lobby, the start, the night's result, the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.marks import N_
from bot.text.escaping import Text, fit, fit_names, join, lines
from bot.text.languages import Words
from bot.text.limits import LONGEST_MESSAGE, LONGEST_VIEW
from bot.text.people import account
from bot.text.places import Moment, daily_clock, when
from bot.text.seeds import block, tell_seed
from bot.text.standings import Standing, tell_standings
from simulation.programs import Lateness

_LATE = {
    Lateness.ABSENT: N_("no program"),
    Lateness.TOO_LATE: N_("the program came too late"),
    Lateness.NEVER_REACHED: N_("the hand could not be delivered"),
    Lateness.EXCUSED: N_("excused"),
}


class LobbyStage(StrEnum):
    """Where a lobby is."""

    OPEN = "open"
    STARTED = "started"
    CANCELLED = "cancelled"


_STAGES = {
    LobbyStage.OPEN: N_("Press **Join** to get a robot with your name. Your cards come as direct messages."),
    LobbyStage.STARTED: N_("The race has started."),
    LobbyStage.CANCELLED: N_("The race was cancelled."),
}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A robot in the lobby or at the start, in the order of joining."""

    robot: str
    user_id: int
    start: str | None = None
    """Its start square, such as "C1"."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """What a lobby post tells."""

    game: str
    board: str
    rounds: int
    deadline_at: str
    """By the zone's clocks: "21:00"."""
    zone: str
    places: int
    entrants: tuple[Entrant, ...] = ()
    stage: LobbyStage = LobbyStage.OPEN


@dataclass(frozen=True, slots=True)
class Start:
    """What the start post tells."""

    game: str
    board: str
    rounds: int
    entrants: tuple[Entrant, ...]
    seed_digest: str
    """The SHA-256 of the seed, in hexadecimal."""
    deadline: Moment


@dataclass(frozen=True, slots=True)
class Result:
    """What the post of a round tells."""

    game: str
    round: int
    rounds: int
    first: tuple[str, int] | None
    """Who moved first in register 1, and how many squares from the Guard."""
    standings: tuple[Standing, ...]
    finished: tuple[str, ...] = ()
    """Robots that got over the line tonight, in order."""
    fallen: tuple[str, ...] = ()
    """Robots that fell tonight, each once."""
    late: tuple[tuple[str, Lateness], ...] = ()
    deadline: Moment | None = None
    """The next round's; None after the last round."""
    run: int = 1
    """Above 1 the round was corrected or replayed."""
    without_picture: bool = False
    is_preview: bool = False
    """Only its hosts see it yet: the next round is not dealt."""


@dataclass(frozen=True, slots=True)
class Final:
    """What the last post tells."""

    game: str
    rounds: int
    """That were played."""
    standings: tuple[Standing, ...]
    seed: str
    seed_digest: str


def tell_lobby(words: Words, lobby: Lobby) -> Text:
    """Return the lobby post."""

    def write(names: Sequence[str]) -> Text:
        return lines(
            words.say("## {game}", game=lobby.game),
            words.count(
                "A race on the board {board}, of 1 round.",
                "A race on the board {board}, {n} rounds at most.",
                lobby.rounds,
                board=lobby.board,
            ),
            words.say(
                "A round a day: programs until {clock}.", clock=daily_clock(words, lobby.deadline_at, lobby.zone)
            ),
            words.say("**Robots: {n} of {most}**", n=len(lobby.entrants), most=lobby.places),
            *_tell_entrants(words, lobby.entrants, names),
            words.say(_STAGES[lobby.stage]),
        )

    return fit_names([entrant.robot for entrant in lobby.entrants], write, LONGEST_MESSAGE)


def tell_start(words: Words, start: Start) -> Text:
    """Return the start post, with what proves later that the seed was not changed."""

    def write(names: Sequence[str]) -> Text:
        return lines(
            words.say("## {game} has started", game=start.game),
            words.count(
                "Board {board}, 1 round.", "Board {board}, {n} rounds at most.", start.rounds, board=start.board
            ),
            *_tell_entrants(words, start.entrants, names),
            words.say("Hands are on their way. Round 1 ends {when}.", when=when(words, start.deadline)),
            words.say("All chance comes from a secret seed, which the last post reveals. This is its SHA-256:"),
            block(start.seed_digest),
        )

    return fit_names([entrant.robot for entrant in start.entrants], write, LONGEST_MESSAGE)


def tell_result(words: Words, result: Result) -> Text:
    """Return the post of a round: who moved first, the night's results, the standings, who was late and why."""

    def write(names: Sequence[str]) -> Text:
        shown = dict(zip((standing.robot for standing in result.standings), names, strict=True))
        return lines(
            _tell_title(words, result),
            words.say("The pictures could not be drawn yet; they follow.") if result.without_picture else None,
            _tell_first(words, result.first, shown),
            _tell_names(words, N_("🏁 Over the pink line tonight: {robots}."), result.finished, shown),
            _tell_names(words, N_("🕳️ Fell: {robots}."), result.fallen, shown),
            _tell_late(words, result.late, shown),
            words.say("**Standings**"),
            tell_standings(words, result.standings, names),
            None if result.is_preview else _tell_next(words, result),
        )

    return fit_names([standing.robot for standing in result.standings], write, LONGEST_VIEW)


def tell_final(words: Words, final: Final) -> Text:
    """Return the last post: points, seed, and how to verify the game."""

    def write(names: Sequence[str]) -> Text:
        return lines(
            words.say("## {game} is over", game=final.game),
            words.count("After 1 round:", "After {n} rounds:", final.rounds),
            *_tell_points(words, final.standings, names),
            tell_seed(words, final.seed, final.seed_digest),
        )

    return fit_names([standing.robot for standing in final.standings], write, LONGEST_MESSAGE)


def tell_picture(words: Words, round_number: int) -> Text:
    """Return what stands with the pictures of a result that went out without them."""
    return words.say("Round {round}: here is what was missing.", round=round_number)


def tell_stills(words: Words) -> Text:
    """Return what stands above the pictures of the registers."""
    return words.say("For those who cannot play the animation: the board after each register.")


def tell_withdrawn(words: Words, round_number: int, original: Text) -> Text:
    """Return a post of a round that was taken back: marked, and readable still."""
    mark = words.say(
        "⚠️ **Withdrawn: the hosts took round {round} back. What counts is further down.**", round=round_number
    )
    return fit(lines(mark, original), LONGEST_VIEW)


def tell_programs_in(words: Words, programs: int, robots: int) -> Text:
    """Return how many programs are in, and not whose."""
    return words.say("Programs in: {n} of {most}.", n=programs, most=robots)


def tell_thread(words: Words, round_number: int) -> Text:
    """Return the name of the thread with the account of a round."""
    return words.unformatted().say("Round {round}: what happened", round=round_number)


def _tell_entrants(words: Words, entrants: Sequence[Entrant], names: Sequence[str]) -> list[Text]:
    told: list[Text] = []
    for number, (entrant, name) in enumerate(zip(entrants, names, strict=True), start=1):
        start = Text("") if entrant.start is None else Text(f" ({words.name(entrant.start)})")
        told.append(Text(f"{number}. {words.name(name)}{start} · {account(entrant.user_id)}"))
    return told


def _tell_title(words: Words, result: Result) -> Text:
    title = words.say(
        "## {game}: round {round} of {rounds}", game=result.game, round=result.round, rounds=result.rounds
    )
    again = words.say("(played again)")
    return title if result.run == 1 else Text(f"{title} {again}")


def _tell_first(words: Words, first: tuple[str, int] | None, shown: dict[str, str]) -> Text | None:
    if first is None:
        return None
    robot, distance = first
    return words.count(
        "{robot} moved first, 1 square from the Guard.",
        "{robot} moved first, {n} squares from the Guard.",
        distance,
        robot=shown.get(robot, robot),
    )


def _tell_names(words: Words, sentence: str, robots: Sequence[str], shown: dict[str, str]) -> Text | None:
    names = [words.name(shown.get(robot, robot)) for robot in robots]
    return words.say(sentence, robots=words.all_of(names)) if names else None


def tell_lateness(words: Words, lateness: Lateness) -> Text:
    """Return why somebody got five random cards."""
    return words.say(_LATE[lateness])


def _tell_late(words: Words, late: Sequence[tuple[str, Lateness]], shown: dict[str, str]) -> Text | None:
    told = [
        words.say("{robot} ({reason})", robot=shown.get(robot, robot), reason=tell_lateness(words, reason))
        for robot, reason in late
    ]
    return words.say("🎲 Five random cards: {robots}.", robots=join(", ", told)) if told else None


def _tell_next(words: Words, result: Result) -> Text:
    if result.deadline is None:
        return words.say("That was the last round.")
    deadline = result.deadline
    return words.say("Round {round} ends {when}.", round=result.round + 1, when=when(words, deadline))


def _tell_points(words: Words, standings: Sequence[Standing], names: Sequence[str]) -> list[Text]:
    told: list[Text] = []
    for standing, name in zip(standings, names, strict=True):
        points = words.count("1 point", "{n} points", standing.points or 0)
        if standing.rank is None:
            told.append(words.say("• {robot}: not over the line, {points}", robot=name, points=points))
        else:
            rank = words.ordinal(standing.rank)
            told.append(words.say("🏁 {robot}: {rank}, {points}", robot=name, rank=rank, points=points))
    return told
