"""What is logged, and where to."""

from typing import Literal

from architect.checked.field import Field
from architect.checked.model import Model
from architect.config.file_path import FilePath

LogLevel = Literal["debug", "info", "human", "warn", "error"]


class LoggingSettings(Model):
    """`file` gets everything as JSON lines; `verbose` 1 shows info, 2 debug on the console."""

    level: LogLevel = "human"
    file: FilePath | None = None
    verbose: int = Field(default=0, ge=0, le=2)
