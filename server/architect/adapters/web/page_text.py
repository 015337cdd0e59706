"""HTML as Markdown, in a process of its own: some pages keep a parser busy for as long as it may.

The program reads HTML on standard input and writes the Markdown of it.
"""

import sys

_NO_TEXT = ("script", "style", "noscript", "template", "svg", "iframe", "canvas", "form", "dialog")
"""Elements that show nothing, or nothing to read."""

_AROUND = ("nav", "header", "footer", "aside")
"""Elements around what a page is about, taken out where that is told apart."""


def main() -> None:
    sys.stdout.buffer.write(markdown_of(sys.stdin.buffer.read()).encode("utf-8", "replace"))


def markdown_of(html: bytes) -> str:
    """What there is to read in `html`, whose encoding it says itself."""
    from bs4 import BeautifulSoup

    page = BeautifulSoup(html, "html.parser")
    for element in page.find_all(_NO_TEXT):
        element.decompose()
    title = page.title.get_text(" ", strip=True) if page.title else ""
    content = page.find("main") or page.find("article")
    if content is None:
        content = page.body or page
        for element in content.find_all(_AROUND, recursive=False):
            element.decompose()
    text = _markdown(content)
    lines = [line.rstrip() for line in text.split("\n")]
    short = [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]
    body = "\n".join(short).strip()
    has_title = not title or body.startswith("# ")
    return body if has_title else f"# {title}\n\n{body}"


def _markdown(content: object) -> str:
    from markdownify import MarkdownConverter

    converter = MarkdownConverter(heading_style="ATX", bullets="-", strip=["img"])
    try:
        return converter.convert_soup(content)
    except RecursionError:  # nested more deeply than anybody writes
        return content.get_text("\n", strip=True)  # type: ignore[attr-defined]
