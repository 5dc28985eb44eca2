"""`python -m bot playground`: a process of its own, from its address to a clean end."""

import os
import re
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]
SECONDS = 30.0


@pytest.fixture
def home(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Give an environment whose temporary files are this test's alone, and whose settings name another Discord."""
    settings = {"TMPDIR": str(tmp_path), "DISCORD_TOKEN": "of-the-real-one", "DISCORD_URL": "http://127.0.0.1:1"}
    yield {**os.environ, **settings}
    assert list(tmp_path.iterdir()) == []


def start(home: dict[str, str], *options: str) -> subprocess.Popen[str]:
    """Start a playground."""
    command = [sys.executable, "-m", "bot", "playground", *options]
    return subprocess.Popen(command, cwd=ROOT, env=home, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # noqa: S603


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly_and_nothing_is_left(home: dict[str, str], end: signal.Signals) -> None:
    """It says where it is, needs no token, and its files are gone afterwards."""
    with start(home, "--port", "0") as process:
        assert process.stdout is not None
        assert select.select([process.stdout], [], [], SECONDS)[0]
        address = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert address is not None
        with urlopen(address[0], timeout=SECONDS) as answer:  # noqa: S310 - the address is this machine's
            assert b"Green Light Rally" in answer.read()
        assert any(Path(home["TMPDIR"]).iterdir())
        process.send_signal(end)
        told, complaints = process.communicate(timeout=SECONDS)
    assert (process.returncode, told, complaints) == (0, "", "")


def test_a_port_in_use_is_told_in_a_sentence(home: dict[str, str]) -> None:
    """No traceback; a status that says it could not be carried out."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with start(home, "--port", str(port)) as process:
            told, complaints = process.communicate(timeout=SECONDS)
    assert (process.returncode, told) == (2, "")
    assert f"port {port} is taken" in complaints
    assert "Traceback" not in complaints


@pytest.mark.parametrize("port", ["-1", "65536", "many"])
def test_a_port_that_is_none_is_refused(home: dict[str, str], port: str) -> None:
    """What was found, what was expected."""
    with start(home, f"--port={port}") as process:
        _, complaints = process.communicate(timeout=SECONDS)
    assert process.returncode == 2
    assert "--port" in complaints
    assert "Traceback" not in complaints
