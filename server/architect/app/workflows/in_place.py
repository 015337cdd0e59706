"""Units on the files of the user, in this process, with the front end that was asked."""

from contextlib import suppress
from dataclasses import replace

from architect.app.undo_session import undo_session
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.workflows.checks import checked
from architect.bootstrap.workflows.unit_run import run_agent
from architect.config.schema import Config
from architect.domain.errors import UnknownSessionError, VcsFault
from architect.domain.workflows.unit import UnitResult
from architect.ports.host import Host
from architect.ports.trees import Trees
from architect.ports.unit_executor import Spent, UnitOrder


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
        result = await run_agent(order, config, self._host, credentials, home=root, spent=spent)
        if self._trees is not None:
            with suppress(VcsFault):
                result = replace(result, tree=await self._trees.snapshot(order.workflow_id))
        return await checked(result, order.unit, root=root, config=config, credentials=credentials)

    async def drop(self, order: UnitOrder) -> None:
        """Undo what the attempt changed; what the user changed since stays as it is."""
        try:
            await undo_session(
                order.session_id,
                self._host.workspace,
                paths=None,
                kept_too=False,
                secrets=self._credentials.secrets(self._config.llm),
            )
        except UnknownSessionError:
            return  # it had not begun, or changed nothing

    async def aclose(self) -> None:
        """Runs close what they opened themselves."""
