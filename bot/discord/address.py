"""Where Discord is: the real one, or a server that speaks its protocol."""

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

_REAL_API = Route.BASE
_REAL_GATEWAY = DiscordWebSocket.DEFAULT_GATEWAY


def point_discord_at(url: str) -> None:
    """Let discord.py, in the whole process, speak to the server at a URL ("http://127.0.0.1:8123").

    An empty URL means the real Discord. To be called before a client logs in. Raises ValueError for what is no URL.
    """
    if not url:
        Route.BASE = _REAL_API
        DiscordWebSocket.DEFAULT_GATEWAY = _REAL_GATEWAY
        return
    home = URL(url)
    if home.scheme not in {"http", "https"} or not home.host:
        msg = f"found {url!r}, expected http:// or https:// and a host"
        raise ValueError(msg)
    Route.BASE = str(home / "api" / "v10")
    DiscordWebSocket.DEFAULT_GATEWAY = home.with_scheme("wss" if home.scheme == "https" else "ws") / "gateway"
