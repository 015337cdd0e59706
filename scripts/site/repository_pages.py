"""Hooks of MkDocs: pages of other folders are on the site too, and links lead to where they are.

MkDocs has to be started as `python -m mkdocs` in the root of the repository, as `make docs` does.
"""

from collections.abc import Mapping
from typing import cast

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from scripts.site.site_links import ROOT, with_links_of_the_site

_PAGES: Mapping[str, str] = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "reporting.md",
    "benchmarks/RESULTS.md": "measurements.md",
    "client-vscode/README.md": "editors/vscode.md",
}
_PICTURES = "client-vscode/media/screenshots"


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Brings along what has its place elsewhere in the repository."""
    for source, place in _brought_along().items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Has the links of a page lead to the pages of the site, and else to the git host."""
    sources = {place: source for source, place in _brought_along().items()}
    places = {sources.get(place, f"docs/{place}"): place for place in files.src_uris}
    source = sources.get(page.file.src_uri, f"docs/{page.file.src_uri}")
    return with_links_of_the_site(
        markdown, source, places, repository=cast("dict[str, str]", config.extra)["repository"]
    )


def _brought_along() -> Mapping[str, str]:
    """Where files of other folders are on the site, by their paths in the repository."""
    pictures = {
        f"{_PICTURES}/{each.name}": f"pictures/{each.name}"
        for each in (ROOT / _PICTURES).glob("*.png")
    }
    return {**_PAGES, **pictures}
