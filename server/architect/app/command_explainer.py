"""What explains command lines without running them, by the settings of a folder."""

import os
from pathlib import Path

from architect.app.explained_command import ExplainedCommand
from architect.bootstrap.lazy import LazyChangeWatch
from architect.bootstrap.run.guardrails import guardrails
from architect.bootstrap.run.tools import command_policy
from architect.bootstrap.workspaces import disk_workspace
from architect.config.schema import Config
from architect.execution.file_uses import files_used
from architect.frozen import frozen
from architect.policy.guardrails import GuardedCall
from architect.policy.outside_reads import reason_to_ask_about_reads
from architect.policy.shell.policy import CommandPolicy
from architect.ports.guardrails import Guardrails
from architect.ports.workspace import Workspace
from architect.tools.run_command import RunCommand, RunCommandArgs
from architect.tools.traits import CallTraits

_SOME_LINE = "true"
_NO_LIMIT = 1
"""The tool that only judges runs nothing, so that its limits do not matter."""

_WHY_UNCONFINED = "as explained"
"""That it has no sandbox is one of the two cases that are told, so nobody reads why."""


@frozen
class CommandExplainer:
    """Explains lines by `policy`, and by what the guardrails say of the files of `workspace`."""

    policy: CommandPolicy
    workspace: Workspace
    guardrails: Guardrails

    async def explained(self, line: str) -> ExplainedCommand:
        traits, lost = self._traits_of(line), None
        if traits.losses is not None:
            lost = await LazyChangeWatch(Path(self.workspace.root)).beyond_undo(traits.losses)
        uses = await files_used(traits.named_files, self.workspace, self.guardrails)
        call = GuardedCall(RunCommand.name, {"command": line}, uses, traits.command_line)
        return ExplainedCommand(
            self.policy.judge(line, None, {}),
            traits,
            traits.held(lost),
            await self.guardrails.check(call),
            reason_to_ask_about_reads(uses, _WHY_UNCONFINED),
        )

    def _traits_of(self, line: str) -> CallTraits:
        """What the pipeline has to know when the model calls `run_command` with `line`."""
        tool = RunCommand(_NO_LIMIT, _NO_LIMIT, policy=self.policy)
        # A line that could not be called has traits, too.
        return tool.traits(RunCommandArgs(command=_SOME_LINE).model_copy(update={"command": line}))


def command_explainer(config: Config, root: Path) -> CommandExplainer:
    """What explains lines that would be run in the folder `root`.

    Raises:
        UserError: `root` is no folder that a run can work in.
    """
    return CommandExplainer(
        command_policy(config.commands, root=root, home=os.environ.get("HOME")),
        disk_workspace(root),
        guardrails(config.guardrails, root),
    )
