"""The log of a race: who did what, when and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.marks import N_
from bot.text.escaping import Text, cut, fit, join, length, lines
from bot.text.languages import Fact, Words
from bot.text.people import account
from bot.text.places import Moment, clock

LONGEST_PAGE = 3500
"""Characters of a page, in a message that holds 4,000."""
LONGEST_ENTRY = 1000

_DONE = {
    "create": N_("The race was made."),
    "start": N_("The race was started."),
    "start square": N_("{robot} starts on {square}."),
    "publish": N_("The result of round {round} was published."),
    "protest": N_("A protest came against the result of round {round}."),
    "stuck": N_("🛑 The next step failed; it is tried again by itself."),
}
"""What was done without a notice to the channel, by the action in the audit."""


@dataclass(frozen=True, slots=True)
class Logged:
    """Something that was done."""

    id: int
    at: Moment
    user_id: int | None
    """None: the bot by itself."""
    round: int | None
    what: Text
    reason: str


def tell_done(words: Words, action: str, facts: Mapping[str, object]) -> Text:
    """Return what was done, where no notice tells it."""
    shown: dict[str, Fact] = {key: fact for key, fact in facts.items() if isinstance(fact, str | int)}
    return words.say(_DONE[action], **shown) if action in _DONE else words.name(action)


def tell_log(words: Words, game: str, page: Sequence[Logged]) -> Text:
    """Return a page of the log."""
    told = [_tell(words, entry) for entry in page]
    title = words.say("**The log of {game}**, the latest first", game=game)
    return join("\n\n", [title, *(told or [words.say("Nothing more.")])])


def first_page(words: Words, entries: Sequence[Logged]) -> Sequence[Logged]:
    """Return as many entries as fit into one message, at least one."""
    room, page = LONGEST_PAGE, list[Logged]()
    for entry in entries:
        room -= length(_tell(words, entry)) + 2
        if room < 0 and page:
            break
        page.append(entry)
    return page


def _tell(words: Words, entry: Logged) -> Text:
    who = words.say("the bot by itself") if entry.user_id is None else account(entry.user_id)
    unix = Text(f"<t:{int(entry.at.at.timestamp())}:f>")
    where = [] if entry.round is None else [words.say("round {round}", round=entry.round)]
    head = join(" · ", [Text(f"{unix} ({clock(words, entry.at)})"), who, *where])
    why = words.say("Why: {reason}", reason=cut(entry.reason, 500)) if entry.reason else None
    return fit(lines(head, entry.what, why), LONGEST_ENTRY)
