"""`architect.agents`: which agents there are."""

from typing import TypedDict

from architect.agent.catalog import all_agents, only_reads
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import NoArgs


class ShownAgent(TypedDict):
    """`description` is one line; `own` says that the configuration adds the agent or changes it."""

    name: str
    description: str
    readsOnly: bool
    own: bool


class Agents(TypedDict):
    agents: list[str]
    details: list[ShownAgent]


async def agents(editor: EditorSession, _: NoArgs, _token: object) -> Agents:
    configured = (await editor.config(editor.root_of())).agents
    found = all_agents(configured)
    return {
        "agents": sorted(found),
        "details": [
            {
                "name": agent.name,
                "description": escape_controls(in_one_line(agent.description)),
                "readsOnly": only_reads(agent),
                "own": agent.name in configured,
            }
            for agent in found.values()
        ],
    }


COMMAND = Command("architect.agents", NoArgs, Agents, agents)
