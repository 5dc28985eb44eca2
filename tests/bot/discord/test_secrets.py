"""What nobody else may learn: a hand, a program, the seed, a result that waits for its hosts.

Whoever tries everything, and forges the ids of whatever others can press, sees none of it.
"""

from datetime import datetime

import pytest
from sqlmodel import Session, select

from bot.db.tables import Game, PublishMode, Round, RoundStatus
from bot.discord.boardposts import account_of
from bot.moderator import games, programs
from bot.moderator.desk import Desk
from bot.moderator.hands import Panel
from bot.moderator.intime import Press
from bot.moderator.orders import Done, Order
from bot.playground.model import Channel, Message, User
from bot.text.alt import tell_hand_alt
from bot.text.languages import words_in
from simulation.cards import REGISTERS
from tests.bot.discord.hall import Hall, in_hall
from tests.bot.discord.rallystage import nothing_to_see
from tests.bot.discord.test_everything import FINAL, State, advance
from tests.bot.discord.walker import Walker, read

pytestmark = pytest.mark.long

SEED = "nobody guesses this"
ABOUT_ROUNDS = ("pick:{}:1", "undo:{}", "clear:{}", "form:{}", "form:{}:12345", "path:{}", "protest:{}")
ABOUT_GAMES = (
    *("cards:{}", "show:{}:cards", "show:{}:board", "show:{}:standings", "replay:{}:", "replay:{}:1", "replay:{}:2"),
    *("explain:{}:::=Cog", "explain:{}:1:1:=Cog", "host:{}:preview", "host:{}:panel", "host:{}:more", "host:{}:log"),
    *(
        "host:{}:export",
        "host:{}:publish",
        "host:{}:correct-program",
        "menu:{}",
        "order:{}:correct-program",
        "log:{}:99",
    ),
    *("again:{}:set-program", "meant:{}:correct", "here:{}", "typed:{}:1"),
)


async def new_game(hall: Hall, *players: User) -> int:
    """Start a race with a seed that stands nowhere else."""
    game = await hall.new_game(*players, starts=False, publish_mode=PublishMode.REVIEW, rounds=3)

    def start(session: Session, now: datetime) -> None:
        session.get_one(Game, game).seed = SEED
        assert isinstance(games.start(session, now, Order(game, hall.host.id, "go")), Done)

    await hall.rally.do(start)
    return game


async def lay_down(hall: Hall, game: int) -> Panel:
    """Let Cog lay a program down, and return the hand."""

    def submit(session: Session, now: datetime) -> Panel:
        query = select(Round.id).where(Round.open_game_id == game)
        press = Press(session.exec(query).one(), hall.cog.id, hall.server.world.new_id())
        laid = programs.submit(session, now, press, (9, 7, 5, 3, 1))
        assert isinstance(laid, Panel), laid
        return laid

    return await hall.rally.do(submit)


async def result_of(hall: Hall, game: int) -> list[str]:
    """Return the account of the round that waits for its hosts, if one does."""

    def tell(session: Session, now: datetime) -> list[str]:
        desk = Desk(session, now, session.get_one(Game, game))
        found = desk.open_round()
        if found is None or found.status is not RoundStatus.RESOLVED:
            return []
        return [account_of(desk, words_in("en"), found, register) for register in range(1, REGISTERS + 1)]

    return await hall.rally.do(tell)


def told_in(message: Message) -> str:
    """Return all that a message says, with what stands in its files that hold text."""
    files = [each.content.decode() for each in message.attachments if each.filename.endswith((".txt", ".json"))]
    return "\n".join([*read(message), *files])


async def try_everything(hall: Hall, user: User, channel: Channel, game: int) -> list[str]:
    """Let somebody try all that is offered, and all that is not; return what they are told."""
    walker = Walker(hall, spared=FINAL)
    rounds = [found.id for found in await hall.rows(Round) if found.game_id == game]
    forged = [each.format(game) for each in ABOUT_GAMES] + [each.format(of) for each in ABOUT_ROUNDS for of in rounds]
    for place in (channel, hall.people.dm(user)):
        for custom_id in forged:
            answer = await hall.forge(user, custom_id, place)
            found = [answer.message, *answer.follow_ups]
            walker.seen += [(user, custom_id, message) for message in found if message is not None]
            walker.shown.add(str(answer.modal))
        await walker.call_everything(user, place, thoroughly=True)
    return [*walker.shown, *(told_in(message) for _, _, message in walker.seen)]


@pytest.mark.parametrize("state", [State.FIRST, State.SECOND, State.REVIEW])
def test_nobody_learns_what_is_somebody_elses(state: State, request: pytest.FixtureRequest) -> None:
    """No viewer, other player or other server, nor the host, who plays in one of the races; but for the result."""

    @in_hall(seconds=120, draw=nothing_to_see)
    async def story(hall: Hall) -> None:
        hall.cog.locale = "en-US"
        far = hall.server.world.add_person("Far")
        club = hall.server.world.add_guild("Another club", far)
        for user in (far, hall.server.application.bot):
            hall.server.world.join(club, user)
        elsewhere = hall.server.world.add_channel(club, "talk")
        hosts_who_play = [hall.host] if state is State.SECOND else []
        game = await new_game(hall, hall.bolt, hall.cog, *hosts_who_play)
        if state is State.SECOND:
            await advance(hall, game, publishes=True)
        laid = await lay_down(hall, game)
        if state is State.REVIEW:
            await advance(hall, game, publishes=False)
        result = await result_of(hall, game)
        assert bool(result) == (state is State.REVIEW)
        assert laid.in_force is not None
        secrets = [SEED, tell_hand_alt(words_in("en"), laid.hand), laid.in_force.code]
        own = told_in(await hall.call(hall.cog, "cards"))
        assert [secret for secret in secrets if secret in own] == secrets[1:], "they are what is looked for"
        for user, channel, hidden in (
            (hall.spark, hall.channel, [*secrets, *result]),
            (hall.bolt, hall.channel, [*secrets, *result]),
            (far, elsewhere, [*secrets, *result]),
            (hall.host, hall.channel, secrets),
        ):
            seen = await try_everything(hall, user, channel, game)
            assert len(seen) > len(ABOUT_GAMES)
            assert [(user.name, each) for each in seen for secret in hidden if secret in each] == []

    story(request.getfixturevalue("database"))
