"""Scenes inside the extension host: the server of VS Code, and a Chromium that shows it."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from tests.e2e.vscode.lent_wheels import lend_wheels
from tests.e2e.vscode.places import CLIENT, Places
from tests.e2e.vscode.scenes import expect_passed
from tests.e2e.vscode.started import started
from tests.support.asking import ASKS_ALWAYS
from tests.support.until import until

CHROMIUM_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip

SETTINGS = {
    "architect.server.path": str(Path(sysconfig.get_path("scripts")) / "architect"),
    "files.autoSave": "off",
    "telemetry.telemetryLevel": "off",
    "extensions.autoCheckUpdates": False,
    "extensions.ignoreRecommendations": True,
}

_NOBODY = "127.0.0.1:9"
"""No Ollama of this machine: the port is that of the discard service, RFC 863."""


@dataclass(frozen=True, slots=True)
class Play:
    """One VS Code that plays scenes."""

    folder: Path
    server_log: Path

    def expect_passed(self, name: str) -> None:
        results = self.folder / "results"
        expect_passed(results, name, is_over=lambda: False, logs=self._logs())

    def _logs(self) -> str:
        return f"logs: {self.server_log} and {self.folder / 'data' / 'data' / 'logs'}"


@contextmanager
def playing(
    places: Places,
    folder: Path,
    *,
    group: str,
    names: Sequence[str],
    opened: str,
    trusted: bool = True,
) -> Generator[Play]:
    """VS Code with our extension and a test extension, playing `names`.

    `opened` is the query that says what is open: `folder=/...` or `workspace=/...`.
    """
    extension = folder / "extension"
    build(extension)
    (folder / "results").mkdir()
    _settle(folder / "data")
    install_fake_model(folder / "extensions")
    lent = lend_wheels(folder / "wheels")
    environment = environment_of(folder, names) | {"ARCHITECT_TEST_WHEELS": str(lent)}
    with ExitStack() as stack:
        log = folder / "server.log"
        flags = () if not trusted else ("--disable-workspace-trust",)
        command = [*_server(places, folder), *flags]
        stack.enter_context(started(command, log=log, environment=environment))
        port = until(lambda: _port(log), f"the port in {log}", timeout_s=60)
        url = _url(port, opened, extension, group)
        profile = f"--user-data-dir={folder / 'chromium'}"
        browser = [places.chromium, *CHROMIUM_FLAGS, profile, url]
        stack.enter_context(started(browser, log=folder / "chromium.log", environment=environment))
        yield Play(folder, log)


def build(extension: Path) -> None:
    """The extension as a folder, with the scenes of all groups and the test extensions."""
    extension.mkdir()
    for name in ("package.json", "package.nls*.json", "l10n", "media", "schemas", "LICENSE"):
        for place in CLIENT.glob(name):
            (extension / place.name).symlink_to(place)
    for kind in ((), ("--host",)):
        out = extension / "dist"
        subprocess.run(["node", CLIENT / "esbuild.mjs", *kind, "--out", out], check=True)


def install_fake_model(extensions: Path) -> None:
    """VS Code develops one extension at a time; it takes what lies here as installed."""
    source = CLIENT / "test" / "host" / "fakeModel"
    shutil.copytree(source, extensions / "architect-tests.fake-model-0.0.1")


def _server(places: Places, folder: Path) -> list[str | Path]:
    return [
        places.node, places.server_main, "--host", "127.0.0.1", "--port", "0",
        "--without-connection-token", "--accept-server-license-terms",
        "--server-data-dir", folder / "data", "--extensions-dir", folder / "extensions",
        "--enable-smoke-test-driver", "--disable-telemetry",
    ]  # fmt: skip


def _settle(data: Path) -> None:
    for place in ("Machine", "User"):
        target = data / "data" / place
        target.mkdir(parents=True)
        (target / "settings.json").write_bytes(json.dumps(SETTINGS).encode())


def environment_of(folder: Path, names: Sequence[str]) -> dict[str, str]:
    """Ours, without what the user has set; the extension host and the daemon inherit it."""
    own = {name: value for name, value in os.environ.items() if "ARCHITECT" not in name}
    own |= ASKS_ALWAYS
    home = folder / "home"
    home.mkdir()
    places = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "STATE", "CACHE")}
    path = os.pathsep.join((str(Path(sys.executable).parent), own.get("PATH", "")))
    return own | places | {
        "HOME": str(home),
        "OLLAMA_HOST": _NOBODY,
        "PATH": path,
        "ARCHITECT_TEST_PATH": path,  # of which VS Code makes another one
        "ARCHITECT_TEST_MCP_SERVER": str(CLIENT / "node_modules/.bin/mcp-server-everything"),
        "ARCHITECT_TEST_RESULTS": str(folder / "results"),
        "ARCHITECT_TEST_SCENES": json.dumps(list(names)),
    }  # fmt: skip


def _port(log: Path) -> int:
    found = re.search(rb"listening on (\d+)", log.read_bytes())
    return int(found[1]) if found else 0


def _url(port: int, opened: str, extension: Path, group: str) -> str:
    remote = f"vscode-remote://127.0.0.1:{port}"
    payload = [
        ["extensionDevelopmentPath", f"{remote}{extension}"],
        ["extensionTestsPath", f"{remote}{extension}/dist/host/{group}.js"],
    ]
    return f"http://127.0.0.1:{port}/?{opened}&payload={quote(json.dumps(payload))}"
