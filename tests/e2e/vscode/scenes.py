"""Scenes: tests written in TypeScript, which one start of VS Code plays one after the other.

Their names stand in client-vscode/test/<kind>/scenes/<group>/*.ts as `scene("name", ...`, or as
`longScene("name", ...` where only `make test-long` plays them; as `sequel` or `longSequel` where
the window of the scene before will do. How each ended stands in a file of the folder that the
player was told (client-vscode/test/scenes.ts).
"""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.e2e.vscode.places import CLIENT
from tests.support.selection import LONG_TIER
from tests.support.until import until

TIMEOUT_S = 400.0
"""For the start of VS Code and for a single scene in two attempts; each waits for less itself."""

second_attempts: list[str] = []
"""What went wrong at the first attempt of the scene that was read last."""

_DECLARED = re.compile(r'^(scene|sequel|longS\w+)\(\s*"((?:[^"\\]|\\.)*)"', re.MULTILINE)


def _declared(kind: str, group: str) -> list[tuple[str, bool]]:
    """The scenes in the order in which they are played, and which of them are long."""
    folder = CLIENT / "test" / kind / "scenes" / group
    files = sorted(folder.rglob("*.ts"), key=lambda file: str(file.relative_to(folder)))
    found = (each for file in files for each in _DECLARED.findall(_text(file)))
    return [(json.loads(f'"{name}"'), function.startswith("long")) for function, name in found]


def scenes_of(kind: str, group: str, *, mark: str) -> pytest.MarkDecorator:
    """The scenes of a group as parameters; all are played by one VS Code in one process.

    They are known to the fixtures by `mark`.
    """
    cases = [
        pytest.param(
            name,
            marks=[
                pytest.mark.timeout(500),
                pytest.mark.scene(mark, name),
                *([LONG_TIER] if is_long else ()),
            ],
            id=name,
        )
        for name, is_long in _declared(kind, group)
    ]
    return pytest.mark.parametrize("name", cases)


def expect_passed(folder: Path, name: str, *, is_over: Callable[[], bool], logs: str) -> None:
    """Wait for the scene, and fail as it did. `logs` says where to read on."""
    ending = folder / f"{slug(name)}.json"
    finished = folder / "finished"
    until(lambda: ending.exists() or finished.exists() or is_over(), name, timeout_s=TIMEOUT_S)
    if not ending.exists():
        problem = _text(finished) if finished.exists() else "the player ended"
        raise AssertionError(f"{name!r} was not played: {problem}\n{logs}")
    ended = json.loads(_text(ending))
    notes = "\n".join(ended["notes"])
    if ended["attempts"] > 1:
        second_attempts.append(ended["notes"][0])
    assert ended["passed"], f"{ended['message']}\n{notes}\n{logs}"


def slug(name: str) -> str:
    """A name as that of a file."""
    return re.sub(r"[^a-z0-9]+", "-", name, flags=re.IGNORECASE).lower()


def _text(file: Path) -> str:
    return file.read_bytes().decode()
