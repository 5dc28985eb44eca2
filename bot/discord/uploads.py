"""Small files that people upload with a command: fetched within limits of size and time, never trusted in either."""

import aiohttp

from bot.discord.failures import NETWORK

LONGEST_FETCH = 10.0
"""Seconds after which a file will not come."""
_PIECE = 16 * 1024


class UploadError(Exception):
    """A file could not be fetched."""


class UploadTooLargeError(Exception):
    """A file has more bytes than are read; `found` is what Discord says of it, or what came before it was left."""

    def __init__(self, found: int) -> None:
        """Keep the number of bytes."""
        super().__init__(f"{found} bytes")
        self.found = found


async def fetch(url: str, size: int, most: int) -> bytes:
    """Return a file as it was uploaded; raises UploadError and UploadTooLargeError.

    `size` is how many bytes Discord says it has, `most` how many are read. discord.py would read whatever comes into
    memory, and unpack what says that it is packed.
    """
    if size > most:
        raise UploadTooLargeError(size)
    timeout = aiohttp.ClientTimeout(total=LONGEST_FETCH)
    headers = {"Accept-Encoding": "identity"}
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout, auto_decompress=False, headers=headers) as session,
            session.get(url, allow_redirects=False) as response,
        ):
            if response.status != 200:  # noqa: PLR2004 - HTTP's OK
                raise UploadError(f"{response.status}")  # noqa: EM102 - it is the text
            return await _read(response, most)
    except (*NETWORK, ValueError) as error:
        raise UploadError(f"{type(error).__name__}: {error}") from error  # noqa: EM102, TRY003 - it is the text


async def _read(response: aiohttp.ClientResponse, most: int) -> bytes:
    """Return what comes, as long as it is not too much."""
    content = bytearray()
    async for piece in response.content.iter_chunked(_PIECE):
        content += piece
        if len(content) > most:
            raise UploadTooLargeError(len(content))
    return bytes(content)
