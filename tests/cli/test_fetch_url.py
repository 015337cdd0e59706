"""Pages of the web in a run: asked about host by host, and a stranger's text."""

import json
from collections.abc import Iterator

import pytest
from tests.cli.talk import Talk, talk
from tests.support.command import Project
from tests.support.provider_server import Call, Reply
from tests.support.serving import serving
from tests.unit.adapters.web.test_http_web import Site, answer

ENABLED = {"ARCHITECT__WEB__ENABLED": "true", "ARCHITECT__WEB__ALLOW_PRIVATE": "true"}
DONE = Reply("all done")


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    site.pages["/"] = answer(b"<h1>Sorting</h1><p>Use <b>sorted</b>.</p>", "text/html")
    site.pages["/more"] = answer(b"more\n")
    site.pages["/away"] = answer(b"", status=302, Location="https://example.org/x")
    site.pages["/gone"] = answer(b"nobody here", status=410)
    with serving(site.server):
        yield site


def fetch(url: str) -> Reply:
    return Reply(calls=[Call("fetch_url", json.dumps({"url": url}))])


def fetched(project: Project, *urls: str, mode: str = "yolo", **settings: str) -> Talk:
    replies = [*map(fetch, urls), DONE]
    return talk(project, replies, "--mode", mode, "--json", settings=ENABLED | settings)


def test_there_is_no_such_tool_unless_the_user_wants_it(project: Project, site: Site) -> None:
    done = talk(project, [fetch(f"{site.url}/"), DONE], "--mode", "yolo", "--json")
    assert "there is no tool 'fetch_url'" in done.results()[0]
    project.write(".architect/config.yaml", "web: {enabled: true, allow_private: true}\n")
    done = talk(project, [fetch(f"{site.url}/"), DONE], "--mode", "yolo", "--json")
    assert "fetch_url" not in done.tools()
    assert site.asked == []


def test_the_first_page_is_read_and_the_second_needs_a_yes(project: Project, site: Site) -> None:
    done = fetched(project, f"{site.url}/", f"{site.url}/more")
    page, denied = done.results()
    assert page == "# Sorting\n\nUse **sorted**."
    host = f"127.0.0.1:{site.port}"
    assert f"it sends a request to {host}, and the run has read text from outside" in denied
    assert done.document["tainted_by"] == [f"fetch_url {host}"]
    assert [path for _, path in site.asked] == ["/"]


def test_nobody_is_asked_about_the_domains_of_the_user(project: Project, site: Site) -> None:
    domains = json.dumps([f"127.0.0.1:{site.port}"])
    urls = (f"{site.url}/", f"{site.url}/more", f"{site.url}/away", f"{site.url}/gone")
    done = fetched(project, *urls, mode="confirm-sensitive", ARCHITECT__WEB__DOMAINS=domains)
    assert done.results()[1:] == [
        "more\n",
        f"{site.url}/away redirects to another host: https://example.org/x\n"
        "[call fetch_url with that address if you want the page]",
        f"Error: HTTP 410 from {site.url}/gone\nnobody here",
    ]
    curl = Reply(calls=[Call("run_command", '{"command": "curl https://example.org/"}')])
    settings = ENABLED | {"ARCHITECT__WEB__DOMAINS": domains}
    flags = ("--mode", "yolo", "--json")
    tainted = talk(project, [fetch(f"{site.url}/"), curl, DONE], *flags, settings=settings)
    assert "denied (taint)" in tainted.results()[-1]


def test_a_run_without_anybody_asks_in_vain_and_a_dry_run_plans(
    project: Project, site: Site
) -> None:
    done = fetched(project, f"{site.url}/", mode="confirm-sensitive")
    assert "denied (confirmation)" in done.results()[0]
    flags = ("--mode", "yolo", "--json", "--dry-run")
    planned = talk(project, [fetch(f"{site.url}/"), DONE], *flags, settings=ENABLED)
    assert "[DRY-RUN] Would execute" in planned.results()[0]
    assert site.asked == []


def test_what_different_readers_take_for_different_hosts_is_refused(
    project: Project, site: Site
) -> None:
    odd = (
        f"http://docs.example.org\\@127.0.0.1:{site.port}/",
        f"http://docs.example.org@127.0.0.1:{site.port}/",
        f"http://127.0.0.1:{site.port}\t.docs.example.org/",
        f"http://docs.example.org#@127.0.0.1:{site.port}/\n",
        "http://dócs.example.org/",
        "//127.0.0.1/",
        "file:///etc/passwd",
    )
    done = fetched(project, *odd)
    assert [each for each in done.results() if "address" not in each] == []
    assert site.asked == []
