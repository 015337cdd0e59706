"""What run_command may do."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

from architect.config.section import SECTION, FilePath


def _expression(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise PydanticCustomError(
            "bad_expression",
            "{text} is no regular expression: {reason}",
            {"text": repr(text), "reason": str(error)},
        ) from error
    return text


def _not_blank(text: str) -> str:
    if not text.strip():
        raise PydanticCustomError("blank", "must not be blank: it would hold for every command")
    return text


class CommandSettings(BaseModel):
    """`default_timeout` is in seconds, for commands that name none of their own.

    `blocked_patterns` are searched in the whole line; `safe_commands` are the first words of
    commands that need no confirmation. `sandbox_paths` are readable in the sandbox and
    `sandbox_writable` writable; `max_processes` and `max_file_mb` are limits for each command.
    """

    model_config = SECTION

    enabled: bool = True
    default_timeout: int = Field(default=30, ge=1, le=600)
    max_output_lines: int = Field(default=200, ge=10, le=5_000)
    blocked_patterns: tuple[
        Annotated[str, AfterValidator(_not_blank), AfterValidator(_expression)], ...
    ] = Field(default=(), strict=False)
    safe_commands: tuple[Annotated[str, AfterValidator(_not_blank)], ...] = Field(
        default=(), strict=False
    )
    allowed_only: bool = False
    sandbox: Literal["auto", "require", "off"] = "auto"
    network: bool = False
    sandbox_paths: tuple[FilePath, ...] = Field(default=(), strict=False)
    sandbox_writable: tuple[FilePath, ...] = Field(default=(), strict=False)
    max_processes: int = Field(default=4_096, ge=16, le=1_000_000)
    max_file_mb: int = Field(default=20_000, ge=1, le=1_000_000)
