"""What a run would be told, without running it."""

import json
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import replace

from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.opening import opening
from architect.config.schema import Config
from architect.domain.context_part import ContextPart
from architect.domain.model_exchange import ToolSchema
from architect.domain.run_request import RunRequest
from architect.domain.text.counted import counted
from architect.domain.verdict import Answer, Choice, Confirmation
from architect.frozen import frozen
from architect.ports.host import Host
from architect.ports.problem_reports import ProblemReports
from architect.ports.workspace import Workspace


@frozen
class ContextPreview:
    """The parts of the first request of a run, in its order, and the tokens it may have."""

    parts: tuple[ContextPart, ...]
    window: int

    @property
    def tokens(self) -> int:
        """Those of all parts together, by our estimate."""
        return sum(part.size.tokens for part in self.parts)


async def context_preview(
    config: Config,
    workspace: Workspace,
    environ: Mapping[str, str],
    request: RunRequest,
    *,
    problems: ProblemReports | None = None,
) -> ContextPreview:
    """What the run of `request` would be told if it began now, keys replaced.

    `problems` are as in `Host`. Tools that appear at run time are not among it: for those their
    servers had to be started.

    Raises:
        UserError: the request or the configuration names something that does not exist.
    """
    host = Host(workspace=workspace, approver=_NobodyAsked(), problems=problems)
    parts = ConfiguredParts(config, host, Credentials(environ))
    agent = parts.agent(request)
    redactor = parts.redactor()
    async with AsyncExitStack() as resources:
        index = parts.code_index(resources)
        if index is not None:
            await index.refresh()
        hides = parts.guardrails().hides
        skills = await parts.skills(workspace, hides)
        tools = parts.tools(request, agent, index, skills).allowed(agent.allowed_tools)
        schemas = "\n".join(_compact(tool.get_schema()) for tool in tools)
        told = await opening(
            parts,
            request,
            agent,
            tools,
            workspace=workspace,
            hides=hides,
            git=parts.git_summary(resources),
            index=index,
            skills=skills,
        )
    tool_part = ContextPart("tools", counted(len(tools), "tool"), schemas)
    return ContextPreview(
        (tool_part, *(replace(part, text=redactor.clean(part.text).text) for part in told.parts)),
        parts.window(parts.limits(request, agent)).tokens,
    )


def _compact(schema: ToolSchema) -> str:
    """A tool as it is sent."""
    return json.dumps(schema, separators=(",", ":"), ensure_ascii=False)


class _NobodyAsked:
    """Nothing is done, so that there is nothing to ask."""

    async def confirm(self, question: Confirmation) -> Answer:
        return Answer(Choice.DENY, "nothing is run for a preview")
