"""The catalogues, made anew from the sources: `make catalogues`.

They hold no dates and no line numbers, so that they change with the sentences alone.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from bot.text.languages import LANGUAGES, LOCALES, SOURCE, catalogue_path

ROOT = Path(__file__).parents[2]
TEMPLATE = LOCALES / "bot.pot"
KEYWORDS = {"say": None, "N_": None, "count": (1, 2)}
"""What is called with a sentence: one, or that for one and that for many."""


def sources() -> Iterator[Path]:
    """Yield the files that hold sentences."""
    yield ROOT / "bot" / "moderator" / "refusals.py"
    yield from sorted((ROOT / "bot" / "text").glob("*.py"))


def extract() -> Catalog:
    """Return the catalogue of all sentences in the sources, untranslated."""
    template = _empty(None)
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        for _, sentence, comments, context in extract_from_file("python", path, KEYWORDS, ("Translators:",)):
            template.add(sentence, None, [(name, 0)], auto_comments=comments, context=context)
    return template


def merge(language: str, template: Catalog) -> Catalog:
    """Return the catalogue of a language with exactly the sentences of a template; new ones are untranslated."""
    path = catalogue_path(language)
    catalogue = _empty(language)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def write(catalogue: Catalog) -> bytes:
    """Return a catalogue as a file's content."""
    content = BytesIO()
    write_po(content, catalogue, width=110, omit_header=True, include_lineno=False, sort_by_file=False)
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    if catalogue.locale is not None:
        header += f'"Language: {catalogue.locale}\\n"\n"Plural-Forms: {catalogue.plural_forms}\\n"\n'
    return header.encode() + b"\n" + content.getvalue()


def files() -> dict[Path, bytes]:
    """Return what the template and every catalogue should hold."""
    template = extract()
    made = {catalogue_path(language): write(merge(language, template)) for language in LANGUAGES if language != SOURCE}
    return {TEMPLATE: write(template), **made}


def _empty(language: str | None) -> Catalog:
    return Catalog(locale=language, domain="bot", fuzzy=False)
