"""What goes wrong at Discord, told apart: for good, for now, or nothing of the kind."""

from dataclasses import dataclass
from datetime import timedelta

import aiohttp
import discord

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_USER = 10003, 10008, 10013
NO_ACCESS, NO_PERMISSION, DM_CLOSED, NO_COMMON_SERVER = 50001, 50013, 50007, 50278
TOO_MANY_DMS, TOO_LARGE, WRONG_FORM, THREAD_EXISTS = 40003, 40005, 50035, 160004

PERMANENT = frozenset(
    (
        *(UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_USER),
        *(NO_ACCESS, NO_PERMISSION, DM_CLOSED, NO_COMMON_SERVER, TOO_LARGE),
    )
)
"""What asking again does not change. A message that is edited is posted anew, when it was deleted."""
CHANNEL_LOST = frozenset((UNKNOWN_CHANNEL, NO_ACCESS))
"""The channel is gone, or the bot was shut out of it."""
DM_PAUSE = timedelta(minutes=10)
"""So long no channel of direct messages is opened after too many were."""
MOST_REFUSALS = 10
"""Attempts after which a message that Discord takes for wrong is given up."""

NETWORK = (aiohttp.ClientError, OSError, TimeoutError)
EXPECTED = (discord.HTTPException, discord.RateLimited, *NETWORK)
"""Whatever a request may raise. A cut connection is none of discord.py's errors, and not always an OSError."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why something could not be sent."""

    reason: str
    """For hosts and whoever runs the bot."""
    is_permanent: bool = False
    loses_channel: bool = False
    pause: timedelta = timedelta()
    """The least time to wait."""
    is_of_pictures: bool = False
    """Its pictures could not be drawn: nothing waits for it."""


class DmPauseError(Exception):
    """No channel of direct messages is opened now, for Discord said that too many were."""


def code_of(error: BaseException) -> int:
    """Return Discord's code of an error; 0 for any other."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def judge(error: Exception, attempts: int) -> Failure:
    """Return what an error means for a message that was tried so often."""
    code = code_of(error)
    if isinstance(error, DmPauseError) or code == TOO_MANY_DMS:
        return Failure(f"{code or TOO_MANY_DMS} opening direct messages too fast", pause=DM_PAUSE)
    if isinstance(error, discord.RateLimited):
        return Failure(f"429, wait {error.retry_after:.0f} s", pause=timedelta(seconds=error.retry_after))
    if isinstance(error, discord.HTTPException):
        reason = f"{code or error.status} {error.text or error.response.reason}"
        is_refused = 400 <= error.status < 500 and error.status not in {401, 429}  # noqa: PLR2004 - HTTP's numbers
        is_permanent = code in PERMANENT or (is_refused and attempts >= MOST_REFUSALS)
        return Failure(reason, is_permanent, code in CHANNEL_LOST)
    return Failure(f"{type(error).__name__}: {error}".rstrip(": "))


def is_about_alt_text(error: Exception) -> bool:
    """Whether Discord refused a message for the words beside its picture."""
    return code_of(error) == WRONG_FORM and "description" in str(error)
