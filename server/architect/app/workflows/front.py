"""What a front end brings to workflows."""

from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path

from architect.bootstrap.run.credentials import Credentials
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.ids import SessionId
from architect.domain.workflows.events import WorkflowEvent
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.unit import Unit
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.trees import Trees
from architect.ports.unit_executor import UnitExecutor
from architect.workflows.approvals import Approve

Watch = Callable[[WorkflowEvent, WorkflowState], None]


@frozen(kw_only=True)
class Front:
    """What a front end brings: the configuration of its workspace at `root`, its keys, who watches.

    `load` reads a configuration file in the place of the project's own; `configs` are those that
    the user has named for this workflow. `in_place` makes what runs units on the files of the user,
    given the trees of the repository. Without `approve` nobody can be asked for an approval.
    `flags` are recorded with a workflow that begins, see `flags_of`, and so is the session that it
    was `asked_in`.
    """

    root: Path
    config: Config
    load: Callable[[Path], Config]
    credentials: Credentials
    watch: Watch
    in_place: Callable[[Trees | None], UnitExecutor]
    approve: Approve | None = None
    configs: frozenset[str] = frozenset()
    flags: Mapping[str, str] = field(default_factory=dict[str, str])
    asked_in: SessionId | None = None

    def config_of(self, unit: Unit) -> Config:
        """That with which a unit runs.

        Raises:
            ConfigError: its file cannot be read any more.
            UserError: it is none of those that the user has named: the record was changed.
        """
        if unit.config and unit.config not in self.configs:
            raise UserError(
                english(
                    "the record of the workflow has {config!r} as the configuration of "
                    "{unit_id!r}, which is none of those that it began with",
                    config=unit.config,
                    unit_id=unit.unit_id,
                )
            )
        return self.load(Path(unit.config)) if unit.config else self.config
