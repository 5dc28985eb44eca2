"""`/board check` and `add` with whatever strangers upload: a sentence for each, in bounded time, and nothing kept."""

import zipfile
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.db.tables import ServerBoard
from bot.discord import uploads
from bot.discord.ownboards import LARGEST_FILE
from bot.playground.faults import Fault
from bot.playground.people import alt_texts_of, text_of
from bot.playground.server import FILES
from tests.bot.discord.drawn import YARD, largest, toml, upload
from tests.bot.discord.hall import Hall, in_hall

NO_BOARD = "❌ **This file is no board that can be played on.** What I found first:"
HEAD = 'name = "x"\nguard = "A0"\n'


def packed() -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("board.toml", YARD)
    return content.getvalue()


def picture() -> bytes:
    """Return a picture that is small as a file, and would be 100 million pixels in memory."""
    content = BytesIO()
    Image.new("1", (10_000, 10_000)).save(content, "PNG")
    return content.getvalue()


@in_hall()
async def test_a_board_that_can_be_played_on_is_shown_with_what_is_odd_about_it(hall: Hall) -> None:
    checked = await upload(hall, hall.spark, "board check", YARD)
    assert text_of(checked) == "✅ **Back Yard** (5 × 6, 3 robots) can be played on."
    assert [file.filename for file in checked.attachments] == ["board.png"]
    assert "Lasers: E4 W ×2." in alt_texts_of(checked)[0]
    odd = YARD.replace("|. ^ . . .|", "|. > < . .|").replace("|. > v|O .|", "|. . .|. O|").replace('"C0"', '"H0"')
    warned = text_of(await upload(hall, hall.spark, "board check", odd)).split("\n")
    assert warned[1:] == [
        "⚠️ The belts on B3 and C3 face each other, and carry nobody anywhere.",
        "⚠️ The Guard on H0 stands beside the board, not below it.",
    ]
    dutch = text_of(await upload(hall, hall.cog, "board check", odd, channel=hall.people.dm(hall.cog)))
    assert dutch.startswith("✅ Op **Back Yard** (5 × 6, 3 robots) kan gespeeld worden.\n⚠️ De transportbanden op B3")
    assert await hall.rows(ServerBoard) == []


@in_hall()
async def test_what_is_wrong_is_said_by_line_and_column_with_the_line(hall: Hall) -> None:
    wrong = YARD.replace("|. > v|O .|", "|. ? v|O .|")
    told = text_of(await upload(hall, hall.spark, "board check", wrong))
    assert told == (
        f"{NO_BOARD}\n**Line 11, column 4**\n"
        "Found '?' in a square; its sign must be one of `. ^ > v < N E S W R L O @ = 1-9 a b c`\n"
        "```\n|. ? v|O .|\n   ^\n```"
    )
    dutch = text_of(await upload(hall, hall.cog, "board check", wrong))
    assert "**Regel 11, kolom 4**\nGevonden: '?' in een vakje" in dutch
    refused = text_of(await upload(hall, hall.host, "board add", wrong))
    assert refused == told
    assert await hall.rows(ServerBoard) == []


