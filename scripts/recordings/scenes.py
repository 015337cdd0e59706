"""What is played: the demo's recorded model on the demo's project, everything else as it is."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts.recordings.terminal import Picture, Terminal, terminal

_ROOT = Path(__file__).parents[2]
_BIN = Path(sys.executable).parent
_PROJECT = _ROOT / "server/architect/cli/demo_project"
_TASK = "The tests fail: bills are not split to the cent. Find the bug and fix it."


@dataclass(frozen=True)
class Scene:
    """A command, what is done at its terminal, and what is read out instead of the recording.

    `shows` are texts without which a recording would not show what it is there for.
    """

    command: tuple[str, ...]
    play: Callable[[Terminal], None]
    title: str
    shows: tuple[str, ...]
    columns: int = 100
    rows: int = 28


def environment(home: Path) -> Mapping[str, str]:
    """Nobody's settings, and no key."""
    return {
        "PATH": f"{_BIN}:{os.environ['PATH']}",
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "ARCHITECT_MODEL": "recorded/demo",
    }


def project_in(home: Path) -> Path:
    """The project of the demo, committed."""
    folder = home / "ledger"
    shutil.copytree(_PROJECT, folder, ignore=shutil.ignore_patterns("__pycache__"))
    who = ("-c", "user.name=demo", "-c", "user.email=demo@localhost")
    for arguments in (("init", "-q", "-b", "main"), ("add", "."), ("commit", "-qm", "A ledger")):
        subprocess.run(("git", *who, *arguments), cwd=folder, check=True)
    return folder


def _on_a_terminal(screen: Terminal) -> None:
    screen.until("recorded/demo")
    screen.press(_TASK)
    screen.until("fix it.")
    screen.press("\r")
    for question in ("(+3 -1)?", "(+4 -5)?"):
        screen.until(question)
        screen.press("y\r", after_s=4)
    screen.until("Done")
    screen.press("/undo", after_s=4)
    screen.until("> /undo")
    screen.press("\r")
    screen.until("undo ")
    screen.press("\x04", after_s=4)
    screen.finish()


def _in_neovim(screen: Terminal) -> None:
    screen.until("architect for Neovim: demo")
    screen.press(" r")
    for question in ("(+3 -1)?", "(+4 -5)?"):
        screen.until(question)
        screen.press(" a", after_s=4)
        screen.until("Confirm ─")
        screen.rest(1.5)  # keys answer when they have lit up
        screen.press("y", after_s=2)
    screen.until("Done")
    screen.press(" d", after_s=4)
    screen.until("@@")
    screen.press(":qa!\r", after_s=5)


SCENES: Mapping[str, Scene] = {
    "terminal": Scene(
        (str(_BIN / "architect"),),
        _on_a_terminal,
        "A conversation on a terminal: architect finds a bug, asks before each edit, undoes it.",
        (
            "bills are not split to the cent",
            "Edit ledger/split.py",
            "[y/n",
            "Done",
            "> /undo",
            "undo ",
        ),
    ),
    "neovim": Scene(
        (str(_ROOT / "scripts/demo-nvim"), str(_BIN)),
        _in_neovim,
        "In Neovim: a task, the questions about each edit, and the changes.",
        ("architect for Neovim: demo", "Edit ledger/split.py", "Confirm ─", "Done", "@@"),
        columns=110,
        rows=36,
    ),
}


def played(scene: Scene) -> list[Picture]:
    """What is to be seen while it is played.

    Raises:
        TimeoutError: something that it waits for never is.
    """
    with tempfile.TemporaryDirectory(prefix="architect-") as name:
        home = Path(name)
        with terminal(
            scene.command,
            cwd=project_in(home),
            environment=environment(home),
            columns=scene.columns,
            rows=scene.rows,
        ) as screen:
            scene.play(screen)
        return screen.pictures
