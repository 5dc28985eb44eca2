"""The server in a thread, and a bot in another process that is killed: the world survives it."""

import signal
import subprocess
import sys
from pathlib import Path

from bot.playground.model import Channel, Message
from bot.playground.server import Playground
from bot.playground.thread import ThreadedPlayground
from tests.bot.playground.stage import StageClock, furnish

SEND = "POST /channels/{channel_id}/messages"
BOT = """
import sys
import warnings
warnings.simplefilter("ignore")
import discord
from bot.discord.address import point_discord_at

url, token, channel = sys.argv[1:]
point_discord_at(url)
client = discord.Client(intents=discord.Intents.default(), guild_ready_timeout=0.05)

@client.event
async def on_ready():
    await client.get_channel(int(channel)).send("Round 4", nonce="g12r4x1-board")
    await client.close()

client.run(token, log_handler=None)
"""


def bot_process(playground: Playground, channel: Channel) -> "subprocess.Popen[bytes]":
    arguments = [playground.url, playground.token, str(channel.id)]
    root = Path(__file__).parents[3]
    return subprocess.Popen([sys.executable, "-c", BOT, *arguments], cwd=root)  # noqa: S603 - our own words


def test_a_killed_bot_leaves_what_it_sent_and_its_nonce() -> None:
    with ThreadedPlayground(lambda: Playground(StageClock())) as server:
        _, channel, bolt, _ = server.call(furnish)

        def seen() -> list[Message]:
            return server.call(lambda playground: playground.people.sees(bolt, channel))

        fault = server.call(lambda playground: playground.faults.hold(SEND))
        process = bot_process(server.playground, channel)
        server.wait(lambda _: fault.reached())
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        server.call(lambda playground: playground.faults.clear())
        assert [message.content for message in seen()] == ["Round 4"]
        assert bot_process(server.playground, channel).wait() == 0
        assert len(seen()) == 1
        server.call(lambda playground: playground.messenger.forget_nonces())
        assert bot_process(server.playground, channel).wait() == 0
        assert len(seen()) == 2
        count = server.call(lambda playground: playground.traffic.count())
        assert count[SEND] == 3
