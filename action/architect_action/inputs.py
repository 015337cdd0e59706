"""The inputs of the action, checked."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from architect_action.errors import ActionError

MODES = ("review", "fix", "task", "comment")
PUSHES = ("none", "branch", "suggestion")
SANDBOXES = ("auto", "require", "off")
SEVERITIES = ("error", "warning", "info", "never")
CATEGORIES = ("bug", "security", "performance", "tests", "maintainability", "documentation")


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """What the workflow says; empty means that it says nothing. Secrets are not shown."""

    mode: str = "review"
    model: str = ""
    api_key: str = field(default="", repr=False)
    api_base: str = ""
    token: str = field(default="", repr=False)
    budget: float | None = None
    timeout_s: float | None = None
    sandbox: str = "require"
    config: str = ""
    trust_project: bool = False
    base: str = ""
    paths: tuple[str, ...] = ()
    focus: tuple[str, ...] = ()
    fail_on: str = "error"
    max_findings: int | None = None
    baseline: str = ""
    allow_partial: bool = False
    prompt: str = ""
    checks: tuple[str, ...] = ()
    trigger: str = "/architect"
    comment: bool = True
    sarif: bool = False
    annotations: bool = True
    push: str = "none"
    command: str = "architect"

    @property
    def secrets(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.api_key, self.token)))


def read_inputs(environ: Mapping[str, str]) -> Inputs:
    """The inputs, from variables like `INPUT_FAIL_ON`.

    Raises:
        ActionError: one of them is not valid.
    """

    def text(name: str, default: str = "") -> str:
        return environ.get(f"INPUT_{name}", "").strip() or default

    return Inputs(
        mode=_one_of("mode", text("MODE", "review"), MODES),
        model=text("MODEL"),
        api_key=text("API_KEY"),
        api_base=text("API_BASE"),
        token=text("GITHUB_TOKEN"),
        budget=_number("budget", text("BUDGET")),
        timeout_s=_number("timeout", text("TIMEOUT")),
        sandbox=_one_of("sandbox", text("SANDBOX", "require"), SANDBOXES),
        config=text("CONFIG"),
        trust_project=_truth("trust-project", text("TRUST_PROJECT", "false")),
        base=text("BASE"),
        paths=_lines(text("PATHS")),
        focus=tuple(_one_of("focus", each, CATEGORIES) for each in _words(text("FOCUS"))),
        fail_on=_one_of("fail-on", text("FAIL_ON", "error"), SEVERITIES),
        max_findings=_count("max-findings", text("MAX_FINDINGS")),
        baseline=text("BASELINE"),
        allow_partial=_truth("allow-partial", text("ALLOW_PARTIAL", "false")),
        prompt=text("PROMPT"),
        checks=_lines(text("CHECKS")),
        trigger=text("TRIGGER", "/architect"),
        comment=_truth("comment", text("COMMENT", "true")),
        sarif=_truth("sarif", text("SARIF", "false")),
        annotations=_truth("annotations", text("ANNOTATIONS", "true")),
        push=_one_of("push", text("PUSH", "none"), PUSHES),
        command=text("COMMAND", "architect"),
    )


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise ActionError(f"input {name}: {value!r} is none of {', '.join(allowed)}")
    return value


def _truth(name: str, value: str) -> bool:
    return _one_of(name, value.lower(), ("true", "false")) == "true"


def _number(name: str, value: str) -> float | None:
    if not value:
        return None
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number >= 0):
        raise ActionError(f"input {name}: {value!r} is no number")
    return number


def _count(name: str, value: str) -> int | None:
    if value and not (value.isascii() and value.isdigit() and int(value)):
        raise ActionError(f"input {name}: {value!r} is no number of findings")
    return int(value) if value else None


def _lines(value: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in value.split("\n") if line.strip())


def _words(value: str) -> tuple[str, ...]:
    return tuple(value.replace(",", " ").split())
