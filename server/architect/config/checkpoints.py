"""Checkpoints of the working tree."""

from architect.checked.field import Field
from architect.checked.model import Model


class CheckpointSettings(Model):
    """A checkpoint is made behind every `every_n_steps` steps that may have changed something.

    Files of more than `max_file_megabytes` are left out.
    """

    enabled: bool = True
    every_n_steps: int = Field(default=1, ge=1)
    max_file_megabytes: int = Field(default=50, ge=1)
