"""Every error architect raises on purpose.

An exception means that a function could not do what its name says. Verdicts, limits and a tool's
bad result are values, not exceptions.

    ArchitectError
    +-- UserError                told to the user in one line
    |   +-- ConfigError          a configuration file, variable or flag is wrong
    |   +-- UnknownAgentError
    |   +-- UnknownSessionError
    +-- ToolFault                told to the model as the result of its call
    |   +-- InvalidArgumentsError
    |   +-- PlaceholderError     a call would write what stands for a key
    |   +-- ToolNotFoundError
    |   +-- PathRefusedError     the path gate said no
    |   +-- EditRefusedError     an edit or patch does not apply
    |   |   +-- UnseenFileError  a whole file would be written that was never read
    |   +-- GuardrailRefusedError a guardrail denies what a call is about to do
    +-- ModelFault               retried if transient, else told to the user
    |   +-- RateLimitedError     transient
    |   +-- UnavailableError     transient
    |   +-- ConnectionFailedError transient
    |   +-- ModelTimeoutError    transient
    |   +-- StreamCutError       transient
    |   +-- GarbledReplyError    transient
    |   +-- AuthenticationFailedError
    |   +-- ContextOverflowError
    |   +-- RequestRejectedError
    |   |   +-- ModelMissingError      the provider has no such model, or no longer
    |   |   +-- OutOfCreditError       a quota is used up, or a bill is open
    |   |   +-- ImagesNotTakenError    the model cannot be shown the images of the user
    +-- PortFault                something outside failed; who called decides
    |   +-- WorkspaceFault
    |   |   +-- FileMissingError
    |   |   |   +-- BelowFileError  a part of the path is a file
    |   |   +-- NotAFileError
    |   |   +-- NotTextError
    |   |   +-- StaleFileError
    |   |   +-- PartlyAppliedError
    |   |   +-- ReformattedError     in domain/text/reformatted.py, since it has changes
    |   +-- ShellFault
    |   |   +-- CommandRefusedError
    |   |   +-- CommandNeedsError
    |   +-- SearchFault
    |   +-- VcsFault
    |   |   +-- NameTakenError   there is such a branch already
    |   +-- KeyringFault
    |   +-- HealthFault
    |   +-- OriginalMissingError
    |   +-- UnitLostError       a run of a workflow ended without a result
    |   +-- ExecutorLostError   nothing runs units any more; the workflow can be resumed
    +-- JournalFault             the record cannot be kept, so the run ends
    |   +-- SessionBusyError
    +-- DuplicateToolError       a programming error: two tools with one name
"""

from typing import TYPE_CHECKING, TypeVar

from architect.l10n import english

if TYPE_CHECKING:  # imported at the very start, before signals are held
    from architect.domain.remedies import RemedyKind
    from architect.domain.shell import Need


class ArchitectError(Exception):
    """The root of the tree above; its text is one line that a person can act on.

    `remedy` says what helps, and `setting` which setting that is about, by its dotted name. `brief`
    is the text without advice for a command line, empty if it has none.
    """

    remedy: "RemedyKind | None" = None
    setting = ""
    brief = ""


_ErrorT = TypeVar("_ErrorT", bound=ArchitectError)


def helped(
    error: _ErrorT, remedy: "RemedyKind | None" = None, *, setting: str = "", brief: str = ""
) -> _ErrorT:
    """`error`, which now says what helps; without a `remedy` that of its kind stays."""
    error.remedy = remedy or error.remedy
    error.setting = setting or error.setting
    error.brief = brief or error.brief
    return error


class UserError(ArchitectError):
    """The user asked for something that cannot be done; the text names it and the next step."""


class ConfigError(UserError):
    """A configuration value is wrong; the text names file, line and key."""

    remedy = "openSettings"


class UnknownAgentError(UserError):
    """No agent has that name."""


class UnknownSessionError(UserError):
    """No session or run has that id, or it has not done what is asked about."""


class ToolFault(ArchitectError):
    """A tool could not do what it was asked; the text is what the model reads."""


class InvalidArgumentsError(ToolFault):
    """The arguments of a call do not fit its tool."""


class PlaceholderError(ToolFault):
    """A call contains what stands for a key, and would put it where the key is."""


class ToolNotFoundError(ToolFault):
    """No tool has that name."""


