"""Language servers with bad habits: what is told of them, and that nothing waits or stays."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.support.processes import running_with

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.language_servers import language_servers, server
from architect.adapters.language_servers.language_servers import LanguageServers
from architect.adapters.sandbox.rules import SandboxRules
from architect.adapters.sandbox.sandbox import Sandbox
from architect.domain.errors import PortFault
from architect.domain.language import CodePlace, NewText
from architect.domain.problems import ReportedProblems
from architect.policy.file_rules import sensitive_files

FAKE = Path(__file__).parents[3] / "support/language_server.py"
PLACE = CodePlace("main.py", 1, 0)


def played(root: Path, habit: str, scene: Callable[[LanguageServers], Awaitable[object]]) -> None:
    (root / "main.py").write_text("good\nbad one\n")
    (root / "other.py").write_text("öld = 1\n")
    (root / ".env").write_text("bad=1\n")

    async def main() -> None:
        command = (sys.executable, str(FAKE), habit, str(root))
        servers = LanguageServers(
            {"python": command},
            DiskWorkspace(root),
            environment=dict(os.environ),
            sandbox=Sandbox(root, SandboxRules("off")),
            secrets=sensitive_files(),
        )
        try:
            await scene(servers)
        finally:
            await servers.aclose()

    asyncio.run(main())
    assert not running_with(f"language_server.py {habit} {root}")


async def refused(asked: Awaitable[object]) -> str:
    with pytest.raises(PortFault) as raised:
        await asked
    return str(raised.value)


def test_a_server_that_cannot_be_used_is_named_and_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "START_S", 0.5)
    said = {
        "ends": "ended with exit code 1: cannot find its configuration",
        "hangs": "did not answer 'initialize' within 0.5 s",
        "refuses": "no licence",
    }
    for habit, words in said.items():

        async def scene(servers: LanguageServers, words: str = words) -> None:
            for asked in (servers.reported(["main.py"]), servers.hover(PLACE)):
                text = await refused(asked)
                assert words in text
                assert "\x1b" not in text

        played(tmp_path, habit, scene)


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    async def main() -> None:
        servers = LanguageServers(
            {"python": ("/nowhere/pyls",)},
            DiskWorkspace(tmp_path),
            environment={},
            sandbox=Sandbox(tmp_path, SandboxRules("off")),
            secrets=sensitive_files(),
        )
        (tmp_path / "main.py").write_text("x\n")
        assert "'/nowhere/pyls' cannot be started" in await refused(servers.hover(PLACE))
        await servers.aclose()

    asyncio.run(main())


def test_reports_are_those_of_the_present_text(tmp_path: Path) -> None:
    async def scene(servers: LanguageServers) -> None:
        before = await servers.reported(["main.py"])
        assert [each.shown for each in before.problems] == [
            "main.py:2: error: fake: bad one\\x1b[2J"
        ]
        (tmp_path / "main.py").write_text("bad two\ngood\n")
        after = await servers.reported(["main.py"], since=before.mark)
        assert [each.shown for each in after.problems] == [
            "main.py:1: error: fake: bad two\\x1b[2J"
        ]
        assert (await servers.reported(["other.py"])).problems == ()
        assert len((await servers.reported()).problems) == 1
        assert (await servers.reported([".env"])).problems == ()
        assert (await servers.reported(["readme.md"])).problems == ()
        (tmp_path / "main.py").unlink()
        assert (await servers.reported(["main.py"])).problems == ()

    for habit in ("plain", "babbles", "tells"):
        played(tmp_path, habit, scene if habit != "tells" else _tells)


async def _tells(servers: LanguageServers) -> None:
    """Nothing of secrets is passed on, and nothing of what is outside of the workspace."""
    await servers.reported(["main.py"])
    paths = {each.path for each in (await servers.reported()).problems}
    assert paths == {"main.py"}


def test_a_silent_server_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language_servers, "FIRST_REPORT_S", 0.3)

    async def scene(servers: LanguageServers) -> None:
        assert (await servers.reported(["main.py"])).unknown == {"main.py"}
        monkeypatch.setattr(language_servers, "FIRST_REPORT_S", 60.0)
        assert (await servers.reported(["main.py"])).unknown == {"main.py"}
        assert (await servers.reported(["other.py"])).unknown == {"other.py"}

    played(tmp_path, "silent", scene)


def test_a_file_that_is_not_there_yet_has_no_problems_and_nobody_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language_servers, "FIRST_REPORT_S", 60.0)

    async def scene(servers: LanguageServers) -> None:
        before = await servers.reported(["fresh.py"])
        assert before == ReportedProblems()
        (tmp_path / "fresh.py").write_text("bad\n")
        after = await servers.reported(["fresh.py"], since=before.mark)
        assert [each.shown for each in after.problems] == ["fresh.py:1: error: fake: bad\\x1b[2J"]
        (tmp_path / "main.py").write_text("bad\n")
        assert (await servers.reported(["main.py"])).of("main.py")

    played(tmp_path, "plain", scene)


def test_a_server_that_does_not_look_at_a_file_looks_at_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language_servers, "NEXT_FILE_S", 0.3)

    async def scene(servers: LanguageServers) -> None:
        await servers.reported(["main.py"])
        assert (await servers.reported(["other.py"])).unknown == {"other.py"}
        (tmp_path / "third.py").write_text("bad\n")
        monkeypatch.setattr(language_servers, "NEXT_FILE_S", 60.0)
        assert (await servers.reported(["other.py", "third.py"])).of("third.py")

    played(tmp_path, "looks away", scene)


def test_a_server_that_dies_is_told_of(tmp_path: Path) -> None:
    async def scene(servers: LanguageServers) -> None:
        assert "ended with exit code 3" in await refused(servers.definition(PLACE))
        assert "ended with exit code 3" in await refused(servers.reported(["main.py"]))

    played(tmp_path, "dies", scene)


def test_answers_that_make_no_sense_are_none(tmp_path: Path) -> None:
    async def scene(servers: LanguageServers) -> None:
        assert await servers.definition(PLACE) == ()
        assert await servers.references(PLACE) == ()  # it does not say that it can do that
        assert await servers.hover(PLACE) == "x\\x1b\n\ny"
        assert await servers.formatted("main.py") is None
        assert "edits that make no sense" in await refused(servers.rename(PLACE, "new"))

    async def moves(servers: LanguageServers) -> None:
        assert "moves or creates files" in await refused(servers.rename(PLACE, "new"))

    played(tmp_path, "babbles", scene)
    played(tmp_path, "moves", moves)


def test_a_rename_is_asked_for_again_for_files_that_the_server_did_not_know(
    tmp_path: Path,
) -> None:
    async def scene(servers: LanguageServers) -> None:
        [text] = await servers.rename(PLACE, "new")
        assert text == NewText("other.py", "öld = 1\n", "new = 1\n")

    played(tmp_path, "plain", scene)
