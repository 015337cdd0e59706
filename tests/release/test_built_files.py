"""The files of a release belong together, are small, and are the same each time."""

import hashlib
import io
import json
import os
import re
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from scripts.release.package_facts import EVERYTHING, RUNTIME, pins
from scripts.release.source import ROOT
from scripts.release.version import as_semver
from scripts.site.site_links import links_of
from tests.release.conftest import TOOLS

pytestmark = [pytest.mark.long, pytest.mark.timeout(1200)]


def only(folder: Path, pattern: str) -> Path:
    [file] = folder.glob(pattern)
    return file


def test_all_have_the_same_version(built: Path) -> None:
    version = built.name
    with zipfile.ZipFile(only(built, "*.whl")) as wheel:
        assert wheel.read(f"architect_lsp-{version}.dist-info/licenses/THIRD_PARTY_NOTICES.txt")
        assert f'__version__ = "{version}"' in wheel.read("architect/_version.py").decode()
    with zipfile.ZipFile(only(built, "*.vsix")) as vsix:
        package = json.loads(vsix.read("extension/package.json"))
        manifest = vsix.read("extension.vsixmanifest").decode()
        [inside] = [name for name in vsix.namelist() if name.endswith(".whl")]
        assert contents(vsix.read(inside)) == contents(only(built, "*.whl").read_bytes())
    assert package["version"] == as_semver(version)
    assert f'Version="{as_semver(version)}"' in manifest
    with tarfile.open(only(built, "*.nvim-*.tar.gz")) as archive:
        file = archive.extractfile("architect.nvim/lua/architect/version.lua")
        assert file is not None
        assert version in file.read().decode()
    for file in built.glob("*.cdx.json"):
        said = json.loads(file.read_bytes())["metadata"]["component"]["version"]
        assert said in (version, as_semver(version))


def test_they_are_small(built: Path) -> None:
    assert only(built, "*.whl").stat().st_size < 2_500_000
    assert only(built, "*.vsix").stat().st_size < 2_700_000


def test_the_description_has_no_link_that_needs_the_repository(built: Path) -> None:
    with zipfile.ZipFile(only(built, "*.whl")) as wheel:
        metadata = wheel.read(f"architect_lsp-{built.name}.dist-info/METADATA").decode()
    links = links_of(metadata.partition("\n\n")[2])
    assert len(links) > 20
    assert [link for link in links if "://" not in link and not link.startswith("#")] == []


def test_the_checksums_are_those_of_the_files(built: Path) -> None:
    lines = (built / "SHA256SUMS").read_text().splitlines()
    assert {name: sum for sum, name in (line.split("  ") for line in lines)} == {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in built.iterdir()
        if file.name != "SHA256SUMS"
    }


def test_the_extension_names_every_package_that_is_in_it(built: Path) -> None:
    with zipfile.ZipFile(only(built, "*.vsix")) as vsix:
        notices = vsix.read("extension/dist/ThirdPartyNotices.txt").decode()
    bundled = set(re.findall(r"(?m)^(\S+ \d+\.\d+\.\d[\w.-]*) \([\w.-]+\)$", notices))
    bill = json.loads(only(built, "*.vsix.cdx.json").read_bytes())
    assert len(bundled) > 10
    assert bundled == {f"{one['name']} {one['version']}" for one in bill["components"]}


def test_the_server_names_every_package_that_it_or_an_extra_needs_with_its_licence(
    built: Path,
) -> None:
    parts = json.loads(only(built, "*_lsp-*.cdx.json").read_bytes())["components"]
    needed = {one["name"]: one["version"] for one in parts if one.get("scope") != "optional"}
    assert needed == pins(RUNTIME)
    further = {one["name"]: one for one in parts if one.get("scope") == "optional"}
    assert {one["name"]: one["version"] for one in further.values()}.items() <= pins(
        EVERYTHING
    ).items()
    assert further["keyring"]["properties"] == [{"name": "architect:extra", "value": "keyring"}]
    assert {"distributed", "ripgrep", "radon", "opentelemetry-sdk"} < further.keys()
    assert all(one["licenses"] for one in parts)


def test_the_bills_of_materials_fit_the_schema(built: Path) -> None:
    files = list(built.glob("*.cdx.json"))
    assert len(files) == 2
    for file in files:
        text = file.read_text(encoding="utf-8")
        version = SchemaVersion.from_version(json.loads(text)["specVersion"])
        assert JsonStrictValidator(version).validate_str(text) is None


def test_the_sdist_builds_the_same_wheel_without_git(built: Path, tmp_path: Path) -> None:
    with tarfile.open(only(built, "*_lsp-*.tar.gz")) as sdist:
        sdist.extractall(tmp_path, filter="data")
    [source] = tmp_path.iterdir()
    epoch = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    command = [TOOLS / "python", "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path]
    subprocess.run([*command, source], check=True, env=os.environ | {"SOURCE_DATE_EPOCH": epoch})
    again, first = only(tmp_path, "*.whl"), only(built, "*.whl")
    assert again.name == first.name
    assert contents(again.read_bytes()) == contents(first.read_bytes())
    assert again.read_bytes() == first.read_bytes()


def contents(wheel: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_two_builds_of_a_commit_have_the_same_bytes() -> None:
    environment = os.environ | {"ARGS": "--snapshot"}
    done = subprocess.run(
        [ROOT / "scripts/release-twice"], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "same bytes" in done.stdout
