"""The names of commands in each language of Discord's, from the catalogues."""

from discord import Locale, app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from bot.text.languages import words_in


class CatalogueTranslator(app_commands.Translator):
    """Translates names and descriptions of commands."""

    async def translate(self, string: locale_str, locale: Locale, _: TranslationContextTypes) -> str | None:
        """Return a name or description in a language, or None where there is no other than the English."""
        translated = words_in(locale.value.partition("-")[0]).sentences.get(string.message)
        return None if translated is None else translated[0]


async def translate_names(tree: app_commands.CommandTree) -> None:
    """Let the names of a tree be translated when it is synced."""
    if tree.translator is None:
        await tree.set_translator(CatalogueTranslator())


def named(what: str) -> locale_str:
    """Return a name or description that can be translated: a sentence of the catalogues."""
    return locale_str(str(what))
