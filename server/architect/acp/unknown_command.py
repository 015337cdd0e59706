"""What is said of a command that there is not, instead of asking a model about it."""

import os

from architect.acp.prompt_content import Prompt
from architect.acp.session import AcpSession
from architect.acp.slash_commands import available_commands
from architect.agent.catalog import all_agents
from architect.app.reports.safe_markdown import code, inline
from architect.app.slash_names import typed_name
from architect.config.nearest import did_you_mean
from architect.l10n import shown, t

_MOST_NAMES = 40


async def unknown_command(session: AcpSession, prompt: Prompt) -> str:
    """The answer to `prompt` if it begins with a command that there is not; empty for any other."""
    name = None if prompt.is_plain else typed_name(prompt.text)
    if name is None:
        return ""
    from architect.bootstrap.skills import library

    config = session.config()
    found = await library(config, os.environ, session.root)
    skills = () if found is None else found.skills
    offered = available_commands(all_agents(config.agents), skills)["availableCommands"]
    names = [each["name"] for each in offered]
    if name in names:
        return ""
    known = ", ".join(code(f"/{each}") for each in names[:_MOST_NAMES])
    return t(
        "There is no command {name}{hint} A space or a word before the slash makes it a message. "
        "The commands are: {known}",
        name=code(f"/{name}"),
        hint=inline(shown(did_you_mean(name, names))) or ".",
        known=known if len(names) <= _MOST_NAMES else f"{known}, ...",
    )
