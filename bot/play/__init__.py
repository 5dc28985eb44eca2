"""The playground: the real bot at a server of its own, and one page on which a newcomer is everybody in turn."""
