"""What the bot answers to buttons, commands and chat."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from bot.marks import N_
from bot.text.cards import NAMES
from bot.text.escaping import Text, cut, fit, join, lines
from bot.text.languages import Fact, Words
from bot.text.notices import tell_rules_set
from bot.text.people import account
from bot.text.places import Moment, when
from bot.text.reports import tell_status
from bot.text.standings import Standing, tell_standings
from bot.text.typed import tell_forms
from simulation.rules import HouseRules

LONGEST_MESSAGE = 2000
LONGEST_LABEL = 80
_NAME_WITH_MORE = 36


class Label(StrEnum):
    """What stands on buttons and in forms."""

    JOIN = N_("Join")
    LEAVE = N_("Leave")
    START = N_("Start")
    MY_CARDS = N_("My cards")
    UNDO = N_("Undo")
    CLEAR = N_("Clear")
    FORM = N_("As a form")
    PATH = N_("Show my path")
    CHOOSE_CARD = N_("Choose a card")
    PROTEST = N_("Protest")
    WHAT_IS_WRONG = N_("What is wrong? Only hosts read it")
    REMINDERS = N_("Reminders")
    CHANGE = N_("Change…")
    AS_RACE = N_("As the race says")
    NEVER = N_("Never")
    MINUTES_FIELD = N_("Minutes before (empty: as the race says)")
    FROM_FIELD = N_("Quiet from, such as 22:00 (empty: never)")
    UNTIL_FIELD = N_("Quiet until, such as 8:00")
    STATUS = N_("Status")
    EXTEND = N_("1 hour more")
    RESOLVE_NOW = N_("Resolve now")
    PUBLISH = N_("Publish")
    PAUSE = N_("Pause")
    RESUME = N_("Resume")
    MORE = N_("More…")
    CHOOSE = N_("Choose what to do")
    PREVIEW = N_("Preview")
    CORRECT = N_("Correct…")
    PANEL = N_("Panel")
    BACK = N_("Back")
    AGAIN = N_("Try again")
    OLDER = N_("Older")
    NEWEST = N_("Latest")
    CONFIRM = N_("Yes, do it")
    LEFT = N_("left the race")
    CHANNEL = N_("Change of channel")
    KEEP = N_("No, leave it")
    ROBOT_NAME = N_("Your robot's name")
    REGISTER_1 = N_("Register 1")
    REGISTER_2 = N_("Register 2")
    REGISTER_3 = N_("Register 3")
    REGISTER_4 = N_("Register 4")
    REGISTER_5 = N_("Register 5")


class Reply(StrEnum):
    """Short answers, that one person sees."""

    LEFT_LOBBY = N_("You have left the lobby; {robot} is free again.")
    LEFT_RACE = N_("{robot} has left the race.")
    DONE = N_("Done.")
    RESOLVING = N_("Programming is closed; the result comes in a moment.")
    PUBLISHING = N_("The result is being published.")
    HOST_ADDED = N_("The race has another host now.")
    HOST_REMOVED = N_("That person is no host of the race any more.")
    HANDED_OVER = N_("The race is in other hands now.")
    CLEARED = N_("Your draft is gone. What was in force stays.")
    LANGUAGE_SET = N_(
        "I speak English with you from now on. What I have sent already stays as it is; **My cards** shows your hand"
        " anew."
    )
    NOT_YOURS = N_("That is somebody else's hand. Press **My cards** for your own.")
    FAILED = N_("Something went wrong here. Nothing was changed; please try again.")
    NO_PATH = N_("There is no path to draw yet: choose a card first.")
    UNREADABLE_BUTTON = N_("That button belongs to nothing that I know. Press **My cards** for your hand.")
    NO_GAME_HERE = N_("There is no race in this channel. A host makes one with `/game create`.")
    MAY_NOT_CREATE = N_("To create a race you need the permission Manage Events, or the role that was set for it.")
    TOO_SLOW = N_("Still working; your answer comes here.")
    FORM_TOO_SLOW = N_("That took me too long, and Discord waits for a form no more. Please press the button again.")
    PAUSED = N_("The clock stands still until you resume.")
    STARTED = N_("The race has started; the first hands are on their way.")
    CANCELLED = N_("The race has ended, without points.")
    ROLE_SET = N_("Whoever has the role {role} may make races now, beside those who may manage events.")
    ROLE_TAKEN = N_("Only those who may manage events may make races now.")
    NEEDS_MANAGER = N_("For that you need the permission Manage Server.")
    NEEDS_EVENTS = N_("For that you need the permission Manage Events or Manage Server.")
    SERVER_LANGUAGE_SET = N_("New races in this server speak {language}, unless `/game create` says otherwise.")
    SERVER_LANGUAGE_FOLLOWS = N_("New races in this server speak its language in Discord again, as far as I know it.")
    WHICH_GAME = N_("Which race do you mean?")
    WHICH_TYPED = N_("You play in several races. For which one is this program?")
    WHICH_UNHEARD = N_(
        "While I could not hear you, you typed “{found}”. It can be for several of your races, so it counts for none"
        " yet. For which one is it?"
    )
    NO_GAME_OF_YOURS = N_("You play in no race now. Press **Join** under a lobby's post to get a robot.")
    LETTER_GONE = N_("I cannot find that message any more; please type the program again.")
    MORE = N_("What is to be done? Only what is possible now is in the list. `/game channel` moves the race elsewhere.")
    NOTHING_TO_PREVIEW = N_("No result waits for you now.")
    SETTINGS = N_("**The settings of {game}**")
    RECORD = N_(
        "What everybody has seen so far. Hands, draw piles and the seed are in the record when the race is over."
    )
    WHOLE_RECORD = N_("The whole race, with its seed and all hands.")
    CREATED = N_(
        "Your race is made, and its lobby appears in this channel. Start it with `/game start` once everybody has"
        " joined; whatever else you need is in `/game panel`."
    )
    STALE = N_("The race has gone on since that button was shown, so nothing was changed. This is how it stands now:")
    MOVED = N_("The race is played here now; what this channel missed is on its way.")
    NO_GAME_TO_MOVE = N_("You are a host of no race in this server.")
    NO_TEXT_CHANNEL = N_("A race needs a text channel: there are no posts with threads elsewhere.")
    ONLY_IN_SERVERS = N_("That works in a server's channel only.")


_CONFIRM = {
    "earlier deadline": N_("Round {round} ends earlier: {deadline} instead of {before}."),
    "resolve now": N_("Programming closes now, before the deadline."),
    "cancel": N_("The race ends for good, without points."),
    "remove": N_("{robot} leaves the board for good."),
    "leave": N_(
        "Your robot {robot} leaves the board at once and for good: it plays no more, and you get no points. If you only"
        " need a break, ask a host to excuse you, or for a substitute."
    ),
    "correct": N_("Round {round} is taken back, and played again at once: as it was, but for what you change here."),
    "replay": N_("Round {round} is taken back, and programmed again with the same hands."),
    "hand over": N_("{person} hosts the race instead of you, and you do no more."),
}
"""What will happen, by the action of a confirmation."""
_WITHOUT_PROGRAMS = frozenset(("correct", "replay", "hand over"))
"""What does not depend on who lacks a program now."""

_RULES = (
    N_(
        "**The race.** Get over the pink line. Whoever does so first gets 5 points, then 4, 3, 3, 2, 2, 1 (unless"
        " agreed otherwise)."
    ),
    N_("**Cards.** Each round you get 9; choose 5 in order, one a register. Late means five random cards."),
    N_("**Order.** Before each register: whoever is nearest to the Guard goes first; ties go from left to right."),
    N_("**Moving.** Robots push robots. A wall stops the whole line, and the rest of the card is lost."),
    N_("**The doll turns.** After each register belts carry, gears turn, and lasers give a damage card for each beam."),
    N_("**Damage.** A damage card is played like any other: it goes for good, and your next card takes its place."),
    N_("**Falling.** Who falls takes damage and reboots; who stands on the reboot square is pushed off."),
    N_("**Again** repeats what your previous register did. In register 1 it does nothing."),
)

_PLAYER_HELP = (
    N_("**Join** is a button under the first post of a race, in its channel; `/rules` says what the race is about."),
    N_("**Your cards** come as a direct message each round; **My cards** under the round's post shows them too."),
    N_("**Choose** five cards in order. The fifth makes it a program; until the deadline you can change it."),
)
_COMMAND_HELP = N_(
    "**Commands:** `/cards` your hand, `/standings`, `/replay` a round once more, `/why` a robot is where it is,"
    " `/board now`, `/rules`, `/reminders`, `/leave`, `/language`, `/help`. Hosts: `/game`, `/board`."
)


def label(words: Words, what: Label) -> Text:
    """Return what stands on a button or in a form: at most 80 characters, unformatted."""
    return words.unformatted().say(what)


def reply(words: Words, what: Reply, **facts: Fact) -> Text:
    """Return a short answer."""
    return fit(words.say(what, **facts), LONGEST_MESSAGE)


def tell_refusal(words: Words, sentence: str, facts: Mapping[str, Fact]) -> Text:
    """Return a refusal from its sentence in English and its facts."""
    shown = dict(facts)
    if isinstance(status := shown.get("status"), str):
        shown["status"] = tell_status(words, status)
    if isinstance(moment := shown.get("when"), str):
        shown["when"] = _moment(words, moment)
    if shown.get("card") in NAMES.values():
        shown["card"] = words.say(str(shown["card"]))
    return fit(words.say(sentence, **shown), LONGEST_MESSAGE)


def tell_game(words: Words, game: str, board: str | None, number: int | None) -> str:
    """Return what tells a race from others of its name, for a button: its board, and its number if need be."""
    apart = [board or "", "" if number is None else words.say("no. {n}", n=number)]
    more = ", ".join(part for part in apart if part)
    return f"{cut(game, _NAME_WITH_MORE)} ({cut(more, _NAME_WITH_MORE)})" if more else game


def _moment(words: Words, told: Fact) -> Text:
    """Return the fact `when`, the moment and its zone."""
    at, _, zone = str(told).partition(" ")
    return when(words, Moment(datetime.fromisoformat(at), zone))


def tell_joined(words: Words, robot: str, *, has_message: bool) -> Text:
    """Return the answer to Join: whether the welcome reached the player."""
    if has_message:
        return words.say("{robot} is in the race! I have sent you a message.", robot=robot)
    return words.say(
        "{robot} is in the race! But I cannot send you messages. Allow direct messages from this server, or use"
        " **My cards** under the round's post each day: that works without.",
        robot=robot,
    )


def tell_confirm(words: Words, action: str, without_program: Sequence[str], facts: Mapping[str, object]) -> Text:
    """Return the question before an action that cannot be taken back lightly."""
    names = [words.name(name) for name in without_program if action not in _WITHOUT_PROGRAMS]
    shown = {key: fact for key, fact in facts.items() if isinstance(fact, str | int)}
    if action == "hand over":
        shown["person"] = account(int(shown["host"]))
    final = shown.get("final")
    told = lines(
        words.say(_CONFIRM[action], **shown) if action in _CONFIRM else words.name(action),
        _tell_withdrawn(words, facts),
        words.say("Mind: this result is final since {when}.", when=_moment(words, final)) if final else None,
        words.say("Without a program: {robots}.", robots=words.all_of(names)) if names else None,
        words.say("Are you sure?"),
    )
    return fit(told, LONGEST_MESSAGE)


def _tell_withdrawn(words: Words, facts: Mapping[str, object]) -> Text | None:
    """Return which rounds an order takes back with the one that it is about, and what of hosts' work goes with them."""
    rounds, lost = facts.get("withdrawn"), facts.get("lost_adjustments")
    if not isinstance(rounds, list):
        return None
    if not rounds:
        return words.say("No later round is touched.")
    numbers = words.all_of([Text(f"{number}") for number in rounds])
    told = words.count(
        "Withdrawn with it: round {rounds}, with its hands and programs. It is dealt anew.",
        "Withdrawn with it: rounds {rounds}, with their hands and programs. They are dealt anew.",
        len(rounds),
        rounds=numbers,
    )
    if not isinstance(lost, list) or not lost:
        return told
    more = words.count(
        "What a host changed on the board since is lost.",
        "{n} things that hosts changed on the board since are lost.",
        len(lost),
    )
    return lines(told, more)


