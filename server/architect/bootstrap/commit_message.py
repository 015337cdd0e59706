"""The message of a commit, written by the model from the diff."""

import asyncio
import re
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from architect.adapters.git import Git
from architect.agent.cost_tracker import CostTracker
from architect.agent.limits import Limits
from architect.agent.prompt_files import prompt
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.open_session import new_session_id
from architect.config.schema import Config
from architect.domain.errors import UserError, VcsFault
from architect.domain.escape_controls import escape_controls
from architect.domain.git_range import Since, Staged
from architect.domain.ids import run_id_of, session_of
from architect.domain.journal.events import Record
from architect.domain.journal.model_events import ModelReplied
from architect.domain.journal.run_events import RunStarted
from architect.domain.messages import SystemMessage, UserMessage
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.domain.text.marks import kept_inside
from architect.domain.usage import NO_USAGE
from architect.domain.verdict import Answer, Choice, Confirmation, ConfirmMode
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.diff_without_secrets import diff_without_secrets
from architect.policy.file_rules import sensitive_files
from architect.ports.host import Host
from architect.ports.model import Model
from architect.ports.workspace import Workspace

MOST_DIFF_CHARS = 60_000
"""About 15,000 tokens; what is beyond is left out, which the model is told."""

MOST_SUBJECTS = 15
_MOST_MESSAGE_CHARS = 4_000
_FENCE = lazy_pattern(r"\A```\w*\n(.*?)\n?```\s*\Z", re.DOTALL)
_CONTROLS = lazy_pattern(r"[\x00-\x09\x0b-\x1f\x7f]")
AGENT = "commit-message"


async def commit_message(
    config: Config,
    workspace: Workspace,
    credentials: Credentials,
    folder: Path,
    *,
    editor_model: Model | None = None,
) -> str:
    """A message for what is staged in the repository around `folder`, or else for all changes.

    Files that may hold secrets are only named, and keys are replaced. What it costs is in the
    ledger of `workspace`.

    Raises:
        UserError: there is no change, or the model says nothing.
        ArchitectError: git or the model cannot be used.
    """
    host = Host(workspace=workspace, approver=_NobodyAsked(), model=editor_model)
    parts = ConfiguredParts(config, host, credentials)
    git = Git(folder)
    rules = sensitive_files(config.guardrails.sensitive_files)
    diff = diff_without_secrets(await _changes(git), rules)
    if not diff.strip():
        raise UserError(
            english("there are no changes to write a message for: nothing is staged or edited")
        )
    redactor = parts.redactor()
    asked = redactor.clean(_asked(diff, await git.subjects(MOST_SUBJECTS))).text
    async with AsyncExitStack() as resources:
        model = parts.model()
        resources.push_async_callback(model.aclose)
        request = ModelRequest((SystemMessage(prompt("commit_message")), UserMessage(asked)))
        reply = await model.complete(request, lambda _: None)
    await asyncio.to_thread(_enter_costs, parts, model.name, reply)
    message = _message_in(redactor.clean(reply.text).text)
    if not message:
        raise UserError(english("the model wrote no message; try again"))
    return message


async def _changes(git: Git) -> str:
    staged = await git.diff(Staged())
    if staged.strip():
        return staged
    try:
        return await git.diff(Since())
    except VcsFault:
        if await git.subjects(1):
            raise
        return ""  # there is no commit yet, and nothing is staged


def _asked(diff: str, subjects: Sequence[str]) -> str:
    text = diff[:MOST_DIFF_CHARS]
    if len(diff) > MOST_DIFF_CHARS:
        text += f"\n[... {len(diff) - MOST_DIFF_CHARS} characters left out ...]"
    recent = kept_inside("\n".join(subjects) or "(there are none yet)", "subjects")
    return (
        f"<subjects>\n{recent}\n</subjects>\n\n<diff>\n{kept_inside(text, 'diff')}\n</diff>\n\n"
        "The message:"
    )


def _message_in(text: str) -> str:
    """The message alone: without a fence, control characters and blanks around it.

    What would reorder it or hide in it is escaped.
    """
    text = text.strip()
    fenced = _FENCE.match(text)
    plain = escape_controls(_CONTROLS.sub("", fenced[1] if fenced else text))
    return "\n".join(line.rstrip() for line in plain.strip().split("\n"))[:_MOST_MESSAGE_CHARS]


def _enter_costs(parts: ConfiguredParts, model: str, reply: ModelReply) -> None:
    """Put the reply into the ledger, as one of a run of its own."""
    usage = reply.usage or NO_USAGE
    costs = CostTracker(model, parts.prices(), Limits(1, 1))
    run_id = run_id_of(new_session_id(parts.clock()))
    started = RunStarted(
        session_id=session_of(run_id),
        task=AGENT,
        agent=AGENT,
        model=model,
        workspace=str(parts.root),
        mode=ConfirmMode.YOLO,
        dry_run=True,
        max_steps=1,
        system="",
        opening="",
    )
    replied = ModelReplied(
        step=1,
        purpose="step",
        text="",
        calls=(),
        finish=reply.finish,
        usage=usage,
        cost_usd=0.0 if reply.cached else costs.cost_usd(usage),
        duration_s=0.0,
        model=reply.model or model,
        cached=reply.cached,
    )
    for sink in parts.ledger():
        for number, event in enumerate((started, replied), start=1):
            sink.show(Record(run_id, number, parts.clock().now(), event))


class _NobodyAsked:
    """There is nothing to ask: nothing is run."""

    async def confirm(self, question: Confirmation) -> Answer:
        return Answer(Choice.DENY, english("nothing is run for a message"))
