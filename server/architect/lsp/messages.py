"""What the commands take, as models: PROTOCOL names in camelCase, unknown names are errors."""

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from architect.config.nearest import did_you_mean
from architect.domain.verdict import Choice, ConfirmMode, EditReview
from architect.lsp.transport.faults import invalid


class Message(BaseModel):
    """The base of all arguments."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, alias_generator=to_camel, defer_build=True
    )


class Place(Message):
    """An LSP position."""

    line: Annotated[int, Field(ge=0)]
    character: Annotated[int, Field(ge=0)]


class Span(Message):
    """An LSP range."""

    start: Place
    end: Place


class Scope(Message):
    """What a run is about: documents, and a range in the first of them."""

    uris: tuple[str, ...] = ()
    range: Span | None = None


class RunLimits(Message):
    steps: Annotated[int, Field(ge=1, le=1000)] | None = None
    seconds: Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)] | None = None
    usd: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None


class RunArgs(Message):
    """`architect.run`."""

    prompt: Annotated[str, Field(min_length=1, max_length=1_000_000)]
    agent: str | None = None
    mode: ConfirmMode | None = None
    scope: Scope = Scope()
    model: str | None = None
    limits: RunLimits = RunLimits()
    dry_run: bool = False
    review: EditReview | None = None
    session: str | None = None
    wait: bool = False


class ResumeArgs(Message):
    """`architect.resume`: go on with a session, in the user's words if there are any."""

    session_id: str
    prompt: Annotated[str, Field(min_length=1, max_length=1_000_000)] | None = None
    mode: ConfirmMode | None = None
    model: str | None = None
    review: EditReview | None = None
    wait: bool = False


class ReviewArgs(Message):
    """`architect.review`."""

    scope: Literal["selection", "file", "changes", "workspace"]
    uri: str | None = None
    range: Span | None = None
    base: str | None = None
    model: str | None = None
    wait: bool = False


class FixArgs(Message):
    """`architect.fix`: a finding, or diagnostics of any source in a document."""

    finding_id: str | None = None
    uri: str | None = None
    diagnostics: tuple[dict[str, Any], ...] = ()
    mode: ConfirmMode | None = None
    review: EditReview | None = None
    model: str | None = None
    wait: bool = False


class CancelArgs(Message):
    """`architect.cancel`; without a run, all that are not done."""

    run_id: str | None = None
    reason: str | None = None


class AnswerArgs(Message):
    """`architect.answer`."""

    run_id: str
    request_id: str
    choice: Choice
    text: str = ""
    offer: Annotated[int, Field(ge=0)] = 0


class RunsArgs(Message):
    """`architect.runs`."""

    run_id: str | None = None


class EventsArgs(Message):
    """`architect.events`."""

    run_id: str
    after: Annotated[int, Field(ge=0)] = 0
    limit: Annotated[int, Field(ge=1, le=5_000)] = 500


class DiffArgs(Message):
    """`architect.diff`."""

    run_id: str
    show: bool = False


class TranscriptArgs(Message):
    """`architect.transcript`."""

    run_id: str
    show: bool = False


class UndoArgs(Message):
    """`architect.undo`: a run, or some of its files or hunks; `note` says why, for the agent.

    Of whole files what the user has kept stays, unless `kept_too`.
    """

    run_id: str
    uris: tuple[str, ...] | None = None
    hunk_ids: tuple[str, ...] | None = None
    kept_too: bool = False
    note: Annotated[str, Field(max_length=10_000)] | None = None


class HunksArgs(Message):
    """`architect.hunks`: of one run, or of the newest; in one document, or everywhere."""

    run_id: str | None = None
    uri: str | None = None


class KeepArgs(Message):
    """`architect.keep`: some hunks of a run, those of some files, or all that are open."""

    run_id: str
    uris: tuple[str, ...] | None = None
    hunk_ids: tuple[str, ...] | None = None


class FindingsArgs(Message):
    """`architect.findings`: lists them; `dismiss` one, or `clear` those of `uri`, or all."""

    uri: str | None = None
    dismiss: str | None = None
    clear: bool = False


class NoArgs(Message):
    """A command that takes nothing; an empty object, or none at all."""


ArgsT = TypeVar("ArgsT", bound=Message)


def parsed(model: type[ArgsT], argument: Any) -> ArgsT:
    """The argument of a command as a value.

    Raises:
        RequestFault: it does not fit; the text names the first thing that is wrong.
    """
    try:
        return model.model_validate(argument if argument is not None else {}, strict=None)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        path = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            known = [field.alias or name for name, field in model.model_fields.items()]
            hint = did_you_mean(path, known) or f"; known are {', '.join(known) or 'none'}"
            raise invalid(f"{path!r} is not known here{hint}") from error
        raise invalid(f"{path or 'the argument'}: {first['msg']}") from error
