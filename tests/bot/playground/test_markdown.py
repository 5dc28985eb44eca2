"""Messages' Markdown as HTML: what Discord formats is formatted, and all else is text."""

import pytest

from bot.playground.markdown import Reader, render_markdown

READER = Reader(lambda sign, number: f"<{sign}{number}>", lambda seconds, style: f"<time>{seconds} {style}</time>")

FORMATTED = {
    "**strong** *em* __under__": "<strong>strong</strong> <em>em</em> <u>under</u>",
    "~~gone~~ `code`": "<s>gone</s> <code>code</code>",
    "one\ntwo": "one<br />\ntwo",
    "# One\n## Two\n### Three": (
        '<span role="heading" aria-level="3">One</span><br />\n'
        '<span role="heading" aria-level="4">Two</span><br />\n'
        '<span role="heading" aria-level="5">Three</span>'
    ),
    "#no\n#### no": "#no<br />\n#### no",
    "-# small **strong**\nnot -# small": "<small>small <strong>strong</strong></small><br />\nnot -# small",
    "<t:5> <t:-5:R> <t:5:X> <t:x>": "<time>5 </time> <time>-5 R</time> &lt;t:5:X&gt; &lt;t:x&gt;",
    "<@5> <@!6>": '<span class="mention">@&lt;@5&gt;</span> <span class="mention">@&lt;@6&gt;</span>',
    "<@&7> <#8>": '<span class="mention">@&lt;@&amp;7&gt;</span> <span class="mention">#&lt;#8&gt;</span>',
    "</game create:9> <a:bolt:9>": '<span class="mention">/game create</span> :bolt:',
    "[link](https://example.org/)": '<a href="https://example.org/">link</a>',
}
AS_IT_IS = {
    "<b>bold</b>": "&lt;b&gt;bold&lt;/b&gt;",
    "[x](javascript:alert(1))": "[x](javascript:alert(1))",
    "[x](data:text/html,x)": "[x](data:text/html,x)",
    "&lt;b&gt; &amp;": "&amp;lt;b&amp;gt; &amp;amp;",
    "a\n---\nb\n===": "a<br />\n---<br />\nb<br />\n===",
    "    not code": "not code",
    "[a]: https://example.org/": "[a]: https://example.org/",
    r"\*plain\* \<@5>": "*plain* &lt;@5&gt;",
    "`<@5> <t:5>`": "<code>&lt;@5&gt; &lt;t:5&gt;</code>",
    '[x](https://example.org/ "<@5>")': '<a href="https://example.org/" title="&lt;@5&gt;">x</a>',
}


@pytest.mark.parametrize("text", [*FORMATTED, *AS_IT_IS])
def test_text_is_shown_as_discord_shows_it(text: str) -> None:
    """Its own marks too: times, mentions, commands, small lines."""
    expected = {**FORMATTED, **AS_IT_IS}[text]
    assert render_markdown(text, READER) == f"<p>{expected}</p>\n"


def test_a_picture_is_no_picture() -> None:
    """Discord makes none of it, and nothing is to be loaded from elsewhere."""
    assert "<img" not in render_markdown("![x](https://example.org/a.png)", READER)


def test_blocks_are_lists_quotes_and_code() -> None:
    """What stands in code is shown as it is."""
    html = render_markdown("- one\n- two\n\n> quote\n\n```\n<@5> **x**\n```", READER)
    for part in ("<li>one</li>", "<blockquote>\n<p>quote</p>", "<pre><code>&lt;@5&gt; **x**\n</code></pre>"):
        assert part in html


def test_a_list_ends_with_its_last_item() -> None:
    """The line below belongs to nobody; an indented one belongs to the item above it."""
    html = render_markdown("1. Bolt\n   (G1)\n2. Cog\nPress **Join**.", READER)
    assert html.endswith("<li>Cog</li>\n</ol>\n<p>Press <strong>Join</strong>.</p>\n")
    assert "<li>Bolt<br />\n(G1)</li>" in html
