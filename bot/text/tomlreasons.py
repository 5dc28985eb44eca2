"""Why something is not TOML: told of what Python's reader says, which speaks English only."""

from bot.marks import N_
from bot.text.escaping import Text
from bot.text.languages import Words

_REASONS = {
    "Illegal character": N_("a sign stands here that it does not allow in this place"),
    "Found invalid character": N_("a sign stands here that it does not allow in this place"),
    "Cannot": N_("this key or table is there already"),
    "Duplicate inline table key": N_("this key or table is there already"),
    "Unterminated string": N_("a text has no closing quotation mark"),
    'Expected "': N_("a text has no closing quotation mark"),
    "Expected '\"": N_("a text has no closing quotation mark"),
    "Expected newline": N_("something stands behind a value"),
    "Expected '='": N_("behind the key there is no ="),
    "Expected ']": N_("a bracket is not closed"),
    "Unclosed": N_("a bracket is not closed"),
    "Unescaped": N_("a backslash stands before something that it does not go with"),
    "Invalid hex value": N_("a backslash stands before something that it does not go with"),
    "Escaped character": N_("a backslash stands before something that it does not go with"),
    "Invalid date": N_("there is no such date"),
    "Invalid initial character": N_("no key can begin like this"),
    "Invalid statement": N_("a line begins with a key, a table, or a # and a comment"),
    "Invalid value": N_("this is neither a text in quotation marks nor a number"),
}
"""By the beginning of the reader's sentence."""


def tell_reason(words: Words, reason: str) -> Text:
    """Return why something is no TOML; what a later version of the reader may say is quoted."""
    known = next((told for begins, told in _REASONS.items() if reason.startswith(begins)), None)
    return words.name(reason) if known is None else words.say(known)
