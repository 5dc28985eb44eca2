"""What stands on the playground's page around what the bot says."""

from collections.abc import Mapping
from enum import StrEnum

from bot.marks import N_
from bot.text.escaping import Text
from bot.text.languages import Words

_FACTS = ("code", "files", "name", "n", "text", "user", "when")


class Page(StrEnum):
    """The sentences, by the names under which the page's scripts know them."""

    TITLE = N_("Green Light Rally, the playground")
    PLAYGROUND = N_("Playground")
    INTRODUCTION = N_(
        "The real bot, and a Discord of its own on this machine. You are the host and every player: choose who you are,"
        " type /game create, and let automatic players join."
    )
    YOU_ARE = N_("You are")
    THE_HOST = N_("Host (makes and leads races)")
    A_PLAYER = N_("{name}, a player")
    AUTOMATIC = N_("{name}, plays by itself")
    YOURS = N_("Yours")
    BY_THEMSELVES = N_("Automatic players")
    LANGUAGE = N_("Language")
    CLOCK = N_("The time here")
    SKIP_DEADLINE = N_("Skip to the deadline")
    SKIP_HOUR = N_("Skip an hour")
    SKIP_MINUTE = N_("Skip a minute")
    STOP_BOT = N_("Stop the bot")
    START_BOT = N_("Start the bot")
    BOT_IS_OFF = N_("The bot is stopped.")
    CLOSE_DMS = N_("Close my DMs")
    OPEN_DMS = N_("Open my DMs")
    HOW_MANY = N_("How many automatic players")
    FILL = N_("Let them join")
    JOINED = N_("Automatic players who joined: {n}.")
    NO_LOBBY = N_("There is no lobby to join: make a race with /game create, as the host.")
    NO_SEAT = N_("No seat is free in the lobby.")
    NO_DEADLINE = N_("No round is open: there is no deadline to skip to.")
    CHANNEL = N_("Channel")
    DIRECT_MESSAGES = N_("Direct messages")
    MESSAGES_OF = N_("Messages in {name}")
    DM_OF = N_("Direct messages of {name}")
    NOTHING_YET = N_("Nothing here yet.")
    EARLIER = N_("Show earlier messages")
    WRITE = N_("Message or /command")
    WRITE_IN = N_("Message #{name}, or a /command")
    WRITE_TO = N_("Message {name}, or a /command")
    SEND = N_("Send")
    COMMANDS = N_("Commands")
    NO_COMMANDS = N_("No command is called that.")
    NO_COMMANDS_AT_ALL = N_("No commands are offered here to who you are now.")
    CALL = N_("Send the command")
    OPTIONAL = N_("optional")
    NOT_CHOSEN = N_("Not chosen")
    YES = N_("Yes")
    NO = N_("No")
    CANCEL = N_("Cancel")
    SUBMIT = N_("Submit")
    CHOOSE = N_("Choose")
    APP = N_("App")
    ONLY_YOU = N_("Only you can see this")
    DISMISS = N_("Dismiss")
    EDITED = N_("edited")
    PINNED = N_("Pinned")
    PINNED_A_MESSAGE = N_("{name} pinned a message.")
    USED = N_("{user} used /{name}")
    THINKS = N_("{name} is thinking…")
    FAILED = N_("This interaction failed")
    NO_ANSWER = N_("The application did not respond")
    FORM_FAILED = N_("Something went wrong. Try again.")
    REFUSED = N_("Discord would not do this: {text}")
    UNREACHABLE = N_("The playground cannot be reached; it may have been stopped.")
    ANIMATION = N_("Animation")
    FILES = N_("Attach files")
    ALT = N_("Alt text")
    DOWNLOAD = N_("Download {name}")
    BYTES = N_("{n} bytes")
    THREAD = N_("Thread: {name}")
    NEW_MESSAGE = N_("New message from {name}")
    EDIT = N_("Edit")
    DELETE = N_("Delete")
    SAVE = N_("Save")
    INVALID_DATE = N_("Invalid date")


def page_words(words: Words) -> Mapping[str, str]:
    """Return the page's sentences in a language by their names in small letters; facts are left to the page."""
    facts = {name: Text(f"{{{name}}}") for name in _FACTS}
    return {page.name.lower(): words.say(page.value, **facts) for page in Page}
