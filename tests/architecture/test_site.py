"""The pages of the documentation lead where they say, on the git host and on the site.

`make docs` builds the site, and fails where a link of it leads nowhere.
"""

import re
from collections import Counter
from functools import cache
from pathlib import Path

from scripts.site.other_hosts import fetched_from_elsewhere, of_styles
from scripts.site.site_links import links_of, site_link, with_links_of_the_site

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for pattern in ("*.md", "docs/**/*.md", "benchmarks/*.md", "client-*/*.md", "action/**/*.md")
    for page in ROOT.glob(pattern)
)
PLACES = {
    "docs/ci.md": "ci.md",
    "docs/ci/github.md": "ci/github.md",
    "client-vscode/README.md": "editors/vscode.md",
}
HOST = "https://git.example/OWNER/architect"


@cache
def anchors_of(page: Path) -> frozenset[str]:
    """The anchors that the git host gives to the headings of a page."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    found: Counter[str] = Counter()
    anchors: set[str] = set()
    for heading in re.findall(r"^#+ (.*?)\s*$", text, re.M):
        words = re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", heading)).lower()
        anchor = words.replace(" ", "-")
        anchors.add(f"{anchor}-{found[anchor]}" if found[anchor] else anchor)
        found[anchor] += 1
    return frozenset(anchors)


def leads_nowhere(page: Path, target: str) -> bool:
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.exists():
        return True
    return bool(anchor) and file.suffix == ".md" and anchor not in anchors_of(file)


def test_every_link_of_every_page_leads_to_a_file_and_a_heading_of_it() -> None:
    links = [
        (page, target)
        for page in PAGES
        for target in links_of(page.read_text(encoding="utf-8"))
        if not re.match(r"[a-z]+:", target)
    ]
    assert len(links) > 200
    wrong = [f"{page.relative_to(ROOT)}: {to}" for page, to in links if leads_nowhere(page, to)]
    assert wrong == []
    assert leads_nowhere(ROOT / "README.md", "docs/nothing.md")
    assert leads_nowhere(ROOT / "README.md", "docs/ci.md#nothing")


def test_a_link_leads_to_where_the_page_is_on_the_site_or_to_the_git_host() -> None:
    for page, target, leads_to in (
        ("docs/ci.md", "ci/github.md#forks", "ci/github.md#forks"),
        ("docs/ci.md", "../client-vscode/README.md", "editors/vscode.md"),
        ("docs/ci/github.md", "../ci.md", "../ci.md"),
        ("client-vscode/README.md", "../docs/ci.md", "../ci.md"),
        ("docs/ci.md", "../config.example.yaml", f"{HOST}/blob/main/config.example.yaml"),
        ("docs/ci.md", "decisions", f"{HOST}/tree/main/docs/decisions"),
        ("docs/ci.md", "https://example.org/a.md", "https://example.org/a.md"),
        ("docs/ci.md", "#reports", "#reports"),
        ("docs/ci.md", "nothing.md", "nothing.md"),
    ):
        assert site_link(target, page, PLACES, repository=HOST) == leads_to


def test_what_looks_like_a_link_in_code_stays() -> None:
    text = "[a](../LICENSE) `[b](../LICENSE)`\n\n```md\n[c](../LICENSE)\n```\n"
    changed = with_links_of_the_site(text, "docs/ci.md", PLACES, repository=HOST)
    assert changed == text.replace("[a](..", f"[a]({HOST}/blob/main")


def test_what_a_browser_would_fetch_from_another_host_is_found() -> None:
    for page in (
        '<script src="https://cdn.example/x.js"></script>',
        '<link rel="stylesheet" href="//fonts.example/css">',
        '<img srcset="https://img.example/1.png 2x">',
        "<style>@import url(https://fonts.example/a.css)</style>",
        '<a data-md-component="source" href="https://git.example/">repository</a>',
    ):
        assert len(fetched_from_elsewhere(page)) == 1, page
    assert fetched_from_elsewhere('<a href="https://a.example"><img src="a.png"></a>') == []
    assert of_styles('a{background:url("https://img.example/a.png")} b{background:url(a.png)}') == [
        "https://img.example/a.png"
    ]


def test_every_decision_is_in_their_list() -> None:
    folder = ROOT / "docs/decisions"
    listed = links_of((folder / "README.md").read_text(encoding="utf-8"))
    assert listed == sorted(page.name for page in folder.glob("0*.md"))
