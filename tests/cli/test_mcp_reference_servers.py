"""The reference servers of the Model Context Protocol, as npm has them, over stdio and HTTP."""

import json
import os
import socket
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from tests.cli.talk import Talk, talk
from tests.support.command import Project
from tests.support.processes import running_with
from tests.support.provider_server import Call, Reply
from tests.support.until import until

PROGRAMS = Path(__file__).parents[2] / "client-vscode/node_modules/.bin"
EVERYTHING, FILESYSTEM = PROGRAMS / "mcp-server-everything", PROGRAMS / "mcp-server-filesystem"
YOLO = ("--mode", "yolo", "--json")

pytestmark = pytest.mark.skipif(
    not EVERYTHING.exists(), reason="client-vscode is not installed (scripts/install-extension)"
)


def calls(*each: tuple[str, dict[str, object]]) -> list[Reply]:
    """A reply for each call, and the end."""
    made = [Reply(calls=[Call(name, json.dumps(arguments))]) for name, arguments in each]
    return [*made, Reply("done")]


def run(project: Project, *each: tuple[str, dict[str, object]], prompt: str = "do it") -> Talk:
    return talk(project, calls(*each), *YOLO, prompt=prompt)


@contextmanager
def everything_at(kind: str) -> Generator[str]:
    """The address of the server over HTTP."""
    port = free_port()
    environment = {**os.environ, "PORT": str(port)}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        [EVERYTHING, kind], env=environment, stdout=quiet, stderr=quiet
    ) as process:
        try:
            until(lambda: _listens(port), "the server")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return listening.getsockname()[1]


def _listens(port: int) -> bool:
    try:
        urlopen(f"http://127.0.0.1:{port}/none").close()
    except HTTPError:
        return True
    except OSError:
        return False
    return True


def test_the_filesystem_server_reads_and_writes_where_it_may(project: Project) -> None:
    project.write("a.txt", "hello\n")
    added = project.architect(
        "mcp", "add", "--trusted", "fs", "--", str(FILESYSTEM), str(project.folder)
    )
    assert added.code == 0, added.stderr
    inside, outside = str(project.folder / "a.txt"), "/etc/hostname"
    talked = run(
        project,
        ("fs__read_text_file", {"path": inside}),
        ("fs__read_text_file", {"path": outside}),
        ("fs__read_text_file", {"file": inside}),
        ("fs__write_file", {"path": str(project.folder / "b.txt"), "content": "made\n"}),
    )
    read, denied, wrong, _ = talked.results()
    assert "hello" in read
    assert "Access denied" in denied
    assert "path: is required" in wrong
    assert project.read("b.txt") == "made\n"
    assert not running_with(str(FILESYSTEM))


def test_the_everything_server_has_all_that_there_is(project: Project) -> None:
    added = project.architect("mcp", "add", "all", "--", str(EVERYTHING))
    assert "/all:args-prompt CITY [STATE]" in added.text
    project.architect("mcp", "add", "--trusted", "all", "--", str(EVERYTHING))
    talked = run(
        project,
        ("all__echo", {"message": "hi"}),
        ("all__get-sum", {"a": 2, "b": 40}),
        ("all__get-sum", {"a": "two", "b": 40}),
        ("all__get-tiny-image", {}),
        ("all__get-structured-content", {"location": "New York"}),
        ("all__trigger-long-running-operation", {"duration": 1, "steps": 2}),
        ("all__read_resource", {}),
        prompt="/all:args-prompt Paris",
    )
    echo, added_up, wrong, image, structured, long, resources = talked.results()
    assert "hi" in echo
    assert "42" in added_up
    assert "a: should be number, is string" in wrong
    assert "[image left out: image/png" in image
    assert "temperature" in structured
    assert "ompleted" in long
    assert "demo://" in resources
    task = talked.requests[0].body["messages"][1]["content"]
    assert "Paris" in task
    assert "/all:args-prompt" not in task
    environment = run(project, ("all__get-env", {})).results()[0]
    assert "PATH" in environment
    assert "sk-secret" not in environment


@pytest.mark.parametrize(("kind", "path"), [("streamableHttp", "/mcp"), ("sse", "/sse")])
def test_the_everything_server_over_http(project: Project, kind: str, path: str) -> None:
    with everything_at(kind) as address:
        flags = ("--sse",) if kind == "sse" else ()
        added = project.architect("mcp", "add", "--trusted", *flags, "all", f"{address}{path}")
        assert added.code == 0, added.stderr
        talked = run(project, ("all__echo", {"message": "hi"}), ("all__get-sum", {"a": 2, "b": 40}))
        echo, added_up = talked.results()
        assert "hi" in echo
        assert "42" in added_up
