"""The bot's process is ended at every send of a night, before it is carried out and after, and another one goes on."""

import os
import signal
from pathlib import Path

import pytest

from tests.bot.discord.killing import Undisturbed, end_at_each_send, undisturbed
from tests.bot.discord.processes import SEND, call_bot, eve

pytestmark = pytest.mark.long

MOST_KILLS = 60
MISUSED = 2


@pytest.fixture(scope="module")
def peaceful(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    """Return the night as it is when no process ends."""
    with eve(migrated_file, tmp_path_factory.mktemp("peaceful")) as stage:
        return undisturbed(stage)


def test_a_night_has_messages_of_all_kinds(peaceful: Undisturbed) -> None:
    """What is counted is what a night should have: boards, hands, an account, an edit, a pin, direct messages."""
    message = "/channels/{channel_id}/messages/{message_id}"
    assert peaceful.sends[SEND] > 10
    assert peaceful.sends["POST /users/@me/channels"] == 3
    assert peaceful.sends[f"PATCH {message}"] == 1
    assert peaceful.sends[f"POST {message}/threads"] == 1
    assert sum(count for route, count in peaceful.sends.items() if "pins" in route) == 2
    assert {status for _, status, _ in peaceful.rows} == {"sent"}
    assert all(is_known for _, _, is_known in peaceful.rows)


@pytest.mark.parametrize(
    ("is_stored", "forgets"),
    [(False, False), (True, False), (True, True)],
    ids=["before", "stored", "stored and the nonce forgotten"],
)
def test_nothing_is_lost_or_sent_twice(
    peaceful: Undisturbed, migrated_file: Path, tmp_path: Path, *, is_stored: bool, forgets: bool
) -> None:
    """Each send of the night ends a process, and each process gets one send further."""
    with eve(migrated_file, tmp_path) as stage:
        end_at_each_send(stage, peaceful, most=MOST_KILLS, is_stored=is_stored, forgets=forgets)


@pytest.mark.parametrize("seconds", [2.0, None])
def test_sigterm_stops_within_ten_seconds(
    peaceful: Undisturbed, migrated_file: Path, tmp_path: Path, seconds: float
) -> None:
    """A send in flight is noted if it is quick, and given up if it is not; the process ends well either way.

    What a write to a connection that was cut sends it before (SIGPIPE) does not end it.
    """
    with eve(migrated_file, tmp_path) as stage:
        faults = stage.server.playground.faults
        fault = stage.server.call(lambda _: faults.hold(SEND) if seconds is None else faults.slow(SEND, seconds))
        process = stage.run()
        assert stage.wait_for(process, fault)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGPIPE)
        stage.stop(process)
        stage.server.call(lambda playground: playground.faults.clear())
        stage.server.call(lambda playground: playground.messenger.forget_nonces())
        again = stage.run()
        assert not stage.wait_for(again)
        stage.stop(again)
        assert stage.seen() == peaceful.seen
        assert stage.rows() == peaceful.rows


def test_a_second_run_is_refused_with_a_sentence(migrated_file: Path, tmp_path: Path) -> None:
    with eve(migrated_file, tmp_path) as stage:
        fault = stage.server.call(lambda playground: playground.faults.hold(SEND))
        first = stage.run()
        assert stage.wait_for(first, fault)
        playground, path = stage.server.playground, str(stage.path)
        second = call_bot(tmp_path, DATABASE_URL=path, DISCORD_URL=playground.url, DISCORD_TOKEN=playground.token)
        assert second.returncode == MISUSED
        assert second.stderr.startswith("error: ")
        assert len(second.stderr.splitlines()) == 1
        assert path in second.stderr
        assert first.is_alive()


def test_without_a_token_it_says_what_to_do(tmp_path: Path) -> None:
    called = call_bot(tmp_path)
    assert called.returncode == MISUSED
    assert len(called.stderr.splitlines()) == 1
    assert "DISCORD_TOKEN" in called.stderr
    assert "`make demo`" in called.stderr
    assert not (tmp_path / "unused.db").exists()
