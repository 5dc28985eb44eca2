"""A Discord-compatible server on 127.0.0.1, for tests, the demo and trying the bot without a token.

It is written from Discord's documentation and from what discord.py expects. It proves that the bot keeps to what is
known of Discord; it proves nothing about Discord itself.
"""
