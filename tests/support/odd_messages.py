"""Random values and messages, the same for the same seed, for servers that have to survive them."""

import json
import random
from collections.abc import Sequence
from typing import Any

from tests.support.lsp_client import EditorClient

NOT_AN_ANSWER: Sequence[Any] = (
    {},
    {"choice": "maybe"},
    {"choice": ["once"]},
    {"choice": None},
    [],
    "once",
    True,
)
"""To a question, whatever the protocol."""


class Odd:
    """A source of odd values, of these methods, names of members and texts."""

    def __init__(
        self, seed: int, *, methods: Sequence[str], keys: Sequence[str], words: Sequence[str]
    ) -> None:
        self.random = random.Random(seed)
        self._methods, self._keys, self._words = methods, keys, words

    def value(self, depth: int = 0) -> Any:
        choose = self.random
        match choose.randrange(9 if depth < 4 else 6):
            case 0:
                return choose.choice((None, True, False))
            case 1 | 2:
                return choose.choice((0, 1, 2, -1, 5, 1.5, 1e300, 2**31, 2**63, -(2**70)))
            case 3 | 4 | 5:
                return self.word()
            case 6:
                return [self.value(depth + 1) for _ in range(choose.randrange(4))]
            case _:
                return {
                    choose.choice(self._keys): self.value(depth + 1)
                    for _ in range(choose.randrange(6))
                }

    def spoilt(self, shape: dict[str, Any]) -> dict[str, Any]:
        """`shape` as it is, or with another value somewhere in it."""
        place = self.random.choice(list(shape))
        return shape if self.chance(0.5) else {**shape, place: self.value(2)}

    def parameters(self, method: str) -> Any:
        """Parameters of that method, as far as anything is known of it."""
        return self.value()

    def method(self) -> str:
        return self.random.choice(self._methods)

    def word(self) -> str:
        return self.random.choice(self._words)

    def octets(self) -> bytes:
        """Noise, now and then with parts of a header in it."""
        parts = (b"Content-", b"Length: ", b"\r\n\r\n", b"\r\n", b"{}", b"\xff\x00", b"Type: x")
        return b"".join(
            self.random.choice(parts)
            if self.random.random() < 0.4
            else self.random.randbytes(self.random.randrange(20))
            for _ in range(self.random.randrange(1, 12))
        )

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability


def send_odd_messages(client: EditorClient, odd: Odd, count: int) -> set[str]:
    """Send `count` messages; the ids of those that are well-formed requests."""
    requests: set[str] = set()
    for number in range(count):
        method = odd.method()
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if odd.chance(0.9):
            message["params"] = odd.parameters(method)
        if odd.chance(0.6):
            message["id"] = f"request {number}"
            requests.add(message["id"])
        elif odd.chance(0.3):
            message = {**message, **dict.fromkeys(("id", "jsonrpc"), odd.value(3))}
        client.send_raw(client.framed(json.dumps(message).encode()))
        if odd.chance(0.1):
            client.send_raw(client.framed(json.dumps(odd.value()).encode()))
        if odd.chance(0.05):
            client.send_raw(client.framed(odd.octets()))
    return requests
