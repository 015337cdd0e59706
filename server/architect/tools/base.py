"""What every tool is."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from architect.domain.completion import ToolSchema
from architect.domain.document import FileChange
from architect.domain.errors import (
    GuardrailRefusedError,
    InvalidArgumentsError,
    JournalFault,
    PortFault,
    ToolFault,
)
from architect.domain.findings import Finding
from architect.domain.harmless import in_one_line
from architect.domain.ids import RunId
from architect.domain.shell import Confinement, Need, Stream
from architect.domain.tool_result import ToolResult, failed, failed_by
from architect.domain.verdict import Deny, Preview
from architect.policy.commands.named_file import NamedFile
from architect.ports.search import Search
from architect.ports.shell import Shell
from architect.ports.workspace import Workspace
from architect.tools.schema import function_schema, problems_in


class Effect(StrEnum):
    """What a tool does to the world; only reads run side by side, and in a dry run."""

    READ = "read"
    WRITE = "write"
    COMMAND = "command"


class ToolArgs(BaseModel):
    """The base of all argument models: unknown arguments are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


@dataclass(frozen=True, slots=True)
class CallTraits:
    """One call as its tool describes it; see the methods of `BaseTool` by the same names."""

    summary: str
    path: str | None
    grant: str
    concern: str | None
    refusal: Deny | None
    line: str | None = None
    files: tuple[NamedFile, ...] = ()
    outward: str | None = None
    talks: bool = False
    brings: str | None = None
    needs: frozenset[Need] = frozenset()


ArgsT = TypeVar("ArgsT", bound=ToolArgs)


async def _anything_goes(_: FileChange) -> None:
    """A context without guardrails."""


def _unnoticed(_: Confinement) -> None:
    """A context that does not record how commands ran."""


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What a tool may ask while it runs.

    `on_output` shows output that is not yet the result. `report` puts a finding on record and says
    whether it is new; one that the run `run_id` has reported before is not put there again. `vet`
    raises if a change that is only looked ahead at would not be let through. `granted` is what the
    user lets the call do beyond its sandbox, `withheld` what it may not do although the
    configuration lets it; `confined` notes how a command ran.
    """

    workspace: Workspace
    search: Search
    shell: Shell
    on_output: Callable[[Stream, str], None]
    run_id: RunId
    report: Callable[[Finding], bool]
    vet: Callable[[FileChange], Awaitable[object]] = _anything_goes
    granted: frozenset[Need] = frozenset()
    withheld: frozenset[Need] = frozenset()
    confined: Callable[[Confinement], None] = _unnoticed


class BaseTool(ABC, Generic[ArgsT]):
    """One thing the model can ask for.

    A subclass names itself and implements `run`; in `run` it raises `ToolFault` or lets a
    `PortFault` through when it cannot do what it was asked.
    """

    name: ClassVar[str]
    description: ClassVar[str]
    args_model: ClassVar[type[ToolArgs]]
    sensitive: ClassVar[bool]
    effect: ClassVar[Effect]
    names_only: ClassVar[bool] = False
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

    async def foresee(self, args: ArgsT, context: ToolContext) -> Preview | None:
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

    def traits(self, args: ArgsT) -> "CallTraits":
        """What the pipeline has to know about the call.

        Raises:
            ToolFault: there is a bug in one of the methods asked.
        """
        try:
            return CallTraits(
                in_one_line(self.summary(args)),
                self.path(args),
                self.grant(args),
                self.concern(args),
                self.refusal(args),
                self.line(args),
                self.files(args),
                self.outward(args),
                self.talks(args),
                self.brings(args),
                self.needs(args),
            )
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

    def concern(self, args: ArgsT) -> str | None:
        """Why a person should look at this very call; None if it needs no confirmation.

        The mode `confirm-sensitive` asks about calls that have one.
        """
        return f"{self.name} changes things" if self.sensitive else None

    def refusal(self, args: ArgsT) -> Deny | None:
        """Why this very call is refused in every mode; None if it is not."""
        return None

    def summary(self, args: ArgsT) -> str:
        """The call in a few words, without its name: `src/a.py (3->5 lines)`."""
        path = self.path(args)
        return path if path is not None else ""

    def path(self, args: ArgsT) -> str | None:
        """The one file or folder the call is about, as the model wrote it."""
        value = getattr(args, "path", None)
        return value if isinstance(value, str) else None

    def line(self, args: ArgsT) -> str | None:
        """The command line that the call runs, if it runs one."""
        return None

    def files(self, args: ArgsT) -> tuple[NamedFile, ...]:
        """What the command line names as files."""
        return ()

    def needs(self, args: ArgsT) -> frozenset[Need]:
        """What the call wants beyond its sandbox, which whoever allows it grants."""
        return frozenset()

    def outward(self, args: ArgsT) -> str | None:
        """How the call leaves the workspace, in words; None if it cannot."""
        return None

    def talks(self, args: ArgsT) -> bool:
        """Whether the call may use the network, and `outward` says so."""
        return False

    def brings(self, args: ArgsT) -> str | None:
        """Where text comes from that the call brings in from outside; None if it brings none."""
        return None

    def grant(self, args: ArgsT) -> str:
        """What 'allow for the run' allows, in words; calls with the same words share the grant."""
        return self.name

    def get_schema(self) -> ToolSchema:
        """The tool in the OpenAI function-calling format."""
        return function_schema(self.name, self.description, self.args_model)

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
