"""Boards as people draw them for the tests, and how they upload them."""

from collections.abc import Mapping

from bot.playground.commandcall import Value
from bot.playground.drafts import Upload
from bot.playground.model import Channel, Message, User
from tests.bot.discord.hall import Hall

YARD = """name = "Back Yard"
author = "the hosts"
description = "A lift, a gear, and a pit under fire."
guard = "C0"
picture = \'\'\'
+-+-+-+-+-+
|= = = = =|
+ + +-+ + +
|. . R . .|
+ + + + + +
|. > v|O .|
+ + + + + +
|. ^ . . .|
+-+ + +-+ +
|. . . @ .|
+ + + + + +
|. 1 2 3 .|
+-+-+-+-+-+
\'\'\'

[[laser]]
at = "E4"
facing = "west"
beams = 2
"""


def largest(name: str = "The largest", sign: str = ".") -> str:
    """Return a board at the size limit, its middle full of a sign."""
    rows = ["= " * 25 + "=", *[f"{sign} " * 25 + sign] * 38, "1 2 3 4 5 6 7 8 9 a b c" + " ." * 13 + " @"]
    between = "+ " * 26 + "+"
    inner = f"\n{between}\n".join(f"|{row}|" for row in rows)
    frame = "+-" * 26 + "+"
    return f"name = '{name}'\nguard = 'N0'\npicture = '''\n{frame}\n{inner}\n{frame}\n'''\n"


def toml(content: str | bytes, filename: str = "yard.toml") -> Upload:
    """Return a file to be uploaded."""
    return Upload(filename, content.encode() if isinstance(content, str) else content)


async def upload(  # noqa: PLR0913, PLR0917 - who uploads what where
    hall: Hall,
    user: User,
    command: str,
    content: str | bytes,
    options: Mapping[str, Value] | None = None,
    channel: Channel | None = None,
) -> Message:
    """Call a command with a file, and return its answer."""
    return await hall.call(user, command, {"file": toml(content), **(options or {})}, channel)
