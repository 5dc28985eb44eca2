"""The question before what cannot be taken back lightly."""

from collections.abc import Mapping, Sequence

from bot.marks import N_
from bot.text.escaping import Text, fit, lines
from bot.text.languages import Words
from bot.text.limits import LONGEST_MESSAGE
from bot.text.people import account
from bot.text.places import stored_moment

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
        words.say("Mind: this result is final since {when}.", when=stored_moment(words, final)) if final else None,
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
