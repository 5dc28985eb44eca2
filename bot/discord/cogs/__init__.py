"""Slash commands, and what people write."""
