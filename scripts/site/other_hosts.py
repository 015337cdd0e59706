"""`python -m scripts.site.other_hosts FOLDER`: fails if its pages load anything from another host.

A link that a reader clicks may lead anywhere; what a browser fetches by itself may not.
"""

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

_FETCHED = ("src", "srcset", "poster", "data", "background")
_LINKING = ("link", "use", "image")
"""Elements whose `href` is fetched."""

_ELSEWHERE = re.compile(r"\s*(?:[a-z]+:)?//", re.IGNORECASE)
_IN_STYLES = re.compile(r"(?:@import\s+|url\()\s*['\"]?((?:[a-z]+:)?//[^'\")\s]+)", re.IGNORECASE)
_STATISTICS = 'data-md-component="source"'
"""Where a page has this, the theme asks the git host how many stars the repository has."""


def fetched_from_elsewhere(page: str) -> list[str]:
    """What a browser that opens the HTML of `page` fetches from other hosts."""
    parser = _Page()
    parser.feed(page)
    statistics = ["statistics of the repository"] if _STATISTICS in page else []
    return (
        [each for each in parser.fetched if _ELSEWHERE.match(each)] + of_styles(page) + statistics
    )


def of_styles(text: str) -> list[str]:
    """What style sheets in `text` fetch from other hosts."""
    return _IN_STYLES.findall(text)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = (*_FETCHED, "href") if tag in _LINKING else _FETCHED
        self.fetched += [value for name, value in attrs if name in names and value]


def _problems(folder: Path) -> Iterator[str]:
    for file in sorted((*folder.rglob("*.html"), *folder.rglob("*.svg"))):
        for each in fetched_from_elsewhere(file.read_text(encoding="utf-8")):
            yield f"{file}: {each}"
    for file in sorted(folder.rglob("*.css")):
        for each in of_styles(file.read_text(encoding="utf-8")):
            yield f"{file}: {each}"


if __name__ == "__main__":
    sys.exit("\n".join(_problems(Path(sys.argv[1]))) or 0)
