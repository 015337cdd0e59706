"""Keys that `architect login` keeps, in the daemon."""

import os
from pathlib import Path
from typing import Any

from tests.support.command import Project
from tests.support.daemon import played
from tests.support.file_keyring import keyring_environment
from tests.support.lsp_client import EditorClient, editor
from tests.support.provider_server import ProviderServer, Reply, refused_url

KEY = "sk-kept-for-the-daemon-0123456789"
RUN = {"prompt": "x", "wait": True}


async def problem(client: EditorClient) -> str | None:
    info: Any = await client.command("architect.info", {})
    return info["roots"][0]["modelProblem"]


def environment_of(project: Project, server: ProviderServer) -> dict[str, str]:
    return project.environment(
        {
            **keyring_environment(project.home / "ring.json"),
            "OPENAI_BASE_URL": f"{server.url}/v1",
            "OLLAMA_HOST": refused_url(),
            "LM_STUDIO_API_BASE": refused_url(),
            "PATH": os.environ["PATH"],
        }
    )


def test_the_daemon_uses_a_key_that_is_kept_while_it_runs(tmp_path: Path) -> None:
    async def scene() -> None:
        project = Project(tmp_path / "project", tmp_path / "home")
        project.folder.mkdir()
        project.home.mkdir()
        with ProviderServer([Reply("hello")]) as server:
            environment = environment_of(project, server)
            async with editor(project.folder, environment=environment) as client:
                assert "no model is set up" in (await problem(client) or "")
                kept = project.architect(
                    "login", "openai", "--no-check", environment=environment, stdin=KEY.encode()
                )
                assert kept.code == 0, kept.stderr
                assert await problem(client) is None
                result: Any = await client.command("architect.run", RUN)
                assert "hello" in str(result)
                assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
                project.architect("logout", environment=environment)
                assert "no model is set up" in (await problem(client) or "")

    played(scene())
