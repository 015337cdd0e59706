"""What the package contains."""

import json
import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.e2e.vscode.places import CLIENT

pytestmark = pytest.mark.timeout(300)

_MOST_BYTES = 2_700_000
# With 256 colours; `make pictures` makes them so.
_MOST_PICTURE_BYTES = 90_000


def test_it_is_small_and_brings_the_server_along(vsix: Path) -> None:
    assert vsix.stat().st_size < _MOST_BYTES
    names = [name.removeprefix("extension/") for name in ZipFile(vsix).namelist()]
    assert [name for name in names if name.startswith("server/") and name.endswith(".whl")]
    assert {"dist/extension.js", "schemas/config.schema.json", "media/icon.png"} <= set(names)
    assert not [name for name in names if name.startswith(("src/", "test/", "node_modules/"))]
    assert not [name for name in names if name.endswith((".map", ".ts"))]


def test_it_says_whose_packages_are_in_it_and_under_which_licences(vsix: Path) -> None:
    notices = ZipFile(vsix).read("extension/dist/ThirdPartyNotices.txt").decode()
    client = ("vscode-languageclient", "vscode-jsonrpc", "minimatch", "semver")
    for name in (*client, "markdown-it", "linkify-it", "lowlight", "highlight.js", "diff"):
        assert re.search(rf"^{name} \d", notices, re.MULTILINE)
    assert "Permission is hereby granted, free of charge" in notices


def test_both_registries_take_it(vsix: Path) -> None:
    """They want a publisher, a licence with its text, and no proposed API."""
    with ZipFile(vsix) as package:
        manifest = json.loads(package.read("extension/package.json"))
        listed = package.read("extension.vsixmanifest").decode()
        assert b"MIT License" in package.read("extension/LICENSE.txt")
    assert {"publisher", "license", "repository", "icon", "categories"} <= set(manifest)
    assert "enabledApiProposals" not in manifest
    assert re.fullmatch(r"\d+\.\d+\.\d+(-[\w.]+)?", manifest["version"])
    assert "extension/LICENSE.txt" in listed


def test_it_speaks_every_language_that_it_is_translated_into(vsix: Path) -> None:
    with ZipFile(vsix) as package:
        inside = set(package.namelist())
        listed = package.read("extension.vsixmanifest").decode()
    languages = {each.name.split(".")[2] for each in CLIENT.glob("package.nls.*.json")}
    translated = [
        *("package.nls.json", *(f"package.nls.{language}.json" for language in languages)),
        *(f"l10n/bundle.l10n.{language}.json" for language in languages),
        *(f"media/walkthrough/demo.nls.{language}.md" for language in languages),
    ]
    assert languages
    assert {f"extension/{name}" for name in translated} <= inside
    assert "AI coding agent that edits your open files" in listed


def test_the_server_that_it_brings_along_can_be_installed_and_started(
    vsix: Path, tmp_path: Path
) -> None:
    with ZipFile(vsix) as package:
        [name] = [each for each in package.namelist() if each.endswith(".whl")]
        wheel = tmp_path / Path(name).name
        wheel.write_bytes(package.read(name))
        requirements = package.read("extension/server/requirements.txt").decode()
    assert "--hash=sha256:" in requirements
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    install = (venv / "bin" / "pip", "install", "--quiet", "--no-index", "--no-deps", wheel)
    subprocess.run(install, check=True)
    # What it depends on is downloaded by the extension, and borrowed from our environment here.
    borrowed = {"PATH": "/usr/bin:/bin", "PYTHONPATH": sysconfig.get_path("purelib")}
    version = (venv / "bin" / "architect", "--version")
    said = subprocess.run(version, check=True, env=borrowed, capture_output=True, text=True)
    assert said.stdout.split()[-1] in wheel.name


def test_the_pictures_of_the_page_are_there_and_small() -> None:
    page = (CLIENT / "README.md").read_bytes().decode()
    pictures = re.findall(r"\]\((media/[^)]+)\)", page)
    assert set(pictures) == {
        f"media/screenshots/{each.name}" for each in (CLIENT / "media" / "screenshots").iterdir()
    }
    assert not [name for name in pictures if (CLIENT / name).stat().st_size > _MOST_PICTURE_BYTES]


def test_the_lock_names_no_registry() -> None:
    lock = (CLIENT / "package-lock.json").read_bytes().decode()
    assert '"resolved"' not in lock
    assert '"integrity"' in lock


def test_what_is_installed_is_pinned() -> None:
    package = json.loads((CLIENT / "package.json").read_bytes())
    versions = {**package["dependencies"], **package["devDependencies"]}
    assert {name: found for name, found in versions.items() if not found[0].isdigit()} == {}
    # Older editors are promised what the types know, not more.
    assert package["engines"]["vscode"] == f"^{versions['@types/vscode']}"
