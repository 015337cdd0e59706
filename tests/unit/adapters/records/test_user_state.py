"""The user's own state: one file, as a whole, by its user only."""

import json
import os
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from architect.adapters.files.user_folders import user_state_folder
from architect.adapters.records.user_state import StateFile
from architect.domain.errors import UserError


def test_state_follows_the_xdg_folder_if_that_is_absolute() -> None:
    in_home = Path("/home/me/.local/state/architect")
    assert user_state_folder({"HOME": "/home/me"}) == in_home
    assert user_state_folder({"HOME": "/home/me", "XDG_STATE_HOME": "relative"}) == in_home
    assert user_state_folder({"XDG_STATE_HOME": "/xdg"}) == Path("/xdg/architect")


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "new" / "state.json"
    assert StateFile(path).load() == {}
    StateFile(path).change(lambda document: document.update(a=[1]))
    assert StateFile(path).load() == {"a": [1]}
    assert json.loads(path.read_bytes()) == {"schema_version": 1, "a": [1]}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert sorted(one.name for one in path.parent.iterdir()) == ["state.json", "state.lock"]


def test_changes_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "state.json"

    def add(number: int) -> None:
        StateFile(path).change(lambda document: document.update({str(number): number}))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(40)))
    assert len(StateFile(path).load()) == 40


def test_a_change_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    StateFile(path).change(lambda document: document.update(a=1))

    def fail(document: dict[str, Any]) -> None:
        document.clear()
        raise UserError("no")

    with pytest.raises(UserError, match="no"):
        StateFile(path).change(fail)
    assert StateFile(path).load() == {"a": 1}
    assert sorted(one.name for one in tmp_path.iterdir()) == ["state.json", "state.lock"]


def linked(path: Path) -> None:
    path.rename(path.with_name("other"))
    path.symlink_to("other")


DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "no JSON": (lambda path: path.write_bytes(b"{"), "is no JSON"),
    "no object": (lambda path: path.write_bytes(b"[]"), "is no JSON object"),
    "deep": (lambda path: path.write_bytes(b"[" * 100_000), "is no JSON"),
    "newer": (lambda path: path.write_bytes(b'{"schema_version": 2}'), "has the schema_version 2"),
    "no version": (lambda path: path.write_bytes(b"{}"), "has the schema_version None"),
    "writable": (lambda path: path.chmod(0o620), "can be written by others"),
    "link": (linked, "cannot be read"),
    "folder": (lambda path: (path.unlink(), path.mkdir()), "is no regular file"),
    "pipe": (lambda path: (path.unlink(), os.mkfifo(path)), "is no regular file"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_file_that_cannot_be_believed_is_an_error_and_stays(tmp_path: Path, kind: str) -> None:
    damage, reason = DAMAGE[kind]
    path = tmp_path / "state.json"
    StateFile(path).change(lambda document: document.update(a=1))
    damage(path)
    for use in (StateFile(path).load, lambda: StateFile(path).change(lambda document: None)):
        with pytest.raises(UserError, match=reason) as refused:
            use()
        assert "fixed or removed" in str(refused.value)


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UserError, match="cannot be written"):
        StateFile(tmp_path / "file" / "state.json").change(lambda document: None)
