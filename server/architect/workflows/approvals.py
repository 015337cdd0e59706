"""Asking people for what units of a workflow wait for."""

import asyncio
from collections.abc import Awaitable, Callable

from architect.domain.workflows.events import ApprovalAnswered
from architect.domain.workflows.state import WorkflowState

Approve = Callable[[WorkflowState, str], Awaitable[bool | None]]
"""Asks a person for an approval that a workflow waits for; None is no answer."""


class Approvals:
    """One question at a time and each once; the first answer counts, whoever gives it.

    `emit` puts an answer on record. Without `approve` nobody can be asked.
    """

    def __init__(
        self,
        state: WorkflowState,
        approve: Approve | None,
        emit: Callable[[ApprovalAnswered], None],
    ) -> None:
        self._state = state
        self._approve = approve
        self._emit = emit
        self._asked: list[str] = []
        self._question: asyncio.Task[None] | None = None
        self._news: asyncio.Future[None] | None = None
        self._is_closed = False

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """The open question, if there is one."""
        return [] if self._question is None else [self._question]

    @property
    def news(self) -> asyncio.Future[None]:
        """Is over once somebody has answered without being asked."""
        if self._news is None or self._news.done():
            self._news = asyncio.get_running_loop().create_future()
        return self._news

    def ask(self) -> None:
        """Ask for what has not been asked for yet, unless a question is open."""
        if self._approve is None or self._question is not None:
            return
        new = (each for each in self._state.awaited_approvals if each not in self._asked)
        if (approval := next(new, None)) is not None:
            self._asked.append(approval)
            self._question = asyncio.create_task(self._answered(approval, self._approve))

    def answer(self, approval: str, *, approved: bool) -> bool:
        """Take an answer that was not asked for; False if nothing waits for it any more."""
        if self._is_closed or approval not in self._state.awaited_approvals:
            return False
        self._emit(ApprovalAnswered(approval=approval, approved=approved))
        if self._question is not None and self._asked[-1] == approval:
            self._question.cancel()
        if self._news is not None and not self._news.done():
            self._news.set_result(None)
        return True

    def collect(self) -> asyncio.Task[None] | None:
        """Forget the question that is over, and give it, unless somebody else answered it."""
        question = self._question
        if question is None or not question.done():
            return None
        self._question = None
        return None if self._asked[-1] in self._state.approvals else question

    def close(self) -> None:
        """Take no more answers."""
        self._is_closed = True
        self._question = None

    async def _answered(self, approval: str, approve: Approve) -> None:
        answer = await approve(self._state, approval)
        if answer is not None and approval not in self._state.approvals:
            self._emit(ApprovalAnswered(approval=approval, approved=answer))
