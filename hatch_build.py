"""What the package index shows of README.md: the same text, whose links lead to the repository.

There, paths lead nowhere. hatchling loads this file, also from an sdist.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(?P<picture>!?)(?P<words>\[[^\]]*\])\((?![a-z]+:|#)(?P<path>[^)\s]+)\)")
_RELEASED = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")


class LongDescription(MetadataHookInterface):
    """Makes the field `readme`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by hatchling, with what `[project]` says, and the version."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        described = long_description(text, metadata["urls"]["Source"], metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": described}


def long_description(text: str, repository: str, version: str) -> str:
    """The Markdown `text` with links to what a `version` has in the `repository`."""
    commit = f"v{version}" if _RELEASED.fullmatch(version) else "main"

    def lead(found: re.Match[str]) -> str:
        kind = "raw" if found["picture"] else "blob"
        place = f"{repository}/{kind}/{commit}/{found['path']}"
        return f"{found['picture']}{found['words']}({place})"

    return _LINK.sub(lead, text)
