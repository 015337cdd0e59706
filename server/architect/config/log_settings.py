"""What is logged, and where to."""

from typing import Literal

from pydantic import BaseModel, Field

from architect.config.section import SECTION, FilePath

LogLevel = Literal["debug", "info", "human", "warn", "error"]


class LoggingSettings(BaseModel):
    """`file` gets everything as JSON lines; `verbose` 1 shows info, 2 debug on the console."""

    model_config = SECTION

    level: LogLevel = "human"
    file: FilePath | None = None
    verbose: int = Field(default=0, ge=0, le=2)
