"""What the model replies in a scenario, a line for each thing it does.

    thinks The test shows what is wrong.
    says I run the test.
    run_command {"command": "sh test.sh"}

    says "two\\nlines"
    finish length

    fault auth

A blank line ends a reply. A call is the name of a tool and its arguments as JSON; arguments in
quotes are sent as they are, right or wrong. What is thought or said stands in quotes if it would
not be seen otherwise. `finish` and `fault` are those of a script
(`architect.adapters.models.recorded.script`).
A reply in which nothing comes is the line `nothing`.
"""

import json
import re
from typing import Any

_CALL = re.compile(r"(?P<name>\S+) (?P<arguments>[{\"].*)")
_SPEAKS = re.compile(r"(?P<how>thinks|says) (?P<text>\S.*)")
_KEYS = {"thinks": "reasoning", "says": "text"}
_OTHER = re.compile(r"(?P<key>finish|fault) (?P<value>\w+)")


def replies_of(text: str) -> list[dict[str, Any]]:
    """The replies as a script has them.

    Raises:
        ValueError: a line is none of those above, or something comes twice in one reply.
    """
    return [_reply(part.split("\n")) for part in text.removesuffix("\n").split("\n\n")]


def _reply(lines: list[str]) -> dict[str, Any]:
    reply: dict[str, Any] = {}
    for line in lines if lines != ["nothing"] else []:
        key, value = _entry(line)
        if key == "calls":
            reply.setdefault(key, []).append(value)
        elif key in reply:
            raise ValueError(f"one reply cannot have two of {key!r}: {line!r}")
        else:
            reply[key] = value
    return reply


def _entry(line: str) -> tuple[str, Any]:
    if found := _SPEAKS.fullmatch(line):
        said = found["text"]
        return _KEYS[found["how"]], json.loads(said) if said.startswith('"') else said
    if found := _OTHER.fullmatch(line):
        return found["key"], found["value"]
    if found := _CALL.fullmatch(line):
        return "calls", {"name": found["name"], "arguments": json.loads(found["arguments"])}
    raise ValueError(f"no line of a reply: {line!r}")
