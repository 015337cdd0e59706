"""What is in a release of other people's packages, as CycloneDX.

Of the server it is what its lock pins, and what the lock for development pins of its extras, which
are optional; of the extension, the npm packages that its bundles are made of.
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

from scripts.release.package_facts import EVERYTHING, RUNTIME, known_facts
from scripts.release.source import Source
from scripts.release.version import as_semver


def of_server(file: Path, source: Source) -> None:
    document = _of_lock(RUNTIME, source)
    document["metadata"]["component"]["version"] = source.version
    facts = known_facts()
    of_extras = {name for names in facts.extras.values() for name in names}
    further = [
        one for one in _of_lock(EVERYTHING, source)["components"] if one["name"] in of_extras
    ]
    for component in further:
        name = component["name"]
        component |= {
            "scope": "optional",
            "properties": [
                {"name": "architect:extra", "value": extra}
                for extra, names in sorted(facts.extras.items())
                if name in names
            ],
        }
    document["components"] += further
    for component in document["components"]:
        component["bom-ref"] = component["purl"]
        component["licenses"] = [_licence(facts.licences[component["name"]])]
        component.pop("description", None)  # each hash of each package again
    root = document["metadata"]["component"]["bom-ref"]
    refs = [component["bom-ref"] for component in document["components"]]
    document["dependencies"] = [{"ref": ref} for ref in sorted([*refs, root])]
    _write(file, document)


def _of_lock(lock: Path, source: Source) -> dict[str, Any]:
    command = (sys.executable, "-W", "ignore", "-m", "cyclonedx_py", "requirements", lock)
    options = ("--pyproject", "pyproject.toml", "--output-reproducible", "--output-file", "-")
    said = subprocess.run(
        [*command, *options], cwd=source.root, check=True, stdout=subprocess.PIPE
    ).stdout
    return json.loads(said)


def _licence(expression: str) -> dict[str, Any]:
    """As CycloneDX has a licence: one alone is called by its id."""
    if " " in expression:
        return {"expression": expression}
    return {"license": {"id": expression}}


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
