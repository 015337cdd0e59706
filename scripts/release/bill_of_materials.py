"""What is in a release of other people's packages, as CycloneDX.

Of the server it is what its lock pins; of the extension, the npm packages that its bundles are made
of.
"""

import json
import subprocess
import sys
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


def of_extension(file: Path, source: Source) -> None:
    client = source.root / "client-vscode"
    command = ("npm", "sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only")
    said = subprocess.run(command, cwd=client, check=True, capture_output=True)
    document = json.loads(said.stdout)
    # What is different each time.
    del document["serialNumber"]
    metadata: dict[str, Any] = document["metadata"]
    metadata["timestamp"] = f"{datetime.fromtimestamp(source.epoch, UTC):%Y-%m-%dT%H:%M:%SZ}"
    metadata["component"] |= {"name": "architect", "version": as_semver(source.version)}
    _write(file, document)


def _write(file: Path, document: dict[str, Any]) -> None:
    file.write_text(json.dumps(document, indent=2, sort_keys=True) + "\n", encoding="utf-8")
