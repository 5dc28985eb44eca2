"""What the bot answers to buttons, commands and chat."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from bot.marks import N_
from bot.text.cards import NAMES
from bot.text.escaping import Text, cut, fit, lines
from bot.text.languages import Fact, Words
from bot.text.limits import LONGEST_MESSAGE
from bot.text.places import Moment, stored_moment, when
from bot.text.standings import Standing, tell_standings
from bot.text.statuses import tell_status

_NAME_WITH_MORE = 36


class Reply(StrEnum):
    """Short answers, that one person sees."""

    LEFT_LOBBY = N_("You have left the lobby; {robot} is free again.")
    LEFT_RACE = N_("{robot} has left the race.")
    RESOLVING = N_("Programming is closed; the result comes in a moment.")
    PUBLISHING = N_("The result is being published.")
    HOST_ADDED = N_("The race has another host now.")
    HOST_REMOVED = N_("That person is no host of the race any more.")
    HANDED_OVER = N_("The race is in other hands now.")
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


def reply(words: Words, what: Reply, **facts: Fact) -> Text:
    """Return a short answer."""
    return fit(words.say(what, **facts), LONGEST_MESSAGE)


def tell_refusal(words: Words, sentence: str, facts: Mapping[str, Fact]) -> Text:
    """Return a refusal from its sentence in English and its facts."""
    shown = dict(facts)
    if isinstance(status := shown.get("status"), str):
        shown["status"] = tell_status(words, status)
    if isinstance(moment := shown.get("when"), str):
        shown["when"] = stored_moment(words, moment)
    if shown.get("card") in NAMES.values():
        shown["card"] = words.say(str(shown["card"]))
    return fit(words.say(sentence, **shown), LONGEST_MESSAGE)


def tell_game(words: Words, game: str, board: str | None, number: int | None) -> str:
    """Return what tells a race from others of its name, for a button: its board, and its number if need be."""
    apart = [board or "", "" if number is None else words.say("no. {n}", n=number)]
    more = ", ".join(part for part in apart if part)
    return f"{cut(game, _NAME_WITH_MORE)} ({cut(more, _NAME_WITH_MORE)})" if more else game


def tell_joined(words: Words, robot: str, *, has_message: bool) -> Text:
    """Return the answer to Join: whether the welcome reached the player."""
    if has_message:
        return words.say("{robot} is in the race! I have sent you a message.", robot=robot)
    return words.say(
        "{robot} is in the race! But I cannot send you messages. Allow direct messages from this server, or use"
        " **My cards** under the round's post each day: that works without.",
        robot=robot,
    )


def tell_standings_answer(words: Words, game: str, standings: Sequence[Standing]) -> Text:
    """Return the standings, as an answer of their own."""
    title = words.say("**{game}: standings**", game=game)
    names = [standing.robot for standing in standings]
    return fit(lines(title, tell_standings(words, standings, names)), LONGEST_MESSAGE)


def tell_deadline(words: Words, deadline: Moment) -> Text:
    """Return a deadline as an answer."""
    return words.say("Deadline: {when}", when=when(words, deadline))
