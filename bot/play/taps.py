"""What automatic players press: the latest message that has a button, and five cards of a hand."""

import re

from bot.discord import ids
from bot.playground.model import Channel, Message, User
from bot.playground.people import People, controls_of
from simulation.programs import Program


def find_post(people: People, user: User, channel: Channel, pattern: str) -> tuple[Message, str] | None:
    """Return the latest message that somebody sees with a button whose id matches, and the id; None without one."""
    for post in reversed(people.sees(user, channel)):
        for control in controls_of(post):
            custom_id = str(control.get("custom_id", ""))
            if re.fullmatch(pattern, custom_id) and not control.get("disabled"):
                return post, custom_id
    return None


async def press_cards(people: People, user: User, channel: Channel, round_id: int, program: Program) -> bool:
    """Press the cards of a program, one after the other; return whether all of them could be pressed."""
    for place in program:
        found = find_post(people, user, channel, re.escape(ids.pick_id(round_id, place)))
        if found is None:
            return False
        await people.press(user, *found).final()
    return True
