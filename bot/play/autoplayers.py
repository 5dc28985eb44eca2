"""Automatic players: they join by the lobby's button, and send a program each round by pressing five cards."""

import asyncio
import logging
import re
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from sqlmodel import Session, col, select

from bot.db.tables import Game, GameStatus, Hand, Program, Round, RoundStatus, Seat
from bot.discord import ids
from bot.moderator.stored import load_state
from bot.play.life import Life
from bot.play.taps import find_post, press_cards
from bot.playground.commandcall import CannotDoError
from bot.playground.model import Channel, Message, User
from bot.playground.people import People
from simulation.autopilot import Autopilot, Strength
from simulation.boardfile import parse_board
from simulation.rules import HouseRules
from simulation.state import State

_PAUSE = 0.5
"""Seconds between two looks at who lacks a program."""
_MOMENT = 0.05
_PATIENCE = 10.0
"""Seconds in which a hand must have been pressed."""
_STRENGTHS = (Strength.FAIR, Strength.STRONG, Strength.EASY)
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A program that an automatic player has not sent."""

    user_id: int
    game_id: int
    round_id: int
    version: int
    """How many were sent before: a host may have cleared them."""
    seat: int = field(compare=False)
    """From 0, as states count them."""
    board: str = field(compare=False)
    """The board file's text."""
    state: State = field(compare=False)


class AutoPlayers:
    """People who play by themselves, from when they were called until the end."""

    def __init__(self, people: People, life: Life) -> None:
        """Have nobody yet."""
        self._people = people
        self._life = life
        self._users: dict[int, User] = {}
        self._autopilots: dict[str, Autopilot] = {}
        self.hands_off = asyncio.Lock()
        """Whoever holds it keeps them from pressing: before the bot is stopped, say."""
        self._sent: set[Wanted] = set()
        """What was pressed, and what could not be: nothing is tried again and again."""

    @property
    def user_ids(self) -> frozenset[int]:
        """Return who plays by themselves."""
        return frozenset(self._users)

    async def join(self, user: User, lobby: Message, custom_id: str) -> bool:
        """Let somebody take a seat, and play by themselves from then on; return whether there was a seat."""
        await self._people.press(user, lobby, custom_id).final()
        if user.id not in await self._life.read(lambda session: seated_by(session, custom_id)):
            return False
        self._users[user.id] = user
        return True

    async def play(self) -> None:
        """Send programs until cancelled; nothing that goes wrong ends it."""
        while True:
            await asyncio.sleep(_PAUSE)
            try:
                async with self.hands_off, asyncio.timeout(_PATIENCE):
                    await self._send_programs()
            except Exception:  # noqa: BLE001 - the bot may be stopped under it; the next look tries again
                _LOG.debug("automatic players wait", exc_info=True)

    async def catch_up(self) -> None:
        """Send all programs that are lacking, before time is skipped: as far as that takes seconds."""
        with suppress(TimeoutError):
            async with self.hands_off, asyncio.timeout(_PATIENCE):
                while await self._send_programs():  # noqa: ASYNC110 - what is waited for is a row
                    await asyncio.sleep(_MOMENT)

    async def _send_programs(self) -> bool:
        """Send programs; return whether some are lacking still: their hands are on their way."""
        if not self._users or not self._life.is_on:
            return False
        wanted = await self._life.do(lambda session: _find_wanted(session, self._users))
        lacking = [each for each in wanted if each not in self._sent]
        for each in lacking:
            if await self._send(each):
                self._sent.add(each)
        return not self._sent.issuperset(lacking)

    async def _send(self, wanted: Wanted) -> bool:
        """Press the five cards, in the DM or in the hand that "My cards" opens; return whether that went."""
        user = self._users[wanted.user_id]
        channel = self._people.dm(user)
        if find_post(self._people, user, channel, f"pick:{wanted.round_id}:.*") is None:
            if not user.dm_refusal:
                return False  # it is on its way
            channel = await self._open_hand(user, wanted.game_id) or channel
        program = await asyncio.to_thread(self._choose, wanted)
        with suppress(CannotDoError):
            return await press_cards(self._people, user, channel, wanted.round_id, program)
        return False

    async def _open_hand(self, user: User, game_id: int) -> Channel | None:
        for channel in self._people.opens(user):
            found = find_post(self._people, user, channel, re.escape(ids.my_cards_id(game_id)))
            if found is not None:
                await self._people.press(user, *found).final()
                return channel
        return None

    def _choose(self, wanted: Wanted) -> tuple[int, ...]:
        board = wanted.board
        if board not in self._autopilots:
            self._autopilots[board] = Autopilot(parse_board(board), HouseRules())
        robot, hand = wanted.state.robots[wanted.seat], wanted.state.piles[wanted.seat].hand
        return self._autopilots[board].choose(robot, hand, _STRENGTHS[wanted.seat % len(_STRENGTHS)])


def seated_by(session: Session, join_id: str) -> frozenset[int]:
    """Return who has a seat in the game of a Join button."""
    found = re.fullmatch(ids.JOIN, join_id)
    assert found is not None, "it is a Join button's"
    return frozenset(session.exec(select(Seat.user_id).where(Seat.game_id == int(found["game"]))))


def _find_wanted(session: Session, users: dict[int, User]) -> Sequence[Wanted]:
    """Return the programs that are lacking in rounds that run."""
    query = (
        select(Hand, Seat, Round, Game)
        .select_from(Hand)
        .join(Round)
        .join(Seat, col(Seat.id) == Hand.seat_id)
        .join(Game, col(Game.id) == Round.game_id)
        .where(Round.status == RoundStatus.DEALT, Game.status == GameStatus.RUNNING)
        .where(col(Seat.user_id).in_(users), col(Seat.removed_at).is_(None), col(Hand.excused).is_(False))
    )
    rows = session.exec(query).all()
    sent = _find_programs(session, [hand.id for hand, *_ in rows])
    return [
        Wanted(
            seat.user_id,
            game.id,
            found.id,
            len(sent[hand.id]),
            (seat.number or 1) - 1,
            game.board,
            load_state(found.state),
        )
        for hand, seat, found, game in rows
        if not sent[hand.id] or sent[hand.id][-1].places is None
    ]


def _find_programs(session: Session, hands: list[int]) -> dict[int, list[Program]]:
    """Return all versions of the programs of some hands, the one in force last."""
    query = select(Program).where(col(Program.hand_id).in_(hands)).order_by(col(Program.at), col(Program.version))
    found: dict[int, list[Program]] = defaultdict(list)
    for program in session.exec(query):
        found[program.hand_id].append(program)
    return found
