"""Messages of our own between the daemon and a rich editor, in the names of the protocol."""

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

from architect.app.confirmations import Withdrawal
from architect.app.run_info import AskedKind
from architect.domain.language import LanguageFeature
from architect.domain.verdict import Choice, Subject
from architect.lsp.protocol.model_requests import (
    CompleteAnswer,
    CompleteDelta,
    CompleteParams,
    EditorModels,
)
from architect.lsp.protocol.results import RunEvent
from architect.lsp.protocol.workflow_results import UnitInfo, WorkflowInfo


class PatchPreview(TypedDict):
    """An edit, as a patch."""

    patch: str


class CommandPreview(TypedDict):
    """A command line, and the folder it runs in."""

    command: str
    cwd: str


class ConfirmParams(TypedDict):
    """A question to the user; `grant` says what choosing `run` would allow.

    One of the kind `question` is of the model: it wants words, and `answers` are suggestions.
    `editable` is there and true if the preview is an edit of one file that may be changed.
    """

    requestId: str
    runId: str
    kind: AskedKind
    subject: Subject
    title: str
    detail: str
    grant: str
    options: list[Choice]
    offers: list[str]
    default: Choice
    expiresAt: str
    preview: NotRequired[PatchPreview | CommandPreview]
    answers: NotRequired[list[str]]
    editable: NotRequired[bool]


class ConfirmAnswer(TypedDict):
    """`offer` is the place of one of the `offers`, for `project` and `always`.

    The words that answer a `question` are the `note` of the choice `once`. `content`, of `once`, is
    the whole text that the file of an `editable` edit is to have instead, up to a million
    characters.
    """

    choice: Choice
    note: NotRequired[str]
    offer: NotRequired[int]
    content: NotRequired[str]


class ConfirmResolved(TypedDict):
    """A question is no longer open."""

    requestId: str
    reason: Withdrawal


class HunksChanged(TypedDict):
    """In these documents hunks came, went or moved; `architect.hunks` tells the present ones."""

    uris: list[str]


class WorkflowChanged(TypedDict):
    """How a workflow is doing, and those of its units that changed since the last such message."""

    workflow: WorkflowInfo
    units: list[UnitInfo]


class SaveParams(TypedDict):
    """Documents that have to be saved before a command runs."""

    uris: list[str]


class SaveFailure(TypedDict):
    """Why a document is not saved."""

    uri: str
    reason: str


class SaveAnswer(TypedDict):
    saved: list[str]
    failed: list[SaveFailure]


class ProblemsParams(TypedDict):
    """The folder whose files they are about, and which of those, if not all.

    Of `uris` the editor opens those that are not open, so that language servers look at them, and
    waits for their first report; with `since`, the mark of an earlier answer, for reports on all
    of them after it: for `waitMs` at most, and not at all if no language server looks at them.
    """

    root: str
    uris: NotRequired[list[str]]
    since: NotRequired[int]
    waitMs: NotRequired[int]


class Problem(TypedDict):
    """What a language server reports; `line` from 1."""

    uri: str
    line: int
    severity: Literal["error", "warning", "info", "hint"]
    message: str
    source: str


class ProblemsAnswer(TypedDict):
    """`mark` counts the reports so far; `unknown` are files that nobody has reported on yet."""

    problems: list[Problem]
    mark: NotRequired[int]
    unknown: NotRequired[list[str]]


class TextPosition(TypedDict):
    """As in LSP: from 0, the character in UTF-16."""

    line: int
    character: int


class LanguageParams(TypedDict):
    """What is asked of the language servers of a file, about what stands at `position`.

    `newName` is for `rename`; `format` is about the whole file, whatever the position.
    """

    feature: LanguageFeature
    uri: str
    position: TextPosition
    newName: NotRequired[str]


class LanguageLocation(TypedDict):
    """Where something begins."""

    uri: str
    position: TextPosition


class TextSpan(TypedDict):
    """As a range of LSP, in UTF-16."""

    start: TextPosition
    end: TextPosition


class LanguageEdit(TypedDict):
    """A `TextEdit` of LSP."""

    range: TextSpan
    newText: str


class LanguageFileEdits(TypedDict):
    """The edits of a file; `version` is that of its document, null if it is not open."""

    uri: str
    version: int | None
    edits: list[LanguageEdit]


class LanguageAnswer(TypedDict):
    """`locations` of a definition or references; `text` of a hover, in Markdown.

    `edits` are what a `rename` or a `format` would do, which the editor does not do itself;
    `refused` is why there are none.
    """

    locations: NotRequired[list[LanguageLocation]]
    text: NotRequired[str]
    edits: NotRequired[list[LanguageFileEdits]]
    refused: NotRequired[str]


class NoParams(TypedDict):
    """An empty object."""


SERVER_REQUESTS: Mapping[str, tuple[type, type]] = {
    "architect/confirm": (ConfirmParams, ConfirmAnswer),
    "architect/save": (SaveParams, SaveAnswer),
    "architect/problems": (ProblemsParams, ProblemsAnswer),
    "architect/language": (LanguageParams, LanguageAnswer),
    "architect/llm/complete": (CompleteParams, CompleteAnswer),
    "architect/llm/models": (NoParams, EditorModels),
}
"""What the server asks, with what is answered."""

SERVER_NOTIFICATIONS: Mapping[str, Any] = {
    "architect/event": RunEvent,
    "architect/confirm/resolved": ConfirmResolved,
    "architect/hunks/changed": HunksChanged,
    "architect/workflow/changed": WorkflowChanged,
}
CLIENT_NOTIFICATIONS: Mapping[str, Any] = {"architect/llm/delta": CompleteDelta}
