"""The playground's clock: the machine's, and what was skipped."""

from datetime import datetime, timedelta

from bot.clock import SystemClock


class SkippingClock:
    """A clock that goes as the machine's does, and can be put forward: bot and server go by it."""

    def __init__(self) -> None:
        """Start with the machine's time."""
        self._machine = SystemClock()
        self._skipped = timedelta()

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""
        return self._machine.now() + self._skipped

    def skip_to(self, moment: datetime) -> None:
        """Go on from a moment; one that has passed changes nothing."""
        self._skipped += max(moment - self.now(), timedelta())
