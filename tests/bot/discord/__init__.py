"""Tests of what players and hosts do on Discord, with discord.py unmodified over real sockets."""
