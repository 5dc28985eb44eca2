"""Words: the sentences of a language, from catalogues that are read as they stand in the repository."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from bot.text.escaping import Text, escape, join, plain

SOURCE = "en"
LANGUAGES = (SOURCE, "nl")
LOCALES = Path(__file__).parent / "locale"

Fact = str | int
"""What a sentence tells of; a `Text` is taken as it is, any other text is a stranger's."""


@dataclass(frozen=True, slots=True)
class Words:
    """A language: what is said in it."""

    language: str
    sentences: Mapping[str, tuple[str, ...]]
    """By the English: the translation, or that of one and that of many."""
    harmless: Callable[[str], Text] = escape

    def say(self, sentence: str, /, **facts: Fact) -> Text:
        """Return a sentence in this language, given in English, with its facts."""
        (translated,) = self.sentences.get(sentence) or (sentence,)
        return self._fill(translated, facts)

    def count(self, one: str, many: str, n: int, /, **facts: Fact) -> Text:
        """Return the sentence for one or for many things, in which {n} is their number."""
        singular, plural = self.sentences.get(one) or (one, many)
        return self._fill(singular if n == 1 else plural, {"n": n, **facts})

    def name(self, name: str) -> Text:
        """Return a stranger's name or words, made harmless."""
        return self.harmless(name)

    def all_of(self, texts: tuple[Text, ...] | list[Text]) -> Text:
        """Return texts as a list in a sentence: "A, B and C"."""
        if len(texts) < 2:  # noqa: PLR2004 - a list of one has no "and"
            return join("", texts)
        return self.say("{some} and {last}", some=join(", ", texts[:-1]), last=texts[-1])

    def ordinal(self, number: int) -> Text:
        """Return "1st", "2nd", "3rd", "4th" …."""
        if self.language != SOURCE:
            return self.say("{number}th", number=number)
        teens = number % 100 in (11, 12, 13)
        return Text(f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}")

    def unformatted(self) -> "Words":
        """Return the same language for where Discord formats nothing."""
        return replace(self, harmless=plain)

    def _fill(self, sentence: str, facts: Mapping[str, Fact]) -> Text:
        shown = {key: self._show(fact) for key, fact in facts.items()}
        return Text(sentence.format(**shown))

    def _show(self, fact: Fact) -> str:
        if isinstance(fact, Text):
            return fact
        return self.harmless(fact) if isinstance(fact, str) else str(fact)


@cache
def words_in(language: str) -> Words:
    """Return the words of a language; one without a catalogue speaks English."""
    return Words(language, _read_sentences(language)) if language in LANGUAGES else words_in(SOURCE)


def catalogue_path(language: str) -> Path:
    """Return where the catalogue of a language stands."""
    return LOCALES / language / "LC_MESSAGES" / "bot.po"


def _read_sentences(language: str) -> dict[str, tuple[str, ...]]:
    if language == SOURCE:
        return {}
    with catalogue_path(language).open("rb") as file:
        catalogue = read_po(file, locale=language, abort_invalid=True)
    sentences: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        source = message.id if isinstance(message.id, str) else message.id[0]
        translated = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if source and all(translated) and not message.fuzzy:
            sentences[source] = translated
    return sentences
