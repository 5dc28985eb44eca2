"""What a host may set for a game: house rules (H1-H3) and points (R1.4)."""

from dataclasses import dataclass

ROUNDS = 10
"""Rounds in a game (R1.1)."""

POINTS = (5, 4, 3, 3, 2, 2, 1)
"""Points by rank (R1.4)."""

MOST_ROBOTS = 12


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A game's house rules; the defaults are the forum's game."""

    reboot_damage: int = 1
    """H1: damage cards for a fall, 0 to `MOST_REBOOT_DAMAGE`."""
    reboot_ends_program: bool = False
    """H2: a robot that falls plays nothing more this round."""
    lasers_blocked_by_robots: bool = False
    """H3: a beam ends at the first robot that it meets."""


MOST_REBOOT_DAMAGE = 1000


def points_for(rank: int | None, points: tuple[int, ...] = POINTS) -> int:
    """Return the points for a rank (from 1), or for not having finished (None), by R1.4."""
    if rank is None:
        return 0
    return points[min(rank, len(points)) - 1]
