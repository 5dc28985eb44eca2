"""A club that plays: the real moderator on a real file, a clock that tests turn, and a post office that delivers."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlmodel import Session, SQLModel, col, select

from bot.clock import id_of_moment
from bot.db.engine import Database, open_database
from bot.db.tables import Game, Hearing, Message, Round, RoundStatus, Seat
from bot.moderator import dispatch, games, hands, programs
from bot.moderator.duties import do_due
from bot.moderator.hands import Panel
from bot.moderator.hearing import note_heard, read_heard
from bot.moderator.intime import Letters, Press
from bot.moderator.orders import Answer, Confirm, Done, Order
from bot.moderator.outbox import Kind
from bot.moderator.refusals import Rejected
from bot.moderator.settings import Settings
from simulation.programs import Pick
from simulation.race import ROBOT_NAMES

BOARDS = {path.stem: path.read_text(encoding="utf-8") for path in (Path(__file__).parents[3] / "boards").glob("*.toml")}
GUILD, CHANNEL, HOST = 11, 22, 900
"""Discord's ids of the server, the channel and the host; players are 101, 102, … in the order of joining."""
SEED = "green-light"
NOON = datetime(2026, 6, 1, 10, tzinfo=UTC)
"""12:00 in Brussels."""

Row = TypeVar("Row", bound=SQLModel)
Found = TypeVar("Found")


def player(seat: int) -> int:
    """Return the id of the person who plays a seat."""
    return 100 + seat


class UndeliverableError(Exception):
    """A message that the post office refuses, for good."""


class LostError(Exception):
    """A message that the post office could not take this time."""


@dataclass
class Letter:
    """A message as it stands in its channel."""

    id: int
    key: str
    kind: Kind
    lane: str
    facts: dict[str, object]
    edits: int = 0


@dataclass
class PostOffice:
    """Where messages arrive. It outlives the process of the bot, as Discord does."""

    letters: dict[str, Letter] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)
    """Lanes that refuse everything: closed messages, a channel that is gone."""
    failing: set[str] = field(default_factory=set)
    """Lanes that fail for now."""
    before_and_after: Callable[[str], None] = lambda _: None

    def send(self, message: Message) -> int:
        """Take a message, or an edit of one."""
        self.before_and_after(f"before {message.key}")
        if message.lane in self.closed:
            raise UndeliverableError
        if message.lane in self.failing:
            raise LostError
        if message.edits_id is None:
            assert message.key not in self.letters, f"{message.key} came twice"
            number = len(self.letters) + 1
            self.letters[message.key] = Letter(number, message.key, Kind(message.kind), message.lane, message.facts)
        else:
            original = self.letters.get(self.edited(message))
            if original is None:
                return message.edits_id  # it came to another post office
            original.edits += 1
            number = original.id
        self.before_and_after(f"after {message.key}")
        return number

    def edited(self, message: Message) -> str:
        """Return the key of the message that this one edits."""
        return self.keys_by_row[message.edits_id or 0]

    keys_by_row: dict[int, str] = field(default_factory=dict)

    def of_kind(self, kind: Kind) -> list[Letter]:
        """Return the messages of a kind, in the order in which they came."""
        return [letter for letter in self.letters.values() if letter.kind is kind]


