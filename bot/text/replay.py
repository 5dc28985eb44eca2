"""What stands above a round that is shown again."""

from bot.text.escaping import Text, lines
from bot.text.languages import Words


def tell_replay(words: Words, game: str, round_number: int, thread: int | None) -> Text:
    """Return the title of a round that is shown again; `thread` is Discord's id of that with its account, if any."""
    return lines(
        words.say("**{game}: round {round} once more**", game=game, round=round_number),
        None if thread is None else words.say("In the channel: {thread}", thread=Text(f"<#{thread}>")),
    )
