"""Commands that install what is missing, for the Python that runs; a user can paste them."""

import shlex
import sys

from architect.lazy_pattern import lazy_pattern

_DISTRIBUTION = "architect-lsp"
_REQUIREMENT = lazy_pattern(r"(?P<name>[A-Za-z0-9._-]+)(?P<rest>[^;]*)")


def pip_install(*packages: str) -> str:
    """`/usr/bin/python3 -m pip install 'radon>=6.0.1,<7'`: `packages` in versions that fit us.

    A package may have extras, `httpx[socks]`. One that our metadata does not name, or all if there
    are no metadata, comes in any version.
    """
    python = shlex.quote(sys.executable or "python3")
    wanted = " ".join(shlex.quote(_wanted(package)) for package in packages)
    return f"{python} -m pip install {wanted}"


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
