"""The program as a form of five fields: what stands in it, and what is wrong with what was entered."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from bot.text.cards import card_name
from bot.text.escaping import Text, cut, fit, lines
from bot.text.languages import Words
from bot.text.limits import LONGEST_MESSAGE
from simulation.cards import REGISTERS, Card

LONGEST_QUOTE = 20
"""Characters of an entry that is no card."""


@dataclass(frozen=True, slots=True)
class FormProblem:
    """Why what was entered is no program; registers count from 1."""

    hand: tuple[Card, ...]
    entered: tuple[str, ...]
    empty: tuple[int, ...] = ()
    """Registers without a card."""
    strange: tuple[int, ...] = ()
    """Registers with something that is no place in the hand."""
    twice: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Places in the hand with the several registers that have them."""

    @property
    def picks(self) -> tuple[int, ...]:
        """What can be kept of the entries: places in the hand, 0 for none."""
        return tuple(_place(entry, self.hand) or 0 for entry in self.entered)


def parse_form(entered: Sequence[str], hand: Sequence[Card]) -> tuple[int, ...] | FormProblem:
    """Read five entries, one a register, each the number of a place in the hand (R2.1)."""
    places = [_place(entry, hand) for entry in entered]
    by_place: dict[int, list[int]] = defaultdict(list)
    for register, place in enumerate(places, start=1):
        if place is not None:
            by_place[place].append(register)
    if len(by_place) == REGISTERS == len(entered):
        return tuple(by_place)
    numbered = list(enumerate(zip(entered, places, strict=True), start=1))
    return FormProblem(
        hand=tuple(hand),
        entered=tuple(entered),
        empty=tuple(register for register, (entry, _) in numbered if not entry),
        strange=tuple(register for register, (entry, place) in numbered if entry and place is None),
        twice=tuple((place, tuple(registers)) for place, registers in by_place.items() if len(registers) > 1),
    )


def _place(entry: str, hand: Sequence[Card]) -> int | None:
    """Return the place in the hand that an entry names."""
    is_place = entry.isascii() and entry.isdecimal() and len(entry) == 1 and 1 <= int(entry) <= len(hand)
    return int(entry) if is_place else None


def tell_form_problem(words: Words, problem: FormProblem) -> Text:
    """Return what is wrong with a form: registers and cards by their numbers, and that nothing was changed."""
    most = len(problem.hand)
    told = lines(
        *(_tell_twice(words, problem, place, registers) for place, registers in problem.twice),
        *(words.say("Register {register} has no card.", register=register) for register in problem.empty),
        *(
            words.say(
                "Register {register}: found “{found}”, expected the number of a card, 1 to {most}.",
                register=register,
                found=cut(problem.entered[register - 1], LONGEST_QUOTE),
                most=most,
            )
            for register in problem.strange
        ),
        words.say("Nothing was changed. The button below opens the form again, with what you entered."),
    )
    return fit(told, LONGEST_MESSAGE)


def _tell_twice(words: Words, problem: FormProblem, place: int, registers: Sequence[int]) -> Text:
    return words.say(
        "Registers {registers} have the same card: {card}. Each card can be played once.",
        registers=words.all_of([Text(register) for register in registers]),
        card=form_option(words, place, problem.hand[place - 1]),
    )


def form_title(words: Words, robot: str, round_number: int) -> Text:
    """Return the title of the form, unformatted."""
    return words.unformatted().say("Round {round}: {robot}", round=round_number, robot=robot)


def form_option(words: Words, place: int, card: Card) -> Text:
    """Return a card as a choice in the form: "3 · Move 2", without signs that a screen reader would read out."""
    return Text(f"{place} · {card_name(words, card)}")
