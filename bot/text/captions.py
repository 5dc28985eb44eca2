"""The few words inside pictures."""

from dataclasses import dataclass

from bot.text.cards import card_name
from bot.text.languages import Words
from simulation.cards import Card


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


@dataclass(frozen=True, slots=True)
class FilmCaption:
    """What stands above an animation."""

    words: Words
    """Unformatted."""
    title: str

    def __call__(self, register: int, is_over: bool) -> tuple[str, str]:  # noqa: FBT001 - the film's order
        """Return two lines, for a register and whether the round is over."""
        if is_over:
            return self.title, self.words.say("Result")
        if not register:
            return self.title, self.words.say("Start")
        return self.title, self.words.say("Register {register}", register=register)


def film_caption(words: Words, board: str, round_number: int | None) -> FilmCaption:
    """Return how to caption the animation of a round."""
    unformatted = words.unformatted()
    title = board if round_number is None else unformatted.say("Round {round}", round=round_number)
    return FilmCaption(unformatted, title)


def card_names(words: Words) -> dict[Card, str]:
    """Return the names of all cards, as they stand in the picture of a hand."""
    return {card: card_name(words.unformatted(), card) for card in Card}
