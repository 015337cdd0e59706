"""The guardrails of a run, and what has to hold at its end, from the settings."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from architect.adapters.files.harmless_files import holds_no_secret
from architect.adapters.search.pattern_search import BoundedPatternSearch
from architect.agent.completion_checks import CompletionRules
from architect.config.guardrails import GuardrailSettings
from architect.domain.effect import Effect
from architect.domain.gates import Gate
from architect.domain.run_request import RunRequest
from architect.execution.guardrails_engine import GuardrailsEngine
from architect.policy.executable_config_files import OWN
from architect.policy.file_rules import FileRules, escaped, protected_files, sensitive_files
from architect.policy.guardrails import CodeRule, GuardrailRules
from architect.tools.registry import AnyTool

CHECK_TIMEOUT_S = 600.0
"""For the commands a user requires, which name no time-out of their own."""


def guardrails(
    settings: GuardrailSettings,
    root: Path,
    *,
    own_files: Sequence[Path] = (),
    editable: tuple[str, ...] = (),
) -> GuardrailsEngine:
    """The guardrails of a run in the workspace `root`; `own_files` and `editable` as in `Host`."""
    real = root.resolve()
    inside = [path.relative_to(real) for path in own_files if path.is_relative_to(real)]
    own = FileRules((*OWN, *(escaped(path.as_posix()) for path in inside)))
    rules = replace(_rules(settings), own=own, editable=protected_files(editable))
    return GuardrailsEngine(
        rules, BoundedPatternSearch(), root=root, holds_no_secret=holds_no_secret
    )


def completion_rules(
    settings: GuardrailSettings, request: RunRequest, tools: Iterable[AnyTool]
) -> CompletionRules:
    """What has to hold when the model is done, from the settings and the checks of `request`.

    The settings are about work: they do not bind an agent whose `tools` only read.
    """
    works = settings.holds and any(tool.effect is not Effect.READ for tool in tools)
    configured = [
        Gate(gate.name, gate.command, gate.required, float(gate.timeout))
        for gate in (settings.quality_gates if works else ())
    ]
    taken = {gate.name for gate in configured}
    required = [
        Gate(_free(line, taken), line, timeout_s=CHECK_TIMEOUT_S) for line in request.checks
    ]
    return CompletionRules(
        gates=(*configured, *required),
        tests_after_edits=works and settings.require_test_after_edit,
        skipped=_unchecked(request),
    )


def _unchecked(request: RunRequest) -> str | None:
    """Why nothing has to hold when the model is done, if so."""
    if request.dry_run:
        return "a dry run changes nothing that could be checked"
    return "proposals change nothing that could be checked" if request.proposes else None


def required_gates(rules: CompletionRules) -> tuple[str, ...]:
    """The names of the gates without which the run is no success."""
    if rules.skipped is not None:
        return ()
    return tuple(gate.name for gate in rules.gates if gate.required)


def _rules(settings: GuardrailSettings) -> GuardrailRules:
    sensitive = sensitive_files(settings.sensitive_files)
    executable_config = protected_files(settings.executable_config_files)
    if not settings.holds:
        return GuardrailRules(sensitive, executable_config)
    return GuardrailRules(
        sensitive=sensitive,
        executable_config=executable_config,
        protected=protected_files(settings.protected_files),
        blocked_commands=settings.blocked_commands,
        max_files_modified=settings.max_files_modified,
        max_lines_changed=settings.max_lines_changed,
        max_commands_executed=settings.max_commands_executed,
        code_rules=tuple(
            CodeRule(rule.pattern, rule.message, rule.severity == "block")
            for rule in settings.code_rules
        ),
    )


def _free(name: str, taken: set[str]) -> str:
    """`name`, or that with a number if another gate has it."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    taken.add(free)
    return free
