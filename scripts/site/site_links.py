"""Where the links of our pages lead on the site.

Pages are written for the git host: a link is a path from the page to a file of the repository. On
the site, files that it does not have are on the git host.
"""

import posixpath
import re
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
_LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\))")
_CODE = re.compile(r"^( *)(```+|~~~+).*?^\1\2`*\s*?$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_ELSEWHERE = re.compile(r"[a-z]+:|#|/")


def with_links_of_the_site(
    text: str, page: str, places: Mapping[str, str], *, repository: str
) -> str:
    """The Markdown of `page`, a path of the repository, with its links as the site needs them.

    `places` has where on the site each file is that it has, by its path in the repository.
    """

    def lead(found: re.Match[str]) -> str:
        return site_link(found[1], page, places, repository=repository)

    return _outside_of_code(text, lambda part: _LINK.sub(lead, part))


def site_link(target: str, page: str, places: Mapping[str, str], *, repository: str) -> str:
    """The link that leads from `page` to `target` on the site; one to nothing stays as it is."""
    if _ELSEWHERE.match(target):
        return target
    path, hash_, anchor = target.partition("#")
    file = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    if file in places:
        start = posixpath.dirname(places[page]) or "."
        return posixpath.relpath(places[file], start) + hash_ + anchor
    if not (ROOT / file).exists():
        return target
    kind = "tree" if (ROOT / file).is_dir() else "blob"
    return f"{repository}/{kind}/main/{file}{hash_}{anchor}"


def links_of(text: str) -> list[str]:
    """What the links and pictures of a Markdown text lead to."""
    found: list[str] = []

    def keep(part: str) -> str:
        found.extend(_LINK.findall(part))
        return part

    _outside_of_code(text, keep)
    return found


def _outside_of_code(text: str, change: Callable[[str], str]) -> str:
    parts: list[str] = []
    end = 0
    for code in _CODE.finditer(text):
        parts += [change(text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, change(text[end:])])
