"""Signing in to an MCP server in a browser, and runs that use what came of it."""

import json
import re
import stat
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from tests.cli.talk import Talk, talk
from tests.support.command import Finished, Project
from tests.support.file_keyring import kept_in, keyring_environment
from tests.support.provider_server import Call, Reply
from tests.support.serving import serving_process

SERVER = Path(__file__).parents[1] / "support" / "oauth_mcp_server.py"
LOOK_UP = Call("words__look_up", '{"word": "house"}')


@contextmanager
def serving(way: str) -> Generator[str]:
    with serving_process(SERVER, way) as url:
        yield f"{url}/mcp"


def login(project: Project, *, comes_back: bool = True, **environment: str) -> Finished:
    """Sign in as a user does who follows the address that is printed."""
    process = project.start("mcp", "login", "words", "--no-browser", environment=environment)
    assert process.stderr is not None
    said = b""
    while not (found := re.search(rb"sign in at (http\S+)", said)) and process.poll() is None:
        said += process.stderr.readline()
    if found and comes_back:
        with urlopen(found[1].decode()) as page:
            assert b"You can close this page" in page.read()
    finished = project.finish(process)
    return Finished(finished.code, finished.stdout, said.decode() + finished.stderr)


def run(project: Project, **environment: str) -> Talk:
    replies = [Reply(calls=[LOOK_UP]), Reply("done")]
    return talk(project, replies, "--mode", "yolo", "--json", settings=environment)


def tokens(project: Project) -> Path:
    [place] = (project.home / "state/architect/mcp/tokens").glob("*.json")
    return place


def expire(project: Project) -> None:
    """Have the token that is kept be one whose time is over."""
    place = tokens(project)
    kept = json.loads(place.read_bytes())
    assert kept["expires_at"] > time.time()
    place.write_text(json.dumps(kept | {"expires_at": time.time() - 1}))


def test_a_sign_in_is_used_renewed_and_forgotten(project: Project) -> None:
    with serving("plain") as url:
        added = project.architect("mcp", "add", "words", url)
        assert "sign in: architect mcp login words" in added.stderr
        assert "sign in: architect mcp login words" in run(project).stderr
        done = login(project)
        assert (done.code, done.text) == (0, "words: signed in; 2 tools\n"), done.stderr
        assert stat.S_IMODE(tokens(project).stat().st_mode) == 0o600
        first = json.loads(tokens(project).read_bytes())["tokens"]
        expire(project)
        assert run(project).results() == ["look_up: house"]
        second = json.loads(tokens(project).read_bytes())["tokens"]
        assert first["access_token"] != second["access_token"]
        journal = "".join(path.read_text() for path in project.journals)
        assert second["access_token"] not in journal
        out = project.architect("mcp", "logout", "words")
        assert out.text == "words: signed out\n"
        assert "sign in: architect mcp login words" in run(project).results()[0]
        assert project.architect("mcp", "logout", "words").text == "words: you were not signed in\n"


def test_a_sign_in_that_has_ended_asks_for_a_new_one(project: Project) -> None:
    with serving("ends") as url:
        project.architect("mcp", "add", "words", url)
        assert login(project).code == 0
        expire(project)
        [result] = run(project).results()
        assert "sign in anew: architect mcp login words" in result
        assert login(project).code == 0


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("refuses", "the sign-in was refused: you said no"),
        ("elsewhere", "sign in at 'http://evil.example/authorize?"),
        ("other-issuer", "issuer"),
        ("issuer-elsewhere", "it sends the sign-in to 'http://evil.example', which is not https"),
        ("token-elsewhere", "it sends the sign-in to 'http://evil.example', which is not https"),
        ("token-redirects", "redirected to http://127.0.0.1:9/token; not followed"),
        ("other-resource", "evil.example"),
        ("other-state", "State parameter mismatch"),
    ],
)
def test_a_sign_in_that_fails_is_told_of(project: Project, way: str, reason: str) -> None:
    with serving(way) as url:
        project.architect("mcp", "add", "words", url)
        done = login(project)
        assert done.code == 1
        assert reason in done.stderr
        assert not (project.home / "state/architect/mcp/tokens").exists() or not json.loads(
            tokens(project).read_bytes()
        ).get("tokens")


def test_what_needs_no_sign_in_is_said(project: Project) -> None:
    project.architect(
        "mcp", "add", "words", "http://127.0.0.1:9/mcp", "--header", "Authorization=x"
    )
    project.architect("mcp", "add", "local", "--", sys.executable, "-c", "0")
    refused = {
        "words": "words has a token, or a header Authorization: that is used",
        "local": "local is a program: there is nothing to sign in to",
        "wrds": "no server 'wrds', did you mean 'words'?",
    }
    for name, reason in refused.items():
        done = project.architect("mcp", "login", name)
        assert done.code == 3
        assert reason in done.stderr


def test_only_the_page_of_the_sign_in_is_listened_to(project: Project) -> None:
    with serving("plain") as url:
        project.architect("mcp", "add", "words", url)
        process = project.start("mcp", "login", "words", "--no-browser")
        assert process.stderr is not None
        found = re.search(r"sign in at (http\S+)", process.stderr.readline().decode())
        assert found is not None
        port = re.search(r"redirect_uri=http%3A%2F%2F127.0.0.1%3A(\d+)", found[1])
        assert port is not None
        for path in ("/", "/callback", "/callback?state=x", "/favicon.ico"):
            with pytest.raises(HTTPError, match="404"):
                urlopen(f"http://127.0.0.1:{port[1]}{path}")
        with urlopen(found[1]) as page:
            assert b"You are signed in" in page.read()
        assert project.finish(process).code == 0


def test_tokens_are_kept_in_the_keyring_if_there_is_one(project: Project) -> None:
    ring = project.home / "ring.json"
    environment: dict[str, Any] = {**keyring_environment(ring)}
    with serving("plain") as url:
        project.architect("mcp", "add", "words", url)
        assert login(project, **environment).code == 0
        [(name, kept)] = kept_in(ring).items()
        assert name == f"architect-mcp:{url}"
        assert json.loads(kept)["tokens"]["access_token"] not in tokens(project).read_text()
        assert run(project, **environment).results() == ["look_up: house"]