@dataclass
class Club:
    """Everything around a database file."""

    path: Path
    now: datetime = NOON
    started: datetime = NOON
    post: PostOffice = field(default_factory=PostOffice)
    is_ready: bool = True
    skew: timedelta = timedelta()
    """The machine's clock minus Discord's."""
    unread: dict[int, list[tuple[int, Sequence[Pick]]]] = field(default_factory=dict)
    """What people wrote while nobody heard them: (message id, picks) by user."""
    draw: Callable[[Message], None] = lambda _: None
    """Draws the picture of a result; may raise."""
    _ids: int = 0
    _database: Database | None = None

    @property
    def database(self) -> Database:
        """The open database."""
        if self._database is None:
            self._database = open_database(self.path, self.now)
        return self._database

    def restart(self) -> None:
        """Let the process end, and another one begin."""
        if self._database is not None:
            self._database.close()
        self._database = None

    def new_id(self, ago: timedelta = timedelta()) -> int:
        """Return an id that Discord makes now, by its own clock."""
        self._ids += 1
        return id_of_moment(self.now - self.skew - ago) + self._ids

    def do(self, work: Callable[[Session], Found]) -> Found:
        """Do something in a transaction."""
        with self.database.transaction() as session:
            return work(session)

    # What the bot does by itself

    def tick(self) -> None:
        """Let a moment of the bot's life pass: it hears, does what is due, and delivers."""
        self.do(lambda session: note_heard(session, self.now, is_ready=self.is_ready, skew=self.skew))
        for _ in range(3):
            heard = self.do(lambda session: read_heard(session, self.now))
            wanted = do_due(self.database, self.now, heard)
            for each in wanted:
                for seat in each.seats:
                    self.read_messages(each.game_id, each.round_id, seat)
            if not wanted:
                break
        self.deliver()

    def read_messages(self, game_id: int, round_id: int, seat: int) -> None:
        """Take what a player wrote while nobody heard, as the bot does before it locks a round."""
        user = self.do(
            lambda session: session.exec(select(Seat.user_id).where(Seat.game_id == game_id, Seat.number == seat)).one()
        )
        for message_id, picks in self.unread.get(user, []):
            letters = Letters(game_id, user, message_id, is_salvaged=True)
            self.do(partial(programs.submit_typed, now=self.now, letters=letters, picks=picks))
        self.do(lambda session: programs.note_read(session, self.now, round_id, seat))

    def deliver(self) -> None:
        """Send what the outbox holds, as far as it goes now."""
        tried: set[int] = set()
        while True:
            ids = self.do(lambda session: [message.id for message in dispatch.take(session, self.now)])
            fresh = next((each for each in ids if each not in tried), None)
            if fresh is None:
                return
            tried.add(fresh)
            self._deliver(fresh)

    def _deliver(self, row: int) -> None:
        message = self.do(lambda session: dispatch.begin(session, self.now, row))
        if message is None:
            return
        if message.edits_id is not None:
            edited = self.do(lambda session: session.get_one(Message, message.edits_id))
            self.post.keys_by_row[edited.id] = edited.key
        try:
            if message.kind in {Kind.RESULT, Kind.PICTURE} and not message.facts.get("without_picture"):
                self.draw(message)
        except ZeroDivisionError as error:
            problem = str(error)
            if message.kind == Kind.PICTURE:
                self.do(lambda session: dispatch.fail_sending(session, self.now, row, problem))
                return
            self.do(lambda session: dispatch.send_without_picture(session, self.now, row, problem))
        there = self.post.letters.get(message.key) if message.attempts > 1 else None
        try:
            number = self.post.send(message) if there is None else there.id
        except UndeliverableError:
            self.do(lambda session: dispatch.fail_sending(session, self.now, row, "closed", is_permanent=True))
        except LostError:
            self.do(lambda session: dispatch.fail_sending(session, self.now, row, "lost"))
        else:
            self.do(lambda session: dispatch.finish_sending(session, self.now, row, number))

    def pass_time(self, until: datetime, every: timedelta = timedelta(minutes=10)) -> None:
        """Let time pass, with a tick now and then, and one at the end; players can be heard all the time."""
        while self.now < until:
            self.now = min(self.now + every, until)
            if self.is_ready and self._database is not None:
                self.keep_hearing()
            self.tick()

    def keep_hearing(self) -> None:
        """Let the log say that players were heard since the last sign, as a heartbeat every few seconds does."""
        with self.database.transaction() as session:
            last = session.exec(select(Hearing).order_by(col(Hearing.id).desc())).first()
            if last is not None and not last.ended:
                last.until = self.now

    # What people do

    def order(self, game: int, reason: str = "as agreed", host: int = HOST, confirmation: str | None = None) -> Order:
        """Return a host's order."""
        return Order(game, host, reason, confirmation)

    def new_game(self, robots: int = 3, *, starts: bool = True, channel: int = CHANNEL, **changes: object) -> int:
        """Make a game with robots in it; return its id."""
        settings = replace(Settings("Friday race", "green-light"), **changes)  # type: ignore[arg-type]
        place = games.Place(GUILD, channel, HOST)

        def make(session: Session) -> int:
            game = games.create(session, self.now, place, settings, games.Supplies(BOARDS, SEED))
            assert isinstance(game, Game)
            for seat, robot in enumerate(ROBOT_NAMES[:robots], start=1):
                assert isinstance(games.join(session, self.now, game.id, player(seat), robot), Seat)
            return game.id

        game_id = self.do(make)
        if starts:
            assert isinstance(self.command(games.start, game_id), Done)
        return game_id

    def command(self, power: Callable[..., Answer], game: int, *details: object, **who: str | int) -> Answer:
        """Give a host's order without more ado: what wants a confirmation gets it."""
        order = self.order(game, **who)  # type: ignore[arg-type]
        answer = self.do(lambda session: power(session, self.now, order, *details))
        if isinstance(answer, Confirm):
            confirmed = replace(order, confirmation=answer.code)
            answer = self.do(lambda session: power(session, self.now, confirmed, *details))
        return answer

    def press(self, game: int, seat: int, ago: timedelta = timedelta()) -> Press:
        """Return a press of a button on the latest hand of a seat."""
        found = self.round(game)
        return Press(found.id, player(seat), self.new_id(ago))

    def pick(self, game: int, seat: int, place: int) -> Panel | Rejected:
        """Press the button of a card."""
        press = self.press(game, seat)
        return self.do(lambda session: programs.pick(session, self.now, press, place))

    def program(self, game: int, seat: int, places: Iterable[int] = (1, 2, 3, 4, 5)) -> Panel:
        """Press five cards."""
        panel: Panel | Rejected | None = None
        for place in places:
            panel = self.pick(game, seat, place)
        assert isinstance(panel, Panel), panel
        return panel

    def write(self, game: int, seat: int, picks: Sequence[Pick], ago: timedelta = timedelta()) -> Panel | Rejected:
        """Type a program."""
        letters = Letters(game, player(seat), self.new_id(ago))
        return self.do(lambda session: programs.submit_typed(session, self.now, letters, picks))

    def panel(self, game: int, seat: int) -> Panel | Rejected:
        """Open the hand."""
        return self.do(lambda session: hands.open_hand(session, self.now, game, player(seat)))

    # What there is

    def game(self, game: int) -> Game:
        """Return a game's row."""
        return self.do(lambda session: session.get_one(Game, game))

    def round(self, game: int) -> Round:
        """Return the open round, or the last one."""
        query = select(Round).where(Round.game_id == game, Round.status != RoundStatus.WITHDRAWN)
        return self.do(lambda session: session.exec(query.order_by(col(Round.number).desc())).all()[0])

    def rows(self, table: type[Row]) -> list[Row]:
        """Return all rows of a table, in the order of their making."""
        return self.do(lambda session: list(session.exec(select(table)).all()))
