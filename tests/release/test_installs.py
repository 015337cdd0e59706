"""What is built can be installed by pip, pipx and uv, on every Python that is there, and works.

No program is on PATH meanwhile, so nothing is compiled.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from tests.release.conftest import TOOLS

pytestmark = [pytest.mark.long, pytest.mark.timeout(1200)]

NAMES = [f"python3.{minor}" for minor in range(11, 16)]


@cache
def pythons() -> Sequence[Path]:
    """One interpreter of each version from 3.11 that pyenv or PATH has."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    folders = [*pyenv.glob("3.*/bin"), *map(Path, os.environ["PATH"].split(os.pathsep))]
    found: dict[str, Path] = {}
    for name in NAMES:
        here = [folder / name for folder in folders if (folder / name).is_file()]
        works = [python for python in here if "shims" not in python.parts]
        if works:
            found[name] = works[0]
    return list(found.values()) or [Path(sys.executable)]


def nothing_on_path(tmp_path: Path) -> dict[str, str]:
    kept = ("HOME", "PIP_", "UV_", "SSL_", "HTTP", "http", "NO_PROXY", "no_proxy", "REQUESTS_")
    environment = {name: each for name, each in os.environ.items() if name.startswith(kept)}
    folders = {
        f"PIPX_{name}": str(tmp_path / f"pipx-{name}") for name in ("HOME", "BIN_DIR", "MAN_DIR")
    }
    tools = {"UV_TOOL_DIR": str(tmp_path / "uv"), "UV_TOOL_BIN_DIR": str(tmp_path / "bin")}
    return environment | folders | tools | {"PATH": str(tmp_path / "empty")}


def installs_by(
    name: str, python: Path, wheel: Path, tmp_path: Path
) -> tuple[list[list[str]], Path]:
    """The commands that install a wheel, and the program that is there then."""
    match name:
        case "pip":
            venv = tmp_path / "venv"
            make = [str(python), "-m", "venv", str(venv)]
            install = [str(venv / "bin/python"), "-m", "pip", "install", "--quiet", str(wheel)]
            return [make, install], venv / "bin/architect"
        case "pipx":
            install = [
                str(TOOLS / "pipx"),
                "install",
                "--quiet",
                "--python",
                str(python),
                str(wheel),
            ]
            return [install], tmp_path / "pipx-BIN_DIR/architect"
        case _:
            install = [
                str(TOOLS / "uv"),
                "tool",
                "install",
                "--quiet",
                "--python",
                str(python),
                str(wheel),
            ]
            return [install], tmp_path / "bin/architect"


@pytest.mark.parametrize("name", ["pip", "pipx", "uv"])
@pytest.mark.parametrize("python", pythons(), ids=lambda python: python.name)
def test_the_wheel_is_installed_and_a_task_is_carried_out(
    name: str, python: Path, built: Path, tmp_path: Path
) -> None:
    [wheel] = built.glob("*.whl")
    environment = nothing_on_path(tmp_path)
    commands, program = installs_by(name, python, wheel, tmp_path)
    for command in commands:
        subprocess.run(command, check=True, env=environment)
    said = subprocess.run(
        [program, "--version"], check=True, env=environment, capture_output=True, text=True
    )
    assert said.stdout.split() == ["architect", wheel.name.split("-")[1]]
    # The demo starts Python and nothing else.
    path = {"PATH": f"{program.parent}:/usr/bin:/bin"}
    demo = subprocess.run(
        [program, "demo"], env=environment | path, cwd=tmp_path, capture_output=True, text=True
    )
    assert demo.returncode == 0, demo.stdout + demo.stderr
