"""What every tool is, and the fence around what goes wrong in one."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Generic, TypeVar

from architect.checked.errors import ValidationError
from architect.checked.model import Model
from architect.domain.effect import Effect
from architect.domain.errors import (
    CommandRefusedError,
    GuardrailRefusedError,
    InvalidArgumentsError,
    JournalFault,
    PortFault,
    ToolFault,
)
from architect.domain.escape_controls import in_one_line
from architect.domain.model_exchange import ToolSchema
from architect.domain.tool_result import ToolResult, failed, failed_by
from architect.domain.verdict import Preview
from architect.l10n import english
from architect.tools.context import ToolContext
from architect.tools.schema import function_schema, parameters_of
from architect.tools.traits import CallTraits

_ASK_REASONS = {
    Effect.READ: english("reads what you may want to keep"),
    Effect.WRITE: english("edits a file"),
    Effect.DELETE: english("deletes a file"),
    Effect.COMMAND: english("may change things outside the workspace"),
}
"""Why a person should look at a call, if its tool says nothing of its own."""


class ToolArgs(Model, lax=True):
    """The base of all argument models: unknown arguments are errors."""


ArgsT = TypeVar("ArgsT")


class BaseTool(ABC, Generic[ArgsT]):
    """One thing the model can ask for.

    A subclass names itself and implements `run`; in `run` it raises `ToolFault` or lets a
    `PortFault` through when it cannot do what it was asked. What the pipeline should know beyond
    the defaults it says in `traits`. A tool whose arguments are not an `args_model` overrides
    `parameters` and `validate_args`.
    """

    name: str
    description: str
    args_model: type[Model]
    effect: Effect
    sensitive: bool = True
    """Whether people want to be asked about its calls, if `traits` does not say otherwise."""
    reads_placeholders: frozenset[str] = frozenset()
    """Arguments in which a placeholder means the key that it stands for in the file."""
    names_only: bool = False
    """Whether the tool shows no more of the file at its path than that it is there."""

    @abstractmethod
    async def run(self, args: ArgsT, context: ToolContext) -> ToolResult:
        """Do it.

        Raises:
            ToolFault, PortFault: it cannot be done; the text is for the model.
        """

    async def execute(self, args: ArgsT, context: ToolContext) -> ToolResult:
        """Do it, turning every error but cancellation into a failed result.

        Raises:
            JournalFault: a change could not be recorded, and so was not made.
            GuardrailRefusedError: the call went where it may not go.
            CommandRefusedError: a command of it may not run as things are.
        """
        try:
            return await self.run(args, context)
        except (JournalFault, GuardrailRefusedError, CommandRefusedError):
            raise
        except (ToolFault, PortFault) as fault:
            return failed_by(fault)
        except Exception as error:  # noqa: BLE001 - the tool fence: a bug ends the call, not the run
            return failed(self._bug(error))

    async def safe_preview(self, args: ArgsT, context: ToolContext) -> Preview | None:
        """The preview of the call.

        Raises:
            ToolFault, PortFault: the call would fail, or its preview has a bug.
        """
        with self._fence(ToolFault, PortFault):
            return await self.preview(args, context)

    async def safe_also_changes(self, args: ArgsT, context: ToolContext) -> Sequence[str]:
        """Which other files the call changes; none if it would fail, or if there is a bug."""
        try:
            with self._fence(ToolFault, PortFault):
                return await self.also_changes(args, context)
        except (ToolFault, PortFault):
            return ()

    def safe_args(self, arguments: dict[str, Any]) -> ArgsT:
        """The arguments as a value.

        Raises:
            ToolFault: they do not fit, or there is a bug in `validate_args`.
        """
        with self._fence(ToolFault):
            return self.validate_args(arguments)

    def safe_traits(self, args: ArgsT) -> CallTraits:
        """The traits of the call, its summary in one line.

        Raises:
            ToolFault: there is a bug in `traits`.
        """
        with self._fence():
            traits = self.traits(args)
            return replace(traits, summary=in_one_line(traits.summary))

    @contextmanager
    def _fence(self, *expected: type[Exception]) -> Generator[None]:
        """Turn every other error than the `expected` ones into a failure that the model reads."""
        try:
            yield
        except expected:
            raise
        except Exception as error:
            raise ToolFault(self._bug(error)) from error

    def _bug(self, error: Exception) -> str:
        return f"{self.name} failed inside: {type(error).__name__}: {error}"

    async def preview(self, args: ArgsT, context: ToolContext) -> Preview | None:
        """What `run` would do, for the person who is asked; None if the summary says it all.

        Raises:
            ToolFault, PortFault: `run` would fail, so nobody needs to be asked.
        """
        return None

    async def also_changes(self, args: ArgsT, context: ToolContext) -> Sequence[str]:
        """The relative paths of the files that `run` would change beside that of the call.

        Raises:
            ToolFault, PortFault: `run` would fail.
        """
        return ()

    def traits(self, args: ArgsT) -> CallTraits:
        """What the pipeline has to know about the call.

        A tool that has more to say than its `path` replaces some of this:
        `replace(super().traits(args), summary=...)`.
        """
        path = getattr(args, "path", None)
        path = path if isinstance(path, str) else None
        return CallTraits(
            summary=path or "",
            grant=self.name,
            path=path,
            ask_reason=_ASK_REASONS[self.effect] if self.sensitive else None,
        )

    def parameters(self) -> dict[str, Any]:
        """The JSON schema of the arguments."""
        return parameters_of(self.args_model)

    def get_schema(self) -> ToolSchema:
        """The tool in the OpenAI function-calling format."""
        return function_schema(self.name, self.description, self.parameters())

    def validate_args(self, arguments: dict[str, Any]) -> ArgsT:
        """The arguments as a value.

        Raises:
            InvalidArgumentsError: they do not fit; the text says which and how.
        """
        try:
            return self.args_model.model_validate(arguments)  # type: ignore[return-value]
        except ValidationError as error:
            told = english("invalid arguments for {name}: {problem}", name=self.name, problem=error)
            raise InvalidArgumentsError(told) from error
