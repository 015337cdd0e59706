"""What a run would be told, without running it."""

import json
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace

from architect.agent.agent import Agent
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.opening import opening
from architect.bootstrap.run.users_words import UsersWords
from architect.config.schema import Config
from architect.domain.context_part import ContextPart
from architect.domain.journal.context_events import ToolsAnnounced
from architect.domain.model_exchange import ToolSchema
from architect.domain.run_request import RunRequest
from architect.domain.text.counted import counted
from architect.domain.verdict import Answer, Choice, Confirmation
from architect.frozen import frozen
from architect.l10n import english, joined
from architect.ports.host import Host
from architect.ports.problem_reports import ProblemReports
from architect.ports.workspace import Workspace
from architect.tools.registry import AnyTool, ToolRegistry


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

    `problems` are as in `Host`. The tools of MCP servers are those that each offered when it was
    connected last: none is started.

    Raises:
        UserError: the request or the configuration names something that does not exist.
    """
    host = Host(workspace=workspace, approver=_NobodyAsked(), problems=problems)
    parts = ConfiguredParts(config, host, Credentials(environ))
    agent = parts.agent(request)
    redactor = parts.redactor()
    async with AsyncExitStack() as resources:
        parts.place(request, resources)  # a language server is started if the task needs one
        index = parts.code_index(resources)
        if index is not None:
            await index.refresh()
        hides = parts.guardrails().hides
        skills = await parts.skills(workspace, hides)
        registry = parts.tools(request, agent, index, skills)
        tools = registry.allowed(agent.allowed_tools)
        window = parts.window(parts.limits(request, agent)).tokens
        offered = await _offered(parts, registry, agent, resources, window)
        words = UsersWords(
            parts=parts, agent=agent, workspace=workspace, hides=hides, index=index, skills=skills
        )
        git = parts.git_summary(resources)
        told = await opening(words, request, tools, git=git, skills=skills)
    own = ContextPart(english("tools"), counted(len(tools), "tool"), _schemas(tools))
    texts = (replace(part, text=redactor.clean(part.text).text) for part in told.parts)
    return ContextPreview((own, *offered, *texts), window)


async def _offered(
    parts: ConfiguredParts,
    registry: ToolRegistry,
    agent: Agent,
    resources: AsyncExitStack,
    window: int,
) -> Sequence[ContextPart]:
    """The tools of MCP servers; none if there are no servers."""
    mcp = parts.config.mcp
    if not (mcp.enabled and mcp.servers):
        return ()
    from architect.bootstrap.mcp import KnownOffers
    from architect.bootstrap.run.offered_tools import OfferedTools

    own = {tool.name for tool in registry.list_all()}
    known = KnownOffers(mcp, parts.root, parts.credentials.environ)
    offered = OfferedTools(registry, window_tokens=window)
    await offered.open([known], resources)
    tools = [tool for tool in registry.allowed(agent.allowed_tools) if tool.name not in own]
    told = [each.text for each in offered.news() if isinstance(each, ToolsAnnounced)]
    left_out = [english("{name}, which was never connected", name=name) for name in known.unknown]
    text = "\n".join((_schemas(tools), *told)).strip()
    part = ContextPart(
        english("mcp tools"), counted(len(tools), "tool"), text, joined(", ", left_out)
    )
    return (part,) if text or left_out else ()


def _schemas(tools: Sequence[AnyTool]) -> str:
    return "\n".join(_compact(tool.get_schema()) for tool in tools)


def _compact(schema: ToolSchema) -> str:
    """A tool as it is sent."""
    return json.dumps(schema, separators=(",", ":"), ensure_ascii=False)


class _NobodyAsked:
    """Nothing is done, so that there is nothing to ask."""

    async def confirm(self, question: Confirmation) -> Answer:
        return Answer(Choice.DENY, english("nothing is run for a preview"))
