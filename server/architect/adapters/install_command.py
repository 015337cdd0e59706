"""The command that installs what is missing where architect runs; a user can paste it."""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_DISTRIBUTION = "architect-lsp"
_REQUIREMENT = lazy_pattern(r"(?P<name>[A-Za-z0-9._-]+)(?P<rest>[^;]*)")
_OF_PIPX = "pipx_metadata.json"
_OF_UV = "uv-receipt.toml"
"""What pipx and `uv tool` leave in each environment that they make, at its top."""
_PIPX_FOR_ALL = Path("/opt/pipx")
"""Where `pipx install --global` puts environments."""


@frozen
class Environment:
    """Of a Python: its folder, and what can be installed there with."""

    python: str
    prefix: Path
    has_pip: bool
    has_uv: bool
    is_of_the_system: bool
    """The system's package manager claims it, so pip refuses (PEP 668)."""


def install_command(*packages: str) -> str:
    """`pipx inject architect-lsp 'radon>=6.0.1,<7'`: `packages` in versions that fit us.

    A package may have extras, `httpx[socks]`. One that our metadata does not name, or all if there
    are no metadata, comes in any version.
    """
    return command_in(_here(), [_wanted(package) for package in packages])


def command_in(environment: Environment, requirements: Sequence[str]) -> str:
    """What installs `requirements` in an `environment`, by the program that made it."""
    prefix = environment.prefix
    if (prefix / _OF_PIPX).is_file():
        for_all = ["--global"] if prefix.is_relative_to(_PIPX_FOR_ALL) else []
        return shlex.join(["pipx", "inject", *for_all, prefix.name, *requirements])
    if (prefix / _OF_UV).is_file() and (known := _installed_by_uv(prefix / _OF_UV)):
        main, *others = known
        added = [word for each in (*others, *requirements) for word in ("--with", each)]
        return shlex.join(["uv", "tool", "install", *added, main])
    return _by_pip(environment, requirements)


def _by_pip(environment: Environment, requirements: Sequence[str]) -> str:
    python = environment.python
    if not environment.has_pip and environment.has_uv:
        return shlex.join(["uv", "pip", "install", "--python", python, *requirements])
    brings_pip = "" if environment.has_pip else shlex.join([python, "-m", "ensurepip"]) + " && "
    all_the_same = ["--break-system-packages"] if environment.is_of_the_system else []
    return brings_pip + shlex.join([python, "-m", "pip", "install", *all_the_same, *requirements])


def _here() -> Environment:
    import importlib.util
    import shutil
    import sysconfig

    claimed = Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED").is_file()
    return Environment(
        python=sys.executable or "python3",
        prefix=Path(sys.prefix),
        has_pip=importlib.util.find_spec("pip") is not None,
        has_uv=shutil.which("uv") is not None,
        is_of_the_system=claimed and sys.prefix == sys.base_prefix,
    )


def _installed_by_uv(receipt: Path) -> Sequence[str]:
    """What `uv tool` was told to install, us first; empty if it cannot be told so again.

    What is installed beside us has to be named again, or uv removes it.
    """
    import tomllib

    try:
        told = tomllib.loads(receipt.read_bytes().decode())["tool"]["requirements"]
        return [_as_told(each) for each in told]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _as_told(requirement: dict[str, Any]) -> str:
    """A requirement of a receipt as an argument of uv.

    Raises:
        ValueError: there is none, since its file is gone or it comes from elsewhere.
    """
    extras = f"[{','.join(requirement['extras'])}]" if "extras" in requirement else ""
    unknown = requirement.keys() - {"name", "extras", "specifier", "path", "directory"}
    path = requirement.get("path") or requirement.get("directory")
    if unknown or (path and not Path(path).exists()):
        raise ValueError(f"no argument for {requirement!r}")
    return f"{path or requirement['name']}{extras}{requirement.get('specifier', '')}"


def _wanted(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, requires

    name = package.partition("[")[0]
    try:
        known = requires(_DISTRIBUTION) or []
    except PackageNotFoundError:
        known = []
    for line in known:
        if (found := _REQUIREMENT.match(line)) and found["name"].lower() == name.lower():
            return f"{package}{found['rest'].strip()}"
    return package
