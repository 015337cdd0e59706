"""The words of a user as a run reads them: the task, and what the user says while it works."""

import asyncio
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from architect.agent.agent import Agent
from architect.agent.user_messages import ReadMessage
from architect.bootstrap.run.run_parts import RunParts
from architect.bootstrap.workspaces import version_control
from architect.domain.context_part import ContextPart
from architect.domain.errors import UserError
from architect.domain.git_range import Since
from architect.domain.journal.context_events import MentionLeftOut
from architect.domain.paths import WorkspacePath
from architect.domain.run_request import TERMINAL, RunRequest
from architect.execution.message_queue import QueuedMessage
from architect.frozen import frozen
from architect.l10n import english
from architect.policy.diff_without_secrets import diff_without_secrets
from architect.policy.file_rules import FileRules, sensitive_files
from architect.ports.code_index import CodeIndex
from architect.ports.originals import Originals
from architect.ports.problem_reports import ProblemReports
from architect.ports.skill_library import SkillLibrary
from architect.ports.tool_source import TextOffer
from architect.ports.workspace import Workspace
from architect.services.kept_images import keep_images
from architect.services.requests import (
    attached_to,
    opening_message,
    outside_sources,
    without_secrets,
)

if TYPE_CHECKING:
    from architect.services.mentions.mentioned import Mentioned
    from architect.services.opening.chosen_prompt import ChosenPrompt


def _no_texts() -> Sequence[TextOffer]:
    return ()


@frozen(kw_only=True)
class UsersWords:
    """Fetches what goes with words of the user; nothing of files that `hides` says hold secrets.

    `texts` gives those that the user may name by now. Images are kept among the `originals`, if the
    model takes any.
    """

    parts: RunParts
    agent: Agent
    workspace: Workspace
    hides: Callable[[WorkspacePath], bool]
    index: CodeIndex | None = None
    skills: SkillLibrary | None = None
    texts: Callable[[], Sequence[TextOffer]] = _no_texts
    originals: Originals | None = None
    takes_images: bool = False

    async def asked(self, request: RunRequest) -> "Mentioned":
        """The task of `request` with its attachments, which hold no secrets, and what it names.

        Raises:
            UserError: the task is a prompt that cannot be had.
        """
        chosen = await self._chosen(request)
        task = opening_message(request if chosen is None else replace(request, task=chosen.task))
        named = await self._mentioned(request)
        taints = (*filter(None, () if chosen is None else (chosen.taint,)), *named.taints)
        parts = (ContextPart(english("task"), english("you"), task), *named.parts)
        attached = (*attached_to(request), *named.attached)
        return replace(named, parts=parts, taints=taints, attached=attached)

    async def said(self, request: RunRequest, message: QueuedMessage) -> ReadMessage:
        """What the run of `request` reads of a message that came later."""
        asked = replace(
            request,
            task=message.text,
            attachments=message.attachments,
            images=message.images if self.takes_images else (),
            output_schema="",
            names_in=None,
            taints=(),
        )
        asked = without_secrets(asked, self.secrets)
        try:
            said = await self.asked(asked)
        except UserError as error:  # a prompt that cannot be had is a line like any other
            return ReadMessage(f"{message.text}\n\n[{error}]")
        text = "\n\n".join(part.text for part in said.parts)
        return ReadMessage(
            text,
            (*said.left_out, *self._not_shown(message)),
            (*outside_sources(asked), *said.taints),
            said.attached,
            await asyncio.to_thread(keep_images, asked.images, self.originals),
        )

    def _not_shown(self, message: QueuedMessage) -> Sequence[MentionLeftOut]:
        if self.takes_images:
            return ()
        reason = "the model takes no images"
        return [MentionLeftOut(mention=image.name, reason=reason) for image in message.images]

    @property
    def secrets(self) -> FileRules:
        """The files that may hold secrets."""
        return sensitive_files(self.parts.config.guardrails.sensitive_files)

    async def _chosen(self, request: RunRequest) -> "ChosenPrompt | None":
        """The prompt or skill that the user names; a task that a model has set names nothing."""
        texts, skills = self.texts(), () if self.skills is None else self.skills.skills
        if self.parts.parent() is not None or not (texts or skills):
            return None
        words = _names_of(request).split(maxsplit=1)
        if not (words and words[0].startswith("/")):
            return None
        if await asyncio.to_thread(os.path.lexists, words[0]):
            skills = ()  # a task may begin with a path, such as /tmp, whatever skills there are
        from architect.services.opening.chosen_prompt import chosen_prompt, chosen_skill

        return await chosen_prompt(request.task, texts) or chosen_skill(request.task, skills)

    async def _mentioned(self, request: RunRequest) -> "Mentioned":
        """What the user names in the task; a task that a model has set names nothing."""
        from architect.services.mentions.mentioned import Mentioned, mentioned
        from architect.services.mentions.mentioned_text import Sources
        from architect.services.mentions.problems_text import problems_text

        parts = self.parts
        if parts.parent() is not None:
            return Mentioned()
        reports = parts.host.problems
        sources = Sources(
            workspace=self.workspace,
            hides=self.hides,
            diff=self._diff,
            problems=None if reports is None else partial(problems_text, reports),
            reporter=_reporter(reports),
            index=self.index,
            texts={each.source: each for each in self.texts()},
            has_terminal=any(each.kind == TERMINAL for each in request.attachments),
        )
        # As many characters as tokens: about a quarter of what the model may be told.
        room = parts.window(parts.limits(request, self.agent)).tokens
        return await mentioned(_names_of(request), sources, room=room)

    async def _diff(self) -> str:
        diff = await version_control(self.workspace).diff(Since())
        return diff_without_secrets(diff, self.secrets)


def _reporter(reports: ProblemReports | None) -> str:
    from architect.bootstrap.run.language_servers import LazyLanguageServers

    return reports.source if isinstance(reports, LazyLanguageServers) else "the editor"


def _names_of(request: RunRequest) -> str:
    """The text in which the user, and not a model, names things."""
    return request.task if request.names_in is None else request.names_in
