"""How a host's command becomes an order for the race that is meant."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime

from sqlmodel import Session

from bot.discord import ids
from bot.discord.answering import Asked, asker_of, refusal, tell, words_for
from bot.discord.calling import Calling
from bot.discord.choosing import choose, find_robot
from bot.discord.entries import Entries
from bot.discord.hosting import Wish, carry_out_and_show
from bot.discord.rally import Rally
from bot.moderator.refusals import Rejected
from bot.text.escaping import Text
from bot.text.powers import Field

Entered = Mapping[Field, str | int | bool | None]
"""What was entered for a command; None is left out."""


class Giving(Calling):
    """Gives orders, and shows what is asked for, in the race that is meant."""

    async def give(self, interaction: Asked, action: str, entered: Entered | None = None) -> None:
        """Give an order to the race that is meant."""
        entries = entries_of(entered or {})

        async def then(game_id: int) -> None:
            await carry_out_and_show(self.rally, interaction, Wish(game_id, action, entries))

        async def answer() -> None:
            if Field.ROBOT in entries:
                await self._give_about_robot(interaction, action, entries)
                return
            await choose(self.rally, interaction, action, lambda game_id: ids.meant_id(game_id, action), then, entries)

        await self.answer(interaction, answer)

    async def _give_about_robot(self, interaction: Asked, action: str, entries: Entries) -> None:
        """Give an order to the race in which the robot runs."""
        asker = asker_of(interaction)

        def work(session: Session, now: datetime) -> Wish | Text:
            seat = find_robot(session, now, asker, entries[Field.ROBOT])
            if isinstance(seat, Rejected):
                return refusal(words_for(session, asker), seat)
            return Wish(seat.game_id, action, {**entries, Field.ROBOT: seat.robot})

        found = await self.rally.do(work)
        if isinstance(found, Wish):
            await carry_out_and_show(self.rally, interaction, found)
        else:
            await tell(interaction, found)

    async def look(self, interaction: Asked, action: str, show: Callable[[Rally, Asked, int], Awaitable[None]]) -> None:
        """Show something of the race that is meant."""
        await self.answer(
            interaction,
            lambda: choose(
                self.rally,
                interaction,
                action,
                lambda game_id: ids.host_id(game_id, action),
                lambda game_id: show(self.rally, interaction, game_id),
            ),
        )


def entries_of(entered: Entered) -> Entries:
    """Return what was entered for a command as a form would have it."""
    spoken = {True: "yes", False: "no"}
    return {
        field: spoken[value] if isinstance(value, bool) else str(value).strip()
        for field, value in entered.items()
        if value is not None
    }
