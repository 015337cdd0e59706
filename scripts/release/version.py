"""A version of Python's (PEP 440) as one of npm's (SemVer)."""

import re
import sys
from pathlib import Path

_VERSION = re.compile(
    r"(?P<release>\d+(?:\.\d+)*)"
    r"(?:(?P<stage>a|b|rc)(?P<number>\d+))?(?:\.dev(?P<dev>\d+))?(?:\+(?P<local>.*))?"
)
_STAGES = {"a": "alpha", "b": "beta", "rc": "rc"}


def is_released(version: str) -> bool:
    """Whether it is that of a tag, and nothing was changed since."""
    return ".dev" not in version and "+" not in version


def as_semver(version: str) -> str:
    """`0.2.0rc1` is `0.2.0-rc.1`, and `0.2.1.dev3+g1a2b3c` is `0.2.1-dev.3`."""
    parts = _VERSION.fullmatch(version)
    if parts is None:
        raise ValueError(f"{version!r} is not a version that a tag can name")
    numbers = [*parts["release"].split("."), "0", "0"][:3]
    before = [
        *((_STAGES[parts["stage"]], parts["number"]) if parts["stage"] else ()),
        *(("dev", parts["dev"]) if parts["dev"] else ()),
    ]
    return ".".join(numbers) + ("-" + ".".join(before) if before else "")


def main() -> None:
    """Print the version of a wheel for npm; the wheel is named on the command line."""
    print(as_semver(Path(sys.argv[1]).name.split("-")[1]))


if __name__ == "__main__":
    main()
