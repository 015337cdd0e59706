"""What `architect run` is asked to do, as its flags and standard input say."""

import os
from pathlib import Path

from architect.app.run_modes import agent_in
from architect.bootstrap.workspaces import version_control
from architect.cli.attached_files import attached_files
from architect.cli.run_flag_values import RunFlags
from architect.domain.errors import UserError, VcsFault
from architect.domain.escape_controls import escape_controls
from architect.domain.git_range import git_range
from architect.domain.run_request import Attachment, RunRequest
from architect.domain.verdict import EditReview
from architect.l10n import at, english
from architect.policy.file_rules import FileRules
from architect.ports.workspace import Workspace

UNTRUSTED = "untrusted-text"
"""The kind of an attachment that strangers may have written."""

_MOST_SCHEMA = 1_000_000
_MOST_CONTEXT = 400_000


async def requested(
    flags: RunFlags, task: str, workspace: Workspace, secrets: FileRules
) -> RunRequest:
    """What the flags ask for, with what is attached; no file of `secrets` is.

    Raises:
        UserError: there is no such diff, or a file cannot be attached.
    """
    files = attached_files(flags.attached, flags.images, secrets)
    attachments = list(map(_untrusted, flags.untrusted_context))
    if flags.context_git_diff is not None:
        try:
            diff = await version_control(workspace).diff(git_range(flags.context_git_diff))
        except VcsFault as fault:
            raise UserError(english("--context-git-diff: {fault}", fault=fault)) from fault
        attachments.append(Attachment("git-diff", flags.context_git_diff, diff or "(no changes)"))
    request = RunRequest(
        task=task,
        agent=agent_in(flags.mode, flags.agent),
        attachments=(*attachments, *files.texts),
        images=files.images,
        checks=flags.checks,
        title=_title(flags.prompt),
        output_schema=_schema(flags.output_schema),
    )
    return request.with_options(flags.options, review=EditReview.CONFIRM)


def _untrusted(file: Path) -> Attachment:
    try:
        with file.open("rb") as opened:
            text = opened.read(_MOST_CONTEXT).decode("utf-8", "replace")
    except OSError as error:
        raise UserError(f"--untrusted-context: {str(file)!r}: {error.strerror}") from error
    return Attachment(UNTRUSTED, file.name, escape_controls(text), outside=True)


def _schema(file: Path | None) -> str:
    if file is None:
        return ""
    from json import JSONDecodeError

    from architect.agent.output_schema import checked_schema

    try:
        with file.open("rb") as opened:
            return checked_schema(opened.read(_MOST_SCHEMA))
    except OSError as error:
        raise UserError(f"--output-schema: {str(file)!r}: {error.strerror}") from error
    except JSONDecodeError as error:
        raise UserError(
            english("--output-schema: {file!r} is no JSON: {error}", file=str(file), error=error)
        ) from error
    except ValueError as error:
        raise UserError(at(f"--output-schema: {str(file)!r}", str(error))) from error


def _title(prompt: str | None) -> str:
    if prompt is not None:
        return ""
    from architect.services.task_names import run_name

    return run_name("resume")


def requested_task(prompt: str | None) -> str:
    """The prompt in words; None means to resume the session, `-` to read standard input.

    Raises:
        UserError: there are no words.
    """
    if prompt is None:
        from architect.app.next_run import task_to_go_on

        return task_to_go_on()
    task = _standard_input().decode("utf-8", "replace") if prompt == "-" else prompt
    if not task.strip():
        raise UserError(
            english("the prompt is empty; describe a task, or use '-' to read it from stdin")
        )
    return task


def _standard_input() -> bytes:
    # Piece by piece: a single read to the end would miss a Ctrl+C between two of its own reads.
    return b"".join(iter(lambda: os.read(0, 1 << 16), b""))
