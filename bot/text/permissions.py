"""What the bot may lack in a channel."""

from collections.abc import Sequence

from bot.marks import N_
from bot.text.escaping import Text
from bot.text.languages import Words

PERMISSIONS = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
    "read_message_history": N_("Read Message History"),
    "create_public_threads": N_("Create Public Threads"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
}
"""Permissions as Discord's settings call them."""


def tell_missing(words: Words, channel_id: int, permissions: Sequence[str]) -> Text:
    """Return what the bot may not do in a channel; permissions as discord.py names them."""
    return words.say(
        "In {channel} I lack what a race needs: {permissions}. Give it to me in the channel's settings.",
        channel=Text(f"<#{channel_id}>"),
        permissions=words.all_of([words.say(PERMISSIONS[name]) for name in permissions if name in PERMISSIONS]),
    )
