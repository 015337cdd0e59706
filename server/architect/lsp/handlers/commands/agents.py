"""`architect.agents`: which agents there are."""

from typing import TypedDict

from architect.agent.catalog import all_agents
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import NoArgs


class Agents(TypedDict):
    agents: list[str]


async def agents(editor: EditorSession, _: NoArgs, _token: object) -> Agents:
    return {"agents": sorted(all_agents((await editor.config(editor.root_of())).agents))}


COMMAND = Command("architect.agents", NoArgs, Agents, agents)
