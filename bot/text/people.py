"""People in texts: named by their account, without being pinged (delivery allows no mentions)."""

from bot.text.escaping import Text


def account(user_id: int) -> Text:
    """Return what Discord shows as an account's name."""
    return Text(f"<@{user_id}>")
