"""Whether a project is trusted, and what the user is asked before it is."""

import os
from collections.abc import Mapping
from pathlib import Path

from architect.adapters.records.trusted_projects import TrustedProjects
from architect.config.agents import AgentSettings
from architect.domain.trust import BoundFiles, changes_since
from architect.frozen import frozen


@frozen
class TrustQuestion:
    """What trust in `project` would switch on, and what changed since it was trusted, if it was.

    `ignored` are places like `.architect.yaml:3: llm.api_base`; `changes` is a diff, or empty.
    """

    project: Path
    ignored: tuple[str, ...]
    changes: str
    files: BoundFiles

    def trust(self) -> None:
        """Trust the files as they were when this was asked.

        Raises:
            UserError: that cannot be written down.
        """
        TrustedProjects(os.environ).trust(self.project, self.files)

    def refuse(self) -> None:
        """Go on without these files, and do not ask about them again.

        Raises:
            UserError: that cannot be written down.
        """
        TrustedProjects(os.environ).refuse(self.project, self.files)

    def is_refused(self) -> bool:
        """Whether the user has answered that about exactly these files.

        Raises:
            UserError: what is kept about that cannot be read.
        """
        return TrustedProjects(os.environ).is_refused(self.project, self.files)


def is_trusted(project: Path, files: BoundFiles) -> bool:
    """Whether the user trusts `project` with exactly these files.

    Raises:
        UserError: what is kept about that cannot be read.
    """
    return TrustedProjects(os.environ).files(project) == files


def trust_question(project: Path, ignored: tuple[str, ...], files: BoundFiles) -> TrustQuestion:
    """The question about settings of `project` that do not count yet.

    Raises:
        UserError: what is kept about earlier trust cannot be read.
    """
    before = TrustedProjects(os.environ).files(project)
    changes = "" if before is None else changes_since(before, files)
    return TrustQuestion(project, ignored, changes, files)


def revoke_trust(project: Path) -> bool:
    """Trust `project` no more; whether it was trusted.

    Raises:
        UserError: that cannot be written down.
    """
    return TrustedProjects(os.environ).revoke(project)


def agents_without_configuration() -> Mapping[str, AgentSettings]:
    """Our own agents as settings, which a project may tighten."""
    from architect.agent.catalog import default_agents  # reads prompts, which most layers need not

    return {
        agent.name: AgentSettings(
            system_prompt=agent.system_prompt,
            allowed_tools=tuple(agent.allowed_tools or ()),
            confirm_mode=agent.confirm_mode,
            max_steps=agent.max_steps,
        )
        for agent in default_agents().values()
    }
