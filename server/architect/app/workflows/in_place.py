"""Units on the files of the user, in this process, with the front end that was asked."""

from dataclasses import replace

from architect.app.workflows.attempts import Attempts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.workflows.checks import checked
from architect.bootstrap.workflows.unit_run import UnitHome, credentials_for, run_agent
from architect.config.schema import Config
from architect.domain.errors import VcsFault
from architect.domain.workflows.unit import UnitResult
from architect.ports.host import Host
from architect.ports.trees import Trees
from architect.ports.unit_executor import Dropped, Spent, UnitOrder


class InPlaceExecutor:
    """See `UnitExecutor`. `trees` keep what the files were behind a unit; None without git."""

    def __init__(
        self, config: Config, host: Host, credentials: Credentials, trees: Trees | None
    ) -> None:
        self._config = config
        self._host = host
        self._credentials = credentials
        self._trees = trees
        secrets = credentials.secrets(config.llm)
        self._attempts = Attempts(host.workspace.root, config.checkpoints, secrets)

    async def run(self, order: UnitOrder, spent: Spent) -> UnitResult:
        with self._attempts.going_on(order):
            return await self._run(order, spent)

    async def _run(self, order: UnitOrder, spent: Spent) -> UnitResult:
        config = self._config
        credentials = await credentials_for(order, config, self._credentials)
        root = self._host.workspace.root
        home = UnitHome(root)
        result = await run_agent(order, config, self._host, credentials, home=home, spent=spent)
        result = await with_tree(result, order, self._trees)
        await self._attempts.before_checks(order, self._host.workspace)
        return await checked(result, order.unit, root=root, config=config, credentials=credentials)

    async def drop(self, order: UnitOrder) -> Dropped:
        return Dropped(note=await self._attempts.undone(order, self._host.workspace))

    async def undo(self, order: UnitOrder) -> str:
        return await self._attempts.undo(order, self._host.workspace)

    async def aclose(self) -> None:
        """Runs close what they opened themselves."""
        self._attempts.forget()


async def with_tree(result: UnitResult, order: UnitOrder, trees: Trees | None) -> UnitResult:
    """The result with the files as they are now, if git can keep them."""
    if trees is None:
        return result
    try:
        return replace(result, tree=await trees.snapshot(order.workflow_id))
    except VcsFault:
        return result
