"""The seed of all chance, told when a race is over, and how to verify the race with it."""

from bot.text.escaping import Text, code, lines
from bot.text.languages import Words

SHORT_DIGEST = 12
"""Characters of a seed's SHA-256 that are easy to compare."""


def tell_seed(words: Words, seed: str, digest: str) -> Text:
    """Return the seed, the beginning of its SHA-256, and what to do with the record below."""
    return lines(
        words.say("**The seed**"),
        block(seed),
        words.say(
            "Its SHA-256 begins with {short}, as the first post said. `record.json` below holds the whole race;"
            " whoever has this program can deal and play it again:",
            short=Text(f"`{digest[:SHORT_DIGEST]}`"),
        ),
        block("python -m simulation verify record.json"),
    )


def block(text: str) -> Text:
    """Return a text that is to be copied."""
    return Text(f"```\n{code(text)}\n```")
