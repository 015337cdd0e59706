"""The mention that somebody is typing, and how a name is written so that it is one."""

from architect.domain.text.file_text import split_lines
from architect.domain.text.mentions import mentions_in, without_code
from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_LAST = lazy_pattern(
    r"""(?<![^\s(\[{"'])@(?:"(?P<quoted>[^"\n]{0,999})(?:"(?P<more>[^\s"]{0,999}))?"""
    r"""|(?P<plain>[^\s"'`<>|@]{0,999}))\Z"""
)


@frozen
class TypedMention:
    """A mention at the end of a text: what stands behind its @, without quotes.

    `start` is where the @ is, in UTF-16 code units from the beginning of the text, as LSP counts.
    """

    start: int
    typed: str


def typed_mention(text: str) -> TypedMention | None:
    """The mention that `text` ends with; None if it ends with none, or in code."""
    line = (split_lines(text) or [""])[-1]
    match = None if line.endswith(("\n", "\r")) else _LAST.search(line)
    if match is None:
        return None
    at = len(text) - len(line) + match.start()
    if without_code(f"{text[: at + 1]}\n").rstrip("\n")[-1:] != "@":
        return None
    start = len(text[:at].encode("utf-16-le", "surrogatepass")) // 2
    plain, more = match["plain"], match["more"]
    return TypedMention(start, (match["quoted"] + (more or "")) if plain is None else plain)


def as_mention(path: str, *, reserved: frozenset[str] = frozenset()) -> str | None:
    """How a file or folder is mentioned, in quotes where it must; None if it cannot be.

    `reserved` are words that mean something else.
    """
    forms = (f'@"{path}"',) if path in reserved else (f"@{path}", f'@"{path}"')
    return next((form for form in forms if _means(form, path)), None)


def _means(form: str, path: str) -> bool:
    found = mentions_in(f"{form} ")
    return len(found) == 1 and found[0].targets[:1] != () and found[0].targets[0].path == path
