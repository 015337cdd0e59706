"""A process that is killed while a child of its run edits a file.

    python -m tests.support.killed_child WORKSPACE

The workspace has a file `a.py` that holds `1`.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from tests.support.delegate import Delegate
from tests.support.replies import call_reply
from tests.support.rig import call

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.models.recorded.model import ScriptedModel
from architect.agent.agent import Agent
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.run_factory import RunFactory
from architect.cli.terminal_approver import NobodyToAsk
from architect.config.schema import Config
from architect.domain.effect import Effect
from architect.domain.run_request import RunRequest
from architect.domain.tool_result import ToolResult
from architect.domain.verdict import ConfirmMode
from architect.ports.code_index import CodeIndex
from architect.ports.host import Host
from architect.ports.model import Model
from architect.ports.skill_library import SkillLibrary
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.registry import ToolRegistry


class KillArgs(ToolArgs):
    """None."""


class Kill(BaseTool[KillArgs]):
    """Ends the process at once."""

    name = "kill"
    description = "Kills."
    args_model = KillArgs
    effect = Effect.COMMAND

    async def run(self, args: KillArgs, context: ToolContext) -> ToolResult:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("nobody survives that")


class Parts(ConfiguredParts):
    """Those of users, but for the models and two more tools."""

    def model(self) -> Model:
        return ScriptedModel([call_reply(call("delegate", task="edit it"))])

    def child_model(self) -> Model:
        edit = call("edit_file", path="a.py", old_str="1", new_str="2")
        return ScriptedModel([call_reply(edit), call_reply(call("kill"))])

    def tools(
        self,
        request: RunRequest,
        agent: Agent,
        index: CodeIndex | None = None,
        skills: SkillLibrary | None = None,
    ) -> ToolRegistry:
        registry = super().tools(request, agent, index, skills)
        registry.register(Delegate(mode=ConfirmMode.YOLO))
        registry.register(Kill())
        return registry


async def _run(root: Path) -> None:
    host = Host(DiskWorkspace(root), NobodyToAsk())
    config = Config.model_validate({"llm": {"model": "recorded/script"}})
    parts = Parts(config, host, Credentials(os.environ))
    request = RunRequest("have it edited", "build", mode=ConfirmMode.YOLO)
    await (await RunFactory(parts).open(request)).go()


if __name__ == "__main__":
    asyncio.run(_run(Path(sys.argv[1])))
