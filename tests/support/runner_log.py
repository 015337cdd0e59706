"""What GitHub's runner makes of the output of a step, by its own rules.

`ActionCommand.cs`, `ActionCommandManager.cs` and `FileCommandManager.cs` of
github.com/actions/runner: a command begins a line behind blanks (`::name key=value::data`), or
stands anywhere in it in the old form (`##[name key=value]data`); `stop-commands` turns both off
until its token comes back.
"""

import re
from dataclasses import dataclass, field

_KNOWN = frozenset(
    {
        *("add-mask", "add-matcher", "add-path", "debug", "echo", "endgroup", "error", "group"),
        *("notice", "remove-matcher", "save-state", "set-env", "set-output", "stop-commands"),
        *("warning", "internal-set-repo-path"),
    }
)
_LINES = re.compile(r"\r\n|\r|\n")
_DATA = {"%25": "%", "%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ","}


@dataclass(frozen=True)
class Command:
    name: str
    text: str
    properties: dict[str, str] = field(default_factory=dict[str, str])


def commands_in(output: str) -> list[Command]:
    """The commands that the runner would carry out."""
    found: list[Command] = []
    stopped = ""
    for line in _LINES.split(output):
        command = _new_form(line, stopped) or _old_form(line)
        if command is None:
            continue
        if stopped:
            stopped = "" if command.name == stopped else stopped
        elif command.name == "stop-commands":
            stopped = command.text
        else:
            found.append(command)
    assert not stopped, "the runner takes no commands any more"
    return found


def _new_form(line: str, token: str) -> Command | None:
    match = re.fullmatch(r"\s*::([^\s:]+)(?: (.*?))?::(.*)", line)
    if match is None or match[1].lower() not in {*_KNOWN, token}:
        return None
    return Command(match[1].lower(), _plain(match[3]), _properties(match[2] or "", ","))


def _old_form(line: str) -> Command | None:
    match = re.search(r"##\[([^\s\]]+)(?: ([^\]]*))?\](.*)", line)
    if match is None or match[1].lower() not in _KNOWN:
        return None
    return Command(match[1].lower(), match[3], _properties(match[2] or "", ";"))


def _properties(text: str, separator: str) -> dict[str, str]:
    pairs = (each.partition("=") for each in text.split(separator) if "=" in each)
    return {name.strip(): _plain(value) for name, _, value in pairs}


def _plain(text: str) -> str:
    return re.sub("|".join(_DATA), lambda match: _DATA[match[0]], text)


def assignments(text: str) -> dict[str, str]:
    """What a file of the step sets, such as `GITHUB_OUTPUT`."""
    lines, found, at = text.split("\n"), dict[str, str](), 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if not line:
            continue
        equals, heredoc = line.find("="), line.find("<<")
        if heredoc >= 0 and (equals < 0 or heredoc < equals):
            name, delimiter = line.split("<<", 1)
            end = lines.index(delimiter, at)
            found[name] = "\n".join(lines[at:end])
            at = end + 1
        else:
            assert equals >= 0, f"the runner fails the step: {line!r}"
            found[line[:equals]] = line[equals + 1 :]
    return found
