"""The moderator: what hosts and players do, and what is due; it knows no Discord."""
