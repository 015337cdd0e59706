"""Workspaces, home folders and interpreters wherever users keep them."""

import asyncio
import os
import shutil
import stat
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import pytest
from tests.support.sandboxes import PATIENCE_S, Place, make_place, need_sandbox
from tests.support.table import table

from architect.domain.shell import ShellCommand

PLACES = [
    one for one in ("/tmp", "/var/tmp", "/opt", "/srv", "/usr/local") if os.access(one, os.W_OK)
]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    need_sandbox(tmp_path)
    return make_place(tmp_path)


@contextmanager
def folder_in(base: str) -> Generator[Path]:
    folder = Path(mkdtemp(dir=base))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(f"#!/bin/sh\n{text}\n".encode())
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@table("base", PLACES)
def test_a_workspace_can_be_anywhere(base: str, tmp_path: Path):
    need_sandbox(tmp_path)
    with folder_in(base) as folder:
        place = make_place(folder)

        outcome = place.run("echo made > file && cat file && mktemp /var/tmp/XXXXXX | wc -l")

        assert (outcome.exit_code, outcome.stdout) == (0, "made\n1\n")
        assert place.read("file") == "made\n"


@table("base", PLACES)
def test_programs_on_path_can_be_anywhere(base: str, tmp_path: Path):
    need_sandbox(tmp_path)
    place = make_place(tmp_path)
    with folder_in(base) as folder:
        tool = script(folder / "env/bin/tool", 'cat "${0%/*}/../lib/data"')
        (folder / "env/lib").mkdir()
        (folder / "env/lib/data").write_bytes(b"data\n")

        path = f"{tool.parent}:{os.environ['PATH']}"
        outcome = place.run(f"tool; echo x > {tool}", environment={"PATH": path})

        assert outcome.stdout == "data\n"
        assert tool.read_bytes().startswith(b"#!")


def test_a_workspace_is_found_by_the_link_that_leads_to_it(tmp_path: Path):
    need_sandbox(tmp_path)
    place = make_place(tmp_path)
    place.write("file", "hello\n")
    for parent in (tmp_path, place.home, Path("/srv")):
        if not os.access(parent, os.W_OK):
            continue
        link = parent / f"link-{tmp_path.parent.name}-{tmp_path.name}"
        link.symlink_to(place.root.parent)
        try:
            named = Place(link / "ws", place.home)
            tool = script(place.root / "venv/bin/tool", "echo ran")
            outcome = named.run(f"cat {link}/ws/file; {link}/ws/{tool.relative_to(place.root)}")
        finally:
            link.unlink()
        assert (outcome.stdout, outcome.stderr) == ("hello\nran\n", "")


def test_a_home_folder_that_is_a_link_is_the_private_one_by_both_names(tmp_path: Path):
    need_sandbox(tmp_path)
    real = tmp_path / "data"
    real.mkdir()
    place = make_place(real)
    (place.home / ".netrc").write_bytes(b"secret")
    script(place.home / ".cargo/bin/tool", "echo built")
    link = tmp_path / "home"
    link.symlink_to(place.home)
    named = Place(place.root, link)

    outcome = named.run(
        f"tool; echo kept > ~/x; cat {place.home}/x; cat ~/.netrc",
        environment={"PATH": f"{link}/.cargo/bin:{os.environ['PATH']}"},
    )

    assert outcome.stdout == "built\nkept\n"
    assert "No such file" in outcome.stderr
    assert not (place.home / "x").exists()


def test_programs_that_npm_installed_for_the_user_find_their_libraries(place: Place):
    library = script(place.home / ".npm-global/lib/node_modules/tool/cli", "echo ran")
    link = place.home / ".npm-global/bin/tool"
    link.parent.mkdir()
    link.symlink_to(library)

    path = f"{link.parent}:{os.environ['PATH']}"

    assert place.run("tool", environment={"PATH": path}).stdout == "ran\n"


def test_npm_packs_although_its_store_is_only_read(place: Place):
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    store = place.home / ".npm/_cacache/content-v2/sha512"
    store.mkdir(parents=True)
    place.write("package.json", '{"name": "x", "version": "1.0.0"}')

    outcome = place.run("npm pack --silent && npm ls")

    assert outcome.stdout.startswith("x-1.0.0.tgz\n"), outcome.stderr
    assert list(store.iterdir()) == []


def test_temporary_files_stay_from_command_to_command_of_a_run_and_go_with_it(place: Place):
    shell = place.shell()

    async def both() -> str:
        for line in ("echo kept > /tmp/file", "cat /tmp/file /var/tmp/file"):
            command = ShellCommand(line, cwd=place.root, timeout_s=PATIENCE_S)
            outcome = await shell.run(command, lambda _stream, _text: None)
        return outcome.stdout

    assert asyncio.run(both()) == "kept\nkept\n"
    assert place.run("ls /tmp/file").exit_code != 0
    assert not Path("/tmp/file").exists()


def test_what_we_keep_of_runs_is_not_found_and_what_the_user_keeps_is(place: Place):
    place.write(".architect/sessions/s.jsonl", "needle")
    place.write(".architect/findings.json", "needle")
    place.write(".architect/tmp/put-aside-1/x", "needle")
    place.write(".architect/agents/mine.md", "needle")

    outcome = place.run("grep -rl needle . ; echo x > .architect/sessions/s.jsonl")

    assert outcome.stdout == "./.architect/agents/mine.md\n"
    assert place.read(".architect/sessions/s.jsonl") == "needle"


def test_projects_installed_in_place_from_beside_can_be_read(place: Place):
    beside = {name: place.root.parent / name for name in ("shared", "linked", "other", ".ssh")}
    for folder in beside.values():
        folder.mkdir()
        (folder / "pyproject.toml").write_bytes(b"code\n")
    (beside["other"] / "pyproject.toml").rename(beside["other"] / "notes")
    place.write(
        ".venv/lib/python3.11/site-packages/__editable__.shared.pth",
        f"{beside['shared']}/src\n{beside['other']}\n{beside['.ssh']}\n{place.home}\n",
    )
    (place.root / "node_modules/@scope").mkdir(parents=True)
    (place.root / "node_modules/@scope/linked").symlink_to("../../../linked")

    outcome = place.run("cat ../shared/pyproject.toml ../linked/pyproject.toml; ls -A ..")

    assert outcome.stdout.splitlines() == ["code", "code", "home", "linked", "shared", "ws"]
