"""What the package index shows of us leads to where it says."""

from pathlib import Path

import pytest
from hatch_build import long_description
from scripts.site.site_links import links_of

ROOT = Path(__file__).parents[2]
REPOSITORY = "https://git.example/OWNER/architect"


@pytest.mark.parametrize(
    ("version", "commit"), [("1.2.3", "v1.2.3"), ("1.2.3rc1", "v1.2.3rc1"), ("1.2.4.dev3", "main")]
)
def test_links_lead_to_what_the_version_has_and_pictures_are_pictures(
    version: str, commit: str
) -> None:
    text = "[a](docs/a.md#b) ![c d](e.svg) [f](https://g) [h](#i) `j`(k)"
    assert long_description(text, REPOSITORY, version) == (
        f"[a]({REPOSITORY}/blob/{commit}/docs/a.md#b) ![c d]({REPOSITORY}/raw/{commit}/e.svg) "
        "[f](https://g) [h](#i) `j`(k)"
    )


def test_no_link_of_the_readme_needs_the_repository_around_it() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    here, there = links_of(text), links_of(long_description(text, REPOSITORY, "1.2.3"))
    assert len(here) == len(there) > 20
    assert [link for link in there if "://" not in link and not link.startswith("#")] == []
    paths = [link.partition("/v1.2.3/")[2].partition("#")[0] for link in there]
    assert [path for path in paths if path and not (ROOT / path).exists()] == []
