"""Keyrings for PYTHON_KEYRING_BACKEND: one in a file of the test, one that is locked and waits."""

import json
import os
import threading
from pathlib import Path

from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError


def keyring_environment(file: Path, *, backend: str = "FileKeyring") -> dict[str, str]:
    """The variables with which a process uses the keyring in `file`."""
    return {
        "PYTHON_KEYRING_BACKEND": f"tests.support.file_keyring.{backend}",
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "KEYRING_FILE": str(file),
    }


def kept_in(file: Path) -> dict[str, str]:
    """What the keyring in `file` holds, by `service:name`."""
    return json.loads(file.read_bytes()) if file.exists() else {}


class FileKeyring(KeyringBackend):
    """Appends a line to `KEYRING_FILE.log` for every question."""

    priority = 5  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]

    @property
    def _file(self) -> Path:
        return Path(os.environ["KEYRING_FILE"])

    def get_password(self, service: str, username: str) -> str | None:
        self._note("get", service, username)
        return kept_in(self._file).get(f"{service}:{username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        self._note("set", service, username)
        kept = kept_in(self._file) | {f"{service}:{username}": password}
        self._file.write_text(json.dumps(kept))

    def delete_password(self, service: str, username: str) -> None:
        self._note("delete", service, username)
        kept = kept_in(self._file)
        if kept.pop(f"{service}:{username}", None) is None:
            raise PasswordDeleteError("there is none")
        self._file.write_text(json.dumps(kept))

    def _note(self, what: str, service: str, username: str) -> None:
        with self._file.with_suffix(".log").open("a") as log:
            log.write(f"{what} {service}:{username}\n")


class LockedKeyring(FileKeyring):
    """Takes keys, and waits for somebody who unlocks it before it gives one."""

    def get_password(self, service: str, username: str) -> str | None:
        self._note("get", service, username)
        threading.Event().wait(60)
        return None


class BrokenKeyring(FileKeyring):
    def get_password(self, service: str, username: str) -> str | None:
        raise RuntimeError("the bus is gone")
