"""What explains command lines by the settings of a folder."""

import os
from pathlib import Path

from architect.app.explained_command import CommandExplainer
from architect.bootstrap.run.guardrails import guardrails
from architect.bootstrap.run.tools import command_policy
from architect.bootstrap.workspaces import disk_workspace
from architect.config.schema import Config


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
