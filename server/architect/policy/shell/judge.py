"""The verdict about a command line."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from architect.policy.shell.blocklist.blocklist import blocked_by
from architect.policy.shell.classify.classify import Rules, findings
from architect.policy.shell.classify.variables import judge_assignment
from architect.policy.shell.classify.workspace_paths import relative_path
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.place import Place
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.source_checks import line_oddities
from architect.policy.shell.verdict import (
    CommandClass,
    CommandVerdict,
    Finding,
    Reach,
    dangerous,
    worst,
)

MAX_CHARACTERS = 200
"""Of a reason."""

MAX_REASONS = 8
"""Of a verdict; a person reads them in a prompt."""


def judge_command(
    line: str,
    *,
    workspace: PurePath | None,
    home: PurePath | None,
    extra_safe: Sequence[str] = (),
    blocked_patterns: Sequence[str] = (),
    git_programs: Sequence[str] = (),
    folder: PurePath | None = None,
    variables: Mapping[str, str] | None = None,
    in_sandbox: bool = False,
) -> CommandVerdict:
    """How dangerous `line` is and whether no mode may run it; runs nothing and never raises.

    It would start in `folder` (the workspace if None) with `variables` added to its environment.
    `extra_safe` are starts of commands that count as safe, `blocked_patterns` expressions that
    block a line in which they are found, `git_programs` settings of the repository that have git
    run programs. `in_sandbox`, what is the sandbox's own is not protected: processes, permissions.
    """
    place = replace(Place.of(workspace, home, folder, variables or {}), in_sandbox=in_sandbox)
    oddities = tuple(line_oddities(line))
    script = parse(line)
    blocked = tuple(dict.fromkeys(blocked_by(line, script, place, blocked_patterns)))
    rules = replace(_rules(line, place, extra_safe), git_programs=tuple(git_programs))
    found = [*map(dangerous, oddities), *_set_variables(variables or {}), *findings(script, rules)]
    return _verdict(found, blocked)


def _rules(line: str, place: Place, extra_safe: Sequence[str]) -> Rules:
    if place.workspace == "/" or place.workspace not in line:
        return Rules(tuple(tuple(start.split()) for start in extra_safe))
    starts = (
        tuple(relative_path(word, place.workspace) for word in start.split())
        for start in extra_safe
    )
    return Rules(tuple(starts), place.workspace)


def _set_variables(variables: Mapping[str, str]) -> Iterable[Finding]:
    """What the variables of the environment mean; that they are exported makes them weigh more."""
    return [judge_assignment(name, value) for name, value in variables.items()]


def _verdict(found: Sequence[Finding], blocked: tuple[str, ...]) -> CommandVerdict:
    command_class = worst(*(finding.command_class for finding in found))
    if blocked:
        command_class = CommandClass.DANGEROUS
    weighty = [
        finding.reason
        for finding in found
        if finding.reason and finding.command_class is command_class
    ]
    reasons = tuple(dict.fromkeys(map(_in_a_line, blocked or weighty)))
    reaches = {finding.reach for finding in found}
    return CommandVerdict(
        command_class,
        bool(blocked),
        reasons[:MAX_REASONS],
        network=not reaches.isdisjoint({Reach.SENDS, Reach.FETCHES, Reach.UNKNOWN}),
        outside=not reaches.isdisjoint({Reach.OUTSIDE, Reach.UNKNOWN}),
        fetches=Reach.FETCHES in reaches,
    )


def _in_a_line(reason: str) -> str:
    """`reason` as short as a person reads it; what is quoted in it may be anything."""
    text = " ".join(reason.replace(HOLE, "...").split())
    if len(text) > MAX_CHARACTERS:
        return f"{text[: MAX_CHARACTERS - 3]}..."
    return reason if reason == text else text
