"""What is found out about a session behind the answer that opens it: its commands and models."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING

from architect.acp.session import AcpSession
from architect.acp.session_updates import Update
from architect.acp.slash_commands import available_commands
from architect.agent.catalog import all_agents
from architect.domain.errors import ArchitectError
from architect.ports.crash_log import CrashLog

if TYPE_CHECKING:
    from architect.adapters.mcp.servers import McpServers

_BEHIND_ANSWER_S = 0.05
"""What is told of a new session follows the answer that gives its id."""


class Discoveries:
    """Tells the client as soon as something is known; `mcp` gives the connections that are kept."""

    def __init__(
        self,
        tell: Callable[[AcpSession, Update], None],
        mcp: "Callable[[], McpServers]",
        on_fault: Callable[[object], None],
        crashes: CrashLog,
    ) -> None:
        self._tell, self._mcp, self._on_fault, self._crashes = tell, mcp, on_fault, crashes
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, session: AcpSession) -> None:
        self._go(self._commands(session))
        if not session.models:
            self._go(self._models(session))

    async def aclose(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _go(self, looking: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(self._fenced(looking))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _fenced(self, looking: Coroutine[None, None, None]) -> None:
        try:
            await looking
        except ArchitectError as error:
            self._on_fault(error)
        except Exception as bug:  # noqa: BLE001 - the fence of what nobody waits for
            self._on_fault(f"a bug in architect; details in {self._crashes.keep(bug)}")

    async def _commands(self, session: AcpSession) -> None:
        """Those that are known at once, and then with those of servers that have to be started."""
        from architect.bootstrap.skills import library

        await asyncio.sleep(_BEHIND_ANSWER_S)
        config = session.config()
        agents = all_agents(config.agents)
        found = await library(config, os.environ, session.root)
        skills = () if found is None else found.skills
        self._tell(session, available_commands(agents, skills))
        if not (config.mcp.enabled and config.mcp.servers):
            return
        from architect.bootstrap.mcp_prompts import server_prompts

        prompts = await server_prompts(config.mcp, session.root, os.environ, self._mcp())
        if prompts:
            self._tell(session, available_commands(agents, skills, prompts))

    async def _models(self, session: AcpSession) -> None:
        """Offer the models that can be used, once their providers have named them."""
        from architect.bootstrap.models.usable_models import usable_models

        found = await usable_models(session.config().llm, os.environ)
        session.models = tuple(model.name for one in found for model in one.models)
        if session.models:
            update = {
                "sessionUpdate": "config_option_update",
                "configOptions": session.options(),
            }
            self._tell(session, update)
