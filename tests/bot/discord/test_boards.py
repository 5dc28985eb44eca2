"""`/board list`, `show`, `add` and `remove`: by whom, where, and what races keep of it."""

from bot.db.tables import Game, ServerBoard
from bot.moderator.boards import MOST_BOARDS
from bot.playground.model import Message
from bot.playground.people import alt_texts_of, controls_of, text_of
from bot.playground.world import Policy
from simulation.boardfile import parse_board
from tests.bot.discord.drawn import YARD, upload
from tests.bot.discord.hall import Hall, in_hall, told
from tests.bot.discord.test_hands import UNKNOWN

MAY_NOT = "To change the boards of this server you need what `/game create` needs: Manage Events, or its role."
LIBRARY = 7


def options_of(message: Message) -> dict[str, str]:
    """Return the labels of a select's options with what is said about each."""
    [select] = controls_of(message)
    return {str(each["label"]): str(each["description"]) for each in select["options"]}


@in_hall()
async def test_the_list_says_what_each_board_is_like_and_shows_it(hall: Hall) -> None:
    shown = await hall.call(hall.spark, "board list")
    text = text_of(shown)
    assert text.startswith("**7 boards**\n• **Clockwork Maze** (13 × 10, 6 robots)\nWalls in every direction")
    assert options_of(shown)["Pocket Duel"] == "8 × 10, 4 robots"
    chosen = await hall.people.choose(hall.spark, shown, "boards", ["pocket-duel"]).final()
    assert chosen.message is not None
    assert chosen.message.receiver is hall.spark
    assert text_of(chosen.message).startswith("• **Pocket Duel** (8 × 10, 4 robots)\nA short, sharp yard")
    assert text_of(chosen.message).endswith("By the hosts")
    assert [file.filename for file in chosen.message.attachments] == ["board.png"]
    [alt] = alt_texts_of(chosen.message)
    assert alt.startswith(
        "The board Pocket Duel, 8 × 10, without robots. Starts 1 to 4: B1, C1, E1, F1. The Guard: D0."
    )
    assert text_of(await hall.call(hall.cog, "board list")).startswith("**7 borden**")
    await hall.restart()
    again = await hall.people.choose(hall.spark, shown, "boards", ["green-light"]).final()
    assert "Green Light" in told(again)


@in_hall()
async def test_a_board_is_shown_by_its_name_or_its_title(hall: Hall) -> None:
    for wanted in ("thin-ice", "Thin Ice", " thin ice "):
        for channel in (hall.channel, hall.people.dm(hall.spark)):
            shown = await hall.call(hall.spark, "board show", {"board": wanted}, channel)
            assert text_of(shown).startswith("• **Thin Ice** (11 × 12, 6 robots)")
    assert text_of(await hall.call(hall.cog, "board show", {"board": "Thin Ice"})).endswith("Door de hosts")
    refused = text_of(await hall.call(hall.spark, "board show", {"board": "**@everyone**"}))
    assert refused.startswith("There is no board called “\\*\\*@\u200beveryone\\*\\*”; there are: Clockwork Maze, Conv")


@in_hall()
async def test_boards_are_completed_from_the_library_and_the_servers_own(hall: Hall) -> None:
    await upload(hall, hall.host, "board add", YARD)

    async def offered(command: str, typed: str, **options: str) -> list[str]:
        answer = hall.people.complete(hall.host, hall.channel, command, {**options, "board": typed}, "board")
        return [str(choice["name"]) for choice in (await answer.final()).choices or []]

    everything = await offered("board show", "")
    assert len(everything) == LIBRARY + 1
    assert everything == sorted(everything)
    assert await offered("board show", "back") == ["Back Yard"]
    assert await offered("game create", "yard", name="Duel") == ["Back Yard"]
    assert await offered("game create", "green-l", name="Duel") == ["Green Light"]
    assert await offered("board remove", "") == ["Back Yard"]
    elsewhere = hall.people.dm(hall.host)
    answer = hall.people.complete(hall.host, elsewhere, "board show", {"board": "yard"}, "board")
    assert (await answer.final()).choices == []


