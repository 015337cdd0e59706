"""The client at the other end, as far as messages go."""

from typing import Any, Protocol


class ClientFault(Exception):
    """A request of ours got no usable answer; the text says why."""


class ClientTimeoutError(ClientFault):
    """No answer within the time-out. One that comes later is dropped."""


class ClientGoneError(ClientFault):
    """The connection is closed."""


class ClientRefusedError(ClientFault):
    """The other end answered with an error; `data` is what it says besides, any JSON value."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data


class Client(Protocol):
    """Sends messages; everything in them is plain JSON values."""

    def notify(self, method: str, params: Any) -> None:
        """Send a notification, without blocking; nothing happens if the connection is closed."""
        ...

    async def request(self, method: str, params: Any, *, timeout_s: float) -> Any:
        """The result of a request; None if the answer is `null`.

        When the awaiting task is cancelled, the other end is told.

        Raises:
            ClientTimeoutError, ClientGoneError, ClientRefusedError.
        """
        ...
