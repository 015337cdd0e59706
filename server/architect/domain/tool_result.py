"""What a tool call came to."""

from dataclasses import field

from architect.domain.seen_file import SeenFile
from architect.frozen import frozen


@frozen
class ToolResult:
    """A tool's answer; a failed one always has an `error`, and may have `output` as well.

    `seen` is the file that it shows, or has written. `fits` says that the tool itself has kept the
    output to the room that there is, so that it is not cut again. `changed` are the relative paths
    of files that it has changed beside that of the call. `exit_code` is that of a command which has
    ended, negative for a signal.
    """

    success: bool
    output: str = ""
    error: str | None = None
    seen: SeenFile | None = field(default=None, compare=False)
    fits: bool = field(default=False, compare=False)
    changed: tuple[str, ...] = field(default=(), compare=False)
    exit_code: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not self.success and not self.error:
            raise ValueError("a failed result needs an error text")

    @property
    def text(self) -> str:
        """What the model reads."""
        if self.success:
            return self.output
        return f"Error: {self.error}" + (f"\n{self.output}" if self.output else "")


def succeeded(output: str, *, seen: SeenFile | None = None, fits: bool = False) -> ToolResult:
    """A result that did what it was asked."""
    return ToolResult(success=True, output=output, seen=seen, fits=fits)


def failed(error: str, output: str = "") -> ToolResult:
    """A result that did not, and why."""
    return ToolResult(success=False, output=output, error=error)


def failed_by(fault: Exception) -> ToolResult:
    """A result that ended in `fault`; one without a text is named by its type."""
    return failed(str(fault) or type(fault).__name__)
