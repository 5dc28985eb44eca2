"""The Markdown of messages as HTML: what Discord makes of it, and nothing that it does not."""

import re
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token
    from markdown_it.utils import OptionsDict

_NOT_DISCORDS = ("code", "entity", "heading", "hr", "html_block", "html_inline", "image", "lheading", "reference")
"""CommonMark that Discord shows as it was typed; `heading` is replaced by one of three levels."""
_TIMESTAMP = re.compile(r"<t:(-?\d{1,12})(?::([tTdDfFR]))?>")
_MENTION = re.compile(r"<(@&|@!?|#)(\d{1,20})>")
_COMMAND = re.compile(r"</([-_'\w ]{1,100}):\d{1,20}>")
_EMOJI = re.compile(r"<a?(:\w{1,32}:)\d{1,20}>")
_HEADING = re.compile(r"(#{1,3}) +(?=\S)")
_SMALL = "-# "


@dataclass(frozen=True, slots=True)
class Reader:
    """How a page shows what Discord shows each reader in their own way."""

    name: Callable[[str, int], str]
    """The name behind "@", "@&" (a role) or "#" with an id, as text."""
    moment: Callable[[int, str], str]
    """A time, in seconds since 1970, in one of Discord's styles ("F", "R" …, "" if none was given), as HTML."""


def render_markdown(text: str, reader: Reader) -> str:
    """Return a message's text as HTML; tags that stand in it are text."""
    return str(_MARKDOWN.render(text, {"reader": reader}))


def _sign(state: "StateInline", silent: bool) -> bool:  # noqa: FBT001 - the form of a rule
    """Take a timestamp, a mention, a command or a custom emoji."""
    for kind, pattern in (
        ("moment", _TIMESTAMP),
        ("mention", _MENTION),
        ("command", _COMMAND),
        ("emoji", _EMOJI),
    ):
        found = pattern.match(state.src, state.pos, state.posMax)
        if found is not None:
            if not silent:
                state.push(kind, "", 0).meta = {"found": found.groups()}
            state.pos = found.end()
            return True
    return False


def _line(state: "StateInline", silent: bool) -> bool:  # noqa: FBT001 - the form of a rule
    """Take a line that is a heading or small, at its beginning."""
    is_start = state.pos == 0 or state.src[state.pos - 1] == "\n"
    if silent or not is_start or state.level:
        return False
    heading = _HEADING.match(state.src, state.pos)
    is_small = state.src.startswith(_SMALL, state.pos)
    if heading is None and not is_small:
        return False
    tag = "small" if heading is None else "span"
    start = state.pos + len(_SMALL) if heading is None else heading.end()
    end, most = state.src.find("\n", start, state.posMax), state.posMax
    opened = state.push("line_open", tag, 1)
    if heading is not None:
        opened.attrs = {"role": "heading", "aria-level": len(heading[1]) + 2}  # below those of the page
    state.pos, state.posMax = start, most if end < 0 else end
    state.md.inline.tokenize(state)
    state.pos, state.posMax = state.posMax, most
    state.push("line_close", tag, -1)
    return True


def _list_end(state: "StateBlock", line: int, _: int, silent: bool) -> bool:  # noqa: FBT001 - the form of a rule
    """End a list at a line that is not indented: CommonMark takes it for more of the last item, Discord does not."""
    return silent and state.sCount[line] < state.blkIndent


def _shown(show: "Callable[[Token, Reader], str]") -> Callable[..., str]:
    """Return a rule that shows one sign."""

    def rule(
        _: "RendererHTML",
        tokens: "Sequence[Token]",
        index: int,
        options: "OptionsDict",  # noqa: ARG001 - the form of a rule
        env: MutableMapping[str, Any],
    ) -> str:
        return show(tokens[index], env["reader"])

    return rule


def _moment(token: "Token", reader: Reader) -> str:
    seconds, style = token.meta["found"]
    return reader.moment(int(seconds), style or "")


def _mention(token: "Token", reader: Reader) -> str:
    sign, number = token.meta["found"]
    sign = sign.removesuffix("!")
    return f'<span class="mention">{escape(sign[0] + reader.name(sign, int(number)))}</span>'


def _as_it_is(form: str) -> Callable[..., str]:
    """Return a rule that shows what was found."""
    return _shown(lambda token, _: form.format(escape(token.meta["found"][0])))


def _strong(tag: str) -> Callable[..., str]:
    """Return a rule for two signs around a text: `**` is strong, `__` is underlined."""
    return _shown(lambda token, _: tag.format("u" if token.markup == "__" else "strong"))


def _made() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("strikethrough")
    markdown.disable(_NOT_DISCORDS)
    markdown.block.ruler.before("paragraph", "list_end", _list_end, {"alt": ["paragraph"]})
    markdown.inline.ruler.before("text", "line", _line)
    markdown.inline.ruler.before("autolink", "sign", _sign)
    markdown.add_render_rule("moment", _shown(_moment))
    markdown.add_render_rule("mention", _shown(_mention))
    markdown.add_render_rule("command", _as_it_is('<span class="mention">/{}</span>'))
    markdown.add_render_rule("emoji", _as_it_is("{}"))
    markdown.add_render_rule("strong_open", _strong("<{}>"))
    markdown.add_render_rule("strong_close", _strong("</{}>"))
    return markdown


_MARKDOWN = _made()
