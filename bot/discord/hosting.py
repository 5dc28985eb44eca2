"""What hosts order by buttons, forms and commands: carried out, refused, or asked about once more."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlmodel import Session

from bot.db.tables import Game
from bot.discord import facts, ids
from bot.discord.answering import (
    Asked,
    Asker,
    asker_of,
    change,
    promise,
    promise_change,
    refusal,
    show,
    tell,
    words_for,
)
from bot.discord.audits import last_entry, tell_since
from bot.discord.deeds import DEEDS
from bot.discord.entries import Entries, show_entries
from bot.discord.given import read
from bot.discord.hostviews import ABOUT_RESULTS, again_view, host_panel_view, seen_in
from bot.discord.rally import Rally
from bot.discord.views import View, confirm_view, plain_view
from bot.moderator.desk import Desk
from bot.moderator.orders import Answer, Confirm, Order, open_host_desk
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.text.answers import Reply, reply, tell_deadline
from bot.text.escaping import Text
from bot.text.hostpanel import HostPanel
from bot.text.languages import Words, words_in
from bot.text.places import Moment
from bot.text.powers import Field, power_name

BOUND = ABOUT_RESULTS | {"extend"}
"""Orders about what their panel shows: a double tap is one order, and an old panel's button does nothing."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants of a game."""

    game_id: int
    action: str
    entries: Entries = field(default_factory=dict)
    """What the order is about, and its reason."""
    code: str | None = None
    """Of the question to which this says yes."""
    seen: int | None = None
    """What the panel showed, and the order is about."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """What came of an order."""

    words: Words
    game: Game | None
    told: Text | Confirm
    panel: HostPanel | None
    """How the game stands now, for a host."""
    is_refused: bool = False


def carry_out(session: Session, now: datetime, asker: Asker, wish: Wish) -> Ordered:
    """Carry out a host's order; return what is to be told, and how the game stands then."""
    desk = open_for(session, now, asker, wish)
    if not isinstance(desk, Desk):
        return desk
    words, before = words_for(session, asker, desk.game), last_entry(desk)
    panel = facts.host_panel(desk)
    if wish.action in BOUND and wish.seen is not None and seen_in(panel, wish.action) != wish.seen:
        return Ordered(words, desk.game, reply(words, Reply.STALE), panel)
    answer = _act(desk, order_of(asker, wish, desk.game), wish)
    panel = facts.host_panel(desk)
    if isinstance(answer, Confirm):
        return Ordered(words, desk.game, answer, panel)
    if isinstance(answer, Rejected):
        return Ordered(words, desk.game, refusal(words, answer), panel, is_refused=True)
    done = DEEDS[wish.action].done
    told = tell_since(desk, words, before) if done is None else reply(words, done)
    if wish.action == "extend":
        told = tell_deadline(words, Moment(datetime.fromisoformat(answer.facts["deadline"]), desk.game.zone))
    return Ordered(words, desk.game, told, panel if desk.is_host(asker.user_id) else None)


def open_for(session: Session, now: datetime, asker: Asker, wish: Wish) -> Desk | Ordered:
    """Return the desk for a host's order, or what is told to whoever hosts no such game."""
    game = session.get(Game, wish.game_id)
    desk = open_host_desk(session, now, order_of(asker, wish, game))
    if isinstance(desk, Rejected):
        words = words_for(session, asker, game)
        return Ordered(words, game, refusal(words, desk), panel=None)
    return desk


def order_of(asker: Asker, wish: Wish, game: Game | None) -> Order:
    """Return an order with its reason, in the language of those who will read it where the host gave none."""
    public = words_in("" if game is None else game.language)
    reason = wish.entries.get(Field.REASON) or power_name(public, DEEDS[wish.action].power)
    return Order(wish.game_id, asker.user_id, reason, wish.code)


def _act(desk: Desk, order: Order, wish: Wish) -> Answer:
    deed = DEEDS[wish.action]
    if not set(deed.fields) - {Field.ROUND} <= set(wish.entries):  # without a round it is the latest
        return rejected(Reason.INCOMPLETE)
    given = read(desk, wish.entries)
    return given if isinstance(given, Rejected) else deed.act(desk, order, given)


async def carry_out_and_show(rally: Rally, interaction: Asked, wish: Wish, *, is_own: bool = False) -> None:
    """Carry an order out, after a promise, and show the panel: in its place if the button stands on one's own."""
    asker = asker_of(interaction)
    ordered = await rally.change(lambda session, now: carry_out(session, now, asker, wish), wish.game_id)
    await show_ordered(interaction, ordered, wish, is_own=is_own)


async def show_ordered(interaction: Asked, ordered: Ordered, wish: Wish, *, is_own: bool) -> None:
    """Show what came of an order: the panel, the question, what is wrong, or a sentence to who hosts no such game."""
    if is_own:
        await change(interaction, _view_of(ordered, wish))
    elif ordered.panel is None or ordered.is_refused:
        assert isinstance(ordered.told, Text), "a question is asked of a host alone"
        await tell(interaction, ordered.told)
    else:
        await show(interaction, _view_of(ordered, wish))


def _view_of(ordered: Ordered, wish: Wish) -> View:
    words, game, told = ordered.words, ordered.game, ordered.told
    if game is None or ordered.panel is None:
        assert isinstance(told, Text), "a question is asked of a host alone"
        return plain_view(told)
    if isinstance(told, Confirm):
        no_id, entries = ids.host_id(game.id, "panel"), show_entries(words, wish.entries)
        return confirm_view(words, game, told, wish.action, no_id=no_id, entries=entries)
    if ordered.is_refused and DEEDS[wish.action].fields:
        return again_view(words, game, told, wish.action, show_entries(words, wish.entries))
    return host_panel_view(words, game, ordered.panel, above=told or None)


async def is_unknown(rally: Rally, interaction: Asked, game_id: int, action: str, known: Mapping[str, object]) -> bool:
    """Whether nothing is known by an action of a button's id, which is then told."""
    if action in known:
        return False
    await promise(interaction)
    asker = asker_of(interaction)
    words = await rally.do(lambda session, _: words_for(session, asker, session.get(Game, game_id)))
    await tell(interaction, reply(words, Reply.UNREADABLE_BUTTON))
    return True


def is_own(interaction: Asked) -> bool:
    """Whether a button stands on a message that only the one who pressed it sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def promise_place(interaction: Asked) -> bool:
    """Promise an answer: in the message's place if it is one's own, which is returned, else in another message."""
    own = is_own(interaction)
    await (promise_change(interaction) if own else promise(interaction))
    return own
