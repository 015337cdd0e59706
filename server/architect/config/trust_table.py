"""What the configuration of a project that nobody has trusted may decide, key by key.

Whoever clones a repository takes its configuration along, so that it must not be able to do more
harm than its text. A rule gets the value that holds without the project and the one the project
sets, and says what counts: None if the project's value does not. A key without a rule counts not.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

from architect.domain.verdict import ConfirmMode
from architect.frozen import frozen


@frozen
class Counts:
    """The value that holds."""

    value: Any


Rule: TypeAlias = Callable[[Any, Any], Counts | None]


def never(below: Any, wanted: Any) -> Counts | None:
    """Not at all: it sends something somewhere, or opens what was closed."""
    return None


def starts_programs(below: Any, wanted: Any) -> Counts | None:
    """Not at all: runs start the programs that it names, unless the user of an editor forbids it.

    See `without_programs`.
    """
    return None


def always(below: Any, wanted: Any) -> Counts | None:
    """Whatever it is: it does no harm."""
    return Counts(wanted)


def less(below: Any, wanted: Any) -> Counts | None:
    """A smaller number; None is no limit."""
    fits = wanted is not None and (below is None or wanted <= below)
    return Counts(wanted) if fits else None


def no_less(below: Any, wanted: Any) -> Counts | None:
    """The same number or a greater one."""
    fits = isinstance(wanted, int | float) and wanted >= below
    return Counts(wanted) if fits else None


def less_of_a_result(below: Any, wanted: Any) -> Counts | None:
    """A smaller number; one that is not set is about the tokens of `OUTPUT_BYTES`."""
    return _less_than_automatic(10_000, below, wanted)


def less_of_the_window(below: Any, wanted: Any) -> Counts | None:
    """A smaller number; one that is not set is a window of at least as many tokens."""
    return _less_than_automatic(80_000, below, wanted)


def _less_than_automatic(automatic: int, below: Any, wanted: Any) -> Counts | None:
    if not isinstance(wanted, int):
        return None
    return less(below if isinstance(below, int) else automatic, wanted)


def more(below: Any, wanted: Any) -> Counts | None:
    """More entries, added to those that are there already."""
    there = list(below or ())
    return Counts([*there, *(one for one in wanted or () if one not in there)])


def only(value: Any) -> Rule:
    """Nothing but `value`."""
    return lambda _, wanted: Counts(wanted) if wanted == value else None


allows_programs = only(False)
"""Only that it is off: it says whether the model may start programs."""


def along(*values: Any) -> Rule:
    """The same or one further to the right."""

    def rule(below: Any, wanted: Any) -> Counts | None:
        further = wanted in values and values.index(wanted) >= values.index(below)
        return Counts(wanted) if further else None

    return rule


def fewer_tools(below: Any, wanted: Any) -> Counts | None:
    """Some of the tools; an empty list means all of them."""
    allowed = cast(Sequence[str], below or ())
    fits = bool(wanted) and (not allowed or set(wanted) <= set(allowed))
    return Counts(wanted) if fits else None


RULES: dict[str, Rule] = {
    "schema_version": always,
    "language": always,
    "llm.provider": never,
    "llm.mode": never,
    "llm.api": never,
    "llm.model": never,
    "llm.api_base": never,
    "llm.api_key_env": never,
    "llm.timeout": less,
    "llm.idle_timeout": less,
    "llm.retries": less,
    "llm.stream": always,
    # It decides what a run costs, as the model does.
    "llm.reasoning_effort": never,
    "llm.prompt_caching": along(True, "auto", False),
    "llm.assume_tools": never,
    "llm.fallbacks": never,
    "llm.max_output_tokens": less,
    "llm.temperature": always,
    "llm.extra_headers": never,
    "llm.extra_body": never,
    "agents.*.system_prompt": never,
    "agents.*.allowed_tools": fewer_tools,
    "agents.*.confirm_mode": along(*map(str, ConfirmMode)),
    "agents.*.max_steps": less,
    "agents.*.model": never,
    # What is shown may grow: a quieter log would hide what the agent does.
    "logging.level": along("error", "warn", "human", "info", "debug"),
    "logging.file": never,
    "logging.verbose": always,
    "workspace.root": never,
    "workspace.allow_delete": only(False),
    "context.max_tool_result_tokens": less_of_a_result,
    "context.max_context_tokens": less_of_the_window,
    # Each summary costs a request.
    "context.compact_at": no_less,
    "context.summarize_after_steps": no_less,
    "context.keep_recent_steps": no_less,
    "context.parallel_tools": always,
    "indexer.enabled": only(False),
    "indexer.max_file_size": less,
    "indexer.exclude_dirs": more,
    "indexer.exclude_patterns": more,
    "indexer.use_cache": only(False),
    "indexer.map_tokens": less,
    "commands.enabled": allows_programs,
    "commands.default_timeout": less,
    "commands.max_output_lines": less,
    "commands.blocked_patterns": more,
    "commands.safe_commands": never,
    "commands.allowed_only": only(True),
    "commands.ask": along("auto", "always"),
    "commands.sandbox": along("off", "auto", "require"),
    "commands.network": only(False),
    "commands.sandbox_paths": never,
    "commands.sandbox_writable": never,
    "commands.max_processes": less,
    "commands.max_file_mb": less,
    "costs.enabled": only(True),
    "costs.prices_file": never,
    "costs.budget_usd": less,
    "costs.budget_tokens": less,
    "costs.warn_at_usd": less,
    # A price of nothing would make every budget last for ever.
    "costs.fallback_price": never,
    # What a key looks like is for the user to say.
    "secrets": never,
    # What is kept, and for how long, is for the user to say.
    "sessions": never,
    "checkpoints": never,
    "ralph.max_iterations": less,
    "ralph.max_cost": less,
    "ralph.max_time": less,
    "ralph.completion_tag": always,
    "ralph.agent": never,
    "ralph.check_timeout": less,
    "parallel.workers": less,
    "parallel.agent": never,
    "parallel.max_steps": less,
    "parallel.budget_per_worker": less,
    "parallel.timeout_per_worker": less,
    "parallel.prepare": starts_programs,
    # Commands in a copy may read what is linked.
    "parallel.links": never,
    "parallel.worktrees": never,
    "parallel.unit_retries": less,
    "parallel.executor": never,
    "parallel.scheduler": never,
    "parallel.send_keys": only(False),
    "memory.enabled": only(False),
    "memory.auto_detect_corrections": only(False),
    "evaluation.mode": along("off", "basic", "full"),
    "evaluation.max_retries": less,
    "evaluation.confidence_threshold": never,
    "auto_review.enabled": only(False),
    "auto_review.review_model": never,
    "auto_review.max_fix_passes": less,
    "health.enabled": only(True),
    "health.fail_on_worse": only(True),
    "health.include_patterns": always,
    "health.exclude_dirs": more,
    # What is kept, and where, is for the user to say: it is their conversations.
    "llm_cache": never,
    "lsp.servers": starts_programs,
    "mcp.enabled": only(False),
    "mcp.other_files": only(False),
    "mcp.servers": starts_programs,
    "skills.auto_discover": only(False),
    "skills.inject_by_glob": only(False),
    # It sends data out: a project may have less of it, and never say where it goes.
    "telemetry.enabled": only(False),
    "telemetry.exporter": never,
    "telemetry.endpoint": never,
    "telemetry.protocol": never,
    "telemetry.trace_file": never,
    "telemetry.content": only(False),
    "web.enabled": only(False),
    "web.domains": never,
    "web.allow_private": only(False),
    "web.timeout": less,
    "edits.review": along("after", "confirm", "propose"),
    "edits.save": along("auto", "ask", "never"),
    "edits.report_problems": only(False),
    "hooks": starts_programs,
    "guardrails.enabled": only(True),
    "guardrails.protected_files": more,
    "guardrails.sensitive_files": more,
    "guardrails.executable_config_files": more,
    "guardrails.blocked_commands": more,
    "guardrails.max_files_modified": less,
    "guardrails.max_lines_changed": less,
    "guardrails.max_commands_executed": less,
    "guardrails.require_test_after_edit": only(True),
    "guardrails.quality_gates": starts_programs,
    "guardrails.code_rules": more,
}
"""By dotted key, `*` for any name. A rule for a section holds for all that stands in it."""
