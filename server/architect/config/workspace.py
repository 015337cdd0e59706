"""Which files the agent works on."""

from pathlib import Path

from pydantic import BaseModel

from architect.config.section import SECTION, FilePath


class WorkspaceSettings(BaseModel):
    """`root` is relative to the current folder; `allow_delete` makes delete_file available."""

    model_config = SECTION

    root: FilePath = Path()
    allow_delete: bool = False
