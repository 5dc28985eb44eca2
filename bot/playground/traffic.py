"""What bots asked for: a log of all requests, how many in a second, and the limits on them."""

import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from zlib import crc32

from bot.playground.refusals import ApiError

_OUTSIDE = ("POST /interactions/", "POST /webhooks/", "PATCH /webhooks/", "GET /webhooks/", "DELETE /webhooks/")
"""Routes that the limit of 50 a second does not count."""
_REFUSALS = frozenset({401, 403, 429})
USUAL_BUCKETS = {
    "POST /channels/{channel_id}/messages": (5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": (5, 5.0),
}
"""What Discord's headers have been seen to say: requests, in seconds."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request that was answered."""

    at: float
    """When it came: seconds of the monotonic clock."""
    route: str
    """A method and a route as in Discord's documents."""
    path: str
    status: int
    """The HTTP status of the answer; 0 if the connection was cut."""
    seconds: float
    """How long the answer took."""


class Traffic:
    """Counts and limits requests."""

    def __init__(self, per_second: int | None, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Limit bots to so many requests per second; None for no limit."""
        self.per_second = per_second
        self.buckets: dict[str, tuple[int, float]] = {}
        """Limits by route, for each channel or guild: requests, in seconds. None by default; see `USUAL_BUCKETS`."""
        self.log: list[Request] = []
        self.failures: list[Exception] = []
        """What broke within the server itself; bots saw a 500. Tests want it empty."""
        self.monotonic = monotonic
        self._recent: dict[str, deque[float]] = {}
        self._windows: dict[tuple[str, str], tuple[float, int]] = {}

    def count(self) -> Counter[str]:
        """Return how often each route was asked for."""
        return Counter(request.route for request in self.log)

    def most_in_a_second(self) -> int:
        """Return the most requests that came within one second, those outside the limit apart."""
        return _most_within(1.0, [each.at for each in self.log if not each.route.startswith(_OUTSIDE)])

    def most_refused(self, seconds: float = 600.0) -> int:
        """Return the most answers of 401, 403 and 429 within some time: 10,000 in 10 minutes ban an address."""
        return _most_within(seconds, [each.at for each in self.log if each.status in _REFUSALS])

    def limit(self, token: str, route: str, major: str) -> dict[str, str]:
        """Count a request; return the headers of its limits, or refuse with 429."""
        now = self.monotonic()
        if self.per_second is not None and not route.startswith(_OUTSIDE):
            recent = self._recent.setdefault(token, deque())
            while recent and now - recent[0] >= 1:
                recent.popleft()
            if len(recent) >= self.per_second:
                raise _limited(1 - (now - recent[0]), {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"})
            recent.append(now)
        if route not in self.buckets:
            return {}
        return self._fill(route, major, now)

    def _fill(self, route: str, major: str, now: float) -> dict[str, str]:
        limit, seconds = self.buckets[route]
        started, used = self._windows.get((route, major), (now, 0))
        if now - started >= seconds:
            started, used = now, 0
        rest = seconds - (now - started)
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(max(0, limit - used - 1)),
            "X-RateLimit-Reset": f"{time.time() + rest:.3f}",
            "X-RateLimit-Reset-After": f"{rest:.3f}",
            "X-RateLimit-Bucket": f"{crc32(route.encode()):x}",
        }
        if used >= limit:
            raise _limited(rest, {**headers, "X-RateLimit-Scope": "user"})
        self._windows[route, major] = (started, used + 1)
        return headers


def _most_within(seconds: float, times: list[float]) -> int:
    """Return how many of some times are at most within one stretch of seconds."""
    window: deque[float] = deque()
    most = 0
    for at in sorted(times):
        window.append(at)
        while at - window[0] >= seconds:
            window.popleft()
        most = max(most, len(window))
    return most


def _limited(retry_after: float, headers: Mapping[str, str]) -> ApiError:
    is_global = "X-RateLimit-Global" in headers
    extra = {"retry_after": round(retry_after, 3), "global": is_global}
    error = ApiError(429, 0, "You are being rate limited.", **extra)
    error.headers = {**headers, "Via": "1.1 google", "Retry-After": str(int(retry_after) + 1)}
    return error
