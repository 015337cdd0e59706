"""What is installed on the workers of a Dask scheduler, and whether units can run there."""

import shutil
import sys
from collections.abc import Mapping
from typing import Any, cast

from architect import __version__
from architect.frozen import frozen
from architect.l10n import at, english, joined

_ASKED = """{
    "architect": __import__("importlib.util").util.find_spec("architect")
        and __import__("architect").__version__,
    "python": "%d.%d" % __import__("sys").version_info[:2],
    "git": __import__("shutil").which("git") is not None,
    "bwrap": __import__("shutil").which("bwrap") is not None,
}"""
"""An expression, since workers with another version of us can read no function of ours."""

_MOST = 5


@frozen
class Needs:
    """What a worker has to have for a unit: `sandbox` if commands are confined for the user."""

    architect: str
    python: str
    sandbox: bool


def needs_of(sandbox: str) -> Needs:
    """What units of this machine need with `commands.sandbox`."""
    there = shutil.which("bwrap") is not None
    return Needs(__version__, _python(), sandbox == "require" or (sandbox == "auto" and there))


def installed_here() -> dict[str, Any]:
    """What a worker answers that is asked what it has."""
    return {
        "architect": __version__,
        "python": _python(),
        "git": shutil.which("git") is not None,
        "bwrap": shutil.which("bwrap") is not None,
    }


async def unfit_workers(client: Any, needs: Needs) -> dict[str, str]:
    """The addresses of the workers on which units cannot run as they would here, and why not."""
    said = await client.run(eval, _ASKED, on_error="return")
    faults = {
        address: english("it cannot be asked: {found}", found=found)
        if isinstance(found, BaseException)
        else shortcoming(cast(Mapping[str, Any], found), needs)
        for address, found in said.items()
    }
    return {address: fault for address, fault in faults.items() if fault}


def shortcoming(found: Mapping[str, Any], needs: Needs) -> str:
    """What an installation lacks; empty if it will do."""
    if found["python"] != needs.python:
        return english(
            "it has Python {found}, and here it is {python}",
            found=found["python"],
            python=needs.python,
        )
    if found["architect"] is None:
        return english(
            "architect is not installed there; here it is {architect}", architect=needs.architect
        )
    if found["architect"] != needs.architect:
        return english(
            "it has architect {found}, and here it is {architect}",
            found=found["architect"],
            architect=needs.architect,
        )
    if not found["git"]:
        return english("git is not installed there")
    if needs.sandbox and not found["bwrap"]:
        return english(
            "bwrap is not installed there, so that commands would not be in a sandbox as they are "
            "here: install bubblewrap, or set commands.sandbox to off"
        )
    return ""


def named(unfit: Mapping[str, str]) -> str:
    """The workers with what they lack, in one line; of many the first ones."""
    told = [at(address, why) for address, why in unfit.items()]
    if (more := len(told) - _MOST) > 0:
        told[_MOST:] = [english("and {number} more", number=more)]
    return joined("; ", told)


def _python() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"
