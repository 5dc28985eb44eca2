"""The names of slash commands and of their options, and what they do: 1 to 32 and at most 100 characters."""

from enum import StrEnum

from bot.marks import N_


class Name(StrEnum):
    """What commands, options and choices are called."""

    GAME = N_("game")
    HOSTS = N_("hosts")
    CREATE = N_("create")
    START = N_("start")
    PANEL = N_("panel")
    STATUS = N_("status")
    CANCEL = N_("cancel")
    CLEAR = N_("clear")
    ROLE = N_("role")
    CHANNEL = N_("channel")
    ADD = N_("add")
    REMOVE = N_("remove")
    CARDS = N_("cards")
    STANDINGS = N_("standings")
    RULES = N_("rules")
    HELP = N_("help")
    LANGUAGE = N_("language")
    LEAVE = N_("leave")
    MINUTES = N_("minutes")
    FROM = N_("from")
    UNTIL = N_("until")
    NAME = N_("name")
    BOARD = N_("board")
    ROUNDS = N_("rounds")
    DEADLINE = N_("deadline")
    ZONE = N_("zone")
    RESULTS = N_("results")
    REVIEW = N_("review")
    HOURS = N_("hours")
    REMINDERS = N_("reminders")
    PROTESTS = N_("protests")
    PERSON = N_("person")
    ROBOT = N_("robot")
    REASON = N_("reason")


class Told(StrEnum):
    """What is told about a command or an option."""

    GAME = N_("For hosts: make a race and lead it")
    CREATE = N_("Make a race; people join by the post that appears in this channel")
    START = N_("Start the race: the first hands go out")
    PANEL = N_("Your panel as a host, with buttons for all that matters")
    STATUS = N_("Who has a program, who was never reached, what waits to be sent")
    CANCEL = N_("End the race for good, without points")
    CLEAR = N_("Take back the program that a robot's player has sent this round")
    CHANNEL = N_("Play your race in this channel from now on; also after its old one was lost")
    ROLE = N_("Say which role may make races, beside whoever may manage events")
    SERVER_LANGUAGE = N_("The language of new races in this server")
    WHICH_LANGUAGE = N_("The language; leave it out to follow the server's own in Discord")
    HOSTS = N_("Who leads the race with you")
    ADD_HOST = N_("Make somebody a host of the race too")
    REMOVE_HOST = N_("Take the powers of a host away again")
    CARDS = N_("Your hand of this round, and what you have done with it")
    STANDINGS = N_("Where all robots stand")
    RULES = N_("The rules in short, with this race's house rules")
    HELP = N_("How to play")
    LANGUAGE = N_("The language in which I speak with you")
    LEAVE = N_("Leave a race; you are asked once more")
    MY_REMINDERS = N_("When I remind you, as long as you have no program, and when the next reminder comes")
    MINUTES = N_("Minutes before the deadline, such as 180, 30; none; or race, for what each race says")
    FROM = N_("No reminders from this time on, such as 22:00; or none")
    UNTIL = N_("No reminders until this time, such as 8:00; or none")
    NAME = N_("What the race is called")
    BOARD = N_("Where it is run")
    ROUNDS = N_("How many rounds it lasts at most (10 if you say nothing)")
    DEADLINE = N_("When programs must be in, every day (21:00 if you say nothing)")
    ZONE = N_("By whose clocks (Europe/Brussels if you say nothing)")
    GAME_LANGUAGE = N_("The language of the race (the server's if you say nothing)")
    RESULTS = N_("Whether results are posted at once, or after a host has seen them")
    REVIEW = N_("After how many minutes a result that waits for hosts is posted by itself")
    HOURS = N_("How many hours everybody has for a program at least (12 if you say nothing)")
    REMINDERS = N_("How many minutes before the deadline to remind, such as 180, 30; or none")
    PROTESTS = N_("For how many minutes players may protest against a result (60 if you say nothing; 0: never)")
    PERSON = N_("Who")
    WHICH_ROLE = N_("The role; leave it out to take the right back")
    ROBOT = N_("The robot")
    REASON = N_("Why; everybody in the channel reads it")


class Choice(StrEnum):
    """What can be chosen for an option."""

    AT_ONCE = N_("at once")
    REVIEW = N_("after a host has seen it")
    ENGLISH = "English"
    DUTCH = "Nederlands"
