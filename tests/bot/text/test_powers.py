"""What hosts read and enter: within Discord's limits, and found again in the question that shows it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.auditlog import Logged, first_page, tell_log
from bot.text.escaping import Text, clean, escape, length, unescape
from bot.text.languages import LANGUAGES
from bot.text.powers import (
    OPTIONS,
    Field,
    Power,
    field_hint,
    field_name,
    option_names,
    parse_entry,
    power_hint,
    power_name,
    tell_entry,
)
from tests.bot.text.samples import MOMENT, complete, names

texts = names | st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=500)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_powers_and_fields_fit_into_forms_and_lists(language: str) -> None:
    """45 characters for titles of forms and names of fields, 100 for what is told about them."""
    words = complete(language)
    assert all(length(power_name(words, power)) <= 45 for power in Power)
    assert all(length(field_name(words, field)) <= 45 for field in Field)
    told = [*(power_hint(words, power) for power in Power), *(field_hint(words, field) for field in Field)]
    assert all(length(each) <= 100 for each in told if each is not None)
    assert all(1 <= length(name) <= 100 for field in OPTIONS for name in option_names(words, field).values())


@given(texts)
def test_what_was_made_harmless_can_be_read_again(text: str) -> None:
    """But for what nobody could see."""
    assert unescape(escape(text)) == clean(text)
    assert escape(unescape(escape(text))) == escape(text)


@given(texts, st.sampled_from(LANGUAGES))
def test_an_entry_is_found_in_the_line_that_shows_it(text: str, language: str) -> None:
    """Whatever was typed, in one line, which pings nobody."""
    line = tell_entry(complete(language), Field.REASON, text)
    assert "\n" not in line
    assert "@everyone" not in line
    assert parse_entry(Field.REASON, line) == clean(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_chosen_is_found_in_words_of_any_language(language: str) -> None:
    for field, options in OPTIONS.items():
        for value in options:
            assert parse_entry(field, tell_entry(complete(language), field, value)) == value
    assert parse_entry(Field.PERSON, tell_entry(complete(language), Field.PERSON, "77")) == "77"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_the_log_fits_into_a_message(language: str) -> None:
    """As many entries as there is room for, and at least one."""
    words = complete(language)
    long = [Logged(number, MOMENT, 7, 3, Text("x " * 200), "@everyone " * 50) for number in range(9, 0, -1)]
    page = first_page(words, long)
    assert 1 <= len(page) < 9
    assert length(tell_log(words, "W" * 80, page)) <= 4000
    short = [Logged(number, MOMENT, None, None, Text("x"), "y") for number in range(9, 0, -1)]
    assert first_page(words, short) == short
    assert first_page(words, []) == []
