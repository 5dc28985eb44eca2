import string
from pathlib import Path

import pytest

import bot.text.__main__
from bot.moderator.refusals import Reason
from bot.text import catalogues
from bot.text.catalogues import TEMPLATE, extract, files, merge, write
from bot.text.languages import LANGUAGES, SOURCE, catalogue_path, words_in

TRANSLATIONS = [language for language in LANGUAGES if language != SOURCE]


def sentences() -> list[tuple[str, ...]]:
    """All sentences in English: one form, or that of one and that of many."""
    ids = [message.id for message in extract() if message.id]
    return [(found,) if isinstance(found, str) else tuple(found) for found in ids]


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_the_files_hold_exactly_the_sentences_of_the_sources() -> None:
    """Run `make catalogues` where this fails, and translate what is new."""
    for path, content in files().items():
        assert path.read_bytes() == content, f"{path.name} is out of date: make catalogues"


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_nothing_is_untranslated_or_fuzzy(language: str) -> None:
    """Every sentence has its forms in every language."""
    assert "fuzzy" not in catalogue_path(language).read_text(encoding="utf-8")
    translated = words_in(language).sentences
    assert [forms for forms in sentences() if len(translated.get(forms[0], ())) != len(forms)] == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_translations_have_the_same_places_for_facts(language: str) -> None:
    """A fact that is missing says less, one too many fails."""
    translated = words_in(language).sentences
    for forms in sentences():
        assert {frozenset(placeholders(form) - {"n"}) for form in forms} == {
            frozenset(placeholders(form) - {"n"}) for form in translated[forms[0]]
        }, forms
        if len(forms) == 1:
            assert placeholders(forms[0]) == placeholders(translated[forms[0]][0]), forms


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_translations_end_as_the_english_does(language: str) -> None:
    """A full stop that is lost is a sentence that runs into the next."""
    translated = words_in(language).sentences
    for forms in sentences():
        for form, there in zip(forms, translated[forms[0]], strict=True):
            assert form[-1:] == there[-1:] or not {form[-1], there[-1]} & set(".:?}*"), forms


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_is_translated(language: str, reason: Reason) -> None:
    """The moderator's refusals stand in the catalogues too."""
    assert words_in(language).sentences[reason.value]


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_plurals_are_those_of_two_forms(language: str) -> None:
    """`Words.count` knows one and many."""
    assert merge(language, extract()).plural_expr == "(n != 1)"


def test_a_language_without_catalogue_is_english() -> None:
    """Whatever a database holds, something is said."""
    assert words_in("xx").language == SOURCE


def test_make_catalogues_writes_new_sentences_untranslated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue that does not exist is made."""
    monkeypatch.setattr(catalogues, "TEMPLATE", tmp_path / "bot.pot")
    monkeypatch.setattr(catalogues, "catalogue_path", lambda language: tmp_path / language / "bot.po")
    bot.text.__main__.main()
    assert (tmp_path / "bot.pot").read_bytes() == TEMPLATE.read_bytes() == write(extract())
    assert b'msgid "Join"\nmsgstr ""' in (tmp_path / "nl" / "bot.po").read_bytes()
