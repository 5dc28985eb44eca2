"""The demo: a race of automatic players through the real bot, on a Discord-compatible server of its own."""

from bot.demo.showing import Demo, DemoError, show

__all__ = ["Demo", "DemoError", "show"]
