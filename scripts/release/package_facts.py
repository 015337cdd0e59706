"""What a bill of materials says of packages beside their lock: licences, and what extras need.

`make lock` writes it into package_facts.json, by the metadata of what is installed for development,
where all extras are. A release is built where none of that is.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from cyclonedx.spdx import is_expression
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from scripts.release.source import ROOT

FILE = Path(__file__).with_suffix(".json")
RUNTIME, EVERYTHING = ROOT / "requirements/runtime.txt", ROOT / "requirements/dev.txt"

_CLASSIFIED = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
_BESIDES = {
    "backports-tarfile": "MIT",
    "httpx2-jsfetch": "BSD-3-Clause",
    "importlib-metadata": "Apache-2.0",
    "partd": "BSD-3-Clause",
    "protobuf": "BSD-3-Clause",
    "pywin32": "PSF-2.0",
    "pywin32-ctypes": "BSD-3-Clause",
    "tiktoken": "MIT",
    "zipp": "MIT",
}
"""Of packages for other systems and Pythons, and of those whose metadata has no name for it."""

_SYSTEMS = [
    {"sys_platform": system, "platform_system": name, "python_version": python}
    | {"python_full_version": f"{python}.0"}
    for system, name in (("linux", "Linux"), ("darwin", "Darwin"), ("win32", "Windows"))
    for python in ("3.11", "3.14")
]


@dataclass(frozen=True, slots=True)
class PackageFacts:
    """`licences` are SPDX expressions by package, `extras` the further packages of each extra."""

    licences: Mapping[str, str]
    extras: Mapping[str, Sequence[str]]


def known_facts() -> PackageFacts:
    """Those on record."""
    return PackageFacts(**json.loads(FILE.read_bytes()))


def pins(lock: Path) -> dict[str, str]:
    """The version of each package of a lock."""
    text = lock.read_text(encoding="utf-8")
    return dict(re.findall(r"(?m)^([a-z0-9._-]+)(?:\[.*\])?==([^ ;\\]+)", text))


def installed_facts() -> PackageFacts:
    """Those by the metadata of what is installed here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime = pins(RUNTIME)
    further = pins(EVERYTHING).keys() - runtime.keys()
    offered: dict[str, list[str]] = project["optional-dependencies"]
    extras = {name: sorted(further & set(_needed(lines))) for name, lines in offered.items()}
    named = sorted({*runtime, *(name for names in extras.values() for name in names)})
    return PackageFacts({name: _licence(name) for name in named}, extras)


def _needed(lines: Iterable[str]) -> set[str]:
    """All that requirements need, on whatever system."""
    found: set[str] = set()
    waiting = [(Requirement(line), "") for line in lines]
    seen: set[tuple[str, str]] = set()
    while waiting:
        requirement, extra = waiting.pop()
        if not _counts(requirement, extra):
            continue
        name = canonicalize_name(requirement.name)
        found.add(name)
        for wanted in {"", *requirement.extras}:
            if (name, wanted) not in seen:
                seen.add((name, wanted))
                waiting += [(each, wanted) for each in _requirements(name)]
    return found


def _requirements(name: str) -> Iterator[Requirement]:
    try:
        lines = distribution(name).requires or ()
    except PackageNotFoundError:  # it is for another system
        return
    yield from map(Requirement, lines)


def _counts(requirement: Requirement, extra: str) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra, **each}) for each in _SYSTEMS)


def _licence(name: str) -> str:
    """The licence of a package, as SPDX calls it.

    Raises:
        KeyError: nothing says which that is.
    """
    if name in _BESIDES:
        return _BESIDES[name]
    told: Any = distribution(name).metadata
    for text in (told.get("License-Expression"), told.get("License")):
        if text and is_expression(str(text)):
            return str(text)
    classified = [each.rpartition(" :: ")[2] for each in told.get_all("Classifier") or ()]
    known = dict.fromkeys(_CLASSIFIED[each] for each in classified if each in _CLASSIFIED)
    if not known:
        raise KeyError(f"{name} has no licence that SPDX knows; look it up, and add it to _BESIDES")
    return " OR ".join(known)


def main() -> None:
    text = json.dumps(asdict(installed_facts()), indent=2, sort_keys=True)
    FILE.write_text(f"{text}\n", encoding="utf-8")
    print(FILE.name)


if __name__ == "__main__":
    main()
