import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.escaping import (
    END_OF_ISOLATE,
    ISOLATE,
    NOTHING_TO_SEE,
    Text,
    code,
    cut,
    escape,
    fit,
    fit_names,
    length,
    lines,
    plain,
    shortened,
)
from bot.text.languages import words_in
from tests.bot.text.samples import names

MENTION = re.compile(r"@everyone|@here|(?<!\\)<[@#:/t]|@[!&]?\d")


@given(st.text(max_size=60) | names)
def test_a_strangers_text_pings_nobody_and_stays_in_its_line(text: str) -> None:
    """Mentions, line breaks, invisible and turning characters are gone."""
    for shown in (escape(text), plain(text)):
        assert not re.search(r"@(everyone|here|[!&]?\d)", shown)
        assert "\n" not in shown
        inner = shown.removeprefix(ISOLATE).removesuffix(END_OF_ISOLATE).replace("@\u200b", "@")
        assert not [sign for sign in inner if unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"}]
        assert inner.strip()
    assert not MENTION.search(escape(text))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**x**", r"\*\*x\*\*"),
        ("`x` _y_ ~~z~~", r"\`x\` \_y\_ \~\~z\~\~"),
        ("[a](https://b.example)", r"\[a\](https\://b\.example)"),
        ("||s|| > q", r"\|\|s\|\| \> q"),
        ("# big", r"\# big"),
        ("1. list", r"1\. list"),
        ("12) list", r"12\) list"),
        ("- item #5", r"\- item #5"),
        ("<@12> @everyone", "\\<@\u200b12\\> @\u200beveryone"),
        ("a\r\n\u2028b\u200b\u202ec", "a bc"),
        ("\u3164\u2800", NOTHING_TO_SEE),
        ("x" + "\u0301" * 30, "x" + "\u0301" * 4),
        ("قطة 7", f"{ISOLATE}قطة 7{END_OF_ISOLATE}"),
        ("機器人", "機器人"),
    ],
)
def test_a_strangers_text_is_shown_as_it_was_typed(text: str, shown: str) -> None:
    """What Discord would read as formatting is escaped, what would turn the line round is fenced in."""
    assert escape(text) == shown


def test_a_block_of_code_ends_where_it_should() -> None:
    """A backtick is no backtick in it."""
    assert code("a```b") == "a'''b"


def test_only_our_own_text_gets_into_a_sentence_as_it_is() -> None:
    """A fact is a stranger's unless it says otherwise."""
    words = words_in("en")
    assert words.say("{found}", found="*") == r"\*"
    assert words.say("{found}", found=Text("*")) == "*"
    assert words.unformatted().say("{found}", found="*") == "*"
    assert words.say("{found}", found=5) == "5"


def test_names_are_cut_between_letters() -> None:
    """An accent stays with its letter, and what is short enough stays as it is."""
    assert cut("abc", 3) == "abc"
    assert cut("abcdef", 4) == "abc…"
    assert cut("abce\u0301f", 5) == "abc…"
    assert shortened(["Robot number one", "Robot number two", "Cog"], 8) == ["Robo… 1", "Robo… 2", "Cog"]


def test_a_text_that_is_too_long_ends_with_a_sentence_and_an_ellipsis() -> None:
    """It is cut at a line, a sentence, or at least between two words, and a fence is closed."""
    assert fit(Text("One. Two. Three three three."), 24) == "One. Two. …"
    assert fit(Text("One two three four five."), 15) == "One two …"
    assert fit(Text(f"One {ISOLATE}two three four five."), 15) == f"One {ISOLATE}two{END_OF_ISOLATE} …"
    assert fit(Text("One."), 4) == "One."


@given(st.text(max_size=80), st.integers(10, 60))
def test_a_text_fits(text: str, most: int) -> None:
    """Whatever it holds; emoji count twice, as Discord's strictest client counts."""
    assert length(fit(Text(text.replace("\ud800", "")), most)) <= most


def test_names_are_shortened_before_text_is_cut() -> None:
    """A long list keeps all its robots as long as it can."""
    robots = ["A" * 32, "B" * 32]

    def write(shown: object) -> Text:
        assert isinstance(shown, list)
        return lines(*map(Text, shown))

    assert fit_names(robots, write, 65) == "\n".join(robots)
    assert fit_names(robots, write, 40) == "\n".join((letter * 15 + "…") for letter in "AB")
    assert fit_names(robots, write, 20) == "\n".join((letter * 7 + "…") for letter in "AB")
    assert fit_names(robots, write, 9) == "AAAAAAA …"


def test_lists_and_ranks_are_those_of_the_language() -> None:
    """A list has an “and” at its end; 1st, 2nd, 11th."""
    english, dutch = words_in("en"), words_in("nl")
    texts = [Text("A"), Text("B"), Text("C")]
    assert [english.all_of(texts[:count]) for count in range(4)] == ["", "A", "A and B", "A, B and C"]
    assert dutch.all_of(texts) == "A, B en C"
    assert [english.ordinal(number) for number in (1, 2, 3, 4, 11, 21)] == ["1st", "2nd", "3rd", "4th", "11th", "21st"]
    assert dutch.ordinal(1) == "1e"
