"""The game on Discord."""
