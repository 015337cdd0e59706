"""What is in a release of other people's packages, as CycloneDX.

Of the server it is what its lock pins; of the extension, the npm packages that its bundles are made
of.
"""

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scripts.release.source import Source
from scripts.release.version import as_semver


def of_server(file: Path, source: Source) -> None:
    command = (sys.executable, "-W", "ignore", "-m", "cyclonedx_py", "requirements")
    lock = ("requirements/runtime.txt", "--pyproject", "pyproject.toml", "--output-reproducible")
    subprocess.run([*command, *lock, "--output-file", file], cwd=source.root, check=True)
    document = json.loads(file.read_bytes())
    document["metadata"]["component"]["version"] = source.version
    # Each hash of each package again.
    for component in document["components"]:
        component.pop("description", None)
    _write(file, document)


def of_extension(file: Path, source: Source, vsix: Path) -> None:
    """`npm sbom`, but for what is not in the bundles: `--omit dev` leaves out too much, namely all
    that a package for development needs, too.
    """
    client = source.root / "client-vscode"
    command = ("npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only")
    said = subprocess.run(command, cwd=client, check=True, capture_output=True)
    document = json.loads(said.stdout)
    bundled = _bundled(vsix)
    parts = [one for one in document["components"] if _name(one) in bundled]
    kept = {one["bom-ref"] for one in parts} | {document["metadata"]["component"]["bom-ref"]}
    document["components"] = parts
    document["dependencies"] = [
        one | {"dependsOn": [each for each in one["dependsOn"] if each in kept]}
        for one in document["dependencies"]
        if one["ref"] in kept
    ]
    # What is different each time.
    del document["serialNumber"]
    metadata: dict[str, Any] = document["metadata"]
    metadata["timestamp"] = f"{datetime.fromtimestamp(source.epoch, UTC):%Y-%m-%dT%H:%M:%SZ}"
    metadata["component"] |= {"name": "architect", "version": as_semver(source.version)}
    _write(file, document)


def _bundled(vsix: Path) -> set[str]:
    """`NAME VERSION` of the packages that the bundles contain, as their notices say."""
    with zipfile.ZipFile(vsix) as archive:
        notices = archive.read("extension/dist/ThirdPartyNotices.txt").decode()
    return set(re.findall(r"(?m)^-{80}\n\n(\S+ \S+) \(", notices))


def _name(component: Mapping[str, Any]) -> str:
    return f"{component['name']} {component['version']}"


def _write(file: Path, document: dict[str, Any]) -> None:
    file.write_text(json.dumps(document, indent=2, sort_keys=True) + "\n", encoding="utf-8")
