"""A project's own settings in an editor."""

from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import daemon, played, says
from tests.support.lsp_client import EditorClient, choosing

PROJECT = b"workspace: {allow_delete: true}\ncommands: {default_timeout: 7}\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / ".architect.yaml").write_bytes(PROJECT)
    return folder


async def allows_delete(client: EditorClient) -> bool:
    info: Any = await client.command("architect.info", {})
    return info["config"]["workspace"]["allow_delete"]


def test_what_may_do_harm_does_not_count_and_the_user_is_asked_once(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, says("done")) as client:
            assert not await allows_delete(client)
            question = await client.wait_for("window/showMessageRequest")
            assert ".architect.yaml:1: workspace.allow_delete" in question["message"]
            await client.command("architect.run", {"prompt": "x", "wait": True})
            assert not await allows_delete(client)
            assert len(client.of("window/showMessageRequest")) == 1
            logged = [line["message"] for line in client.of("window/logMessage")]
            assert any("workspace.allow_delete" in line for line in logged)

    played(scene())


def test_a_key_by_its_old_name_counts_and_is_told_once(root: Path) -> None:
    async def scene() -> None:
        (root / ".architect.yaml").write_text("guardrails: {obeyed_files: [.vscode, Makefile]}\n")
        async with daemon(root, says("done")) as client:
            for _ in range(2):
                info: Any = await client.command("architect.info", {})
                files = info["config"]["guardrails"]["executable_config_files"]
                assert files[-1] == "Makefile"
                await client.command("architect.run", {"prompt": "x", "wait": True})
            logged = [line["message"] for line in client.of("window/logMessage")]
            assert logged == [
                "architect: .architect.yaml:1: guardrails.obeyed_files is now called "
                "guardrails.executable_config_files; the old name will stop working"
            ]

    played(scene())


def test_an_agent_by_its_old_name_is_run_and_that_is_told_once(root: Path) -> None:
    async def scene() -> None:
        (root / ".architect.yaml").unlink()
        async with daemon(root, says("It adds."), config={"agents": {"resume": {}}}) as client:
            for _ in range(2):
                run = {"prompt": "explain", "agent": "resume", "wait": True}
                await client.command("architect.run", run)
            found = await client.command("architect.agents", {})
            assert found["agents"] == ["build", "explain", "explore", "plan", "review", "test"]
            logged = [line["message"] for line in client.of("window/logMessage")]
            assert [line.split(";")[0] for line in logged] == [
                "architect: the agent resume is now called explain",
                "architect: the settings of the editor: agents.resume is now called agents.explain",
            ]

    played(scene())


def test_who_goes_on_without_is_not_asked_again_by_another_server_until_it_changes(
    root: Path,
) -> None:
    async def scene() -> None:
        answers = {"window/showMessageRequest": choosing("Continue without")}
        async with daemon(root, says("done"), answers=answers) as client:
            assert not await allows_delete(client)
            await client.wait_for("window/showMessageRequest")
            assert not await allows_delete(client)
        async with daemon(root, says("done")) as client:
            await client.command("architect.run", {"prompt": "x", "wait": True})
            assert not await allows_delete(client)
            assert client.of("window/showMessageRequest") == []
            assert any("allow_delete" in line["message"] for line in client.of("window/logMessage"))
            (root / ".architect.yaml").write_bytes(PROJECT + b"llm: {model: other}\n")
            assert not await allows_delete(client)
            await client.wait_for("window/showMessageRequest")

    played(scene())


def test_it_counts_once_the_user_trusts_the_project_until_it_changes(root: Path) -> None:
    async def scene() -> None:
        answers = {"window/showMessageRequest": choosing("Trust this project")}
        async with daemon(root, says("done"), answers=answers) as client:
            assert not await allows_delete(client)
            await client.wait_for("window/showMessageRequest")
            while not await allows_delete(client):
                pass
        async with daemon(root, says("done")) as client:
            assert await allows_delete(client)
            (root / ".architect.yaml").write_bytes(PROJECT + b"llm: {model: other}\n")
            assert not await allows_delete(client)
            question = await client.wait_for("window/showMessageRequest")
            assert "changed since you trusted it" in question["message"]

    played(scene())