@in_hall()
async def test_a_board_of_the_servers_own_is_raced_on_and_a_race_keeps_it(hall: Hall) -> None:
    added = await upload(hall, hall.host, "board add", YARD)
    assert text_of(added) == "**Back Yard** is a board of this server now: `/game create` offers it."
    assert alt_texts_of(added)[0].startswith("The board Back Yard, 5 × 6, without robots. Starts 1 to 3: B1, C1, D1.")
    assert "★ **Back Yard** (5 × 6, 3 robots), this server's own" in text_of(await hall.call(hall.spark, "board list"))
    made = await hall.call(hall.host, "game create", {"name": "Duel", "board": "back yard"})
    assert "/game start" in text_of(made)
    removed = await hall.call(hall.host, "board remove", {"board": "Back Yard"})
    assert text_of(removed).startswith("Back Yard is no board of this server any more; races on it go on.")
    [file] = removed.attachments
    assert parse_board(file.content) == parse_board(YARD)
    [game] = await hall.rows(Game)
    assert (game.board_name, parse_board(game.board)) == ("Back Yard", parse_board(YARD))
    assert await hall.rows(ServerBoard) == []
    again = await hall.call(hall.host, "board remove", {"board": "Back Yard"})
    assert text_of(again) == "“Back Yard” is no board of this server's own, so it cannot be removed."
    assert "Back Yard is in the race" not in text_of(await upload(hall, hall.host, "board add", file.content))
    gone = await hall.call(hall.host, "game create", {"name": "Duel", "board": "no such board"})
    assert text_of(gone).startswith("There is no board called “no such board”; there are: Clockwork Maze,")
    assert text_of(gone).endswith("Thin Ice, Back Yard.")


@in_hall()
async def test_only_who_may_make_games_changes_a_servers_boards(hall: Hall) -> None:
    assert text_of(await upload(hall, hall.bolt, "board add", YARD)) == MAY_NOT
    dutch = text_of(await upload(hall, hall.cog, "board add", YARD))
    assert dutch.startswith("Om de borden van deze server te veranderen heb je nodig wat `/spel nieuw` vraagt")
    assert text_of(await hall.call(hall.bolt, "board remove", {"board": "Green Light"})) == MAY_NOT
    for command, options in (("add", {}), ("remove", {"board": "Green Light"})):
        direct = hall.people.dm(hall.host)
        answer = (
            await upload(hall, hall.host, "board add", YARD, channel=direct)
            if command == "add"
            else await hall.call(hall.host, "board remove", options, direct)
        )
        assert text_of(answer) == "That works in a server's channel only."
    assert await hall.rows(ServerBoard) == []
    role = hall.server.world.add_role(hall.guild, "Makers")
    await hall.call(hall.host, "game role", {"role": role})
    hall.server.world.set_roles(hall.guild, hall.bolt, [role])
    assert text_of(await upload(hall, hall.bolt, "board add", YARD)).startswith("**Back Yard** is a board")
    [row] = await hall.rows(ServerBoard)
    assert (row.guild_id, row.added_by) == (hall.guild.id, hall.bolt.id)


@in_hall()
async def test_a_servers_boards_are_no_other_servers(hall: Hall) -> None:
    await upload(hall, hall.host, "board add", YARD)
    other = hall.server.world.add_guild("Another club", hall.host)
    for user in (hall.bolt, hall.server.application.bot):
        hall.server.world.join(other, user)
    place = hall.server.world.add_channel(other, "elsewhere")
    assert "Back Yard" not in text_of(await hall.call(hall.bolt, "board list", channel=place))
    refused = await hall.call(hall.host, "board remove", {"board": "Back Yard"}, place)
    assert text_of(refused).startswith("“Back Yard” is no board of this server's own")
    denied = await hall.call(hall.host, "game create", {"name": "Duel", "board": "Back Yard"}, place)
    assert text_of(denied).startswith("There is no board called “Back Yard”")
    added = await hall.call(hall.host, "board list", channel=hall.people.dm(hall.host))
    assert text_of(added).startswith("**7 boards**")
    assert len(await hall.rows(ServerBoard)) == 1


@in_hall()
async def test_a_name_that_another_board_has_cannot_be_taken(hall: Hall) -> None:
    taken = "A board is called “Green Light” already; give yours another name with the option `name`."
    for name in ("Green Light", "green-light", "GREEN LIGHT", "\uff27reen Light"):
        assert text_of(await upload(hall, hall.host, "board add", YARD, {"name": name})) == taken
    assert text_of(await upload(hall, hall.host, "board add", YARD.replace("Back Yard", "Green Light"))) == taken
    await upload(hall, hall.host, "board add", YARD)
    assert "“Back Yard” already" in text_of(await upload(hall, hall.host, "board add", YARD))
    assert text_of(await upload(hall, hall.host, "board add", YARD, {"name": "Front Yard"})).startswith("**Front Yard")
    boards = {row.title: parse_board(row.board).name for row in await hall.rows(ServerBoard)}
    assert boards == {"Back Yard": "Back Yard", "Front Yard": "Front Yard"}


