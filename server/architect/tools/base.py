"""What every tool is."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from architect.domain.errors import (
    GuardrailRefusedError,
    InvalidArgumentsError,
    JournalFault,
    PortFault,
    ToolFault,
)
from architect.domain.escape_controls import in_one_line
from architect.domain.findings import Finding
from architect.domain.ids import RunId
from architect.domain.model_exchange import ToolSchema
from architect.domain.run_request import RunRequest
from architect.domain.shell import Confinement, Need, Stream
from architect.domain.text.document import FileChange
from architect.domain.tool_result import ToolResult, failed, failed_by
from architect.domain.verdict import Deny, Preview
from architect.policy.shell.files.named_file import NamedFile
from architect.ports.child_runs import ChildRun, OpenChild
from architect.ports.search import Search
from architect.ports.shell import Shell
from architect.ports.workspace import Workspace
from architect.tools.schema import function_schema, parameters_of, problems_in


class Effect(StrEnum):
    """What a tool does to the world; only reads run side by side, and in a dry run."""

    READ = "read"
    WRITE = "write"
    COMMAND = "command"


class ToolArgs(BaseModel):
    """The base of all argument models: unknown arguments are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTraits:
    """What the pipeline has to know about one call.

    summary: the call in a few words, without its name: `src/a.py (3->5 lines)`
    path: the one file or folder that it is about, as the model wrote it
    grant: what "allow for the run" allows, in words; calls with the same words share the grant
    ask_reason: why a person should look at this very call, which the mode `confirm-sensitive`
        then asks about
    deny_reason: why it is denied in every mode
    command_line: the command line that it runs, and `named_files` what that names as files
    egress: how it may leave the workspace, in words
    uses_network: whether it may use the network, and `egress` says so
    taint_source: where text comes from that it brings in from outside
    needs: what it wants beyond its sandbox, which whoever allows the call grants
    """

    summary: str
    grant: str
    path: str | None = None
    ask_reason: str | None = None
    deny_reason: Deny | None = None
    command_line: str | None = None
    named_files: tuple[NamedFile, ...] = ()
    egress: str | None = None
    uses_network: bool = False
    taint_source: str | None = None
    needs: frozenset[Need] = frozenset()


ArgsT = TypeVar("ArgsT")


async def _anything_goes(_: FileChange) -> None:
    """A context without guardrails."""


async def _alone(_: RunRequest) -> ChildRun:
    """A context outside of any run."""
    raise ToolFault("no run can be opened here")


def _unnoticed(_: Confinement) -> None:
    """A context that does not record how commands ran."""


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What a tool may ask while it runs.

    `on_output` shows output that is not yet the result. `report` puts a finding on record and says
    whether it is new; one that the run `run_id` has reported before is not put there again.
    `check_change` raises if a change that is only previewed would not be let through. `granted` is
    what the user lets the call do beyond its sandbox, `withheld` what it may not do although the
    configuration lets it; `confined` notes how a command ran. `open_child` opens a run under the
    one that the call belongs to.
    """

    workspace: Workspace
    search: Search
    shell: Shell
    on_output: Callable[[Stream, str], None]
    run_id: RunId
    report: Callable[[Finding], bool]
    check_change: Callable[[FileChange], Awaitable[object]] = _anything_goes
    granted: frozenset[Need] = frozenset()
    withheld: frozenset[Need] = frozenset()
    confined: Callable[[Confinement], None] = _unnoticed
    open_child: OpenChild = _alone


class BaseTool(ABC, Generic[ArgsT]):
    """One thing the model can ask for.

    A subclass names itself and implements `run`; in `run` it raises `ToolFault` or lets a
    `PortFault` through when it cannot do what it was asked. What the pipeline should know beyond
    the defaults it says in `traits`. A tool whose arguments are not an `args_model` overrides
    `parameters` and `validate_args`.
    """

    name: str
    description: str
    args_model: type[BaseModel]
    effect: Effect
    sensitive: bool = True
    """Whether people want to be asked about its calls, if `traits` does not say otherwise."""
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
        """
        try:
            return await self.run(args, context)
        except (JournalFault, GuardrailRefusedError):
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
        try:
            return await self.preview(args, context)
        except (ToolFault, PortFault):
            raise
        except Exception as error:
            raise ToolFault(self._bug(error)) from error

    def safe_traits(self, args: ArgsT) -> CallTraits:
        """The traits of the call, its summary in one line.

        Raises:
            ToolFault: there is a bug in `traits`.
        """
        try:
            traits = self.traits(args)
            return replace(traits, summary=in_one_line(traits.summary))
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
            ask_reason=f"{self.name} changes things" if self.sensitive else None,
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
            raise InvalidArgumentsError(
                f"invalid arguments for {self.name}: {problems_in(error)}"
            ) from error
