"""What hosts enter, field by field: read as it was meant, or refused with what was found."""

from datetime import timedelta

from sqlmodel import Session

from bot.db.tables import Game, PublishMode, RoundStatus, Seat
from bot.discord.acts import correct
from bot.discord.answering import Asker
from bot.discord.choosing import find_robot
from bot.discord.given import Given, Places, read
from bot.discord.hosting import Wish, carry_out
from bot.moderator.desk import Desk
from bot.moderator.orders import Order
from bot.moderator.refusals import Reason, Rejected
from bot.text.powers import Field
from simulation.geometry import Facing, Position
from tests.bot.discord.hall import Hall, in_hall

WRONG = (
    (Field.ROBOT, "Nobody", Reason.UNKNOWN_ROBOT),
    (Field.ROBOT, "bolt", Reason.UNKNOWN_ROBOT),
    (Field.SQUARE, "4C", Reason.WRONG_SQUARE),
    (Field.SQUARE, "", Reason.WRONG_SQUARE),
    (Field.FACING, "up", Reason.WRONG_FACING),
    (Field.CARDS, "1.5", Reason.WRONG_NUMBER),
    (Field.CARDS, "\u0663", Reason.WRONG_NUMBER),
    (Field.ROUND, "9999999", Reason.WRONG_NUMBER),
    (Field.POINTS, "five", Reason.WRONG_NUMBER),
    (Field.WHEN, "later", Reason.WRONG_MOMENT),
    (Field.WHEN, "0001-01-01 00:00", Reason.WRONG_MOMENT),
    (Field.PERSON, "bot", Reason.NOT_A_PERSON),
    (Field.PERSON, str(1 << 63), Reason.NOT_A_PERSON),
    (Field.PLACES, "1 2 3 4", Reason.WRONG_PLACES),
    (Field.PLACES, "1 2 3 4 4", Reason.WRONG_PLACES),
    (Field.PLACES, "left left left left left", Reason.WRONG_PLACES),
    (Field.RESULTS, "sometimes", Reason.WRONG_CHOICE),
    (Field.LANGUAGE, "fr", Reason.WRONG_CHOICE),
    (Field.SILENCE, "maybe", Reason.WRONG_CHOICE),
    (Field.REMINDERS, "soon", Reason.WRONG_REMINDERS),
)
RIGHT = (
    (Field.SQUARE, "c12", Position(3, 12)),
    (Field.FACING, "west", Facing.WEST),
    (Field.CARDS, "- 3", -3),
    (Field.ROUND, "+2", 2),
    (Field.POINTS, "5; 4,3  0", (5, 4, 3, 0)),
    (Field.PERSON, "77", 77),
    (Field.PLACES, "3, 1, 7, 8, 2", Places((3, 1, 7, 8, 2))),
    (Field.PLACES, "31782", Places((3, 1, 7, 8, 2))),
    (Field.PLACES, "Te laat", Places(None)),
    (Field.RESULTS, "review", PublishMode.REVIEW),
    (Field.LASERS, "no", False),
    (Field.REMINDERS, "geen", ()),
    (Field.ZONE, "Europe/Brussels", "Europe/Brussels"),
)


def desk_of(hall: Hall, session: Session, game: int) -> Desk:
    """Return the desk of a game now."""
    return Desk(session, hall.rally.clock.now(), session.get_one(Game, game))


@in_hall()
async def test_each_field_is_read_or_refused_with_what_was_found(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt)

    def look(session: Session) -> None:
        desk = desk_of(hall, session, game)
        for field, text, reason in WRONG:
            refusal = read(desk, {field: text})
            assert isinstance(refusal, Rejected), (field, text)
            assert refusal.reason is reason, (field, text)
        for field, text, value in RIGHT:
            given = read(desk, {field: f" {text} "})
            assert isinstance(given, Given), (field, text)
            assert given.values == {field: value}
        found = read(desk, {Field.ROBOT: "Bolt", Field.REASON: "whatever"})
        assert isinstance(found, Given)
        assert isinstance(found.get(Field.ROBOT, Seat), Seat)
        assert found.robot() == 1
        later = read(desk, {Field.WHEN: "+2h"})
        assert isinstance(later, Given)
        opened = desk.open_round()
        assert opened is not None
        assert later.values[Field.WHEN] == opened.deadline + timedelta(hours=2)

    await hall.do(look)


@in_hall()
async def test_what_belongs_together_is_missed(hall: Hall) -> None:
    """A correction of some robot, or of nothing about one; a form that is not whole; a name that two races have."""
    elsewhere = hall.server.world.add_channel(hall.guild, "elsewhere")
    game = await hall.new_game(hall.bolt)
    await hall.new_game(hall.bolt, channel=elsewhere)
    asker = Asker(hall.host.id, hall.host.id, "en-US", hall.guild.id, None)

    def look(session: Session) -> list[Reason]:
        desk, now = desk_of(hall, session, game), hall.rally.clock.now()
        found = desk.open_round()
        assert found is not None
        found.status = RoundStatus.LOCKED
        session.flush()
        order, reasons = Order(game, hall.host.id, "as agreed"), list[Reason]()
        for field, text in ((Field.CARDS, "1"), (Field.PLACES, "late"), (Field.ROBOT, "Bolt")):
            given = read(desk, {field: text})
            assert isinstance(given, Given)
            answer = correct(desk, order, given)
            assert isinstance(answer, Rejected)
            reasons.append(answer.reason)
        several = find_robot(session, now, asker, "Bolt")
        assert isinstance(several, Rejected)
        return [*reasons, several.reason]

    reasons = await hall.do(look)
    assert reasons == [Reason.WHICH_ROBOT, Reason.WHICH_ROBOT, Reason.WHICH_CHANGE, Reason.SEVERAL_ROBOTS]
    incomplete = await hall.rally.do(
        lambda session, now: carry_out(session, now, asker, Wish(game, "damage", {Field.ROBOT: "Bolt"}))
    )
    assert incomplete.is_refused
    assert incomplete.told == Reason.INCOMPLETE.value
