"""Tests of the Discord-compatible server, with discord.py unmodified over real sockets."""
