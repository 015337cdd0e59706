"""What a run reads of the words that its user adds while it works."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from architect.agent.agent import Agent
from architect.agent.user_messages import ReadMessage, ReadMessages
from architect.bootstrap.run.opening import in_the_users_words
from architect.bootstrap.run.run_parts import RunParts
from architect.domain.errors import UserError
from architect.domain.paths import WorkspacePath
from architect.domain.run_request import RunRequest
from architect.execution.message_queue import QueuedMessage
from architect.policy.file_rules import sensitive_files
from architect.ports.code_index import CodeIndex
from architect.ports.tool_source import TextOffer
from architect.ports.workspace import Workspace
from architect.services.requests import outside_sources, without_secrets


def reader_of_messages(
    parts: RunParts,
    request: RunRequest,
    agent: Agent,
    *,
    workspace: Workspace,
    hides: Callable[[WorkspacePath], bool],
    index: CodeIndex | None,
    texts: Callable[[], Sequence[TextOffer]],
) -> ReadMessages:
    """What fetches what a message names and has attached, as for the task of `request`."""
    secrets = sensitive_files(parts.config.guardrails.sensitive_files)
    plain = replace(request, output_schema="", names_in=None, taints=())

    async def read(message: QueuedMessage) -> ReadMessage:
        asked = replace(plain, task=message.text, attachments=message.attachments)
        asked = without_secrets(asked, secrets)
        try:
            said = await in_the_users_words(
                parts,
                asked,
                agent,
                workspace=workspace,
                hides=hides,
                index=index,
                texts=texts(),
            )
        except UserError as error:  # a prompt that cannot be had is a line like any other
            return ReadMessage(f"{message.text}\n\n[{error}]")
        text = "\n\n".join(part.text for part in said.parts)
        return ReadMessage(text, said.left_out, (*outside_sources(asked), *said.taints))

    return read
