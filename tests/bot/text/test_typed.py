import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.languages import LANGUAGES
from bot.text.typed import LONGEST_TEXT, Trouble, TypedProblem, format_typed, parse_typed, tell_problem
from simulation.cards import Card
from simulation.programs import Pick, parse_program
from tests.bot.text.samples import HAND, complete

M1, M2, M3, LEFT, RIGHT = Card.MOVE1, Card.MOVE2, Card.MOVE3, Card.LEFT, Card.RIGHT
AGAIN, UTURN, BACK, DAMAGE = Card.AGAIN, Card.UTURN, Card.BACK, Card.DAMAGE

ARABIC = "\u0663 \u0661 \u0667 \u0668 \u0662"
PLACES = ["3 1 7 8 2", "3,1,7,8,2", "31782", "3️⃣1️⃣7️⃣ 8️⃣ 2️⃣", "③①⑦⑧②", ARABIC, "3\n1\n7\n8\n2", "3. 1. 7. 8. 2."]
PLACES += [
    "1. 3\n2. 1\n3. 7\n4. 8\n5. 2",
    "1 3, 2 1, 3 7, 4 8, 5 2",
    "programma: 3 - 1 - 7 - 8 - 2 aub!",
    "#3 #1 #7 #8 #2",
]

ONE = (M2, LEFT, AGAIN, UTURN, BACK)
CARDS = [
    "2 vooruit, links, nog een keer, omkeren, achteruit",
    "move 2, left, again, u-turn, back up",
    "M2 L AG U BK",
    "v2 l n o ac",
    "Vooruit 2; Draai links; NOG EENS; U-bocht; terug",
    "twee vooruit en dan linksaf, opnieuw, draai om, 1 achteruit",
    "1. 2 vooruit 2. links 3. nog een keer 4. omkeren 5. achteruit",
    "1) 2 stappen vooruit 2) linksom 3) herhaal 4) halve draai 5) stap terug",
    "1 2 vooruit\n2 links\n3 nog een keer\n4 omkeren\n5 achteruit",
    "⬆️ Move 2 · ⬅️ Turn left · 🔁 Again · ↩️ U-turn · ⬇️ Move back",
    "⬆️2 ⬅️ 🔁 ↩️ ⬇️",
    "forward 2 left again u-turn move 1 back",
    "vooruit 2 links nog een keer omkeren achteruit 1",
]

CHAT = [
    "haha ok",
    "hoi hoe laat is de deadline",
    "",
    "?",
    "👍",
    "ik kom terug om 9 uur",
    "ronde 3 om 21:00?",
    "\ud800 x",
]
CHAT += ["see you again at 9", "x" * 500, "dank u", "ja, mijn programma komt straks"]

TROUBLES = [
    ("2 vooruit, lnks, again, u-turn, back", Trouble.UNKNOWN, "lnks"),
    ("a, l, r, m1, m2", Trouble.UNKNOWN, "a"),
    ("vooruit, links, rechts, again, back", Trouble.HOW_FAR, "vooruit"),
    ("vooruit 4, links, rechts, again, back", Trouble.HOW_FAR, "vooruit 4"),
    ("2, links, rechts, again, back", Trouble.LONE_NUMBER, "2"),
    ("2 links, rechts, again, back, u-turn", Trouble.LONE_NUMBER, "2"),
    ("vooruit 2 vooruit 1 vooruit links again", Trouble.HOW_FAR, "vooruit 2 vooruit 1 vooruit links again"),
    ("2 vooruit links rechts", Trouble.TOO_FEW, "2 vooruit links rechts"),
    ("3 1 7", Trouble.TOO_FEW, "3 1 7"),
    ("10", Trouble.TOO_FEW, "10"),
    ("1 2 3 4 5 6", Trouble.TOO_MANY, "1 2 3 4 5 6"),
    ("L R L R L R L R", Trouble.TOO_MANY, "L R L R L R L R"),
    ("3 17 8 2 1", Trouble.NO_PLACE, ""),
    ("03178", Trouble.NO_PLACE, ""),
    ("1 2 3 1 2", Trouble.PLACE_TWICE, ""),
    ("#1 M2 L U BK", Trouble.NOT_HELD, ""),
    ("L R AG M1 L", Trouble.TOO_OFTEN, ""),
]


