"""`python -m bot.text`: brings the catalogues up to date with the sources, and says what is to be translated."""

from bot.text.catalogues import files


def main() -> None:
    """Write what has changed."""
    for path, content in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        print(f"{path.name}: {content.count(b'msgid ') - 1} sentences")


if __name__ == "__main__":
    main()
