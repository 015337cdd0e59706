"""Units on the files of the user, in this process, with the front end that was asked."""

from collections.abc import Sequence
from dataclasses import replace

from architect.app.undo_session import undo_session
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.workflows.checks import checked
from architect.bootstrap.workflows.unit_run import UnitHome, run_agent
from architect.config.schema import Config
from architect.domain.errors import UnknownSessionError, VcsFault
from architect.domain.workflows.unit import UnitResult
from architect.ports.host import Host
from architect.ports.trees import Trees
from architect.ports.unit_executor import Spent, UnitOrder
from architect.ports.workspace import Workspace


class InPlaceExecutor:
    """See `UnitExecutor`. `trees` keep what the files were behind a unit; None without git."""

    def __init__(
        self, config: Config, host: Host, credentials: Credentials, trees: Trees | None
    ) -> None:
        self._config = config
        self._host = host
        self._credentials = credentials
        self._trees = trees

    async def run(self, order: UnitOrder, spent: Spent) -> UnitResult:
        config, credentials = self._config, self._credentials
        root = self._host.workspace.root
        home = UnitHome(root)
        result = await run_agent(order, config, self._host, credentials, home=home, spent=spent)
        result = await with_tree(result, order, self._trees)
        return await checked(result, order.unit, root=root, config=config, credentials=credentials)

    async def drop(self, order: UnitOrder) -> None:
        secrets = self._credentials.secrets(self._config.llm)
        await undo_attempt(order, self._host.workspace, secrets)

    async def aclose(self) -> None:
        """Runs close what they opened themselves."""


async def undo_attempt(order: UnitOrder, workspace: Workspace, secrets: Sequence[str]) -> None:
    """Undo what an attempt changed; what the user changed since stays as it is."""
    try:
        await undo_session(order.session_id, workspace, paths=None, kept_too=False, secrets=secrets)
    except UnknownSessionError:
        return  # it had not begun, or changed nothing


async def with_tree(result: UnitResult, order: UnitOrder, trees: Trees | None) -> UnitResult:
    """The result with the files as they are now, if git can keep them."""
    if trees is None:
        return result
    try:
        return replace(result, tree=await trees.snapshot(order.workflow_id))
    except VcsFault:
        return result