def tell_hint(words: Words) -> Text:
    """Return the one answer to chat in a direct message."""
    return lines(
        words.say("I am only a bot, and read nothing but programs here. `/help` says how to play."), tell_forms(words)
    )


def tell_help(words: Words) -> Text:
    """Return the help: short, and without links."""
    told = [words.say(sentence) for sentence in _PLAYER_HELP]
    return fit(lines(*told, tell_forms(words), words.say(_COMMAND_HELP)), LONGEST_MESSAGE)


def tell_rules(words: Words, rules: HouseRules) -> Text:
    """Return the rules in short, with the game's house rules."""
    told = [words.say(sentence) for sentence in _RULES]
    house = words.say("**House rules:** {rules}.", rules=tell_rules_set(words, rules))
    return fit(join("\n", [*told, house]), LONGEST_MESSAGE)


def tell_standings_answer(words: Words, game: str, standings: Sequence[Standing]) -> Text:
    """Return the standings, as an answer of their own."""
    title = words.say("**{game}: standings**", game=game)
    names = [standing.robot for standing in standings]
    return fit(lines(title, tell_standings(words, standings, names)), LONGEST_MESSAGE)


def tell_deadline(words: Words, deadline: Moment) -> Text:
    """Return a deadline as an answer."""
    return words.say("Deadline: {when}", when=when(words, deadline))
