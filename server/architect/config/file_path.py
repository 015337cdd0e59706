"""Paths in the configuration."""

import os
from pathlib import Path
from typing import Annotated

from architect.checked.errors import Refused
from architect.checked.field import AfterValidator
from architect.l10n import english


def _usable(path: Path) -> Path:
    text = str(path)
    if "\0" in text:
        raise Refused("unusable_path", english("a path cannot contain NUL"))
    return Path(os.path.expanduser(text))  # noqa: PTH111 - Path.expanduser raises without a home


FilePath = Annotated[Path, AfterValidator(_usable)]
"""A path as the user wrote it, with `~` replaced by the home folder."""
