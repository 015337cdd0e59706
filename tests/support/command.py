"""The command `architect` as a process of its own, in an environment without any settings."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from tests.support.forked import started

HANGS_AFTER_S = 60.0
"""Far more than any run here takes: whoever is not done by then never will be."""

_BUGS = re.compile(
    "^Traceback|a bug in architect|never retrieved|never awaited|^Exception ignored", re.MULTILINE
)
"""What a command prints that the agent runs is indented, and no business of ours."""


@dataclass(frozen=True)
class Finished:
    """How a process ended and what it left on its standard streams."""

    code: int
    stdout: bytes
    stderr: str

    @property
    def document(self) -> dict[str, Any]:
        """The one JSON document that is all of standard output."""
        document: object = json.loads(self.stdout)
        assert isinstance(document, dict), f"no JSON object: {self.stdout!r}"
        return cast(dict[str, Any], document)

    @property
    def text(self) -> str:
        return self.stdout.decode()

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Standard output as lines of JSON."""
        return [json.loads(line) for line in self.stdout.splitlines()]


@dataclass(frozen=True)
class Project:
    """A folder to work in, and a home folder beside it that holds no settings."""

    folder: Path
    home: Path

    def write(self, path: str, content: str | bytes) -> Path:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
        return target

    def read(self, path: str) -> str:
        return (self.folder / path).read_bytes().decode()

    def environment(self, extra: Mapping[str, str] | None = None) -> dict[str, str]:
        """All that the process gets to see: no key, no setting, no proxy."""
        return {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "HOME": str(self.home),
            **{f"XDG_{kind}_HOME": str(self.home / kind.lower()) for kind in _XDG_KINDS},
            "PYTHONDONTWRITEBYTECODE": os.environ.get("PYTHONDONTWRITEBYTECODE", ""),
            **(extra or {}),
        }

    def start(
        self,
        *arguments: str,
        environment: Mapping[str, str] | None = None,
        stdin: int = subprocess.DEVNULL,
        stdout: int = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
        interpreter_flags: Sequence[str] = (),
    ) -> "subprocess.Popen[bytes]":
        """The running command, in a session of its own so that no terminal is inherited."""
        return started(
            command_line(*arguments, interpreter_flags=interpreter_flags),
            cwd=self.folder,
            environment=self.environment(environment),
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
        )

    def architect(
        self,
        *arguments: str,
        environment: Mapping[str, str] | None = None,
        stdin: bytes | None = None,
        stderr: int = subprocess.PIPE,
    ) -> Finished:
        """Run the command to its end; without `stdin` there is nothing to be read."""
        where = subprocess.DEVNULL if stdin is None else subprocess.PIPE
        with self.start(*arguments, environment=environment, stdin=where, stderr=stderr) as process:
            return self.finish(process, stdin)

    def finish(self, process: "subprocess.Popen[bytes]", stdin: bytes | None = None) -> Finished:
        """Wait for the end of `process`, which must neither hang nor show a bug."""
        try:
            stdout, stderr = process.communicate(stdin, timeout=HANGS_AFTER_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        finished = Finished(process.returncode, stdout or b"", (stderr or b"").decode())
        self.check_for_bugs(finished.stderr)
        assert b"Traceback" not in finished.stdout
        return finished

    def check_for_bugs(self, stderr: str) -> None:
        """Fail if a traceback was shown, or put away in the folder for crashes."""
        assert not _BUGS.search(stderr), stderr
        kept = [path.read_bytes().decode() for path in self.home.rglob("crash-*.log")]
        assert not kept, kept[0]

    @property
    def journals(self) -> list[Path]:
        return sorted((self.folder / ".architect" / "sessions").glob("*.jsonl"))


_XDG_KINDS = ("CONFIG", "CACHE", "STATE", "DATA")


def command_line(*arguments: str, interpreter_flags: Sequence[str] = ()) -> list[str]:
    return [sys.executable, *interpreter_flags, "-m", "architect", *arguments]
