"""A provider that answers many runs at once: each by a word of its task and by how far it is.

Nothing is kept between two requests, so that a run which begins again gets the same replies.
"""

import json
from collections.abc import Mapping, Sequence

from tests.support.provider_server import Behaviour, Call, Judge, Received, Reply
from tests.support.team import task_of


def writes(path: str, content: str = "done\n", id: str = "c1") -> Reply:
    """A step that writes a new file."""
    return Reply(calls=[Call("write_file", json.dumps({"path": path, "content": content}), id=id)])


def at_work(scripts: Mapping[str, Sequence[Behaviour]], *, times: int = 2_000) -> list[Judge]:
    """Each run goes through the script of the first word that is in its task."""

    def judge(received: Received) -> Behaviour:
        task = task_of(received)
        script = next(steps for word, steps in scripts.items() if word in task)
        replied = sum(each["role"] == "assistant" for each in received.body["messages"])
        return script[min(replied, len(script) - 1)]

    return [judge] * times