UPLOADS = {
    "nothing": (b"", "The key “name” is missing: what the board is called."),
    "a picture": (picture(), "Found the byte 89 (hex), which is no text. Save the file as plain text"),
    "a zip": (packed(), "which is no text"),
    "UTF-16": (YARD.encode("utf-16"), "Found the byte ff (hex), which is no text."),
    "Latin-1": (YARD.replace("the hosts", "é").encode("latin-1"), "**Line 2**\nFound the byte e9 (hex)"),
    "NUL": (YARD.encode().replace(b"hosts", b"ho\0sts"), "**Line 2, column 17**\nThis is not TOML: a sign stands here"),
    "UTF-32": (YARD.encode("utf-32-le"), "**Line 1, column 2**\nThis is not TOML: behind the key there is no ="),
    "old line ends": (YARD.replace("\n", "\r").encode(), "This is not TOML:"),
    "JSON": (b'{"name": "x"}', "This is not TOML: a line begins with a key"),
    "brackets": (HEAD.encode() + b"x = " + b"[" * 30_000, "Found a value that is too long or too deeply nested"),
    "tables": ((HEAD + "x = " + "{a=" * 9_000).encode(), "too long or too deeply nested"),
    "numbers": ((HEAD + "x = [" + "9," * 15_000 + "]").encode(), "There is no key 'x'; there are: name, author"),
    "a number": ((HEAD + "x = " + "9" * 30_000).encode(), "Found a value that is too long or too deeply nested"),
    "keys": ((HEAD + "\n".join(f"k{i} = 1" for i in range(3_000))).encode(), "**Line 3**\nThere is no key 'k0'"),
    "parts": ((HEAD + "a." * 16_000 + "a = 1").encode(), "**Line 3**\nFound a key of more than 32 parts"),
    "headers": ((HEAD + "[[a.b]]\n" * 4_000).encode(), "**Line 3**\nThere is no key 'a'"),
    "quotes": ((HEAD + "x = '''" + "''\n" * 10_000).encode(), "This is not TOML: a text has no closing"),
    "many signs": (b"#" * 65_536, "The file has 65536 characters; a board file has at most 32768."),
    "too wide": (
        YARD.replace("+-+-+-+-+-+", "+-" * 27 + "+").encode(),
        "The board has 27 × 6 squares; at most 26 × 40",
    ),
}


@pytest.mark.parametrize("case", UPLOADS)
def test_what_is_no_board_is_refused_in_a_sentence(case: str, request: pytest.FixtureRequest) -> None:
    """And quickly: the limits of the file are those of the time that reading it takes."""
    content, expected = UPLOADS[case]

    @in_hall()
    async def story(hall: Hall) -> None:
        checked = text_of(await upload(hall, hall.spark, "board check", content))
        assert len(content) <= LARGEST_FILE
        assert checked.startswith(NO_BOARD)
        assert expected in checked
        assert len(checked) <= 2000
        dutch = text_of(await upload(hall, hall.cog, "board check", content))
        assert dutch.startswith("❌ **Op het bord in dit bestand kan niet gespeeld worden.**")

    story(request.getfixturevalue("database"))


@in_hall()
async def test_line_ends_and_marks_of_windows_are_fine(hall: Hall) -> None:
    for content in (b"\xef\xbb\xbf" + YARD.encode(), YARD.replace("\n", "\r\n").encode()):
        assert text_of(await upload(hall, hall.spark, "board check", content)).startswith("✅")
    wrong = b"\xef\xbb\xbf" + YARD.replace('"Back Yard"', "Back").replace("\n", "\r\n").encode()
    assert "**Line 1, column 8**" in text_of(await upload(hall, hall.spark, "board check", wrong))
    assert "```\nname = Back\n       ^\n```" in text_of(await upload(hall, hall.spark, "board check", wrong))


@in_hall()
async def test_a_file_that_is_too_large_is_not_even_fetched(hall: Hall) -> None:
    large = toml(b"\0" * 10 * 1024 * 1024)
    for user, sentence in (
        (hall.spark, "Your file has 10485760 bytes; a board file has at most 65536. It was not read."),
        (hall.cog, "Je bestand heeft 10485760 bytes; een bordbestand heeft er hoogstens 65536. Het is niet gelezen."),
    ):
        answer = hall.people.command(user, hall.channel, "board check", {"file": large})
        hall.server.world.files.clear()
        message = (await answer.final()).message
        assert message is not None
        assert text_of(message) == sentence


@in_hall()
async def test_a_file_is_as_large_as_what_comes_of_it_not_as_it_is_said_to_be(hall: Hall) -> None:
    answer = hall.people.command(hall.host, hall.channel, "board add", {"file": toml(YARD)})
    for number, file in hall.server.world.files.items():
        hall.server.world.files[number] = replace(file, content=YARD.encode() + b"#" * 8_000_000)
    message = (await answer.final()).message
    assert message is not None
    assert text_of(message).startswith("Your file has ")
    assert int(text_of(message).split()[3]) < 2 * LARGEST_FILE + 1
    assert await hall.rows(ServerBoard) == []


@in_hall()
async def test_a_file_that_discord_does_not_give_is_asked_for_again(hall: Hall) -> None:
    for user, sentence in (
        (hall.spark, "I could not get your file from Discord. Please send it once more."),
        (hall.cog, "Ik kon je bestand niet van Discord krijgen. Stuur het nog eens."),
    ):
        answer = hall.people.command(user, hall.channel, "board check", {"file": toml(YARD)})
        hall.server.world.files.clear()
        message = (await answer.final()).message
        assert message is not None
        assert text_of(message) == sentence


