"""What run_command may do."""

from pydantic import BaseModel, Field

from architect.config.section import SECTION


class CommandSettings(BaseModel):
    """`default_timeout` is in seconds, for commands that name none of their own."""

    model_config = SECTION

    enabled: bool = True
    default_timeout: int = Field(default=30, ge=1, le=600)
    max_output_lines: int = Field(default=200, ge=10, le=5_000)