class PathRefusedError(ToolFault):
    """The path gate refused a path; `rule` names what forbids it, of a place that is no mistake."""

    def __init__(self, message: str, *, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule


class EditRefusedError(ToolFault):
    """An edit or patch does not apply; the file is untouched."""


class UnseenFileError(EditRefusedError):
    """A whole file would be written over a text that the model has not seen."""


class GuardrailRefusedError(ToolFault):
    """A guardrail denies what a call is about to do; `rule` names it, `advice` is for the model."""

    def __init__(self, rule: str, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.rule = rule
        self.advice = advice


class ModelFault(ArchitectError):
    """The model could not answer.

    `transient` says whether the same request may succeed later.
    """

    transient = False


class RateLimitedError(ModelFault):
    """The provider asks to wait; `retry_after_s` is its own figure, None if it gave none."""

    transient = True
    remedy = "retry"

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class UnavailableError(ModelFault):
    """The provider is overloaded or failed inside (HTTP 5xx, 408, 409).

    `retry_after_s` is the provider's own figure, None if it gave none.
    """

    transient = True
    remedy = "retry"

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class ConnectionFailedError(ModelFault):
    """The provider could not be reached."""

    transient = True
    remedy = "retry"


class ModelTimeoutError(ModelFault):
    """No complete answer within the time-out of one request."""

    transient = True
    remedy = "retry"


class StreamCutError(ModelFault):
    """The stream ended before the reply was complete."""

    transient = True
    remedy = "retry"


class GarbledReplyError(ModelFault):
    """The provider answered something that is not a reply in its own format."""

    transient = True
    remedy = "retry"


class AuthenticationFailedError(ModelFault):
    """The key is missing, wrong or not allowed to use the model."""

    remedy = "enterKey"


class ContextOverflowError(ModelFault):
    """The request is longer than the model's context window.

    `window_tokens` is what the provider says of its length, None if it does not.
    """

    remedy = "selectModel"

    def __init__(self, message: str, *, window_tokens: int | None = None) -> None:
        super().__init__(message)
        self.window_tokens = window_tokens


class RequestRejectedError(ModelFault):
    """The provider refuses this request and would refuse it again."""

    remedy = "selectModel"


class ModelMissingError(RequestRejectedError):
    """The provider does not have the model, or no longer."""


class OutOfCreditError(RequestRejectedError):
    """A quota is used up or a bill is open; unlike a rate limit, waiting a minute does not help."""


class ImagesNotTakenError(RequestRejectedError):
    """The model cannot be shown images."""

    setting = "llm.model"

    def __init__(self, model: str) -> None:
        told = english(
            "the model {model!r} takes no images: choose one that does (`architect models` names "
            "them with the word vision), or leave the images out",
            model=model,
        )
        super().__init__(told)
        self.brief = english(
            "the model {model!r} takes no images: choose one that does, or leave the images out",
            model=model,
        )


class PortFault(ArchitectError):
    """Something outside the engine failed."""


class WorkspaceFault(PortFault):
    """A file could not be read, listed or changed."""


class FileMissingError(WorkspaceFault):
    """There is no such file or folder."""


class BelowFileError(FileMissingError):
    """A part of the path is a file, so that nothing can be made there either."""


class NotAFileError(WorkspaceFault):
    """The path is a folder, device, FIFO or socket."""


class NotTextError(WorkspaceFault):
    """The file is binary, or in an encoding we cannot write back byte by byte."""


class StaleFileError(WorkspaceFault):
    """The file is no longer what it was when it was read; nothing was written."""


class PartlyAppliedError(WorkspaceFault):
    """Of several changes some were made: those of the files with the relative paths `made`."""

    def __init__(self, message: str, made: tuple[str, ...]) -> None:
        super().__init__(message)
        self.made = made


class ShellFault(PortFault):
    """A command could not be started."""


class CommandNeedsError(ShellFault):
    """A command was not started, since it would stop halfway without what it `needs`."""

    def __init__(self, message: str, needs: "frozenset[Need]") -> None:
        super().__init__(message)
        self.needs = needs


class CommandRefusedError(ShellFault):
    """A command may not start as things are; `rule` names why, `advice` is for the model."""

    def __init__(self, rule: str, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.rule = rule
        self.advice = advice


class SearchFault(PortFault):
    """A search could not be made: a bad expression, or one that took too long."""


class WebFault(PortFault):
    """A page of the web could not be fetched."""


class VcsFault(PortFault):
    """The version control system refused."""


class NameTakenError(VcsFault):
    """There is a branch of that name already."""


class KeyringFault(PortFault):
    """The keyring of the user gave no answer; the text says why."""


class UnitLostError(PortFault):
    """An attempt at a unit of a workflow ended without a result; what it did does not count."""


class ExecutorLostError(PortFault):
    """What runs the units of a workflow is gone: none can go on, and no attempt is to blame."""


class HealthFault(PortFault):
    """The health of code could not be measured; the text says why."""


class OriginalMissingError(PortFault):
    """An earlier content of a file was not kept, or is damaged."""


class JournalFault(ArchitectError):
    """The journal could not be written or read; no call and no tool may go on without it."""


class SessionBusyError(JournalFault):
    """Another run writes the journal of the session right now."""


class DuplicateToolError(ArchitectError):
    """Two tools were registered under one name."""
