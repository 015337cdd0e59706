"""A provider that plays an agent and those that it sends out."""

import json
import threading
from collections.abc import Callable, Mapping
from typing import Any

from tests.support.provider_server import Behaviour, Call, Judge, Received

Asked = Callable[[Received], Behaviour]


def send(kind: str, task: str, id: str = "c1", **more: Any) -> Call:
    arguments = {"task": task, "agent_type": kind, **more}
    return Call("dispatch_subagent", json.dumps(arguments), id=id)


def task_of(received: Received) -> str:
    """What a request is about: the first word of its task."""
    first = next(each for each in received.body["messages"] if each["role"] == "user")
    return str(first["content"])


def team(parent: list[Behaviour], children: Mapping[str, list[Behaviour] | Asked]) -> list[Judge]:
    """Answers each request by whose it is: a child is known by a word of its task."""
    scripts = {word: each if callable(each) else _in_turn(each) for word, each in children.items()}
    own = _in_turn(parent)

    def judge(received: Received) -> Behaviour:
        task = task_of(received)
        return next((ask for word, ask in scripts.items() if word in task), own)(received)

    return [judge] * 60


def _in_turn(replies: list[Behaviour]) -> Asked:
    left = iter(replies)
    lock = threading.Lock()

    def ask(_: Received) -> Behaviour:
        with lock:
            return next(left)

    return ask
