"""The few words inside pictures."""

from collections.abc import Callable

from bot.text.cards import card_name
from bot.text.languages import Words
from simulation.cards import Card

Caption = Callable[[int, bool], tuple[str, str]]


def tell_heading(words: Words, board: str, after_round: int) -> tuple[str, str]:
    """Return what stands in a picture of a board: the board's name, and when it looked so; round 0 is the start."""
    unformatted = words.unformatted()
    if after_round:
        return board, unformatted.say("After round {round}", round=after_round)
    return board, unformatted.say("At the start")


def tell_empty_heading(words: Words, board: str, robots: int) -> tuple[str, str]:
    """Return what stands in the picture of a board without robots: its name, and for how many it has room."""
    return board, words.unformatted().count("Room for 1 robot", "Room for {n} robots", robots)


def tell_result_heading(words: Words, board: str) -> tuple[str, str]:
    """Return what stands in the picture of a board after a round without a number."""
    return board, words.unformatted().say("Result")


def tell_register_heading(words: Words, board: str, round_number: int | None, register: int) -> tuple[str, str]:
    """Return what stands in the picture of a board after a register; a round without a number is the only one."""
    unformatted = words.unformatted()
    if round_number is None:
        return board, unformatted.say("After register {register}", register=register)
    return board, unformatted.say("Round {round}, after register {register}", round=round_number, register=register)


def film_caption(words: Words, board: str, round_number: int | None) -> Caption:
    """Return how to caption the animation of a round: two lines, for a register and whether the round is over."""
    unformatted = words.unformatted()
    title = board if round_number is None else unformatted.say("Round {round}", round=round_number)

    def caption(register: int, is_over: bool) -> tuple[str, str]:  # noqa: FBT001 - the film's order
        if is_over:
            return title, unformatted.say("Result")
        if not register:
            return title, unformatted.say("Start")
        return title, unformatted.say("Register {register}", register=register)

    return caption


def card_names(words: Words) -> dict[Card, str]:
    """Return the names of all cards, as they stand in the picture of a hand."""
    return {card: card_name(words.unformatted(), card) for card in Card}
