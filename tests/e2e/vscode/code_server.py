"""The packaged extension in code-server, and a player that clicks through it in a browser."""

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.vscode.extension_host import SETTINGS, environment_of, install_fake_model
from tests.e2e.vscode.language_pack import install_language_pack
from tests.e2e.vscode.places import CLIENT, ROOT, Places
from tests.e2e.vscode.scenes import expect_passed, slug
from tests.e2e.vscode.started import started
from tests.support.until import until

_DEMO = ROOT / "server" / "architect" / "cli" / "demo_project"
_COMMITTER = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")


@dataclass(frozen=True, slots=True)
class ClickThrough:
    """One code-server, and the program that plays scenes in it."""

    folder: Path
    player: subprocess.Popen[bytes]

    def expect_passed(self, name: str) -> None:
        logs = f"logs: {self.folder / 'player.log'} and {self.folder / 'server.log'}"
        is_over = lambda: self.player.poll() is not None  # noqa: E731
        expect_passed(self.folder / "results", name, is_over=is_over, logs=logs)

    def project(self, name: str) -> Path:
        """What was open when the scene, which is no sequel, was played last."""
        folders = [self.folder / "projects" / slug(each) for each in (f"{name}, again", name)]
        return next(folder for folder in folders if folder.exists()) / "ledger"


def packaged(folder: Path) -> Path:
    """The .vsix as `make vsix` builds it, in a folder of the checkout that has room for one.

    Whoever asks for the same `folder` later gets what is there.
    """
    file = folder / "architect.vsix"
    with (ROOT / "client-vscode" / "package.json").open() as one_at_a_time:
        fcntl.flock(one_at_a_time, fcntl.LOCK_EX)
        if not file.exists():
            new = folder / "new" / file.name
            subprocess.run([ROOT / "scripts" / "build-vsix", sys.executable, new], check=True)
            new.rename(file)
    return file


@contextmanager
def clicking(
    places: Places,
    folder: Path,
    vsix: Path,
    *,
    group: str,
    names: Sequence[str],
    told: Mapping[str, str],
    language: str,
) -> Generator[ClickThrough]:
    """code-server with the extension installed, and `names` of `group` being played in it.

    `told` is what the player finds in its environment beside that.
    """
    environment = environment_of(folder, names)
    settings = _lay_out(folder)
    install_fake_model(folder / "extensions")
    _install(places, folder, vsix, environment)
    if language != "en":
        install_language_pack(folder / "data", language)
    with ExitStack() as stack:
        log = folder / "server.log"
        server = [*_server(places, folder), "--locale", language]
        stack.enter_context(started(server, log=log, environment=environment))
        url = until(lambda: _url(log), f"the address in {log}", timeout_s=60)
        player = environment | {
            "NODE_PATH": str(CLIENT / "node_modules"),
            "ARCHITECT_TEST_CLIENT": str(CLIENT),
            "ARCHITECT_TEST_CHROMIUM": places.chromium,
            "ARCHITECT_TEST_URL": url,
            "ARCHITECT_TEST_SOURCE": str(folder / "source"),
            "ARCHITECT_TEST_PROJECTS": str(folder / "projects"),
            "ARCHITECT_TEST_SETTINGS": str(settings),
            **told,
        }
        for kind in ("PICTURES", "README_PICTURES"):
            if wanted := os.environ.get(f"ARCHITECT_{kind}"):
                player[f"ARCHITECT_TEST_{kind}"] = wanted
        subprocess.run(["node", CLIENT / "esbuild.mjs", "--ui", "--out", folder], check=True)
        program = json.dumps(str(folder / "ui" / f"{group}.js"))
        command = ["node", "-e", f"require({program}).run()"]
        playing = started(command, log=folder / "player.log", environment=player)
        yield ClickThrough(folder, stack.enter_context(playing))


def _lay_out(folder: Path) -> Path:
    """The project and the settings; the file of these."""
    (folder / "results").mkdir()
    project = folder / "source"
    shutil.copytree(_DEMO, project, ignore=shutil.ignore_patterns("__pycache__"))
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Split bills"]):
        subprocess.run(["git", *_COMMITTER, *words], cwd=project, check=True)
    # VS Code notices at once when these change; it reads those of the user at its start only.
    settings = folder / "data" / "Machine" / "settings.json"
    settings.parent.mkdir(parents=True)
    own = {
        "workbench.startupEditor": "none",
        "workbench.colorTheme": "Dark Modern",
        "window.commandCenter": False,
        "chat.disableAIFeatures": True,
        "workbench.secondarySideBar.defaultVisibility": "hidden",
        "editor.minimap.enabled": False,
        "files.exclude": {"**/__pycache__": True},
        "git.blame.statusBarItem.enabled": False,
        "remote.autoForwardPorts": False,
        # What a terminal shows stands in the page as text.
        "terminal.integrated.gpuAcceleration": "off",
    }
    # Every scene begins with these.
    settings.with_name("settings.json.first").write_bytes(json.dumps(SETTINGS | own).encode())
    return settings


def _server(places: Places, folder: Path) -> list[str | Path]:
    return [
        places.node, places.code_server / "out" / "node" / "entry.js", *_folders(folder),
        "--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry",
        "--disable-update-check", "--disable-workspace-trust", "--disable-getting-started-override",
    ]  # fmt: skip


def _folders(folder: Path) -> list[str | Path]:
    return ["--user-data-dir", folder / "data", "--extensions-dir", folder / "extensions"]


def _install(places: Places, folder: Path, vsix: Path, environment: dict[str, str]) -> None:
    entry = places.code_server / "out" / "node" / "entry.js"
    command = [places.node, entry, *_folders(folder), "--install-extension", vsix]
    done = subprocess.run(
        [str(word) for word in command], env=environment, capture_output=True, timeout=60
    )
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()


def _url(log: Path) -> str:
    found = re.search(rb"HTTP server listening on (http://[0-9.:]+)", log.read_bytes())
    return found[1].decode() if found else ""
