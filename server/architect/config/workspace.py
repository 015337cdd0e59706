"""Which files the agent works on."""

from pathlib import Path

from architect.checked.model import Model
from architect.config.file_path import FilePath


class WorkspaceSettings(Model):
    """`root` is relative to the current folder; `allow_delete` makes delete_file available."""

    root: FilePath = Path()
    allow_delete: bool = False