@in_hall()
async def test_a_network_that_fails_while_a_file_is_fetched_is_told(hall: Hall) -> None:
    faults = hall.server.faults
    faults.status(FILES, 503)
    faults.drop(FILES, times=2, by_reset=True)  # aiohttp tries a cut connection once more
    faults.add(Fault(route=FILES, status=200, body="", headers={"Content-Encoding": "gzip"}))
    sentence = "I could not get your file from Discord. Please send it once more."
    for _ in range(2):
        assert text_of(await upload(hall, hall.spark, "board check", YARD)) == sentence
    assert text_of(await upload(hall, hall.spark, "board check", YARD)).startswith(NO_BOARD)
    assert text_of(await upload(hall, hall.spark, "board check", YARD)).startswith("✅")


def test_a_file_that_does_not_come_in_time_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(uploads, "LONGEST_FETCH", 0.05)

    @in_hall()
    async def story(hall: Hall) -> None:
        held = hall.server.faults.hold(FILES)
        assert text_of(await upload(hall, hall.host, "board add", YARD)).startswith("I could not get your file")
        held.release()
        assert await hall.rows(ServerBoard) == []

    story(request.getfixturevalue("database"))


@in_hall()
async def test_a_board_at_the_size_limit_is_drawn_and_told(hall: Hall) -> None:
    for sign in ("N", "L", "."):
        checked = await upload(hall, hall.spark, "board check", largest(sign=sign))
        assert text_of(checked).startswith("✅ **The largest** (26 × 40, 12 robots) can be played on.")
        [alt] = alt_texts_of(checked)
        assert alt.startswith("The board The largest, 26 × 40, without robots. Starts 1 to 12: A1, B1, C1")
        assert "Beyond the pink line: A40-Z40." in alt[:256]
        assert len(alt) <= 1024
        assert len(checked.attachments[0].content) < 1_000_000


@in_hall()
async def test_lasers_without_number_keep_all_limits(hall: Hall) -> None:
    """As many as a file has room for are drawn; what no longer fits into its canonical form is refused."""
    lasers = "".join(f'\n[[laser]]\nat="A{1 + i % 40}"\nfacing="east"\n' for i in range(600))
    assert text_of(await upload(hall, hall.spark, "board check", largest() + lasers)).startswith("✅")
    inline = largest() + "laser=[" + ",".join('{at="A2",facing="east"}' for _ in range(1_000)) + "]"
    refused = text_of(await upload(hall, hall.host, "board add", inline))
    assert "a board file has at most 32768." in refused
    assert await hall.rows(ServerBoard) == []


@in_hall()
async def test_strangers_words_in_a_file_do_nothing(hall: Hall) -> None:
    nasty = "**@everyone** <@1> `x` [a](https://b.example) ||s||"
    named = YARD.replace("Back Yard", nasty).replace("A lift", "\U0001f916" * 100 + nasty).replace("the hosts", nasty)
    shown = [await upload(hall, hall.host, "board check", named), await upload(hall, hall.host, "board add", named)]
    for command, options in (("board list", {}), ("board show", {"board": nasty})):
        shown.append(await hall.call(hall.spark, command, options))
    for line in ("``` @everyone <@1> \u202e`", "x" * 10_000 + "`" * 10_000, "\u202e\u2066" * 500, "\u0300" * 2_000):
        for place in (YARD + line, line + "\n" + YARD, YARD.replace("|. > v|O .|", "|. > v|O" + line)):
            shown += [await upload(hall, hall.spark, "board check", place)]
    for message in shown:
        told = text_of(message)
        assert len(told) <= 4000
        assert message.draft.mentions == ()
        assert not message.draft.mentions_everyone
        for trick in ("@everyone", "<@1>", "\u202e", "\u2066", "https://", "||s", "**@"):
            assert trick not in told.replace("**\\*\\*@", "")
        assert told.count("```") in {0, 2}
        assert all("@everyone" not in alt and "\u202e" not in alt for alt in alt_texts_of(message))
