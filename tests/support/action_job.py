"""A job on a runner: a bare repository as the server's, a clone as the checkout, and the action."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.github_server import TOKEN, GitHubServer
from tests.support.provider_server import ProviderServer
from tests.support.repository import git
from tests.support.runner_log import Command, assignments, commands_in

ROOT = Path(__file__).parents[2]
KEY = "sk-model-0123456789abcdef"
RUNTIME_TOKEN = "eyJ-runtime-token-0123456789"
FILES = ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE")


@dataclass(frozen=True)
class Step:
    """How the step ended, and what the runner makes of it."""

    code: int
    log: str
    files: Mapping[str, str]

    @property
    def commands(self) -> list[Command]:
        return commands_in(self.log)

    @property
    def outputs(self) -> dict[str, str]:
        return assignments(self.files["GITHUB_OUTPUT"])

    @property
    def summary(self) -> str:
        return self.files["GITHUB_STEP_SUMMARY"]

    def told(self, name: str) -> list[str]:
        return [each.text for each in self.commands if each.name == name]


@dataclass(frozen=True)
class Runner:
    """`bare` is what the server has; `seed` is where people commit; `checkout` is the job's."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def bare(self) -> Path:
        return self.folder / "server/octo/demo.git"

    @property
    def seed(self) -> Path:
        return self.folder / "seed"

    @property
    def checkout(self) -> Path:
        return self.folder / "runner/demo/demo"

    @property
    def temp(self) -> Path:
        return self.folder / "runner/_temp"

    def begin(self, files: Mapping[str, str | bytes]) -> str:
        """Make the repository with `files` on `main`; the commit."""
        self.bare.mkdir(parents=True)
        git(self.bare, "init", "-q", "--bare", "-b", "main")
        self.seed.mkdir()
        git(self.seed, "init", "-q", "-b", "main")
        git(self.seed, "remote", "add", "origin", str(self.bare))
        return self.commit(files, "main")

    def commit(self, files: Mapping[str, str | bytes], *refs: str) -> str:
        """Commit `files` on what is checked out in `seed`, and push it to `refs`."""
        for path, content in files.items():
            target = self.seed / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)
        git(self.seed, "add", "-A", "-f")
        git(self.seed, "commit", "-q", "-m", "everything")
        for ref in refs:
            full = ref if ref.startswith("refs/") else f"refs/heads/{ref}"
            git(self.seed, "push", "-q", "-f", "origin", f"HEAD:{full}")
        return git(self.seed, "rev-parse", "HEAD").strip()

    def pull(self, files: Mapping[str, str | bytes], *, number: int = 7) -> tuple[str, str]:
        """A pull request against `main`: its head and its base."""
        base = git(self.seed, "rev-parse", "main").strip()
        git(self.seed, "checkout", "-q", "-B", "work", "main")
        head = self.commit(files, "work", f"refs/pull/{number}/head")
        return head, base

    def check_out(self, commit: str, *, persist_credentials: bool = False, depth: int = 0) -> None:
        """What actions/checkout does: a detached commit, and a header with the token if asked."""
        if not self.checkout.exists():
            self.checkout.parent.mkdir(parents=True)
            shallow = ("--depth", str(depth)) if depth else ()
            url = self.bare.as_uri()
            git(self.folder, "clone", "-q", *shallow, "--no-single-branch", url, str(self.checkout))
        if not depth:
            git(self.checkout, "fetch", "-q", "origin", "refs/pull/*:refs/remotes/pull/*")
        git(self.checkout, "checkout", "-q", "--detach", commit)
        if persist_credentials:
            header = f"AUTHORIZATION: basic {TOKEN}"
            key = "http.https://github.example/.extraheader"
            git(self.checkout, "config", "--local", key, header)

    def step(
        self,
        name: str,
        payload: Mapping[str, Any],
        inputs: Mapping[str, str],
        github: GitHubServer,
        model: ProviderServer | None = None,
    ) -> Step:
        """Run the action on an event."""
        with self.started(name, payload, inputs, github, model) as process:
            return self.finished(process)

    def started(
        self,
        name: str,
        payload: Mapping[str, Any],
        inputs: Mapping[str, str],
        github: GitHubServer,
        model: ProviderServer | None = None,
    ) -> "subprocess.Popen[bytes]":
        """The running action."""
        self.temp.mkdir(parents=True, exist_ok=True)
        event = self.temp / "event.json"
        event.write_text(json.dumps(payload), encoding="utf-8")
        for each in FILES:
            (self.temp / each).write_bytes(b"")
        base = {} if model is None else {"API_BASE": f"{model.url}/v1", "MODEL": "openai/m"}
        told = {"GITHUB_TOKEN": TOKEN, "API_KEY": KEY, **base, **inputs}
        command = str(Path(sys.executable).with_name("architect"))
        environment = {
            **self._of_the_runner(name, event, github),
            "INPUT_COMMAND": command,
            **{f"INPUT_{key.upper().replace('-', '_')}": value for key, value in told.items()},
        }
        return subprocess.Popen(
            [sys.executable, "-I", str(ROOT / "action/main.py")],
            cwd=self.checkout,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def finished(self, process: "subprocess.Popen[bytes]") -> Step:
        """Wait for its end."""
        stdout, _ = process.communicate(timeout=110)
        log = stdout.decode()
        assert "Traceback" not in log, log
        files = {each: (self.temp / each).read_text() for each in FILES}
        return Step(process.returncode, log, files)

    def _of_the_runner(self, name: str, event: Path, github: GitHubServer) -> dict[str, str]:
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "CI": "true",
            "RUNNER_TEMP": str(self.temp),
            "RUNNER_OS": "Linux",
            "ACTIONS_RUNTIME_TOKEN": RUNTIME_TOKEN,
            "ACTIONS_ID_TOKEN_REQUEST_TOKEN": RUNTIME_TOKEN,
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTOR": "writer",
            "GITHUB_API_URL": github.url,
            "GITHUB_GRAPHQL_URL": github.graphql_url,
            "GITHUB_SERVER_URL": (self.folder / "server").as_uri(),
            "GITHUB_REPOSITORY": "octo/demo",
            "GITHUB_EVENT_NAME": name,
            "GITHUB_EVENT_PATH": str(event),
            "GITHUB_REF": "refs/heads/main",
            "GITHUB_RUN_ID": "55",
            "GITHUB_RUN_ATTEMPT": "1",
            "GITHUB_WORKSPACE": str(self.checkout),
            **{each: str(self.temp / each) for each in FILES},
            **self.environment,
        }
