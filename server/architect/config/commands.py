"""What run_command may do."""

from typing import Literal

from architect.checked.field import Field
from architect.checked.model import Model
from architect.config.expressions import Expression, NotBlank
from architect.config.file_path import FilePath
from architect.domain.shell import LONGEST_TIMEOUT_S


class CommandSettings(Model):
    """`default_timeout` is in seconds, for commands that name none of their own.

    `blocked_patterns` are searched in the whole line; `safe_commands` are the first words of
    commands that need no confirmation. `ask` is when the mode confirm-sensitive asks: `auto` not
    where the sandbox holds a command, `always` as if there were none. `sandbox_paths` are readable
    in the sandbox and `sandbox_writable` writable; `max_processes` and `max_file_mb` are limits for
    each command.
    """

    enabled: bool = True
    default_timeout: int = Field(default=120, ge=1, le=LONGEST_TIMEOUT_S)
    max_output_lines: int = Field(default=200, ge=10, le=5_000)
    blocked_patterns: tuple[Expression, ...] = ()
    safe_commands: tuple[NotBlank, ...] = ()
    allowed_only: bool = False
    ask: Literal["auto", "always"] = "auto"
    sandbox: Literal["auto", "require", "off"] = "auto"
    network: bool = False
    sandbox_paths: tuple[FilePath, ...] = ()
    sandbox_writable: tuple[FilePath, ...] = ()
    max_processes: int = Field(default=4_096, ge=16, le=1_000_000)
    max_file_mb: int = Field(default=20_000, ge=1, le=1_000_000)
