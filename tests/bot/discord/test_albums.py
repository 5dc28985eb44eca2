"""Answers with pictures, in as few messages as Discord's limits allow."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.discord.albums import MOST_PICTURES, Part, in_messages
from bot.discord.pictures import Picture, ShownHand
from bot.text.escaping import Text, length
from bot.text.limits import LONGEST_VIEW

parts = st.builds(
    lambda size, many: Part(Text("x" * size), (Picture("x.png", "", ShownHand((), {})),) * many),
    st.integers(1, 2000),
    st.integers(0, 2),
)


@given(st.lists(parts, min_size=1, max_size=12))
def test_each_message_is_within_the_limits_and_nothing_is_lost(found: list[Part]) -> None:
    """Nor is a message begun before the last one is as full as it can be."""
    messages = list(in_messages(found))
    assert [part for message in messages for part in message] == found
    for message in messages:
        assert message
        assert sum(length(part.text) for part in message) <= LONGEST_VIEW
        assert sum(len(part.pictures) for part in message) <= MOST_PICTURES
    for message, (first, *_) in pairwise(messages):
        fuller = [*message, first]
        texts, pictures = sum(length(part.text) for part in fuller), sum(len(part.pictures) for part in fuller)
        assert texts > LONGEST_VIEW or pictures > MOST_PICTURES
