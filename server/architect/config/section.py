"""What all sections of the configuration share."""

import os
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

SECTION = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)
"""Unknown keys are errors and no value is turned into another type: `"5"` is no number."""


def _usable(path: Path) -> Path:
    text = str(path)
    if "\0" in text:
        raise PydanticCustomError("unusable_path", "a path cannot contain NUL")
    return Path(os.path.expanduser(text))  # noqa: PTH111 - Path.expanduser raises without a home


FilePath = Annotated[Path, Field(strict=False), AfterValidator(_usable)]
"""A path as the user wrote it, with `~` replaced by the home folder."""
