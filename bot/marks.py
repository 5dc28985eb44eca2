"""The mark of sentences that people read, wherever they are defined."""


def N_(sentence: str) -> str:  # noqa: N802 - what gettext's tools look for
    """Mark a sentence for the catalogues; it is translated where it is said."""
    return sentence
