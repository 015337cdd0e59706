"""A command of `workspace/executeCommand` as a value."""

from collections.abc import Awaitable, Callable
from types import UnionType
from typing import Any, Generic, TypeVar

from architect.domain.errors import ArchitectError
from architect.frozen import frozen
from architect.lsp.editor_session import EditorSession
from architect.lsp.protocol.errors import request_fault
from architect.lsp.protocol.params import Message, parsed
from architect.lsp.transport.server_interface import ProgressToken

ArgsT = TypeVar("ArgsT", bound=Message)
ResultT = TypeVar("ResultT")


@frozen
class Command(Generic[ArgsT, ResultT]):
    """What a command is called, takes and answers.

    `arguments` and `result` are what is checked, announced and written down for clients: a model,
    and a typed dict, or one of several, in the names of the protocol. The handler gets the progress
    token of the client, if it sent one.
    """

    name: str
    arguments: type[ArgsT]
    result: type[ResultT] | UnionType
    handler: Callable[[EditorSession, ArgsT, ProgressToken | None], Awaitable[ResultT]]

    async def answer(
        self, editor: EditorSession, argument: Any, token: ProgressToken | None
    ) -> ResultT:
        """The result for an argument as the client sent it.

        Raises:
            RequestFault: the argument does not fit, or the handler refuses.
        """
        arguments = parsed(self.arguments, argument)
        try:
            return await self.handler(editor, arguments, token)
        except ArchitectError as error:
            raise request_fault(error, editor.runs.words) from error


AnyCommand = Command[Any, Any]
