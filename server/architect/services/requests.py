"""What a face asks for."""

import re
from dataclasses import dataclass, replace

from architect.domain.verdict import ConfirmMode, EditReview
from architect.policy.diff_without_secrets import diff_without_secrets
from architect.policy.file_rules import FileRules

MAX_ATTACHMENT_CHARS = 100_000
"""About a third of the default context."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text that goes with a task: what `kind` of text, and where it comes from.

    `outside`: it is neither the user's own nor part of the workspace, such as an issue.
    """

    kind: str
    source: str
    text: str
    outside: bool = False


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A task for an agent. `mode` and `max_steps` None leave it to the agent.

    `checks` are commands that have to end with 0 before the run is a success. `edits` AFTER lets
    the mode confirm-sensitive make edits without asking; with PROPOSE none are made.
    """

    task: str
    agent: str
    mode: ConfirmMode | None = None
    max_steps: int | None = None
    timeout_s: float | None = None
    dry_run: bool = False
    edits: EditReview = EditReview.CONFIRM
    attachments: tuple[Attachment, ...] = ()
    checks: tuple[str, ...] = ()

    @property
    def proposes(self) -> bool:
        """Whether its changes are left to the user; a dry run does not even propose any."""
        return self.edits is EditReview.PROPOSE and not self.dry_run


def outside_sources(request: RunRequest) -> tuple[str, ...]:
    """Where the texts come from that strangers may have written."""
    return tuple(
        f"{each.kind} {each.source}".strip() for each in request.attachments if each.outside
    )


_DIFFS = frozenset({"diff", "git-diff"})


def without_secrets(request: RunRequest, rules: FileRules) -> RunRequest:
    """`request` whose diffs leave out the files that `rules` match, which nobody has pointed at."""
    return replace(
        request,
        attachments=tuple(
            replace(each, text=diff_without_secrets(each.text, rules))
            if each.kind in _DIFFS
            else each
            for each in request.attachments
        ),
    )


def opening_message(request: RunRequest) -> str:
    """The first message to the model: the task, then what goes with it."""
    return "\n\n".join([request.task, *map(_marked, request.attachments)])


def _marked(attachment: Attachment) -> str:
    text = attachment.text
    if len(text) > MAX_ATTACHMENT_CHARS:
        left_out = len(text) - MAX_ATTACHMENT_CHARS
        text = f"{text[:MAX_ATTACHMENT_CHARS]}\n[... {left_out} characters left out ...]"
    # What would end the mark, so that the rest seemed to be the user's words.
    text = re.sub(rf"</(?=\s*{re.escape(attachment.kind)})", r"<\\/", text, flags=re.IGNORECASE)
    return f"<{attachment.kind} from={attachment.source!r}>\n{text}\n</{attachment.kind}>"