@pytest.mark.parametrize("text", PLACES)
def test_numbers_alone_are_places_in_the_hand(text: str) -> None:
    """Separated in any way, run together, numbered, in digits of any script."""
    assert parse_typed(text, HAND) == (3, 1, 7, 8, 2)


@pytest.mark.parametrize("text", CARDS)
def test_cards_are_read_as_players_write_them(text: str) -> None:
    """In either language, by codes, words or signs."""
    assert parse_typed(text, HAND) == ONE


@pytest.mark.parametrize("text", CHAT)
def test_chat_is_told_from_a_program(text: str) -> None:
    """It gets one hint, no error."""
    found = parse_typed(text, HAND)
    assert isinstance(found, TypedProblem)
    assert found.is_chat


@pytest.mark.parametrize(("text", "trouble", "quote"), TROUBLES)
def test_what_cannot_be_read_for_certain_is_asked_about(text: str, trouble: Trouble, quote: str) -> None:
    """Nothing is guessed: the problem quotes what was not understood."""
    hand = HAND if trouble is not Trouble.NOT_HELD else (M1, *HAND[1:])
    found = parse_typed(text, hand)
    assert isinstance(found, TypedProblem)
    assert (found.trouble, found.found) == (trouble, quote)
    assert not found.is_chat


def test_a_number_between_two_moves_must_be_told_to_which_it_belongs() -> None:
    """In “2 vooruit 1” it may be either: with commas it is clear, and with five cards in one way alone too."""
    hand = (M1, M1, M2, M2, M3, LEFT, RIGHT, AGAIN, BACK)
    assert parse_typed("1 back 2 forward, 1 move, left, right", hand) == (BACK, M2, M1, LEFT, RIGHT)
    found = parse_typed("back 1 forward 2 forward 1 back left", hand)
    assert isinstance(found, TypedProblem)
    assert found.trouble is not Trouble.CHAT


def test_two_programs_in_one_text_are_none() -> None:
    """“move 1 back” is Move back, or Move 1 and Move back: twice, both make five cards."""
    hand = (M1, M2, BACK, BACK, LEFT, RIGHT, AGAIN, M1, M2)
    found = parse_typed("1 back 1 move 2 back left move 1 left", hand)
    assert isinstance(found, TypedProblem)
    found = parse_typed("1 move 1 back 1 move, left, right", hand)
    assert found == (M1, BACK, M1, LEFT, RIGHT)
    found = parse_typed("move 1 back, move 1 back, left, right", hand)
    assert isinstance(found, TypedProblem)
    assert found.trouble is Trouble.TWO_WAYS


@given(st.text(max_size=LONGEST_TEXT + 5))
def test_no_text_raises(text: str) -> None:
    """Whatever is sent."""
    _check(text, parse_typed(text, HAND))


WORDS = ["vooruit", "move", "back", "links", "again", "1", "2", "3", "4", "5", "12345", "m2", "l", "#", "#3", ",", "."]
WORDS += [":", ")", "\n", "u-turn", "nog", "een", "keer", "ok", "xyz", "⬆", "🔁", "terug", "180"]


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_no_mix_of_words_raises(text: str) -> None:
    """What is taken for a program can be played; what is not says why."""
    _check(text, parse_typed(text, HAND))


def _check(text: str, found: tuple[Pick, ...] | TypedProblem) -> None:
    if isinstance(found, TypedProblem):
        for language in LANGUAGES:
            assert len(tell_problem(complete(language), found)) < 1000, text
    else:
        assert len(parse_program(HAND, found)) == 5


@given(st.permutations(range(1, 10)), st.sets(st.integers(0, 4)))
def test_what_is_written_is_read_back_as_the_same(places: list[int], named: set[int]) -> None:
    """By places, by cards, or mixed."""
    picks = tuple(HAND[place - 1] if index in named else place for index, place in enumerate(places[:5]))
    assert parse_typed(format_typed(picks), HAND) == picks


def test_a_problem_quotes_harmlessly() -> None:
    """What somebody typed comes back to them alone, but formats nothing."""
    problem = TypedProblem(Trouble.UNKNOWN, "**@everyone**")
    assert "\\*\\*@\u200beveryone\\*\\*" in tell_problem(complete("nl"), problem)
