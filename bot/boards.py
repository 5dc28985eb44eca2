"""The boards that games can be played on: files of a folder, read once."""

from collections.abc import Mapping
from pathlib import Path

BOARDS = Path(__file__).parent.parent / "boards"


def read_boards(folder: Path = BOARDS) -> Mapping[str, str]:
    """Return the texts of the board files in a folder by their name ("green-light")."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.toml"))}