@in_hall()
async def test_a_server_has_so_many_boards_of_its_own_at_most(hall: Hall) -> None:
    nasty = [f"**@here** {number} {'_' * 46}" for number in range(MOST_BOARDS)]
    about = YARD.replace("A lift", "<@1> [a](http://b.example) " * 20)
    for name in nasty:
        assert "offers it" in text_of(await upload(hall, hall.host, "board add", about, {"name": name}))
    refused = text_of(await upload(hall, hall.host, "board add", b"\xff", {"name": "One more"}))
    assert refused == "This server has 15 boards of its own already; remove one first."
    for user in (hall.bolt, hall.cog):
        shown = await hall.call(user, "board list")
        assert len(text_of(shown)) <= 4000
        assert len(options_of(shown)) == LIBRARY + MOST_BOARDS
        assert all(len(label) <= 100 and len(about) <= 100 for label, about in options_of(shown).items())
    await hall.call(hall.host, "board remove", {"board": nasty[0]})
    assert "offers it" in text_of(await upload(hall, hall.host, "board add", YARD, {"name": "One more"}))


@in_hall()
async def test_a_list_that_nobody_was_shown_chooses_nothing(hall: Hall) -> None:
    lobby = await hall.post_lobby(await hall.new_game(starts=False))
    for values in (["green-light"], ["@everyone"], []):
        answer = hall.people.forge(hall.spark, hall.channel, "boards", lobby, (3, values))
        assert told(await answer.final()) == UNKNOWN
    shown = await hall.call(hall.spark, "board list")
    odd = hall.people.forge(hall.spark, hall.channel, "boards", shown, (3, ["x" * 100]))
    assert told(await odd.final()).startswith(f"There is no board called “{'x' * 80}”")
    none = hall.people.forge(hall.spark, hall.channel, "boards", shown, (3, []))
    assert told(await none.final()).startswith("There is no board called “▢”")


@in_hall()
async def test_names_that_nobody_can_read_or_that_turn_a_line_round_are_refused(hall: Hall) -> None:
    for name in ("\u202eevil", "a\nb", "\u200b", "x\u2066y", "   "):
        answer = text_of(await upload(hall, hall.host, "board add", YARD, {"name": name}))
        assert "cannot be used: 1 to 60 printable characters are needed." in answer
        assert not {"\u202e", "\u2066", "\u200b"} & set(answer)
    inside = YARD.replace('"Back Yard"', r'"\u202Eevil\n@everyone"')
    assert "cannot be used" in text_of(await upload(hall, hall.host, "board add", inside))
    assert await hall.rows(ServerBoard) == []
    hundred = text_of(await upload(hall, hall.host, "board add", YARD, {"name": "🤖" * 60}))
    assert hundred.startswith(f"**{'🤖' * 60}** is a board")


@in_hall(Policy(alt_text_limit=256))
async def test_words_that_are_too_long_beside_a_picture_are_cut_where_discord_takes_fewer(hall: Hall) -> None:
    shown = await hall.call(hall.spark, "board show", {"board": "grand-parade"})
    assert [file.filename for file in shown.attachments] == ["board.png"]
    [alt] = alt_texts_of(shown)
    assert len(alt) <= 256
    assert "Beyond the pink line: A20-P20." in alt


@in_hall()
async def test_the_board_of_a_race_is_its_players_to_see_in_direct_messages_too(hall: Hall) -> None:
    await hall.new_game(hall.bolt, language="nl")
    direct = hall.people.dm
    shown = await hall.call(hall.bolt, "board now", channel=direct(hall.bolt))
    assert text_of(shown).startswith("**Friday race**: het bord bij de start\n• Bolt: rij 1 (")
    assert alt_texts_of(shown)[0].startswith("Bolt ")
    nothing = await hall.call(hall.spark, "board now", channel=direct(hall.spark))
    assert text_of(nothing).startswith("You play in no race now.")
    assert told(await hall.forge(hall.spark, "show:999:board")) == "There is no such race."
