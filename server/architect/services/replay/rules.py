"""What cannot be the same twice, and is made the same before results are compared."""

import re
from collections.abc import Iterable
from pathlib import Path

from architect.frozen import frozen
from architect.l10n import english


@frozen
class Rule:
    """What `pattern` finds is compared as `becomes`; `means` says it in words."""

    means: str
    pattern: str
    becomes: str


RULES = (
    Rule(english("ids of sessions and runs"), r"\b\d{8}-\d{6}-[0-9a-f]{6}(?:\.\d+)*\b", "<run>"),
    Rule(
        english("dates and times"),
        r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?",
        "<time>",
    ),
    Rule(english("seconds since 1970"), r"\b1[5-9]\d{8}(?:\.\d+|\d{3}|\d{9})?\b", "<time>"),
    Rule(english("times of day"), r"\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b", "<time>"),
    Rule(
        english("durations"),
        r"\b\d+(?:\.\d+)?\s?(?:ns|µs|us|ms|s|sec|secs|seconds?|min|minutes?)\b",
        "<duration>",
    ),
    Rule(
        english("paths of temporary files"),
        r"(?:/private)?/(?:var/)?tmp/[^\s'\":,;)\]]+",
        "<temporary>",
    ),
    Rule(english("addresses in memory"), r"\b0x[0-9a-fA-F]{6,}\b", "<address>"),
    Rule(english("ports of this machine"), r"\b(localhost|127\.0\.0\.1):\d{2,5}\b", r"\1:<port>"),
    Rule(english("numbers of processes"), r"\b((?i:pid|process))[ =:]+\d+\b", r"\1 <process>"),
    Rule(
        english("names of commits"),
        r"\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b",
        "<commit>",
    ),
)
"""In the order in which they are applied, after the folders of the two workspaces."""

NOT_COMPARED = frozenset({"fetch_url", "ask_user", "command_output", "stop_command"})
"""Tools whose results come from elsewhere or depend on the moment. The same goes for those of MCP
servers, which no replay starts."""

CUT = r"(?m)^\[(?:lines \d+-\d+ of |\.\.\. .* left out)"
"""The line at which a result is cut to fit into what the context has left, where the workspace is
in it, too, with the length of its name."""

LISTED = (
    *(rule.means for rule in RULES),
    english("the folder of the workspace"),
    english("what comes behind the place where a long result was cut"),
    english(
        "calls whose arguments held a secret, which no journal has, and the files they changed"
    ),
    english(
        "results of fetch_url, ask_user, command_output, stop_command and the tools of MCP servers"
    ),
    english("the end of a run that was interrupted, timed out, spent its budget or lost its model"),
)
"""In words, all that is not compared."""


def normal(text: str, folders: Iterable[Path]) -> str:
    """`text` as it is compared; `folders` are those of a workspace, each with all its names."""
    for folder in sorted(map(str, folders), key=len, reverse=True):
        text = text.replace(folder, "<workspace>")
    for rule in RULES:
        text = re.sub(rule.pattern, rule.becomes, text)
    return text
