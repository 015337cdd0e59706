"""Each page of the documentation is played from the built files, line by line, in a real shell.

Nothing of this repository is used but what a release has: the wheel is installed with the versions
that are pinned, into an empty prefix; home and settings are new for each page.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path

import pytest
from scripts.release.source import ROOT
from tests.release.conftest import TOOLS
from tests.release.played_pages import (
    ANSWERS,
    INSTALLING,
    KEY,
    NOT_PLAYED,
    SHOWS,
    answer,
    before,
    may_end,
    pages,
    shows,
)
from tests.support.command import Project
from tests.support.neovim import neovim_program
from tests.support.ollama_server import OllamaServer, model
from tests.support.provider_server import ProviderServer
from tests.support.told_blocks import blocks
from tests.support.told_project import told_project
from tests.support.typed_shell import typed_shell

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]

PAGES = dict(pages())
PATIENCE_S = 600.0
"""Of a line that installs something; the others end within seconds."""

_LISTED = {"data": [{"id": "claude-sonnet-5-5", "type": "model"}, {"id": "gpt-5.6-terra"}]}


@pytest.fixture(scope="module")
def prefix(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the wheel and all its extras were installed by pip, in versions that are pinned."""
    folder = tmp_path_factory.mktemp("prefix")
    dev = (ROOT / "requirements/dev.txt").read_text(encoding="utf-8")
    pins = folder / "pins.txt"
    pins.write_text("\n".join(re.findall(r"(?m)^[a-z0-9][^\\\n]*==[^\\\n]*", dev)))
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    [wheel] = built.glob("*.whl")
    extras = "dask,health,keyring,search,symbols,telemetry"
    install = ["-m", "pip", "install", "--quiet", "-c", pins, f"{wheel}[{extras}]"]
    subprocess.run([folder / "venv/bin/python", *install], check=True)
    [packages] = (folder / "venv/lib").glob("python*/site-packages")
    shutil.copy(ROOT / "tests/support/file_keyring.py", packages)
    return folder / "venv"


@pytest.fixture(scope="module")
def release(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What somebody has downloaded."""
    return shutil.copytree(built, tmp_path_factory.mktemp("downloads") / "release")


@pytest.fixture
def project(tmp_path: Path) -> tuple[Project, Mapping[str, str]]:
    """The project of the pages, and the names of what is in it."""
    project = Project(tmp_path / "work/your-project", tmp_path / "home")
    return project, told_project(project)


@pytest.fixture
def models() -> Generator[Mapping[str, str]]:
    """The variables with which architect reaches the models of these tests, and nothing else."""
    listed = {"/v1/models": _LISTED, "/v1/models?limit=1000": _LISTED, "/models": _LISTED}
    with (
        ProviderServer((answer for _ in range(10_000)), pages=listed) as server,
        OllamaServer({"qwen3": model("tools")}, reply="Done.") as ollama,
    ):
        yield {
            "OPENAI_BASE_URL": f"{server.url}/v1",
            "ANTHROPIC_BASE_URL": server.url,
            "ANTHROPIC_API_BASE": server.url,
            "OLLAMA_HOST": ollama.url,
            "OLLAMA_API_BASE": ollama.url,
            "LM_STUDIO_API_BASE": f"{server.url}/none",
            "TOLD_API_BASE": f"{server.url}/v1",
        }


def programs(folder: Path, prefix: Path | None) -> str:
    """A PATH with what the pages expect to be there, and the program that is in `prefix`."""
    folder.mkdir()
    beside = {"nvim": neovim_program(), "pipx": TOOLS / "pipx", "uv": TOOLS / "uv"}
    beside |= {name: Path(sys.executable).with_name(name) for name in ("pytest", "ruff")}
    beside |= {"python": Path(sys.executable), "python3": Path(sys.base_prefix) / "bin/python3"}
    if prefix:
        beside["architect"] = prefix / "bin/architect"
    for name, program in beside.items():
        script = f'#!/bin/sh\nexec "{program}" "$@"\n'
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
    return os.pathsep.join([str(folder), "/usr/bin", "/bin"])


def environment_of(project: Project, path: str, models: Mapping[str, str]) -> Mapping[str, str]:
    """A home without settings; pip finds packages as it does on this machine."""
    kept = ("PIP_", "UV_", "SSL_", "HTTP", "http", "NO_PROXY", "no_proxy", "REQUESTS_")
    machine = {name: each for name, each in os.environ.items() if name.startswith(kept)}
    keyring = {
        "PYTHON_KEYRING_BACKEND": "file_keyring.FileKeyring",
        "KEYRING_FILE": str(project.home / "ring.json"),
    }
    # The programs beside are below /tmp, where the sandbox has a folder of its own; and pytest is
    # that of these tests, whose plugins would take longer than the tests of the pages.
    settings = {
        "PATH": f"{project.home}/.local/bin:{path}",
        "SHELL": "/bin/bash",
        "ARCHITECT__COMMANDS__SANDBOX": "off",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    return {**project.environment(), **machine, **keyring, **models, **settings}


def play(
    lines: Sequence[str], folder: Path, environment: Mapping[str, str], names: Mapping[str, str]
) -> None:
    """Type the `lines` into one shell; each has to end well, and to show what its page says."""
    with typed_shell(folder, environment, ANSWERS) as shell:
        for line in lines:
            if preparation := before(line):
                assert shell.run(preparation, patience_s=PATIENCE_S).code == 0
            typed = shell.run(_here(line, names), patience_s=PATIENCE_S)
            told = f"{line}\n{typed.code}: {typed.shown}"
            assert typed.code in may_end(line), told
            assert re.search(shows(line), typed.shown, re.MULTILINE), told
            assert "Traceback" not in typed.shown, told
            assert KEY not in typed.shown


def _here(line: str, names: Mapping[str, str]) -> str:
    for told, here in names.items():
        line = line.replace(told, here)
    return line


def test_the_files_of_a_release_are_installed_as_the_page_says(
    release: Path,
    project: tuple[Project, Mapping[str, str]],
    models: Mapping[str, str],
    tmp_path: Path,
) -> None:
    environment = environment_of(project[0], programs(tmp_path / "bin", None), models)
    [wheel] = release.glob("*.whl")
    names = {
        "architect_lsp-0.2.0-py3-none-any.whl": wheel.name,
        "architect.nvim-0.2.0": f"architect.nvim-{release_version(wheel)}",
    }
    play(PAGES[INSTALLING], release, environment, names)


def release_version(wheel: Path) -> str:
    return wheel.name.split("-")[1]


@pytest.mark.parametrize("page", [page for page in PAGES if page != INSTALLING])
def test_the_lines_of_a_page_end_well(
    page: str,
    prefix: Path,
    project: tuple[Project, Mapping[str, str]],
    models: Mapping[str, str],
    tmp_path: Path,
) -> None:
    told, names = project
    environment = environment_of(told, programs(tmp_path / "bin", prefix), models)
    if not any("architect login" in line for line in PAGES[page]):
        environment = {**environment, "OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY}
    starts = told.folder.parent if "cd your-project" in PAGES[page] else told.folder
    here = {**names, "http://localhost:8000/v1": models["TOLD_API_BASE"]}
    play(PAGES[page], starts, environment, here)


def test_every_reason_not_to_play_a_line_and_every_output_is_needed() -> None:
    commands = [command for block in blocks() for command in block.commands]
    played = [line for lines in PAGES.values() for line in lines]
    assert [each for each in NOT_PLAYED if not any(re.match(each, line) for line in commands)] == []
    assert [each for each in SHOWS if not any(re.match(each, line) for line in played)] == []
    assert len(played) > 90
